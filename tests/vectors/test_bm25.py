from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError, UsageError
from meadow.vectors.bm25 import bm25, rarity, relative_lengths, saturated

TEXTS = st.lists(st.lists(st.sampled_from("abcdef"), max_size=12), min_size=1, max_size=8)


def test_scores_equal_a_hand_computation() -> None:
    index = bm25([["ferry", "sank", "ferry"], ["harbour"], ["ferry", "harbour"]])

    # ferry stands in 2 of 3 texts, harbour in 2 of 3: idf = ln(1 + 1.5/2.5) = ln 1.6; the mean length is 2.
    idf = math.log(1.6)
    first = idf * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 3 / 2))
    third = idf * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 2 / 2))
    assert index.scores(["ferry"]) == pytest.approx([first, 0, third], abs=1e-12)

    second = idf * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 1 / 2))
    assert index.scores(["ferry", "harbour"]) == pytest.approx([first, second, 2 * third], abs=1e-12)
    assert index.ranking(["ferry", "harbour"]) == [2, 1, 0]


def test_a_word_of_every_text_still_adds() -> None:
    assert (bm25([["port"], ["port", "strike"]]).scores(["port"]) > 0).all()


def test_words_count_as_often_as_they_are_asked_and_unknown_ones_add_nothing() -> None:
    index = bm25([["port", "strike"], ["strike"]])

    assert index.scores(["port", "port", "submarine"]) == pytest.approx(2 * index.scores(["port"]))
    assert index.scores([]).tolist() == [0, 0]


def test_parameters_change_what_they_say() -> None:
    texts = [["a", "a", "b", "c"], ["a"]]

    assert bm25(texts, k1=0).scores(["a"]) == pytest.approx([math.log(1.2)] * 2)  # no repetition, no length
    long, short = bm25(texts, b=0).scores(["a"])
    assert long > short
    long, short = bm25(texts, b=1).scores(["a"])
    assert long < short


def test_equal_scores_keep_the_order_of_indexing() -> None:
    assert bm25([["x"], ["a"], ["x"], ["a"], []]).ranking(["a"]) == [1, 3, 0, 2, 4]


def test_texts_without_a_word_score_nothing() -> None:
    assert bm25([[], []]).scores(["a"]).tolist() == [0, 0]


@given(TEXTS, st.lists(st.sampled_from("abcdefg"), max_size=6))
def test_the_index_equals_the_formula(texts: list[list[str]], question: list[str]) -> None:
    mean = sum(map(len, texts)) / len(texts)
    wanted = [sum(_one(word, text, texts, mean) for word in question) for text in texts]

    assert bm25(texts).scores(question) == pytest.approx(wanted, abs=1e-9)


@given(TEXTS, st.permutations(range(8)))
def test_scores_do_not_depend_on_the_order_of_texts(texts: list[list[str]], order: list[int]) -> None:
    order = [place for place in order if place < len(texts)]
    shuffled = bm25([texts[place] for place in order]).scores(["a", "b"])

    assert np.allclose(shuffled, bm25(texts).scores(["a", "b"])[order])


def _one(word: str, text: list[str], texts: list[list[str]], mean: float) -> float:
    holding = sum(word in other for other in texts)
    count = text.count(word)
    if count == 0:
        return 0.0
    idf = math.log(1 + (len(texts) - holding + 0.5) / (holding + 0.5))
    return idf * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * len(text) / mean))


def test_no_text_is_an_error_that_says_so() -> None:
    with pytest.raises(InputError, match=r"there are none\. Give at least one text"):
        bm25([])


@pytest.mark.parametrize(("k1", "b"), [(-1, 0.5), (1.2, 1.5), (float("nan"), 0.5)])
def test_parameters_out_of_range_are_refused(k1: float, b: float) -> None:
    with pytest.raises(UsageError, match="k1 is at least 0, b from 0 to 1"):
        bm25([["a"]], k1=k1, b=b)


def test_the_parts_are_those_of_the_formula() -> None:
    # A word in 2 of 3 texts: ln(1 + 1.5/2.5). Twice in a text of half the mean length: 2·2.2 / (2 + 1.2·(0.25 + 0.375)).
    assert rarity(np.array([2]), 3) == pytest.approx([math.log(1.6)])
    assert saturated(np.array([2.0, 0.0]), np.array([0.5, 1.0])) == pytest.approx([4.4 / 2.75, 0.0])
    assert relative_lengths(np.array([1, 3])).tolist() == [0.5, 1.5]
    assert relative_lengths(np.zeros(2)).tolist() == [0.0, 0.0]
