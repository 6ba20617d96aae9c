"""Word ids to rows of terms in one pass, and the heaviest terms of each row."""

from __future__ import annotations

from math import inf

from meadow.kernels.loops.types import Ints, Longs, Reals


def count_terms(
    ids: Ints,
    ends: Longs,
    term_of: Ints,
    frequency: Longs,
    places: Longs,
    row_ends: Longs,
    terms: Ints,
    counts: Reals,
    met: Longs,
) -> int:
    """Write each text's terms in order of appearance, their counts and the texts met with each so far; return how many.

    `frequency` holds the number of texts with each term and goes on counting. `places` may hold anything.
    """
    begin, size = 0, 0
    for text in range(len(ends)):
        first: int = size
        for at in range(begin, ends[text]):
            term = term_of[ids[at]]
            if term < 0:
                continue
            cell = places[term]
            # What stands in `places` counts only if that cell is of this text and holds this term: no need to clear it.
            if first <= cell < size and terms[cell] == term:
                counts[cell] += 1.0
                continue
            places[term] = size
            terms[size] = term
            counts[size] = 1.0
            frequency[term] += 1
            met[size] = frequency[term]
            size += 1
        begin = ends[text]
        row_ends[text + 1] = size
    return size


def heaviest(weights: Reals, ends: Longs, most: int, sorting: Reals, kept: Longs) -> int:
    """Write which cells are among so many heaviest of their row, in their order, of equal ones the first; return how many.

    `sorting` has room for a row.
    """
    count = 0
    for row in range(len(ends) - 1):
        begin: int = ends[row]
        size: int = ends[row + 1] - begin
        least = -inf
        equal = 0
        if size > most:
            for at in range(size):
                sorting[at] = weights[begin + at]
            least = _ranked(sorting, size, most - 1)
            equal = most
            for at in range(size):
                equal -= weights[begin + at] > least
        for cell in range(begin, begin + size):
            if weights[cell] > least or (weights[cell] == least and equal > 0):
                equal -= weights[cell] == least
                kept[count] = cell
                count += 1
    return count


def _ranked(values: Reals, count: int, rank: int) -> float:
    """Return the value with so many before it when the first `count` values are sorted by falling size; reorders them.

    Source: Hoare (1961), "Algorithm 65: Find".
    """
    low, high = 0, count - 1
    while low < high:
        pivot = values[rank]
        i: int = low
        j: int = high
        while i <= j:
            while values[i] > pivot:
                i += 1
            while pivot > values[j]:
                j -= 1
            if i <= j:
                swapped = values[i]
                values[i] = values[j]
                values[j] = swapped
                i += 1
                j -= 1
        if j < rank:
            low = i
        if rank < i:
            high = j
    return values[rank]
