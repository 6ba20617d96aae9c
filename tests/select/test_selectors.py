"""Selectors: the best that fit, the redundancy penalty of MEAD, and the released system's way."""

import numpy as np
import pytest
from hypothesis import given

import meadow
from meadow.model import Document, FloatArray, Scores
from meadow.select import SELECTORS
from meadow.select.budget import RemainingBudget, best_first
from meadow.text.tokens import tokenize
from meadow.vectors.similarity import word_overlap
from meadow.vectors.view import StoryView, view_documents
from stories import FLAT, documents, view


def _budget(story: StoryView, count: int) -> RemainingBudget:
    return RemainingBudget("sentences", count, np.ones(len(story), np.int32), np.ones(len(story), np.bool_))


def _choose(spec: str, story: StoryView, values: list[float], count: int) -> tuple[int, ...]:
    chosen: tuple[int, ...] = SELECTORS.build(spec)(story, Scores(np.array(values)), _budget(story, count))
    return chosen


STORY = view(
    ["The ferry capsized off Skerra on Monday.", "Captain Denko suffered injuries."],
    ["The ferry capsized off Skerra on Monday morning.", "Relatives waited on the quay."],
)


@pytest.mark.golden("M6")
def test_top_takes_the_best_with_no_regard_to_repetition() -> None:
    assert _choose("top", STORY, [4.0, 2.0, 3.0, 1.0], 2) == (0, 2)


@pytest.mark.golden("M7")
def test_penalty_drops_the_repetition_and_keeps_the_better_sentence() -> None:
    # R_s of sentences 0 and 2 is 2·7/(7+8) = 14/15; 3 − 4·14/15 < 2, so sentence 1 takes its place.
    assert set(_choose("penalty", STORY, [4.0, 2.0, 3.0, 1.0], 2)) == {0, 1}
    assert set(_choose("penalty(weight=0.0)", STORY, [4.0, 2.0, 3.0, 1.0], 2)) == {0, 2}


@pytest.mark.golden("M7")
def test_penalty_subtracts_the_largest_overlap_times_the_best_score() -> None:
    words = [tokenize(sentence.text) for sentence in STORY.sentences]
    overlap = word_overlap(words[0], words[2])
    assert overlap == pytest.approx(14 / 15)
    # Sentence 1 shares no word with them, so it wins as soon as its score passes 5.9 − 6·14/15.
    assert set(_choose("penalty", STORY, [6.0, 5.9 - 6 * overlap - 0.01, 5.9, 0.0], 2)) == {0, 2}
    assert set(_choose("penalty", STORY, [6.0, 5.9 - 6 * overlap + 0.01, 5.9, 0.0], 2)) == {0, 1}


def _reference_penalty(story: StoryView, base: FloatArray, count: int) -> set[int]:
    """Return what the decision on M7 describes, written down word for word."""
    history = [set(best_first(base)[:count])]
    while True:
        extract = _rerank(story, base, history[-1])
        if extract in history:
            return max(history[history.index(extract) :], key=lambda rows: float(base[list(rows)].sum()))
        history.append(extract)


@pytest.mark.golden("M7")
@given(documents)
def test_penalty_equals_its_definition_and_always_ends(made: list) -> None:  # type: ignore[type-arg]
    story = view_documents(made, background=FLAT)
    base = np.random.default_rng(len(story)).random(len(story))
    for count in (1, max(1, len(story) // 3), len(story)):
        chosen = SELECTORS.build("penalty")(story, Scores(base), _budget(story, count))
        assert set(chosen) == _reference_penalty(story, base, count)


@pytest.mark.golden("M7")
def test_penalty_in_a_circle_returns_the_member_with_the_largest_sum() -> None:
    """Found by search: these eight sentences of letters send reranking round a circle of four extracts."""
    story = view(["a.", "d.", "i f h f.", "a c.", "d j g j.", "c.", "h d e a.", "i c e f j."])
    base = np.array([0.93, 0.85, 0.68, 0.93, 0.74, 0.87, 0.98, 0.85])
    circle = [{0, 3, 6}, {0, 6, 7}, {5, 6, 7}, {3, 5, 6}]
    for extract, following in zip(circle, [*circle[1:], circle[0]], strict=True):
        assert _rerank(story, base, extract) == following
    assert max(circle, key=lambda rows: base[list(rows)].sum()) == {0, 3, 6}
    assert set(SELECTORS.build("penalty")(story, Scores(base), _budget(story, 3))) == {0, 3, 6}


def _rerank(story: StoryView, base: FloatArray, extract: set[int]) -> set[int]:
    """Return the next extract: every sentence loses its largest overlap with a better one of this extract."""
    words = [tokenize(sentence.text) for sentence in story.sentences]
    rank = {row: place for place, row in enumerate(best_first(base))}
    penalised = base.copy()
    for row in range(len(story)):
        overlaps = [word_overlap(words[row], words[other]) for other in extract if rank[other] < rank[row]]
        penalised[row] -= base.max() * max(overlaps, default=0.0)
    return set(best_first(penalised)[: len(extract)])


def test_distinct_skips_sentences_at_the_threshold() -> None:
    assert set(_choose("distinct", STORY, [4.0, 2.0, 3.0, 1.0], 2)) == {0, 1}
    assert set(_choose("distinct(threshold=1.1)", STORY, [4.0, 2.0, 3.0, 1.0], 2)) == {0, 2}


def test_distinct_gives_fewer_when_all_say_the_same() -> None:
    same = view(["The ferry capsized."], ["The ferry capsized."], ["The ferry capsized."])
    assert _choose("distinct", same, [1.0, 1.0, 1.0], 3) == (0,)


def test_a_former_name_selects_the_same_and_signatures_print_the_current_one() -> None:
    documents = [Document("a", text="Twelve people died. The ferry sank off Skerra.", language="en")]
    former, current = (
        meadow.summarize(documents, words=9, select=name) for name in ("whole(first=5)", "coverage(first=5)")
    )
    assert "select:coverage(first=5)" in former.run.signature
    assert former == current
    assert "whole" not in SELECTORS
