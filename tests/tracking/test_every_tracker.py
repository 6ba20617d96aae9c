"""What holds for every tracker, whatever it thinks: one story per document, steps as batches, snapshots, reasons."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.model import Document, Story
from meadow.tracking import TRACKERS
from meadow.tracking.tracker import (
    ExplainingTracker,
    RevisingTracker,
    Tracker,
    find_stories,
    log_and_events,
    settled_log,
)

START = datetime(2026, 3, 2, 8, tzinfo=UTC)
FERRY = "A ferry with many people aboard capsized off Skerra near the rocks of Sant Oriel"
WOLF = "Rangers counted wolves in Lethria and farmers asked for a permit to shoot one"
NAMES = sorted(TRACKERS)


def document(
    name: str, text: str, *, hours: float | None = 0.0, language: str = "en", title: str | None = None
) -> Document:
    when = None if hours is None else START + timedelta(hours=hours)
    return Document(name, title=title, text=text, published=when, language=language)


def tracker(name: str) -> Tracker:
    made: Tracker = TRACKERS.function(name)()
    return made


STREAM = [
    document("f1", f"{FERRY} on Monday.", hours=0),
    document("w1", f"{WOLF} on Monday.", hours=1),
    document("f2", f"{FERRY}, the coast guard said.", hours=2),
    document("w2", f"{WOLF}, officials said.", hours=3),
    document("f3", f"Divers found nobody after {FERRY.lower()}.", hours=20),
]

_TEXTS = st.lists(st.sampled_from([FERRY, WOLF, "Ferry Skerra", "Wolves of Lethria", "", "14", "Und dann"]), max_size=7)
_STREAMS = st.tuples(_TEXTS, st.lists(st.one_of(st.none(), st.integers(0, 200)), min_size=7, max_size=7)).map(
    lambda drawn: [document(f"d{n}", text, hours=drawn[1][n]) for n, text in enumerate(drawn[0])]
)


def partition(stories: list[Story]) -> set[frozenset[str]]:
    return {frozenset(story.document_ids) for story in stories}


@pytest.mark.parametrize("name", [name for name in NAMES if name != "one"])
def test_two_events_become_two_stories(name: str) -> None:
    assert partition(find_stories(tracker(name), STREAM)) == {frozenset({"f1", "f2", "f3"}), frozenset({"w1", "w2"})}


def test_one_story_holds_whatever_comes() -> None:
    (story,) = find_stories(tracker("one"), STREAM)
    assert story.id == "f1"
    assert story.document_ids == tuple(each.id for each in STREAM)
    assert (story.first, story.last) == (START, START + timedelta(hours=20))


@pytest.mark.parametrize("name", NAMES)
class TestAny:
    """Properties of all of them."""

    @settings(max_examples=10)
    @given(made=_STREAMS)
    def test_every_document_is_in_one_story_that_one_of_its_documents_names(
        self, name: str, made: list[Document]
    ) -> None:
        stories = find_stories(tracker(name), made)
        held = [each for story in stories for each in story.document_ids]
        assert sorted(held) == sorted(each.id for each in made)
        assert all(story.id in story.document_ids for story in stories)

    @settings(max_examples=10)
    @given(made=_STREAMS)
    def test_a_list_is_answered_as_a_stream_is(self, name: str, made: list[Document]) -> None:
        stepped = tracker(name)
        steps = [stepped.step(each) for each in made]
        assert all(each.similarity >= 0.0 for each in steps)
        at_once = tracker(name)
        batched = at_once.iter_steps(made) if hasattr(at_once, "iter_steps") else map(at_once.step, made)
        assert list(batched) == steps

    @settings(max_examples=8)
    @given(made=_STREAMS, cut=st.integers(0, 7))
    def test_a_snapshot_is_json_and_goes_on_as_if_nothing_had_been(
        self, name: str, made: list[Document], cut: int
    ) -> None:
        whole, first = tracker(name), tracker(name)
        wanted = [whole.step(each) for each in made]
        begun = [first.step(each) for each in made[:cut]]
        second = tracker(name)
        second.restore(json.loads(json.dumps(first.snapshot())))
        assert begun + [second.step(each) for each in made[cut:]] == wanted

    def test_a_second_run_gives_the_same_log_to_the_last_bit(self, name: str) -> None:
        assert log_and_events(tracker(name), STREAM) == log_and_events(tracker(name), STREAM)

    def test_no_document_is_no_story(self, name: str) -> None:
        assert find_stories(tracker(name), []) == []
        made = tracker(name)
        assert made.finish() == () if isinstance(made, RevisingTracker) else True

    def test_the_first_document_opens_a_story_of_its_own_name(self, name: str) -> None:
        (only,) = settled_log(tracker(name), STREAM[:1])
        assert (only.document_id, only.story_id, only.opened, only.similarity) == ("f1", "f1", True, 0.0)

    def test_undated_documents_are_tracked_too(self, name: str) -> None:
        undated = [document(each.id, each.text, hours=None) for each in STREAM]
        stories = find_stories(tracker(name), undated)
        assert frozenset({"w1", "w2"}) <= next(each for each in partition(stories) if "w1" in each)
        assert all((story.first, story.last) == (None, None) for story in stories)

    def test_a_copy_joins_what_it_is_a_copy_of(self, name: str) -> None:
        stories = find_stories(tracker(name), [*STREAM, document("copy", STREAM[0].text, hours=21)])
        assert any({"f1", "copy"} <= group for group in partition(stories))

    def test_the_table_of_a_story_is_heaviest_first(self, name: str) -> None:
        made = tracker(name)
        for each in STREAM:
            made.step(each)
        weights = [row.weight for row in made.centroid("f1")]
        assert weights == sorted(weights, reverse=True)
        assert weights or name == "one"


@pytest.mark.parametrize("name", [name for name in NAMES if name != "one"])
class TestReasons:
    """Trackers that read words can say why."""

    def test_every_document_has_a_reason_with_what_it_shares(self, name: str) -> None:
        made = tracker(name)
        log = settled_log(made, STREAM)
        assert isinstance(made, ExplainingTracker)
        reasons = made.explain(STREAM, log)
        assert [each.document_id for each in reasons] == [each.id for each in STREAM]
        assert [each.story_id for each in reasons] == [each.story_id for each in log]
        for reason in reasons:
            assert reason.score is not None
            assert reason.score == pytest.approx(sum(term.weight for term in reason.shared))
            assert [term.weight for term in reason.shared] == sorted(
                (term.weight for term in reason.shared), reverse=True
            )

    def test_one_who_is_alone_has_no_score_and_no_day_beside_others(self, name: str) -> None:
        made = tracker(name)
        alone = [STREAM[0], STREAM[1]]
        log = settled_log(made, alone)
        assert isinstance(made, ExplainingTracker)
        for reason in made.explain(alone, log):
            assert (reason.score, reason.days_apart) == (None, None)

    def test_the_nearest_other_document_tells_the_days_between(self, name: str) -> None:
        made = tracker(name)
        log = settled_log(made, STREAM)
        assert isinstance(made, ExplainingTracker)
        reasons = {each.document_id: each for each in made.explain(STREAM, log)}
        assert reasons["f3"].days_apart == pytest.approx(18 / 24)  # f2 is nearer than f1
        assert reasons["f1"].days_apart == pytest.approx(2 / 24)


SPANISH = ("El barco Petra se hundió frente a Skerra", "El Petra se hundió frente a la costa de Skerra")
GERMAN = ("Die Fähre Petra sank vor der Insel Skerra", "Vor Skerra sank die Fähre Petra")
JAPANESE = ("フェリーがスケラ島の沖で沈没した", "スケラ島の沖でフェリーが沈没し救助が続く")


@pytest.mark.parametrize(
    ("language", "same", "other"),
    [
        ("es", SPANISH, "Los lobos bajaron al valle de Lethria"),
        ("de", GERMAN, "Wölfe rissen Schafe bei Lethria"),
        ("ja", JAPANESE, "市議会は新しい図書館の予算を認めた"),
    ],
)
def test_other_languages_have_stories_too(language: str, same: tuple[str, str], other: str) -> None:
    texts = (same[0], other, same[1])
    made = [document(f"d{n}", text, hours=n, language=language) for n, text in enumerate(texts)]
    for name in ("meadow", "cidr"):
        assert partition(find_stories(tracker(name), made)) == {frozenset({"d0", "d2"}), frozenset({"d1"})}, name


def test_a_tracker_that_is_not_there_is_answered_with_those_that_are() -> None:
    assert {"cidr", "cidr-release", "meadow", "one"} <= set(TRACKERS)
    with pytest.raises(Exception, match="no tracker called 'cidrr'"):
        TRACKERS.function("cidrr")
