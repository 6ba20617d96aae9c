"""Why a document is in its story: scores by each tracker's own formula, decisions by hand, names and days as written."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import numpy as np
import pytest

from meadow.ingest import read
from meadow.model import Document, FloatArray
from meadow.pipeline.tracks import Tracked, explain_tracks
from meadow.sample import sample_path
from meadow.text.background import IdfTable
from meadow.tracking.cidr import cidr, similarity
from meadow.tracking.cidr_release import cidr_release
from meadow.tracking.explaining_evidence import story_steps
from meadow.tracking.second_look import Thresholds
from meadow.tracking.spelling import mentions_of
from meadow.tracking.tracker import settled_log

TABLE = IdfTable("toy", {"ferry": 2.0, "skerra": 3.0, "storm": 1.0, "wolf": 4.0, "sheep": 2.0}, unknown=1.0)
MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
THRESHOLDS = Thresholds(0.14, 0.45, 0.35)


def document(name: str, text: str, *, days: float = 0.0) -> Document:
    return Document(name, text=text, language="en", published=MONDAY + timedelta(days=days))


STREAM = (
    document("ferry-1", "A ferry sank off Skerra in a storm."),
    document("wolf-1", "A wolf took sheep.", days=1),
    document("ferry-2", "The ferry off Skerra sank on Monday.", days=2),
    document("ferry-3", "Skerra: the ferry and the storm. The storm!", days=3),
)


def weights(text: str) -> dict[str, float]:
    """Return TF·IDF by hand: stop words are left out, and stems tell apart what these words do."""
    every = [word.strip(".,:!").lower() for word in text.split()]
    kept = [word for word in every if word not in {"a", "off", "in", "the", "on", "and"}]
    return {word: kept.count(word) * float(TABLE.idf([word])[0]) for word in dict.fromkeys(kept)}


def test_the_score_of_cidr_is_the_printed_formula_beside_the_others_of_the_story() -> None:
    tracker = cidr(TABLE, threshold=0.5, keep_over=0.0)
    log = settled_log(tracker, STREAM)
    assert [each.story_id for each in log] == ["ferry-1", "wolf-1", "ferry-1", "ferry-1"]
    reasons = tracker.explain(STREAM, log)
    own = weights(STREAM[2].text)
    others = [weights(STREAM[row].text) for row in (0, 3)]
    mean = {term: sum(each.get(term, 0.0) for each in others) / 2 for term in {*others[0], *others[1]}}
    idf = {term: float(TABLE.idf([term])[0]) for term in {*own, *mean}}
    assert reasons[2].score == pytest.approx(similarity(own, mean, idf))
    assert reasons[2].score == pytest.approx(sum(each.weight for each in reasons[2].shared))
    product = math.hypot(*own.values()) * math.hypot(*mean.values())
    assert reasons[2].shared[0].weight == pytest.approx(own["skerra"] * mean["skerra"] * 3.0 / product)
    assert [(each.text, each.kind) for each in reasons[2].shared[:2]] == [("Skerra", "name"), ("ferry", "word")]
    # It was decided on once: its similarity with the only document there was.
    (step,) = reasons[2].steps
    assert (step.rule, step.documents, step.value, step.threshold) == ("closest", 1, log[2].similarity, 0.5)
    assert (reasons[1].steps[0].rule, reasons[1].score, reasons[1].next_story) == ("alone", None, None)


def test_the_score_as_released_is_its_cosine() -> None:
    tracker = cidr_release(TABLE, threshold=0.1, keep_over=0.0)
    log = settled_log(tracker, STREAM)
    reasons = tracker.explain(STREAM, log)
    cut = [tracker._cut(tracker._weights(each)) for each in STREAM]
    others = [cut[row] for row, each in enumerate(log) if each.story_id == log[2].story_id and row != 2]
    words = {word for each in others for word in each}
    mean = {word: sum(each.get(word, 0.0) for each in others) / len(others) for word in words}
    assert reasons[2].score == pytest.approx(tracker._cosine(cut[2], mean))


def test_the_score_of_meadow_is_the_mean_similarity_with_the_others_and_two_documents_share_one() -> None:
    tracked = explained(STREAM[0], replace(STREAM[2], published=MONDAY))
    first, second = tracked.reasons or ()
    assert first.score == pytest.approx(second.score)
    assert {each.term: each.weight for each in first.shared} == pytest.approx(
        {each.term: each.weight for each in second.shared}
    )
    (step,) = second.steps
    assert (step.rule, step.documents) == ("alike", 1)
    assert step.value == pytest.approx(second.score)
    assert step.value >= step.threshold == 0.16


def test_time_takes_its_share_of_the_score() -> None:
    near = explained(STREAM[0], replace(STREAM[2], published=MONDAY))
    far = explained(STREAM[0], replace(STREAM[2], published=MONDAY + timedelta(days=365)))
    at_once, later = ((each.reasons or ())[1].score for each in (near, far))
    assert at_once is not None
    assert later == pytest.approx(at_once / 1.05), "a year of twenty"


def explained(*documents: Document, tracker: str = "meadow") -> Tracked:
    return explain_tracks(documents, tracker=tracker)


def matrix(count: int, pairs: dict[tuple[Sequence[int], Sequence[int]], float]) -> FloatArray:
    made = np.zeros((count, count))
    for (rows, others), value in pairs.items():
        for row in rows:
            for other in others:
                if row != other:
                    made[row, other] = made[other, row] = value
    return made


def test_decisions_by_hand() -> None:
    # Two clusters of three, .4 within and .1 between them; one document that has .08 in common with all six.
    a, b, c = (0, 1, 2), (3, 4, 5), (6,)
    similar = matrix(7, {(a, a): 0.4, (b, b): 0.3, (a, b): 0.1, ((*a, *b), c): 0.08})
    steps = story_steps(similar, THRESHOLDS)
    assert [[step.rule for step in each] for each in steps] == [["alike", "join"]] * 6 + [["stray"]]
    alike, join = steps[0]
    assert alike.value == pytest.approx(0.4)
    assert join.documents == 3
    # Closeness: mean between ÷ the geometric mean of the cohesions, .1/√(.4 · .3).
    assert join.value == pytest.approx(0.1 / math.sqrt(0.4 * 0.3))
    # The six have 3·2·.4 + 3·2·.3 + 2·9·.1 over their 30 ordered pairs.
    (stray,) = steps[6]
    assert stray.value == pytest.approx(0.08 / ((6 * 0.4 + 6 * 0.3 + 18 * 0.1) / 30))
    assert (stray.documents, stray.threshold) == (6, 0.35)


def test_few_pairs_are_asked_for_more() -> None:
    rules = Thresholds(0.12, 0.45, 0.35, few_alike=1 / 3, few_join=1.5)
    similar = matrix(3, {((0,), (1,)): 0.2, ((0, 1), (2,)): 0.15})
    assert [each[0].threshold for each in story_steps(similar, rules)] == pytest.approx([0.16, 0.16, 0.14])
    assert story_steps(matrix(2, {((0,), (1,)): 0.15}), rules) == [(), ()]


def test_a_first_link_tells_with_how_many() -> None:
    similar = matrix(3, {((0,), (1,)): 0.5, ((0, 1), (2,)): 0.2})
    links = [each[0] for each in story_steps(similar, THRESHOLDS)]
    assert [link.documents for link in links] == [1, 1, 2]
    assert [link.value for link in links] == pytest.approx([0.5, 0.5, 0.2])


def test_every_article_of_the_sample_has_a_decision_that_its_own_story_passes() -> None:
    documents = sorted((each for each in read(sample_path()) if each.language != "ja"), key=lambda each: each.order)
    tracked = explain_tracks(documents)
    assert tracked.reasons is not None
    for reason in tracked.reasons:
        assert reason.steps
        assert all(step.value >= step.threshold for step in reason.steps) is (reason.score is not None)
        if reason.score is not None:
            assert reason.score > (reason.next_score or 0.0)
            assert reason.shared
            assert sum(each.weight for each in reason.shared) <= reason.score + 1e-9
    assert set(tracked.centroids) == {reason.story_id for reason in tracked.reasons}


def test_names_numbers_and_days_are_told_as_they_are_written() -> None:
    made = mentions_of(
        Document(
            "d", title="Big Storm", text="Edda Quill sold 140 loaves on March 6 in a storm.", language="en",
            published=MONDAY,
        )
    )  # fmt: skip
    assert [made.spelled(term) for term in ("edda", "loav", "140", "storm")] == [
        ("Edda", "name"), ("loaves", "word"), ("140", "number"), ("storm", "word"),
    ]  # fmt: skip
    assert made.days == {date(2026, 3, 2), date(2026, 3, 6)}


def test_days_that_others_speak_of_are_shared_and_an_undated_document_has_no_gap() -> None:
    first = document("a", "The ferry Skerra sank on Monday with a storm warning.")
    second = document("b", "On Monday, the ferry Skerra sank after a storm warning.", days=2)
    undated = Document("c", text="The ferry Skerra sank after a storm warning.", language="en")
    reasons = explain_tracks([first, second, undated], tracker="cidr(threshold=0.1)").reasons or ()
    assert [(each.day, each.documents) for each in reasons[1].days] == [(date(2026, 3, 2), 1)]
    assert [each.days_apart for each in reasons] == [pytest.approx(2.0), pytest.approx(2.0), None]


def test_a_tracker_without_reasons_gives_none() -> None:
    assert explain_tracks(STREAM, tracker="one").reasons is None


def test_a_closed_story_has_no_centroid_left_and_reasons_still() -> None:
    tracked = explain_tracks(STREAM, tracker="meadow(threshold=1, window_documents=1)")
    assert list(tracked.centroids) == ["ferry-2", "ferry-3"]
    assert len(tracked.reasons or ()) == 4


def test_no_document_is_no_reason() -> None:
    assert explain_tracks([]) == Tracked((), (), {})
