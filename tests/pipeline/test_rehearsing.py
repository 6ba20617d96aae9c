"""A rehearsal of tracking says when there is nothing to do, and leaves no trace in what is found."""

from __future__ import annotations

import pytest

from meadow.pipeline import track
from meadow.pipeline.rehearsing import Rehearsal
from tracking.shard_streams import stream

DOCUMENTS = stream(7, stories=30, days=10, longest_hours=24)


def test_documents_are_taken_piece_by_piece_until_there_are_enough() -> None:
    rehearsal = Rehearsal("meadow")
    pieces = 0
    assert rehearsal()  # compiled code
    assert not rehearsal()  # nothing has been read yet
    many = [each for _ in range(30) for each in DOCUMENTS]
    for _ in range(100):
        rehearsal.heard_of(many)
        pieces += rehearsal()
    assert 4 <= pieces <= 12
    assert not rehearsal()


def test_what_is_found_later_is_the_same() -> None:
    wanted = track(DOCUMENTS)
    rehearsal = Rehearsal("meadow")
    rehearsal.heard_of(DOCUMENTS)
    while rehearsal():
        pass
    assert track(DOCUMENTS) == wanted


@pytest.mark.parametrize("tracker", ["cidr", "one", "meadow(threshold=1)"])
def test_any_tracker_can_be_rehearsed(tracker: str) -> None:
    rehearsal = Rehearsal(tracker)
    rehearsal.heard_of(DOCUMENTS)
    assert rehearsal()
    assert rehearsal()
