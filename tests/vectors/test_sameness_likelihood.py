"""The likelihood that two sentences say the same: its factors, its tables, and how they are fitted."""

import numpy as np
import pytest
from benchmarks._sameness_likelihood import Pairs, fit_likelihood

from meadow.errors import InputError
from meadow.model import Document
from meadow.vectors.sameness import compare, same_statement
from meadow.vectors.sameness.likelihood import (
    LINE,
    LONG,
    SHORT,
    SIGNS,
    SLOPE,
    likelihood,
    likelihood_features,
    share_of_long,
    shipped_likelihood,
)
from meadow.vectors.sameness.scoring import CONSTANT, same
from meadow.vectors.sameness.statements import compare_wording
from meadow.vectors.view import StoryView, view_documents
from vectors.made_pairs import LENGTH, made_pairs


def _view(*texts: str) -> StoryView:
    made = (Document(f"{n:04d}", text=text, language="en", spans=((0, len(text)),)) for n, text in enumerate(texts))
    return view_documents(made)


def _pairs(count: int = 60, *, decided: bool = False, contrary: bool = False) -> Pairs:
    """Return pairs of made sentences, judged by the share of words that both have."""
    texts, shared = made_pairs(count)
    judged = [float(kept > LENGTH // 2) if decided else kept / LENGTH for kept in shared]
    view, rows = _view(*texts), np.arange(2 * count, dtype=np.int32)
    values = np.array(judged)
    return Pairs(
        compare(view, rows[0::2], rows[1::2]),
        compare_wording(view, rows[0::2], rows[1::2]),
        1 - values if contrary else values,
    )


def test_the_likelihood_is_the_line_of_the_product() -> None:
    # One word each and equal: covered, held and shared wholly; by hand with weights that ask for one feature.
    view, first, second = _view("Ferry sank", "Ferry sank"), np.array([0], np.int32), np.array([1], np.int32)
    comparison, wording = compare(view, first, second), compare_wording(view, first, second)
    weights = {SHORT: {CONSTANT: -1.0, "held_less": 3.0}, LONG: {CONSTANT: 50.0}, LINE: {CONSTANT: 0.5, SLOPE: 2.0}}
    covered = min(1.0, float(same(comparison)[0]) / 0.5)
    product = covered / (1 + np.exp(-2.0))
    by_hand = 1 / (1 + np.exp(-(0.5 + 2 * np.log(product / (1 - product)))))
    assert likelihood(comparison, wording, weights)[0] == pytest.approx(by_hand)


def test_short_and_long_sentences_are_judged_by_their_own_tables() -> None:
    texts = [" ".join(["ferry"] * size) for size in (12, 15, 18, 40)]
    rows = np.arange(4, dtype=np.int32)
    assert share_of_long(compare(_view(*texts), rows, rows)).tolist() == [0.0, 0.5, 1.0, 1.0]


def test_what_shares_little_of_a_long_story_is_not_the_same() -> None:
    view = _view(
        "The ferry Aurora sank off Skerra on Monday after its car deck had filled with water, the coast guard said.",
        "Owners of the ferry had been warned three times about leaking doors, a former captain told a court in Skerra.",
        "After water had filled its car deck the ferry Aurora sank on Monday off Skerra, the coast guard said.",
    )
    apart, alike = same_statement(view, np.array([0, 0], np.int32), np.array([1, 2], np.int32))
    assert apart < 0.2 < 0.8 < alike


def test_shipped_tables_keep_their_signs_and_know_every_feature() -> None:
    tables = shipped_likelihood()
    assert set(tables) == {SHORT, LONG, LINE}
    for name in (SHORT, LONG):
        assert all(each == CONSTANT or weight * SIGNS[each] >= 0 for each, weight in tables[name].items())
        assert tables[name]["denial"] < 0
    assert tables[LINE][SLOPE] > 0


def test_features_come_in_the_order_of_their_signs() -> None:
    pairs = _pairs(3)
    assert list(likelihood_features(pairs.comparison, pairs.wording)) == list(SIGNS)


def test_fitted_tables_order_grades_and_decide_as_was_decided() -> None:
    graded, decided = _pairs(), _pairs(decided=True)
    weights = fit_likelihood([graded], decided, share=1.0)
    score = likelihood(graded.comparison, graded.wording, weights)
    assert np.corrcoef(score, graded.judged)[0, 1] > 0.8
    assert ((likelihood(decided.comparison, decided.wording, weights) >= 0.5) == decided.judged).mean() > 0.9
    assert weights == fit_likelihood([graded], decided, share=1.0)


def test_signs_hold_even_against_the_examples() -> None:
    weights = fit_likelihood([_pairs(contrary=True)], _pairs(decided=True, contrary=True), share=1.0)
    for name in (SHORT, LONG):
        assert all(each == CONSTANT or weight * SIGNS[each] >= 0 for each, weight in weights[name].items())


@pytest.mark.parametrize("judged", [[0.5], [0.5, 1.5]])
def test_judgements_must_fit_the_pairs(judged: list[float]) -> None:
    pairs = _pairs(2)
    with pytest.raises(InputError, match="one judgement from 0 to 1"):
        fit_likelihood([pairs._replace(judged=np.array(judged))], pairs, share=1.0)
