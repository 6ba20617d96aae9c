"""What pairs of texts have in common, for many pairs at once: the compiled twin of `meadow.lab.evaluate.rouge_counts`.

Texts are runs of int32 ids, one after the other in `ids`; text t is `ids[ends[t]:ends[t + 1]]`. A pair is two text
numbers, `left` (the candidate) and `right` (the reference), and each kernel answers with one number of hits per pair.
N-grams are packed into 64 bits, sorted once per text and merged per pair. Common subsequences are found 64 cells at a
time (Hyyrö 2004). Per-word tables are as long as the vocabulary and are cleared word by word, so a pair costs what it
is long.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meadow.kernels.compiling import kernel
from meadow.model import FloatArray, IntArray

Longs = NDArray[np.int64]
Bits = NDArray[np.uint64]

_0, _1, _63 = np.uint64(0), np.uint64(1), np.uint64(63)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_WORD = 64


class Lines(NamedTuple):
    """The lines of texts: line l is `ids[ends[l]:ends[l + 1]]`; text t has the lines `texts[t]` to `texts[t + 1]`."""

    ids: IntArray
    ends: Longs
    texts: Longs


def packed_ngrams(ids: IntArray, ends: Longs, length: int) -> tuple[Longs, Longs]:
    """Return one int64 per n-gram, equal for equal n-grams and sorted within each text, and where texts end.

    Two ids fill 64 bits; longer n-grams are built by numbering those one shorter, so no two ever share a key.
    """
    keys = ids.astype(np.int64)
    for _ in range(length - 1):
        if len(keys) and keys.max() >> 31:
            keys = np.unique(keys, return_inverse=True)[1].astype(np.int64)
        keys = (keys[:-1] << 32) | ids[len(ids) - len(keys) + 1 :].astype(np.int64)
    gram_ends = np.zeros_like(ends)
    np.cumsum(np.maximum(np.diff(ends) - (length - 1), 0), out=gram_ends[1:])
    grams = np.empty(int(gram_ends[-1]), dtype=np.int64)
    _sort_within(keys, ends, gram_ends, grams)
    return grams, gram_ends


@kernel
def _sort_within(keys: Longs, ends: Longs, gram_ends: Longs, grams: Longs) -> None:
    for text in range(len(ends) - 1):
        start, stop = gram_ends[text], gram_ends[text + 1]
        part = grams[start:stop]
        part[:] = keys[ends[text] : ends[text] + stop - start]
        part.sort()


@kernel
def common_ngrams(grams: Longs, ends: Longs, left: IntArray, right: IntArray) -> Longs:
    """Return the clipped number of common n-grams of each pair."""
    hits = np.zeros(len(left), dtype=np.int64)
    for pair in range(len(left)):
        i, last_i = ends[left[pair]], ends[left[pair] + 1]
        j, last_j = ends[right[pair]], ends[right[pair] + 1]
        while i < last_i and j < last_j:
            if grams[i] == grams[j]:
                hits[pair] += 1
                i += 1
                j += 1
            elif grams[i] < grams[j]:
                i += 1
            else:
                j += 1
    return hits


@kernel
def common_pairs(ids: IntArray, ends: Longs, left: IntArray, right: IntArray, reach: int, words: int) -> Longs:
    """Return, per pair of texts, the clipped number of common word pairs at most `reach` places apart (0: any)."""
    hits = np.zeros(len(left), dtype=np.int64)
    first_i, first_j = np.full(words, -1, np.int32), np.full(words, -1, np.int32)
    followers = np.zeros(words, np.int64)
    for pair in range(len(left)):
        ours = ids[ends[left[pair]] : ends[left[pair] + 1]]
        theirs = ids[ends[right[pair]] : ends[right[pair] + 1]]
        next_i, next_j = _chained(ours, first_i), _chained(theirs, first_j)
        for word in ours:
            if first_i[word] >= 0 and first_j[word] >= 0:
                _count_followers(ours, first_i[word], next_i, reach, followers)
                hits[pair] += _take_followers(theirs, first_j[word], next_j, reach, followers)
                _clear_followers(ours, first_i[word], next_i, reach, followers)
            first_i[word] = -1  # done with this word, wherever it comes again
        for word in theirs:
            first_j[word] = -1
    return hits


@kernel
def _chained(text: IntArray, first: IntArray) -> IntArray:
    """Chain the places of each word: `first[word]`, then `following[index]`, until -1."""
    following = np.empty(len(text), np.int32)
    for back in range(len(text)):
        index = len(text) - 1 - back
        following[index] = first[text[index]]
        first[text[index]] = index
    return following


@kernel
def _stop(index: int, reach: int, length: int) -> int:
    return length if reach == 0 else min(index + 1 + reach, length)


@kernel
def _count_followers(text: IntArray, index: int, following: IntArray, reach: int, followers: Longs) -> None:
    while index >= 0:
        for at in range(index + 1, _stop(index, reach, len(text))):
            followers[text[at]] += 1
        index = following[index]


@kernel
def _clear_followers(text: IntArray, index: int, following: IntArray, reach: int, followers: Longs) -> None:
    while index >= 0:
        for at in range(index + 1, _stop(index, reach, len(text))):
            followers[text[at]] = 0
        index = following[index]


@kernel
def _take_followers(text: IntArray, index: int, following: IntArray, reach: int, followers: Longs) -> int:
    taken = 0
    while index >= 0:
        for at in range(index + 1, _stop(index, reach, len(text))):
            if followers[text[at]] > 0:
                followers[text[at]] -= 1
                taken += 1
        index = following[index]
    return taken


@kernel
def common_lengths(ids: IntArray, ends: Longs, left: IntArray, right: IntArray, words: int) -> Longs:
    """Return the length of the longest common subsequence of each pair."""
    lengths = np.zeros(len(left), dtype=np.int64)
    first = np.full(words, -1, np.int32)
    for pair in range(len(left)):
        ours = ids[ends[left[pair]] : ends[left[pair] + 1]]
        theirs = ids[ends[right[pair]] : ends[right[pair] + 1]]
        following = _chained(theirs, first)
        row = np.full((len(theirs) + _WORD - 1) // _WORD, _ALL, np.uint64)
        matches = np.zeros(len(row), np.uint64)
        for word in ours:
            if first[word] >= 0:
                _advance(row, matches, first[word], following)
        for word in theirs:
            first[word] = -1
        for bits in row:
            lengths[pair] += _zeros(bits)
    return lengths


@kernel
def _advance(row: Bits, matches: Bits, index: int, following: IntArray) -> None:
    """Replace a row of the table by the next one, for a word that stands at the chained places."""
    while index >= 0:
        matches[index // _WORD] |= _1 << np.uint64(index % _WORD)
        index = following[index]
    carry = _0
    for at in range(len(row)):
        bits, match = row[at], row[at] & matches[at]
        matches[at] = _0
        summed = bits + match
        overflow = _1 if summed < bits else _0
        summed += carry
        carry = overflow | (_1 if summed < carry else _0)
        row[at] = summed | (bits & ~match)


@kernel
def _zeros(bits: np.uint64) -> int:
    count = 0
    bits = ~bits
    while bits != _0:
        bits &= bits - _1
        count += 1
    return count


@kernel
def union_hits(row_ids: IntArray, row_ends: Longs, lines: Lines, left: IntArray, right: IntArray, words: int) -> Longs:
    """Return, per pair, how many words of the reference lie on a common subsequence with any line of the candidate.

    A word counts no oftener than it stands in the rows of both texts.
    """
    hits = np.zeros(len(left), dtype=np.int64)
    first = np.full(words, -1, np.int32)
    mine, other = np.zeros(words, np.int64), np.zeros(words, np.int64)
    for pair in range(len(left)):
        _tally(row_ids, row_ends, left[pair], mine)
        _tally(row_ids, row_ends, right[pair], other)
        for line in range(lines.texts[right[pair]], lines.texts[right[pair] + 1]):
            theirs = _line(lines, line)
            following = _chained(theirs, first)
            marked = np.zeros(len(theirs), np.bool_)
            for our_line in range(lines.texts[left[pair]], lines.texts[left[pair] + 1]):
                _mark(_line(lines, our_line), theirs, first, following, marked)
            for word in theirs:
                first[word] = -1
            for at in range(len(theirs)):
                hits[pair] += marked[at] and _spend(theirs[at], mine, other)
        _untally(row_ids, row_ends, left[pair], mine)
        _untally(row_ids, row_ends, right[pair], other)
    return hits


@kernel
def _line(lines: Lines, line: int) -> IntArray:
    return lines.ids[lines.ends[line] : lines.ends[line + 1]]


@kernel
def _tally(ids: IntArray, ends: Longs, text: int, counts: Longs) -> None:
    for word in ids[ends[text] : ends[text + 1]]:
        counts[word] += 1


@kernel
def _untally(ids: IntArray, ends: Longs, text: int, counts: Longs) -> None:
    for word in ids[ends[text] : ends[text + 1]]:
        counts[word] = 0


@kernel
def _spend(word: int, mine: Longs, other: Longs) -> bool:
    if mine[word] == 0 or other[word] == 0:
        return False
    mine[word] -= 1
    other[word] -= 1
    return True


@kernel
def _mark(ours: IntArray, theirs: IntArray, first: IntArray, following: IntArray, marked: NDArray[np.bool_]) -> None:
    """Mark the places in `theirs` of the longest common subsequence that walking back from the end finds."""
    width = (len(theirs) + _WORD - 1) // _WORD
    rows = np.empty((len(ours) + 1, width), np.uint64)
    rows[0] = _ALL
    matches = np.zeros(width, np.uint64)
    for j in range(len(ours)):
        rows[j + 1] = rows[j]
        if first[ours[j]] >= 0:
            _advance(rows[j + 1], matches, first[ours[j]], following)
    i, j = len(theirs) - 1, len(ours) - 1
    while i >= 0 and j >= 0:
        if theirs[i] == ours[j]:
            marked[i] = True
            i -= 1
            j -= 1
        elif rows[j + 1, i // _WORD] >> np.uint64(i % _WORD) & _1:
            i -= 1
        else:
            j -= 1


@kernel
def weighted_lengths(ids: IntArray, ends: Longs, left: IntArray, right: IntArray, powers: FloatArray) -> FloatArray:
    """Return the weighted length of the common subsequence of each pair; a run of n words weighs `powers[n]`."""
    lengths = np.zeros(len(left), dtype=np.float64)
    nowhere = np.zeros((0, 0), np.bool_)
    for pair in range(len(left)):
        ours = ids[ends[left[pair]] : ends[left[pair] + 1]]
        theirs = ids[ends[right[pair]] : ends[right[pair] + 1]]
        lengths[pair] = _weighted_table(ours, theirs, powers, nowhere)
    return lengths


@kernel
def _weighted_table(ours: IntArray, theirs: IntArray, powers: FloatArray, ups: NDArray[np.bool_]) -> float:
    """Return the last cell of the weighted table; `ups`, unless empty, learns in which cells the way back goes up."""
    above, row = np.zeros(len(ours) + 1), np.zeros(len(ours) + 1)
    runs_above, runs = np.zeros(len(ours) + 1, np.int64), np.zeros(len(ours) + 1, np.int64)
    for i in range(len(theirs)):
        for j in range(1, len(ours) + 1):
            if theirs[i] == ours[j - 1]:
                run = runs_above[j - 1]
                row[j] = above[j - 1] + powers[run + 1] - powers[run]
                runs[j] = run + 1
                continue
            goes_up = above[j] >= row[j - 1]
            row[j] = above[j] if goes_up else row[j - 1]
            runs[j] = 0
            if ups.size:
                ups[i, j - 1] = goes_up
        above, row = row, above
        runs_above, runs = runs, runs_above
    last: float = above[-1]
    return last


@kernel
def weighted_union_hits(
    row_ids: IntArray, row_ends: Longs, lines: Lines, left: IntArray, right: IntArray, words: int, powers: FloatArray
) -> FloatArray:
    """Return the weighted runs of the reference's words on common subsequences, summed as ROUGE-1.5.5 does."""
    hits = np.zeros(len(left), dtype=np.float64)
    mine, other = np.zeros(words, np.int64), np.zeros(words, np.int64)
    for pair in range(len(left)):
        _tally(row_ids, row_ends, left[pair], mine)
        _tally(row_ids, row_ends, right[pair], other)
        for line in range(lines.texts[right[pair]], lines.texts[right[pair] + 1]):
            theirs = _line(lines, line)
            marked = np.zeros(len(theirs) + 1, np.bool_)
            for our_line in range(lines.texts[left[pair]], lines.texts[left[pair] + 1]):
                _mark_weighted(_line(lines, our_line), theirs, powers, marked)
            hits[pair] = _add_runs(hits[pair], theirs, marked, mine, other, powers)
        _untally(row_ids, row_ends, left[pair], mine)
        _untally(row_ids, row_ends, right[pair], other)
    return hits


@kernel
def _mark_weighted(ours: IntArray, theirs: IntArray, powers: FloatArray, marked: NDArray[np.bool_]) -> None:
    ups = np.empty((len(theirs), len(ours)), np.bool_)
    _weighted_table(ours, theirs, powers, ups)
    i, j = len(theirs) - 1, len(ours) - 1
    while i >= 0 and j >= 0:
        if theirs[i] == ours[j]:
            marked[i] = True
            i -= 1
            j -= 1
        elif ups[i, j]:
            i -= 1
        else:
            j -= 1


@kernel
def _add_runs(
    hits: float, theirs: IntArray, marked: NDArray[np.bool_], mine: Longs, other: Longs, powers: FloatArray
) -> float:
    run = 0
    for at in range(len(theirs)):
        if marked[at] and _spend(theirs[at], mine, other):
            run += 1
            if not marked[at + 1]:
                hits += powers[run]
                run = 0
    return hits
