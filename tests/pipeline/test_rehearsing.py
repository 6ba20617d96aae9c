"""A rehearsal of tracking says when there is nothing to do, and leaves no trace in what is found."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from meadow.errors import SpecError
from meadow.pipeline import track
from meadow.pipeline.rehearsing import LEAST, Rehearsal
from tracking.shard_streams import stream

DOCUMENTS = stream(7, stories=30, days=10, longest_hours=24)
MANY = [replace(each, id=f"{each.id} {turn}") for turn in range(30) for each in DOCUMENTS]


def test_nothing_is_done_for_few_documents() -> None:
    rehearsal = Rehearsal("meadow")
    assert not rehearsal()  # nothing has been read yet
    rehearsal.heard_of(MANY[: LEAST - 1])
    assert not rehearsal()
    rehearsal.heard_of(MANY[-1:])
    assert rehearsal()
    assert not rehearsal()


def test_documents_are_taken_piece_by_piece_until_there_are_enough() -> None:
    rehearsal = Rehearsal("meadow")
    pieces = 0
    for _ in range(100):
        rehearsal.heard_of(MANY)
        pieces += rehearsal()
    assert pieces == 1 + math.ceil((2_048 - LEAST) / 256)
    assert not rehearsal()


def test_what_goes_wrong_is_reported_and_not_swallowed() -> None:
    rehearsal = Rehearsal("meadow(threshold=7)")
    rehearsal.heard_of(MANY)
    with pytest.raises(SpecError, match="threshold"):
        rehearsal()


def test_what_is_found_later_is_the_same() -> None:
    wanted = track(DOCUMENTS)
    rehearsal = Rehearsal("meadow")
    rehearsal.heard_of(MANY)
    while rehearsal():
        pass
    assert track(DOCUMENTS) == wanted


@pytest.mark.parametrize("tracker", ["cidr", "one", "meadow(threshold=1)"])
def test_any_tracker_can_be_rehearsed(tracker: str) -> None:
    rehearsal = Rehearsal(tracker)
    rehearsal.heard_of(MANY)
    assert rehearsal()
    assert rehearsal()
