"""What pairs of texts have in common: each kernel against its definition, on shapes that no article has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.kernels.overlap import (
    Lines,
    Longs,
    common_lengths,
    common_ngrams,
    common_pairs,
    packed_ngrams,
    union_hits,
    weighted_lengths,
    weighted_union_hits,
)
from meadow.model import FloatArray, IntArray

Text = list[int]
WORDS = 5
# Few words, so that they repeat; now and then a text longer than the 64 cells of a machine word, or none at all.
WORD = st.integers(0, WORDS - 1)
TEXT = st.one_of(st.lists(WORD, max_size=9), st.lists(WORD, min_size=60, max_size=70))
TEXTS = st.lists(TEXT, min_size=1, max_size=4)
LINED = st.lists(st.lists(st.lists(WORD, max_size=7), max_size=3), min_size=1, max_size=3)


def laid_out(texts: Sequence[Text]) -> tuple[IntArray, Longs]:
    return np.array([word for text in texts for word in text], np.int32), ends_of(texts)


def ends_of(parts: Sequence[Sequence[object]]) -> Longs:
    return np.cumsum([0, *map(len, parts)], dtype=np.int64)


def all_pairs(count: int) -> tuple[IntArray, IntArray]:
    left, right = np.divmod(np.arange(count * count), count)
    return left.astype(np.int32), right.astype(np.int32)


def powers(weight: float, longest: int = 80) -> FloatArray:
    return np.array([run**weight for run in range(longest)], np.float64)


def rows_and_lines(texts: list[list[Text]]) -> tuple[IntArray, Longs, Lines]:
    lines = [line for text in texts for line in text]
    ids, ends = laid_out(lines)
    texts_at = ends_of(texts)
    return ids, ends[texts_at], Lines(ids, ends, texts_at)


def subsequences(text: Text) -> set[tuple[int, ...]]:
    return {chosen for size in range(len(text) + 1) for chosen in combinations(text, size)}


@given(TEXTS, st.integers(1, 5))
def test_ngrams_in_common_are_those_of_two_multisets(texts: list[Text], length: int) -> None:
    grams, ends = packed_ngrams(*laid_out(texts), length)
    tallies = [Counter(tuple(text[at : at + length]) for at in range(len(text) - length + 1)) for text in texts]
    assert np.diff(ends).tolist() == [tally.total() for tally in tallies]
    hits = common_ngrams(grams, ends, *all_pairs(len(texts)))
    assert hits.tolist() == [(ours & theirs).total() for ours, theirs in product(tallies, repeat=2)]


def test_ngrams_are_sorted_within_a_text_and_never_reach_into_the_next() -> None:
    # "3 1" and "2 0": the pair (1, 2) across the border is nobody's.
    grams, ends = packed_ngrams(*laid_out([[3, 1], [2, 0], [], [4]]), 2)
    assert grams.tolist() == [(3 << 32) | 1, (2 << 32) | 0]
    assert ends.tolist() == [0, 1, 2, 2, 2]
    singles, _ = packed_ngrams(*laid_out([[3, 1, 2], [2, 0]]), 1)
    assert singles.tolist() == [1, 2, 3, 0, 2]


def test_long_ngrams_of_large_ids_keep_apart() -> None:
    # Three ids of 31 bits do not fit into 64: those that differ in the first, the second or the third stay different.
    large = 2**31 - 1
    texts = [[large, large - 1, large], [large - 1, large - 1, large], [large, large, large], [large, large - 1, 0]]
    grams, ends = packed_ngrams(*laid_out(texts), 3)
    left, right = all_pairs(len(texts))
    assert common_ngrams(grams, ends, left, right).reshape(4, 4).tolist() == np.eye(4, dtype=int).tolist()


def test_no_text_is_long_enough_and_no_pair_is_asked_for() -> None:
    grams, ends = packed_ngrams(*laid_out([[1], []]), 3)
    assert (grams.tolist(), ends.tolist()) == ([], [0, 0, 0])
    none = np.empty(0, np.int32)
    assert common_ngrams(grams, ends, none, none).tolist() == []
    assert common_lengths(*laid_out([[1], []]), none, none, WORDS).tolist() == []


@given(TEXTS, st.integers(0, 6))
def test_pairs_of_words_in_common_are_those_of_two_multisets(texts: list[Text], reach: int) -> None:
    tallies = [
        Counter((text[i], text[j]) for i, j in combinations(range(len(text)), 2) if reach == 0 or j - i <= reach)
        for text in texts
    ]
    hits = common_pairs(*laid_out(texts), *all_pairs(len(texts)), reach, WORDS)
    assert hits.tolist() == [(ours & theirs).total() for ours, theirs in product(tallies, repeat=2)]


def test_pairs_within_reach_by_hand() -> None:
    # Of "0 1 2" the pairs are 01, 02, 12; of "0 2 1" 02, 01, 21. Side by side they share none, two apart both of 0's.
    texts = laid_out([[0, 1, 2], [0, 2, 1]])
    pair = np.array([0], np.int32), np.array([1], np.int32)
    assert [common_pairs(*texts, *pair, reach, WORDS).tolist() for reach in (1, 2, 0)] == [[0], [2], [2]]


def table_length(ours: Text, theirs: Text) -> int:
    """Return the length of the longest common subsequence by the classic table."""
    above = [0] * (len(theirs) + 1)
    for word in ours:
        row = [0]
        for at, other in enumerate(theirs):
            row.append(above[at] + 1 if word == other else max(above[at + 1], row[at]))
        above = row
    return above[-1]


@given(TEXTS)
def test_the_longest_common_subsequence_is_that_of_the_table(texts: list[Text]) -> None:
    lengths = common_lengths(*laid_out(texts), *all_pairs(len(texts)), WORDS).reshape(len(texts), len(texts))
    assert lengths.tolist() == [[table_length(ours, theirs) for theirs in texts] for ours in texts]
    assert (lengths == lengths.T).all()
    assert lengths.diagonal().tolist() == [len(text) for text in texts]


@pytest.mark.parametrize("length", [63, 64, 65, 127, 128, 129, 192])
def test_a_carry_runs_through_every_machine_word(length: int) -> None:
    # All words equal: each step of the shorter text carries through all words of bits of the longer.
    texts = [[0] * length, [0] * (length + 1), [1, *[0] * (length - 1)]]
    lengths = common_lengths(*laid_out(texts), *all_pairs(3), WORDS).reshape(3, 3)
    less = length - 1
    assert lengths.tolist() == [[length, length, less], [length, length + 1, less], [less, less, length]]


@given(st.lists(st.lists(st.integers(0, 3), max_size=6), min_size=1, max_size=3), st.sampled_from([1.0, 1.2, 2.0]))
def test_a_run_weighs_its_power_and_the_whole_is_bounded_by_both_texts(texts: list[Text], weight: float) -> None:
    found = weighted_lengths(*laid_out(texts), *all_pairs(len(texts)), powers(weight)).reshape(len(texts), len(texts))
    longest = np.array([[table_length(ours, theirs) for theirs in texts] for ours in texts])
    # With the weight 1 runs weigh what they are long; a heavier run weighs at most as much as one run of all would.
    assert (found <= longest**weight * (1 + 1e-12)).all()
    assert found.diagonal().tolist() == pytest.approx([len(text) ** weight for text in texts])
    if weight == 1.0:
        assert found.tolist() == longest.tolist()


def test_runs_are_weighed_by_hand() -> None:
    # "0 1 2 3" against "0 1 4 2 3": two runs of two, 2² + 2²; against itself one of four, 4².
    texts = laid_out([[0, 1, 2, 3], [0, 1, 4, 2, 3]])
    pairs = np.array([0, 0], np.int32), np.array([1, 0], np.int32)
    assert weighted_lengths(*texts, *pairs, powers(2.0)).tolist() == [8.0, 16.0]


@given(LINED)
def test_a_union_holds_the_longest_of_each_line_and_no_word_oftener_than_both_texts(texts: list[list[Text]]) -> None:
    ids, ends, lines = rows_and_lines(texts)
    hits = union_hits(ids, ends, lines, *all_pairs(len(texts)), WORDS).tolist()
    for (ours, theirs), found in zip(product(texts, repeat=2), hits, strict=True):
        mine, other = (Counter(word for line in text for word in line) for text in (ours, theirs))
        common = (mine & other).total()
        best = max((table_length(line, reference) for line in ours for reference in theirs), default=0)
        assert min(best, common) <= found <= common
    whole = [sum(map(len, text)) for text in texts]
    assert hits[:: len(texts) + 1] == whole


def test_the_union_of_two_lines_by_hand() -> None:
    # The reference "0 1 2 3 4" has "0 1" in common with one line and "2 4" with the other: four of its words.
    ids, ends, lines = rows_and_lines([[[0, 1, 9], [2, 4, 8]], [[0, 1, 2, 3, 4]]])
    one, other = np.array([0, 1], np.int32), np.array([1, 0], np.int32)
    assert union_hits(ids, ends, lines, one, other, 10).tolist() == [4, 4]
    # Weighted, "0 1 2" is one run of three and "4" one of its own; the other way two runs of two.
    found = weighted_union_hits(ids, ends, lines, one, other, 10, powers(2.0))
    assert found.tolist() == [3.0**2 + 1.0, 2.0**2 + 2.0**2]


def test_a_word_is_spent_once_though_two_lines_ask_for_it() -> None:
    # The candidate has one 0; both lines of the reference hold one.
    ids, ends, lines = rows_and_lines([[[0]], [[0], [0]]])
    pair = np.array([0, 1], np.int32), np.array([1, 0], np.int32)
    assert union_hits(ids, ends, lines, *pair, WORDS).tolist() == [1, 1]
    assert weighted_union_hits(ids, ends, lines, *pair, WORDS, powers(1.2)).tolist() == [1.0, 1.0]


def test_a_word_of_a_line_stands_for_one_word_of_the_reference() -> None:
    # The candidate has two 0, but each of its lines has one, which is found at the last 0 of the reference.
    ids, ends, lines = rows_and_lines([[[0], [1, 0]], [[0, 2, 0]]])
    pair = np.array([0], np.int32), np.array([1], np.int32)
    assert union_hits(ids, ends, lines, *pair, WORDS).tolist() == [1]
    assert weighted_union_hits(ids, ends, lines, *pair, WORDS, powers(1.2)).tolist() == [1.0]


@given(LINED)
def test_without_weight_the_weighted_union_counts_closed_runs_of_words(texts: list[list[Text]]) -> None:
    ids, ends, lines = rows_and_lines(texts)
    pairs = all_pairs(len(texts))
    flat = weighted_union_hits(ids, ends, lines, *pairs, WORDS, powers(1.0))
    heavy = weighted_union_hits(ids, ends, lines, *pairs, WORDS, powers(2.0))
    # Neither bounds the other: the way back through the table, and so which words are marked, depends on the weight.
    assert (flat == flat.astype(int)).all()
    for hits, runs, other in zip(flat.tolist(), heavy.tolist(), pairs[1].tolist(), strict=True):
        assert 0 <= hits <= sum(map(len, texts[other]))
        assert 0 <= runs <= sum(len(line) ** 2 for line in texts[other])
    # A text of one line in which no word comes twice is one run with itself.
    for at, text in enumerate(texts):
        if len(text) == 1 and len(set(text[0])) == len(text[0]):
            assert heavy[at * len(texts) + at] == len(text[0]) ** 2


def test_a_weighted_way_back_may_mark_fewer_words() -> None:
    texts = [[[1, 0, 0, 0]], [[0, 1, 0], [0, 1, 0, 0, 1]]]
    ids, ends, lines = rows_and_lines(texts)
    pair = np.array([0], np.int32), np.array([1], np.int32)
    assert weighted_union_hits(ids, ends, lines, *pair, WORDS, powers(1.0)).tolist() == [3.0]
    assert weighted_union_hits(ids, ends, lines, *pair, WORDS, powers(2.0)).tolist() == [2.0]


KERNELS: dict[str, Callable[[IntArray, Longs, Lines, IntArray, IntArray], Longs | FloatArray]] = {
    "ngrams": lambda ids, ends, _, left, right: common_ngrams(*packed_ngrams(ids, ends, 2), left, right),
    "pairs": lambda ids, ends, _, left, right: common_pairs(ids, ends, left, right, 3, WORDS),
    "length": lambda ids, ends, _, left, right: common_lengths(ids, ends, left, right, WORDS),
    "weighted": lambda ids, ends, _, left, right: weighted_lengths(ids, ends, left, right, powers(1.2)),
    "union": lambda ids, ends, lines, left, right: union_hits(ids, ends, lines, left, right, WORDS),
    "weighted union": lambda ids, ends, lines, left, right: weighted_union_hits(
        ids, ends, lines, left, right, WORDS, powers(1.2)
    ),
}


@pytest.mark.parametrize("name", KERNELS)
@given(texts=LINED)
def test_a_pair_is_answered_alike_alone_and_among_others(name: str, texts: list[list[Text]]) -> None:
    """Tables of words are shared by all pairs and cleared word by word: nothing of one pair shows in the next."""
    given_texts = rows_and_lines(texts)
    left, right = all_pairs(len(texts))
    together = KERNELS[name](*given_texts, left, right).tolist()
    backwards = KERNELS[name](*given_texts, left[::-1].copy(), right[::-1].copy()).tolist()
    alone = [KERNELS[name](*given_texts, left[at : at + 1], right[at : at + 1]).tolist()[0] for at in range(len(left))]
    assert together == backwards[::-1] == alone


@given(st.lists(st.integers(0, 3), max_size=6), st.lists(st.integers(0, 3), max_size=6))
def test_the_length_is_that_of_the_longest_of_all_common_subsequences(ours: Text, theirs: Text) -> None:
    common = subsequences(ours) & subsequences(theirs)
    found = common_lengths(*laid_out([ours, theirs]), np.array([0], np.int32), np.array([1], np.int32), WORDS)
    assert found.tolist() == [max(map(len, common))]
