"""Fitting the weights: what the examples teach, and what they may not."""

from functools import cache

import numpy as np
import pytest
from benchmarks._sameness_weights import Examples, fit_weights

from meadow.errors import InputError
from meadow.model import Document
from meadow.vectors.sameness import Comparison, compare
from meadow.vectors.sameness.scoring import CONSTANT, SIGNS, Table, same
from meadow.vectors.view import view_documents
from vectors.made_pairs import LENGTH, made_pairs


def _examples(count: int = 60, *, contrary: bool = False) -> Examples:
    """Return pairs of made sentences, judged by the share of words that both have (or, contrary, lack)."""
    texts, shared = made_pairs(count)
    judged = [1 - kept / LENGTH if contrary else kept / LENGTH for kept in shared]
    return Examples(_compared(texts), np.array(judged))


def _compared(texts: list[str]) -> Comparison:
    made = [Document(f"{n:04d}", text=t, language="en", spans=((0, len(t)),)) for n, t in enumerate(texts)]
    rows = np.arange(len(texts), dtype=np.int32)
    return compare(view_documents(made), rows[0::2], rows[1::2])


@cache
def _fitted(*, contrary: bool) -> dict[str, Table]:
    """Return the weights that the examples teach, fitted once: that takes seconds."""
    return fit_weights([_examples(contrary=contrary)])


def test_fitted_weights_order_the_examples_as_they_were_judged() -> None:
    examples = _examples()
    score = same(examples.comparison, _fitted(contrary=False))
    assert np.corrcoef(score, examples.judged)[0, 1] > 0.9


def test_weights_keep_their_signs_even_against_the_examples() -> None:
    for contrary in (False, True):
        for table in _fitted(contrary=contrary).values():
            assert all(name == CONSTANT or weight * SIGNS[name] >= 0 for name, weight in table.items())


def test_the_same_examples_give_the_same_weights() -> None:
    assert fit_weights([_examples()]) == _fitted(contrary=False)


def test_a_set_counts_by_its_weight_and_not_by_its_size() -> None:
    plain, contrary = _examples(60), _examples(20, contrary=True)
    heavy = Examples(contrary.comparison, contrary.judged, weight=50.0)
    trusting, doubting = (same(plain.comparison, fit_weights([plain, other])) for other in (contrary, heavy))
    assert np.ptp(trusting) > np.ptp(doubting)


@pytest.mark.parametrize("judged", [[0.5], [0.5, 1.5]])
def test_judgements_must_fit_the_pairs(judged: list[float]) -> None:
    comparison = _compared(["ferry sank", "ferry sank", "bakers strike", "mayor vote"])
    with pytest.raises(InputError, match="one judgement from 0 to 1 for each pair"):
        fit_weights([Examples(comparison, np.array(judged))])


def test_no_examples_is_an_error() -> None:
    with pytest.raises(InputError, match="no examples"):
        fit_weights([])
