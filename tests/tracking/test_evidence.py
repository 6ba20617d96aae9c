"""The tracker `meadow`: two documents and no history, the fold, its events, and what it makes of real collections."""

import json
import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.errors import SnapshotError, SpecError, UnknownNameError
from meadow.model import Document
from meadow.tracking import TRACKERS
from meadow.tracking.events import replay
from meadow.tracking.evidence import EvidenceTracker, evidence
from meadow.tracking.tracker import stories_from
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


def _final(state: EvidenceTracker, stream: list[Document]) -> dict[str, list[str]]:
    log = list(state.iter_steps(stream))
    return replay(log, state.finish())


def test_two_events_become_two_stories_named_after_documents_they_hold() -> None:
    stories = _final(evidence(FLAT), _stream())
    assert sorted(len(own) for own in stories.values()) == [40, 40]
    assert all(len({each[0] for each in own}) == 1 for own in stories.values())
    assert all(story_id in own for story_id, own in stories.items())


def test_two_documents_and_no_history_come_out_right() -> None:
    ferry = document("a", ["A ferry capsized off Skerra on Monday and nine people drowned, the coast guard said."])
    again = document("b", ["Nine drowned when the ferry capsized near Skerra, according to the coast guard."], hours=5)
    budget = document("c", ["Parliament passed the budget on Monday after a long debate, the finance minister said."])
    assert list(_final(evidence(), [ferry, again])) == ["a"]
    assert list(_final(evidence(), [ferry, budget])) == ["a", "c"]
    assert list(_final(evidence(), [ferry, again, budget])) == ["a", "c"], "company changes nothing"


def test_titles_alone_suffice() -> None:
    titles = ["Ferry capsizes off Skerra, nine drown", "Nine drown as Skerra ferry capsizes", "Budget passed at last"]
    stream = [Document(str(at), None, title, language="en") for at, title in enumerate(titles)]
    assert [len(own) for own in _final(evidence(), stream).values()] == [2, 1]


def test_what_begins_apart_is_merged_and_later_reports_join_the_story_at_once() -> None:
    state = evidence(FLAT, threshold=0.19)
    log = [state.step(each) for each in _stream()]
    assert sum(each.opened for each in log[:32]) > 2, "a high threshold leaves clusters to relative evidence"
    events = state.take_events()
    assert {event.kind for event in events} == {"merge"}
    assert all(event.decided is not None and event.decided.value >= event.decided.threshold for event in events)
    assert state.take_events() == ()
    merged = {event.story_id for event in events}
    copy = replace(next(each for each in _stream() if each.id in merged), id="copy")
    assigned = state.step(copy)
    assert assigned.story_id not in merged
    assert not assigned.opened


def test_many_runs_count_the_stories_that_documents_came_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meadow.tracking.evidence._DRAWN_TWICE", 0)
    stories = _final(evidence(FLAT), _stream())
    assert sorted(len(own) for own in stories.values()) == [40, 40]


def test_a_near_copy_joins_at_once() -> None:
    state = evidence(FLAT)
    state.step(document("wire", ["A ferry capsized off Skerra and nine people drowned."]))
    again = state.step(document("echo", ["A ferry capsized off Skerra; nine people drowned."], hours=1))
    assert (again.story_id, again.opened) == ("wire", False)
    # Both hold the same words, so this is the product of a document with itself: (L / (L + 6))² for six words of IDF 2.
    length = 2.0 * math.sqrt(6.0)
    assert again.similarity == pytest.approx((length / (length + 6.0)) ** 2, rel=1e-4), "an hour takes next to nothing"


def test_stories_stay_within_a_language() -> None:
    stream = [replace(each, language=code, id=f"{code}-{each.id}") for each in _stream() for code in ("en", "es")]
    for own in _final(evidence(FLAT), stream).values():
        assert len({each[:2] for each in own}) == 1


def test_one_language_changes_nothing_in_another() -> None:
    english = _stream()
    spanish = [replace(each, language="es", id=f"es-{each.id}") for each in english]
    alone = _final(evidence(FLAT), english)
    both = _final(evidence(FLAT), [each for pair in zip(english, spanish, strict=True) for each in pair])
    assert {frozenset(own) for own in alone.values()} <= {frozenset(own) for own in both.values()}


def test_a_story_that_nothing_reached_for_the_window_is_left_alone() -> None:
    state = evidence(FLAT, window_hours=24)
    state.step(document("old", ["Wolf seen near the ferry harbour."]))
    assert state.step(document("new", ["Wolf seen near the ferry harbour."], hours=30)).opened
    assert not state.step(document("next", ["Wolf seen near the ferry harbour."], hours=31)).opened


def test_evidence_fades_with_the_time_between() -> None:
    wolf = ["Wolf seen near the ferry harbour."]
    for days, opened in ((300, False), (900, True)):
        state = evidence(FLAT, half_life_days=365, threshold=0.06)
        state.step(document("old", wolf))
        # Four words of IDF 2 have a length of 4, and (4 / 10)² is 0.16; then 0.16 / (1 + 300/365) and 0.16 / (1 + 900/365).
        assert state.step(document("new", wolf, hours=24 * days)).opened == opened


def test_storms_of_several_years_are_not_one_story() -> None:
    what = (
        "killed people in Selmar, and floods cut roads",
        "tore roofs off schools in Selmar",
        "drove ships ashore off Selmar",
    )
    storms = [
        document(f"storm-{year}-{part}", [f"Typhoon {name} {told} near {name} port."], hours=(365 * year + part) * 24)
        for year, name in enumerate(("Kalm", "Nedi", "Ostra", "Pelo"))
        for part, told in enumerate(what)
    ]
    state = evidence(FLAT)
    log = list(state.iter_steps(storms))
    events = state.finish()
    found = {frozenset(own) for own in replay(log, events).values()}
    assert found == {frozenset(f"storm-{year}-{part}" for part in range(3)) for year in range(4)}


def test_a_long_affair_and_its_anniversaries_are_one_story() -> None:
    trial = [
        document(
            f"trial-{at}", [f"Court in Skerra hears witness {at} on the ferry of captain Halvorsen."], hours=at * 2400
        )
        for at in range(12)
    ]
    again = document("again", ["Skerra remembers the ferry of captain Halvorsen, and the court."], hours=24 * 2000)
    assert len(_final(evidence(FLAT), [*trial, again])) == 1


def test_a_story_closes_when_so_many_documents_have_passed_it_by() -> None:
    state = evidence(FLAT, window_documents=40)
    stream = [document("old", ["Wolf seen near the lighthouse."]), *_stream()[:79]]
    log = list(state.iter_steps(stream))
    events = state.finish()
    assert [event.story_id for event in events if event.kind == "close"] == ["old"]
    assert replay(log, events)["old"] == ["old"]
    assert state.step(document("back", ["Wolf seen near the lighthouse."], hours=99)).opened


def test_memory_follows_the_window_and_not_the_stream() -> None:
    state = evidence(FLAT, window_documents=50)
    for at in range(400):
        state.step(Document(str(at), text=f"Report {at}x about place {at}y and person {at}z.", language="en"))
    state.finish()
    assert len(state.snapshot()["clusters"]) <= 51


def test_documents_without_words_or_time_stand_alone() -> None:
    state = evidence(FLAT)
    stream = [document("a", ["…"]), document("b", ["…"], hours=None), document("c", ["Wolf."], hours=None)]
    assert _final(state, stream) == {"a": ["a"], "b": ["b"], "c": ["c"]}


def test_the_title_counts_twice() -> None:
    state = evidence(FLAT)
    state.step(document("a", ["Wolf storm."], title="Ferry"))
    # Ferry stands twice, wolf and storm once; a flat background gives every word an IDF of 2.
    assert [(row.term, row.tf, row.idf) for row in state.centroid("a")] == [
        ("ferri", 2.0, 2.0),
        ("storm", 1.0, 2.0),
        ("wolf", 1.0, 2.0),
    ]


@pytest.mark.golden("M3")
def test_a_centroid_spans_all_clusters_of_its_story() -> None:
    state = evidence(FLAT, threshold=0.03)
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
    whole, before, after = evidence(FLAT), evidence(FLAT), evidence(FLAT)
    straight = [whole.step(each) for each in stream]
    begun = [before.step(each) for each in stream[:at]]
    after.restore(json.loads(json.dumps(before.snapshot())))
    assert begun + list(after.iter_steps(stream[at:])) == straight
    assert after.finish() == whole.finish()


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"tracker": "cidr"}, "tracker 'cidr'"),
        ({"version": 1}, "version 1"),
        ({"settings": {}}, "settings {}"),
        ({"version": None}, "version None"),
    ],
)
def test_a_foreign_snapshot_is_refused_by_name(changed: dict[str, Any], message: str) -> None:
    own = evidence(FLAT).snapshot()
    with pytest.raises(SnapshotError, match=message):
        evidence(FLAT).restore({**own, **changed})
    with pytest.raises(SnapshotError, match="settings"):
        evidence(FLAT, threshold=0.2).restore(own)
    with pytest.raises(SnapshotError, match="settings"):
        evidence().restore(own)


@pytest.mark.parametrize("name", ["cidr", "cidr-release", "one"])
def test_every_tracker_refuses_the_snapshot_of_another(name: str) -> None:
    with pytest.raises(SnapshotError, match="tracker 'meadow'"):
        TRACKERS.build(name)(FLAT).restore(evidence(FLAT).snapshot())


@given(documents)
def test_every_document_is_in_one_story_that_its_id_names(made: list[Document]) -> None:
    state = evidence(FLAT)
    log = [state.step(each) for each in made]
    stories = stories_from(log, made, state.finish())
    assert sorted(each for story in stories for each in story.document_ids) == sorted(each.id for each in made)
    assert all(story.id in story.document_ids for story in stories)


def test_batches_answer_as_steps_do() -> None:
    stream = _stream() * 30
    stream = [replace(each, id=str(at), published=None) for at, each in enumerate(stream)]
    bulk, single = evidence(FLAT), evidence(FLAT)
    assert list(bulk.iter_steps(stream)) == [single.step(each) for each in stream]
    assert bulk.finish() == single.finish()


def test_the_replayed_log_is_what_the_tracker_itself_holds() -> None:
    state = evidence(FLAT, threshold=0.19)
    log = list(state.iter_steps(_stream()))
    stories = replay(log, state.finish())
    held: dict[str, list[str]] = {}
    for _, cluster in state.snapshot()["clusters"]:
        held.setdefault(cluster["story_id"], []).extend(cluster["documents"])
    assert {key: sorted(own) for key, own in held.items()} == {key: sorted(own) for key, own in stories.items()}


@pytest.mark.parametrize("spec", ["meadow(threshold=-1)", "meadow(threshold=2)", "meadow(window_documents=0)"])
def test_a_setting_out_of_range_is_refused(spec: str) -> None:
    with pytest.raises(SpecError, match="meadow was given"):
        TRACKERS.build(spec)(FLAT)
