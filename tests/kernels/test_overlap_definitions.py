"""Weighted and united common subsequences against tables in plain Python, and ids as large as they get."""

from __future__ import annotations

from collections import Counter
from itertools import product

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
WORDS = 6
TEXT = st.lists(st.integers(0, WORDS - 1), max_size=10)
LINED = st.lists(st.lists(TEXT, max_size=3), min_size=1, max_size=3)


def laid_out(texts: list[Text]) -> tuple[IntArray, Longs]:
    return np.array([word for text in texts for word in text], np.int32), np.cumsum(
        [0, *map(len, texts)], dtype=np.int64
    )


def pairs_of(count: int) -> tuple[IntArray, IntArray]:
    every = list(product(range(count), repeat=2))
    return np.array([one for one, _ in every], np.int32), np.array([other for _, other in every], np.int32)


def powers(weight: float) -> FloatArray:
    return np.array([run**weight for run in range(40)], np.float64)


def weighted_table(ours: Text, theirs: Text, power: FloatArray) -> tuple[float, list[list[bool]]]:
    """Return the weighted length by the table of ROUGE-W, and where the way back goes up."""
    table = [[0.0] * (len(ours) + 1) for _ in range(len(theirs) + 1)]
    runs = [[0] * (len(ours) + 1) for _ in range(len(theirs) + 1)]
    ups = [[False] * len(ours) for _ in theirs]
    for i, word in enumerate(theirs, 1):
        for j, other in enumerate(ours, 1):
            if word == other:
                run = runs[i - 1][j - 1]
                table[i][j] = table[i - 1][j - 1] + float(power[run + 1]) - float(power[run])
                runs[i][j] = run + 1
            else:
                ups[i - 1][j - 1] = table[i - 1][j] >= table[i][j - 1]
                table[i][j] = max(table[i - 1][j], table[i][j - 1])
    return table[-1][-1], ups


def on_the_way_back(ours: Text, theirs: Text, ups: list[list[bool]]) -> set[int]:
    """Return the places of the reference that the way back from the last cell marks."""
    marked, i, j = set[int](), len(theirs) - 1, len(ours) - 1
    while i >= 0 and j >= 0:
        if theirs[i] == ours[j]:
            marked.add(i)
            i, j = i - 1, j - 1
        elif ups[i][j]:
            i -= 1
        else:
            j -= 1
    return marked


def plain_ups(ours: Text, theirs: Text) -> list[list[bool]]:
    """Return where the way back of the plain table goes up: where a word less of the reference changes nothing."""
    table = [[0] * (len(ours) + 1) for _ in range(len(theirs) + 1)]
    for i, word in enumerate(theirs, 1):
        for j, other in enumerate(ours, 1):
            table[i][j] = table[i - 1][j - 1] + 1 if word == other else max(table[i - 1][j], table[i][j - 1])
    return [[table[i][j] == table[i - 1][j] for j in range(1, len(ours) + 1)] for i in range(1, len(theirs) + 1)]


def spent(ours: list[Text], theirs: list[Text]) -> tuple[Counter[int], Counter[int]]:
    return Counter(word for line in ours for word in line), Counter(word for line in theirs for word in line)


def united(ours: list[Text], theirs: list[Text]) -> int:
    mine, other = spent(ours, theirs)
    hits = 0
    for line in theirs:
        marked = set[int]().union(*(on_the_way_back(own, line, plain_ups(own, line)) for own in ours))
        for at in sorted(marked):
            if mine[line[at]] and other[line[at]]:
                mine[line[at]] -= 1
                other[line[at]] -= 1
                hits += 1
    return hits


def united_by_weight(ours: list[Text], theirs: list[Text], power: FloatArray) -> float:
    mine, other = spent(ours, theirs)
    hits = 0.0
    for line in theirs:
        marked = set[int]().union(*(on_the_way_back(own, line, weighted_table(own, line, power)[1]) for own in ours))
        run = 0
        for at in range(len(line)):
            if at in marked and mine[line[at]] and other[line[at]]:
                mine[line[at]] -= 1
                other[line[at]] -= 1
                run += 1
                if at + 1 not in marked:
                    hits += float(power[run])
                    run = 0
    return hits


def lines_of(texts: list[list[Text]]) -> tuple[IntArray, Longs, Lines]:
    ids, ends = laid_out([line for text in texts for line in text])
    at = np.cumsum([0, *map(len, texts)], dtype=np.int64)
    return ids, ends[at], Lines(ids, ends, at)


@given(st.lists(TEXT, min_size=1, max_size=3), st.sampled_from([1.0, 1.2, 1.7, 2.0]))
def test_weighted_lengths_are_those_of_the_table(texts: list[Text], weight: float) -> None:
    found = weighted_lengths(*laid_out(texts), *pairs_of(len(texts)), powers(weight))
    assert found.tolist() == [
        weighted_table(ours, theirs, powers(weight))[0] for ours, theirs in product(texts, repeat=2)
    ]


@given(LINED)
def test_unions_are_those_of_the_ways_back(texts: list[list[Text]]) -> None:
    found = union_hits(*lines_of(texts), *pairs_of(len(texts)), WORDS)
    assert found.tolist() == [united(ours, theirs) for ours, theirs in product(texts, repeat=2)]


@given(LINED, st.sampled_from([1.0, 1.2, 2.0]))
def test_weighted_unions_are_those_of_the_ways_back(texts: list[list[Text]], weight: float) -> None:
    found = weighted_union_hits(*lines_of(texts), *pairs_of(len(texts)), WORDS, powers(weight))
    assert found.tolist() == [
        united_by_weight(ours, theirs, powers(weight)) for ours, theirs in product(texts, repeat=2)
    ]


@given(TEXT, TEXT, st.integers(0, 4))
def test_what_is_in_common_is_so_from_both_sides_and_bounded_by_either(ours: Text, theirs: Text, reach: int) -> None:
    texts, pair = laid_out([ours, theirs]), (np.array([0, 1], np.int32), np.array([1, 0], np.int32))
    for hits in (
        common_lengths(*texts, *pair, WORDS).tolist(),
        common_pairs(*texts, *pair, reach, WORDS).tolist(),
        common_ngrams(*packed_ngrams(*texts, 2), *pair).tolist(),
    ):
        assert hits[0] == hits[1]
    assert common_lengths(*texts, *pair, WORDS)[0] <= min(len(ours), len(theirs))


@given(TEXT, TEXT, st.integers(0, WORDS - 1))
def test_a_word_more_never_makes_less_common(ours: Text, theirs: Text, word: int) -> None:
    pair = np.array([0, 2], np.int32), np.array([1, 1], np.int32)
    texts = laid_out([ours, theirs, [*ours, word]])
    for hits in (
        common_lengths(*texts, *pair, WORDS),
        common_pairs(*texts, *pair, 0, WORDS),
        common_ngrams(*packed_ngrams(*texts, 1), *pair),
    ):
        assert hits[0] <= hits[1]


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5])
def test_ids_as_large_as_they_get(length: int) -> None:
    top = 2**31 - 1
    texts = [[top] * length, [top] * (length - 1) + [top - 1], [top - 1] + [top] * (length - 1), [0] * length]
    grams, ends = packed_ngrams(*laid_out(texts), length)
    hits = common_ngrams(grams, ends, *pairs_of(4)).reshape(4, 4)
    same = np.eye(4, dtype=int)
    if length == 1:
        same[1, 2] = same[2, 1] = 1
    assert hits.tolist() == same.tolist()


@given(st.lists(TEXT, max_size=4), st.integers(1, 4))
def test_packed_ngrams_tell_equal_from_different(texts: list[Text], length: int) -> None:
    grams, ends = packed_ngrams(*laid_out(texts), length)
    keys: dict[tuple[int, ...], int] = {}
    for text, start, end in zip(texts, ends.tolist(), ends.tolist()[1:], strict=False):
        own = sorted(tuple(text[at : at + length]) for at in range(len(text) - length + 1))
        assert len(own) == end - start
        counts = Counter(grams[start:end].tolist())
        assert sorted(counts.values()) == sorted(Counter(own).values())
        assert grams[start:end].tolist() == sorted(grams[start:end].tolist())
        if len(set(own)) == 1:
            assert keys.setdefault(own[0], int(grams[start])) == grams[start]
    assert len(set(keys.values())) == len(keys)
