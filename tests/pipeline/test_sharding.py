"""A stream in shards gives one log, whichever engine does the work."""

from __future__ import annotations

from datetime import timedelta

import pytest

from meadow.errors import UsageError
from meadow.pipeline import digest, track
from meadow.pipeline.sharding import sharded_assignments
from meadow.recipe import Recipe
from meadow.tracking.windows import Windows
from tracking.shard_streams import sharded, stream

DOCUMENTS = stream(5, stories=40, days=20, longest_hours=24)
WINDOWS = Windows(timedelta(days=4), timedelta(days=1), least=1)


@pytest.mark.parametrize("engine", [None, "local", "processes:2"])
def test_every_engine_gives_the_same_log(engine: str | None) -> None:
    told: list[int] = []
    log = sharded_assignments(DOCUMENTS, windows=WINDOWS, engine=engine, on_step=told.append)
    assert log == sharded(DOCUMENTS, WINDOWS)
    assert told == sorted(told)
    assert told[-1] == len(DOCUMENTS)


def test_settings_of_the_tracker_count() -> None:
    strict = sharded_assignments(DOCUMENTS, windows=WINDOWS, tracker="meadow(threshold=1, join=99, stray=99)")
    usual = sharded_assignments(DOCUMENTS, windows=WINDOWS)
    assert sum(entry.opened for entry in strict) > sum(entry.opened for entry in usual)


def test_windows_hold_few_documents_for_no_one() -> None:
    few = sharded_assignments(DOCUMENTS, windows="4d+1d")  # 2,000 documents at least
    assert {entry.story_id for entry in few} == {entry.story_id for entry in sharded(DOCUMENTS, WINDOWS)}
    assert sharded_assignments([], windows="4d") == []


def test_a_digest_and_tracks_in_windows() -> None:
    done = digest(DOCUMENTS, windows="48h+24h", method="lead", annotate=False)
    assert "|windows:2d+1d|" in done.run.signature
    assert Recipe.parse(done.run.signature).windows == "2d+1d"
    told = {brief.story.id: brief.story.document_ids for brief in done}
    stories = track(DOCUMENTS, windows="48h+24h", engine="local")
    assert {story.id: story.document_ids for story in stories} == told
    assert "windows" not in digest(DOCUMENTS[:9], method="lead", annotate=False).run.signature


@pytest.mark.parametrize("tracker", ["cidr", "one"])
def test_other_trackers_are_refused(tracker: str) -> None:
    with pytest.raises(UsageError, match="Windows are for the tracker meadow"):
        sharded_assignments(DOCUMENTS, windows=WINDOWS, tracker=tracker)
