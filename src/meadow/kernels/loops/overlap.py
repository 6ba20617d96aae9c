"""What two texts have in common, for many pairs of them: the loops of `meadow.kernels.overlap`.

Text t is `ids[ends[t]:ends[t + 1]]`. Tables as long as the vocabulary start as `first` (-1 everywhere) or `counts` (0
everywhere) and are left so. Common subsequences are found 64 cells at a time (Hyyrö 2004).
"""

from __future__ import annotations

from meadow.kernels.loops.types import Flags, Ints, Longs, Reals, Word, Words

_ALL_BITS: Word = 0xFFFFFFFFFFFFFFFF
_ONE: Word = 1
_BITS: int = 64


def common_ngrams(grams: Longs, ends: Longs, left: Ints, right: Ints, hits: Longs) -> None:
    """Write the clipped number of common n-grams of each pair."""
    for pair in range(len(left)):
        i = ends[left[pair]]
        last_i = ends[left[pair] + 1]
        j = ends[right[pair]]
        last_j = ends[right[pair] + 1]
        count = 0
        while i < last_i and j < last_j:
            if grams[i] == grams[j]:
                count += 1
                i += 1
                j += 1
            elif grams[i] < grams[j]:
                i += 1
            else:
                j += 1
        hits[pair] = count


def common_pairs(
    ids: Ints,
    ends: Longs,
    left: Ints,
    right: Ints,
    reach: int,
    first_i: Ints,
    first_j: Ints,
    next_i: Ints,
    next_j: Ints,
    followers: Longs,
    hits: Longs,
) -> None:
    """Write, per pair of texts, the clipped number of common word pairs at most `reach` places apart (0: any)."""
    for pair in range(len(left)):
        ours: Ints = ids[ends[left[pair]] : ends[left[pair] + 1]]
        theirs: Ints = ids[ends[right[pair]] : ends[right[pair] + 1]]
        _chain(ours, first_i, next_i)
        _chain(theirs, first_j, next_j)
        count = 0
        for at in range(len(ours)):
            word = ours[at]
            if first_i[word] >= 0 and first_j[word] >= 0:
                _count_followers(ours, first_i[word], next_i, reach, followers)
                count += _take_followers(theirs, first_j[word], next_j, reach, followers)
                _clear_followers(ours, first_i[word], next_i, reach, followers)
            first_i[word] = -1  # done with this word, wherever it comes again
        _unchain(theirs, first_j)
        hits[pair] = count


def _chain(text: Ints, first: Ints, following: Ints) -> None:
    """Chain the places of each word: `first[word]`, then `following[index]`, until -1."""
    for index in range(len(text) - 1, -1, -1):
        following[index] = first[text[index]]
        first[text[index]] = index


def _unchain(text: Ints, first: Ints) -> None:
    for at in range(len(text)):
        first[text[at]] = -1


def _stop(index: int, reach: int, length: int) -> int:
    return length if reach == 0 or index + 1 + reach > length else index + 1 + reach


def _count_followers(text: Ints, index: int, following: Ints, reach: int, followers: Longs) -> None:
    while index >= 0:
        for at in range(index + 1, _stop(index, reach, len(text))):
            followers[text[at]] += 1
        index = following[index]


def _clear_followers(text: Ints, index: int, following: Ints, reach: int, followers: Longs) -> None:
    while index >= 0:
        for at in range(index + 1, _stop(index, reach, len(text))):
            followers[text[at]] = 0
        index = following[index]


def _take_followers(text: Ints, index: int, following: Ints, reach: int, followers: Longs) -> int:
    taken = 0
    while index >= 0:
        for at in range(index + 1, _stop(index, reach, len(text))):
            if followers[text[at]] > 0:
                followers[text[at]] -= 1
                taken += 1
        index = following[index]
    return taken


def common_lengths(
    ids: Ints,
    ends: Longs,
    left: Ints,
    right: Ints,
    first: Ints,
    following: Ints,
    row: Words,
    matches: Words,
    lengths: Longs,
) -> None:
    """Write the length of the longest common subsequence of each pair; `matches` is 0 everywhere and left so."""
    for pair in range(len(left)):
        ours: Ints = ids[ends[left[pair]] : ends[left[pair] + 1]]
        theirs: Ints = ids[ends[right[pair]] : ends[right[pair] + 1]]
        width = (len(theirs) + _BITS - 1) // _BITS
        _chain(theirs, first, following)
        for at in range(width):
            row[at] = _ALL_BITS
        for at in range(len(ours)):
            if first[ours[at]] >= 0:
                _advance(row[:width], matches, first[ours[at]], following)
        _unchain(theirs, first)
        count = 0
        for at in range(width):
            count += _zeros(row[at])
        lengths[pair] = count


def _advance(row: Words, matches: Words, index: int, following: Ints) -> None:
    """Replace a row of the table by the next one, for a word that stands at the chained places."""
    while index >= 0:
        matches[index // _BITS] |= _ONE << (index % _BITS)
        index = following[index]
    carry: Word = 0
    for at in range(len(row)):
        bits = row[at]
        match = bits & matches[at]
        matches[at] = 0
        summed = (bits + match) & _ALL_BITS
        overflow: Word = 1 if summed < bits else 0
        summed = (summed + carry) & _ALL_BITS
        carry = 1 if overflow or summed < carry else 0
        row[at] = summed | (bits & ~match)


def _zeros(bits: Word) -> int:
    count = 0
    bits = bits ^ _ALL_BITS
    while bits != 0:
        bits &= bits - 1
        count += 1
    return count


def union_hits(
    row_ids: Ints,
    row_ends: Longs,
    line_ids: Ints,
    line_ends: Longs,
    texts: Longs,
    left: Ints,
    right: Ints,
    first: Ints,
    mine: Longs,
    other: Longs,
    following: Ints,
    table: Words,
    matches: Words,
    marked: Flags,
    hits: Longs,
) -> None:
    """Write how many words of each pair's reference lie on a common subsequence with any line of the candidate."""
    for pair in range(len(left)):
        _tally(row_ids, row_ends, left[pair], mine)
        _tally(row_ids, row_ends, right[pair], other)
        count = 0
        for line in range(texts[right[pair]], texts[right[pair] + 1]):
            theirs: Ints = line_ids[line_ends[line] : line_ends[line + 1]]
            _chain(theirs, first, following)
            for at in range(len(theirs)):
                marked[at] = False
            for our_line in range(texts[left[pair]], texts[left[pair] + 1]):
                ours: Ints = line_ids[line_ends[our_line] : line_ends[our_line + 1]]
                _mark(ours, theirs, first, following, table, matches, marked)
            _unchain(theirs, first)
            for at in range(len(theirs)):
                if marked[at] and _spend(theirs[at], mine, other):
                    count += 1
        _untally(row_ids, row_ends, left[pair], mine)
        _untally(row_ids, row_ends, right[pair], other)
        hits[pair] = count


def _tally(ids: Ints, ends: Longs, text: int, counts: Longs) -> None:
    for at in range(ends[text], ends[text + 1]):
        counts[ids[at]] += 1


def _untally(ids: Ints, ends: Longs, text: int, counts: Longs) -> None:
    for at in range(ends[text], ends[text + 1]):
        counts[ids[at]] = 0


def _spend(word: int, mine: Longs, other: Longs) -> bool:
    if mine[word] == 0 or other[word] == 0:
        return False
    mine[word] -= 1
    other[word] -= 1
    return True


def _mark(ours: Ints, theirs: Ints, first: Ints, following: Ints, table: Words, matches: Words, marked: Flags) -> None:
    """Mark the places in `theirs` of the longest common subsequence that walking back from the end finds."""
    width = (len(theirs) + _BITS - 1) // _BITS
    for at in range(width):
        table[at] = _ALL_BITS
    for j in range(len(ours)):
        row = (j + 1) * width
        for at in range(width):
            table[row + at] = table[row - width + at]
        if first[ours[j]] >= 0:
            _advance(table[row : row + width], matches, first[ours[j]], following)
    i = len(theirs) - 1
    j = len(ours) - 1
    while i >= 0 and j >= 0:
        if theirs[i] == ours[j]:
            marked[i] = True
            i -= 1
            j -= 1
        elif (table[(j + 1) * width + i // _BITS] >> (i % _BITS)) & _ONE:
            i -= 1
        else:
            j -= 1


def weighted_lengths(
    ids: Ints,
    ends: Longs,
    left: Ints,
    right: Ints,
    powers: Reals,
    rows: Reals,
    runs: Longs,
    ups: Flags,
    lengths: Reals,
) -> None:
    """Write the weighted length of the common subsequence of each pair; a run of n words weighs `powers[n]`."""
    for pair in range(len(left)):
        ours: Ints = ids[ends[left[pair]] : ends[left[pair] + 1]]
        theirs: Ints = ids[ends[right[pair]] : ends[right[pair] + 1]]
        lengths[pair] = _weighted_table(ours, theirs, powers, rows, runs, ups)


def _weighted_table(ours: Ints, theirs: Ints, powers: Reals, rows: Reals, runs: Longs, ups: Flags) -> float:
    """Return the last cell of the weighted table; `ups`, unless empty, learns in which cells the way back goes up.

    `rows` and `runs` hold two rows each, the one above and the current one, in turns.
    """
    width = len(ours) + 1
    for at in range(2 * width):
        rows[at] = 0.0
        runs[at] = 0
    above, row = 0, width
    for i in range(len(theirs)):
        for j in range(1, width):
            if theirs[i] == ours[j - 1]:
                run = runs[above + j - 1]
                rows[row + j] = rows[above + j - 1] + powers[run + 1] - powers[run]
                runs[row + j] = run + 1
                continue
            goes_up: bool = rows[above + j] >= rows[row + j - 1]
            rows[row + j] = rows[above + j] if goes_up else rows[row + j - 1]
            runs[row + j] = 0
            if len(ups) > 0:
                ups[i * (width - 1) + j - 1] = goes_up
        above, row = row, above
    return rows[above + width - 1]


def weighted_union_hits(
    row_ids: Ints,
    row_ends: Longs,
    line_ids: Ints,
    line_ends: Longs,
    texts: Longs,
    left: Ints,
    right: Ints,
    powers: Reals,
    mine: Longs,
    other: Longs,
    rows: Reals,
    runs: Longs,
    ups: Flags,
    marked: Flags,
    hits: Reals,
) -> None:
    """Write the weighted runs of the reference's words on common subsequences, summed as ROUGE-1.5.5 does."""
    for pair in range(len(left)):
        _tally(row_ids, row_ends, left[pair], mine)
        _tally(row_ids, row_ends, right[pair], other)
        total: float = 0.0
        for line in range(texts[right[pair]], texts[right[pair] + 1]):
            theirs: Ints = line_ids[line_ends[line] : line_ends[line + 1]]
            for at in range(len(theirs) + 1):
                marked[at] = False
            for our_line in range(texts[left[pair]], texts[left[pair] + 1]):
                ours: Ints = line_ids[line_ends[our_line] : line_ends[our_line + 1]]
                _weighted_table(ours, theirs, powers, rows, runs, ups)
                _mark_weighted(ours, theirs, ups, marked)
            total = _add_runs(total, theirs, marked, mine, other, powers)
        _untally(row_ids, row_ends, left[pair], mine)
        _untally(row_ids, row_ends, right[pair], other)
        hits[pair] = total


def _mark_weighted(ours: Ints, theirs: Ints, ups: Flags, marked: Flags) -> None:
    i = len(theirs) - 1
    j = len(ours) - 1
    while i >= 0 and j >= 0:
        if theirs[i] == ours[j]:
            marked[i] = True
            i -= 1
            j -= 1
        elif ups[i * len(ours) + j]:
            i -= 1
        else:
            j -= 1


def _add_runs(hits: float, theirs: Ints, marked: Flags, mine: Longs, other: Longs, powers: Reals) -> float:
    run = 0
    for at in range(len(theirs)):
        if marked[at] and _spend(theirs[at], mine, other):
            run += 1
            if not marked[at + 1]:
                hits += powers[run]
                run = 0
    return hits
