"""The tracker `meadow`: the fold, its events, and what it makes of real collections."""

import gzip
import json
import math
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.errors import SpecError, UnknownNameError
from meadow.evaluate.clustering import compare
from meadow.model import Document
from meadow.tracking import TRACKERS
from meadow.tracking.events import replay
from meadow.tracking.meadow import Meadow, meadow
from meadow.tracking.tracker import stories_from
from shared import shared
from stories import FLAT, document, documents

_FERRY = ["ferry", "capsized", "skerra", "coast", "guard", "captain", "rock", "trawler", "drowned", "harbour"]
_BUDGET = [
    "budget",
    "minister",
    "taxes",
    "parliament",
    "deficit",
    "pensions",
    "vote",
    "coalition",
    "spending",
    "treasury",
]


def _reports(words: list[str], prefix: str, count: int) -> list[Document]:
    """Return reports of one event: each holds six of its ten words, and any two share some but are no copies."""
    texts = [[words[(start + step * (1 + start % 3)) % len(words)] for step in range(6)] for start in range(count)]
    return [document(f"{prefix}{at}", [" ".join(text).capitalize() + "."], hours=at) for at, text in enumerate(texts)]


def _stream() -> list[Document]:
    mixed = zip(_reports(_FERRY, "f", 40), _reports(_BUDGET, "b", 40), strict=True)
    return [each for pair in mixed for each in pair]


def _final(state: Meadow, stream: list[Document]) -> dict[str, list[str]]:
    log = list(state.iter_steps(stream))
    return replay(log, state.finish())


def test_two_events_become_two_stories_named_after_documents_they_hold() -> None:
    stories = _final(meadow(FLAT), _stream())
    assert sorted(len(own) for own in stories.values()) == [40, 40]
    assert all(len({each[0] for each in own}) == 1 for own in stories.values())
    assert all(story_id in own for story_id, own in stories.items())


def test_strands_that_begin_apart_are_merged_and_later_reports_join_the_story_at_once() -> None:
    state = meadow(FLAT, draft=1.0)
    log = [state.step(each) for each in _stream()]
    assert sum(each.opened for each in log[:32]) > 2, "without drafts every strand opens a story of its own"
    events = state.take_events()
    assert {event.kind for event in events} == {"merge"}
    assert state.take_events() == ()
    merged = {event.story_id for event in events}
    copy = replace(next(each for each in _stream() if each.id in merged), id="copy")
    assigned = state.step(copy)
    assert assigned.story_id not in merged
    assert not assigned.opened


def test_a_near_copy_joins_at_once() -> None:
    state = meadow(FLAT)
    state.step(document("wire", ["A ferry capsized off Skerra and nine people drowned."]))
    again = state.step(document("echo", ["A ferry capsized off Skerra; nine people drowned."], hours=1))
    assert (again.story_id, again.opened) == ("wire", False)
    assert again.similarity == pytest.approx(1.0)


def test_stories_stay_within_a_language() -> None:
    stream = [replace(each, language=code, id=f"{code}-{each.id}") for each in _stream() for code in ("en", "es")]
    for own in _final(meadow(FLAT), stream).values():
        assert len({each[:2] for each in own}) == 1


def test_one_language_changes_nothing_in_another() -> None:
    english = _stream()
    spanish = [replace(each, language="es", id=f"es-{each.id}") for each in english]
    alone = _final(meadow(FLAT), english)
    both = _final(meadow(FLAT), [each for pair in zip(english, spanish, strict=True) for each in pair])
    assert {frozenset(own) for own in alone.values()} <= {frozenset(own) for own in both.values()}


def test_a_story_closes_when_nothing_came_for_the_window() -> None:
    state = meadow(FLAT, window_hours=24)
    state.step(document("old", ["Wolf seen near the ferry harbour."]))
    again = state.step(document("new", ["Wolf seen near the ferry harbour."], hours=30))
    assert again.opened
    assert state.finish() == (), "one document alone may be dated wrongly, and is woven into nothing"
    state.step(document("next", ["Parliament passed the budget."], hours=31))
    assert [(event.kind, event.story_id, event.after) for event in state.finish()] == [("close", "old", 3)]


def test_documents_without_words_or_time_stand_alone() -> None:
    state = meadow(FLAT)
    stream = [document("a", ["…"]), document("b", ["…"], hours=None), document("c", ["Wolf."], hours=None)]
    assert _final(state, stream) == {"a": ["a"], "b": ["b"], "c": ["c"]}


def test_the_title_counts_twice() -> None:
    state = meadow(FLAT)
    state.step(document("a", ["Wolf storm."], title="Ferry"))
    # Ferry stands twice, wolf and storm once; a flat background gives every word an IDF of 2.
    assert [(row.term, row.tf, row.idf) for row in state.centroid("a")] == [
        ("ferri", 2.0, 2.0),
        ("storm", 1.0, 2.0),
        ("wolf", 1.0, 2.0),
    ]


@pytest.mark.golden("M3")
def test_a_centroid_spans_all_strands_of_its_story() -> None:
    state = meadow(FLAT, draft=0.1)
    state.step(document("a", ["Wolf storm."]))
    assert state.step(document("b", ["Wolf ferry harbour."], hours=1)).story_id == "a"
    table = {row.term: row.tf for row in state.centroid("a")}
    assert table == {"wolf": 1.0, "storm": 0.5, "ferri": 0.5, "harbour": 0.5}
    with pytest.raises(UnknownNameError, match="no open story called 'b'"):
        state.centroid("b")


@given(st.integers(1, 79))
@settings(max_examples=10)
def test_snapshot_and_restore_give_the_same_future(at: int) -> None:
    stream = _stream()
    whole, before, after = meadow(FLAT), meadow(FLAT), meadow(FLAT)
    straight = [whole.step(each) for each in stream]
    begun = [before.step(each) for each in stream[:at]]
    after.restore(json.loads(json.dumps(before.snapshot())))
    assert begun + list(after.iter_steps(stream[at:])) == straight
    assert after.finish() == whole.finish()


@given(documents)
def test_every_document_is_in_one_story_that_its_id_names(made: list[Document]) -> None:
    state = meadow(FLAT)
    log = [state.step(each) for each in made]
    stories = stories_from(log, made, state.finish())
    assert sorted(each for story in stories for each in story.document_ids) == sorted(each.id for each in made)
    assert all(story.id in story.document_ids for story in stories)


def test_batches_and_compiled_loops_answer_as_steps_do() -> None:
    stream = _stream() * 30
    stream = [replace(each, id=str(at), published=None) for at, each in enumerate(stream)]
    bulk, single = meadow(FLAT), meadow(FLAT)
    # 2,400 documents: the bulk path compiles at once, the steps begin plain and go over at the 2,000th.
    assert list(bulk.iter_steps(stream)) == [single.step(each) for each in stream]
    assert bulk.finish() == single.finish()


def test_the_replayed_log_is_what_the_tracker_itself_holds() -> None:
    state = meadow(FLAT, draft=1.0)
    log = list(state.iter_steps(_stream()))
    stories = replay(log, state.finish())
    held: dict[str, list[str]] = {}
    for _, strand in state.snapshot()["strands"]:
        held.setdefault(strand["story_id"], []).extend(strand["documents"])
    assert {key: sorted(own) for key, own in held.items()} == {key: sorted(own) for key, own in stories.items()}


@pytest.mark.parametrize("spec", ["meadow(threshold=-1)", "meadow(copies=2)", "meadow(neighbours=0)"])
def test_a_setting_out_of_range_is_refused(spec: str) -> None:
    with pytest.raises(SpecError, match="meadow was given"):
        TRACKERS.build(spec)(FLAT)


def _collection(folder: str, language: str) -> tuple[list[Document], dict[str, Any]]:
    with gzip.open(shared("data", folder, "docs.jsonl.gz"), "rt", encoding="utf-8") as file:
        rows = [row for row in map(json.loads, file) if row.get("lang", "en") == language]
    made = [
        Document(row["id"], None, row["title"] or None, row["text"], _time(row["date"]), language=language)
        for row in rows
    ]
    return sorted(made, key=lambda each: each.order), {row["id"]: row["cluster"] for row in rows}


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text).replace(tzinfo=UTC) if text else None


@pytest.mark.golden("M1")
@pytest.mark.parametrize(
    ("folder", "language", "floor"),
    [("uci_headlines", "en", 0.728), ("ecb_plus", "en", 0.873), ("multiling2011", "fr", 0.95)],
)
def test_quality_stays_above_its_floor(folder: str, language: str, floor: float) -> None:
    stream, gold = _collection(folder, language)
    found = {each: story_id for story_id, own in _final(meadow(), stream).items() for each in own}
    result = compare([found[each.id] for each in stream], [gold[each.id] for each in stream])
    assert math.isfinite(result.bcubed_f)
    assert result.bcubed_f >= floor
