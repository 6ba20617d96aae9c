"""Sums over compressed sparse rows, and rows that are similar.

Row r has the columns `columns[ends[r]:ends[r + 1]]`, ascending, and their values.
"""

from __future__ import annotations

from meadow.kernels.loops.types import Ints, Longs, Reals


def shared_cells(
    ends: Longs,
    columns: Ints,
    weights: Reals,
    other_ends: Longs,
    other_columns: Ints,
    other_weights: Reals,
    first: Ints,
    second: Ints,
    sums: Reals,
) -> None:
    """Write, per pair, the weight of either row in shared columns, the sum of the smaller ones and that of products.

    `sums` has four parts, each as long as there are pairs.
    """
    pairs: int = len(first)
    for pair in range(pairs):
        i = ends[first[pair]]
        last_i = ends[first[pair] + 1]
        j = other_ends[second[pair]]
        last_j = other_ends[second[pair] + 1]
        left: float = 0.0
        right: float = 0.0
        minima: float = 0.0
        products: float = 0.0
        while i < last_i and j < last_j:
            if columns[i] < other_columns[j]:
                i += 1
            elif columns[i] > other_columns[j]:
                j += 1
            else:
                ours = weights[i]
                theirs = other_weights[j]
                left += ours
                right += theirs
                minima += min(theirs, ours)
                products += ours * theirs
                i += 1
                j += 1
        sums[pair] = left
        sums[pairs + pair] = right
        sums[2 * pairs + pair] = minima
        sums[3 * pairs + pair] = products


def similarity_walk(
    starts: Ints,
    columns: Ints,
    values: Reals,
    damping: float,
    settled: float,
    steps: int,
    shared: Reals,
    spread: Reals,
    degrees: Reals,
    arrived: Reals,
    visits: Reals,
) -> None:
    """Let a walk along the cosines of unit rows settle: `visits` holds where it starts, and then the shares of visits.

    `spread` is 1 everywhere, `shared` as long as there are columns and the others as there are rows.
    """
    rows: int = len(visits)
    _pass_through(starts, columns, values, spread, shared, degrees)
    start: float = (1.0 - damping) * visits[0] if rows else 0.0
    for _ in range(steps):
        for row in range(rows):
            spread[row] = visits[row] / degrees[row]
        _pass_through(starts, columns, values, spread, shared, arrived)
        moved: float = 0.0
        for row in range(rows):
            following = start + damping * arrived[row]
            change: float = abs(following - visits[row])
            if change > moved:
                moved = change
            visits[row] = following
        if moved * rows < settled:
            break


def _pass_through(starts: Ints, columns: Ints, values: Reals, spread: Reals, shared: Reals, arrived: Reals) -> None:
    """Fill `arrived` with X(Xᵀ spread): what each row gives to its words, and what they give back."""
    for column in range(len(shared)):
        shared[column] = 0.0
    for row in range(len(spread)):
        for at in range(starts[row], starts[row + 1]):
            shared[columns[at]] += values[at] * spread[row]
    for row in range(len(spread)):
        total: float = 0.0
        for at in range(starts[row], starts[row + 1]):
            total += values[at] * shared[columns[at]]
        arrived[row] = total


def similar_pairs(
    starts: Longs,
    terms: Longs,
    values: Reals,
    later: Longs,
    lasts: Longs,
    holders: Longs,
    weights: Reals,
    least: float,
    row: int,
    sums: Reals,
    stamps: Longs,
    met: Longs,
    ends: Longs,
    others: Longs,
    similar: Reals,
) -> int:
    """Write the later rows of at least that similarity for each row from `row` on; return the row before which room ends.

    The rows that hold term t are `holders[later[t]:lasts[t]]`; `later` moves on behind the rows that have had their turn.
    """
    while row < len(met) and ends[row] + len(met) - row <= len(others):
        top: int = ends[row]
        met_count = 0
        for cell in range(starts[row], starts[row + 1]):
            later[terms[cell]] += 1
            for at in range(later[terms[cell]], lasts[terms[cell]]):
                other = holders[at]
                if stamps[other] != row:
                    stamps[other] = row
                    sums[other] = 0.0
                    met[met_count] = other
                    met_count += 1
                sums[other] += values[cell] * weights[at]
        for at in range(met_count):
            if sums[met[at]] >= least:
                others[top] = met[at]
                top += 1
        _sort(others, ends[row], top)
        for at in range(ends[row], top):
            similar[at] = sums[others[at]]
        row += 1
        ends[row] = top
    return row


def _sort(values: Longs, begin: int, end: int) -> None:
    """Sort a part of an array. Source: Shell (1959)."""
    gap: int = (end - begin) // 2
    while gap > 0:
        for at in range(begin + gap, end):
            value = values[at]
            to: int = at
            while to - gap >= begin and values[to - gap] > value:
                values[to] = values[to - gap]
                to -= gap
            values[to] = value
        gap //= 2


def from_both_sides(lower: Longs, higher: Longs, values: Reals, free: Longs, near: Longs, sums: Reals) -> None:
    """Enter pairs, in order, with both of their rows; `free` says where each row's next place is."""
    for pair in range(len(lower)):
        one = lower[pair]
        other = higher[pair]
        near[free[one]] = other
        near[free[other]] = one
        sums[free[one]] = values[pair]
        sums[free[other]] = values[pair]
        free[one] += 1
        free[other] += 1


def closest_stories(
    starts: Longs,
    terms: Longs,
    values: Reals,
    first: Reals,
    last: Reals,
    term_starts: Longs,
    holders: Longs,
    weights: Reals,
    holds: Reals,
    story_first: Reals,
    story_last: Reals,
    half_life: float,
    reach: float,
    products: Reals,
    best: Longs,
    shares: Reals,
) -> None:
    """Write for each row the story with the highest share of its cohesion, −1 if none shares a term, and that share."""
    for row in range(len(best)):
        best[row] = -1
        for cell in range(starts[row], starts[row + 1]):
            term = terms[cell]
            for at in range(term_starts[term], term_starts[term + 1]):
                products[holders[at]] += values[cell] * weights[at]
        for story in range(len(holds)):
            share = products[story] / holds[story]
            if share > shares[row]:
                gap = max(story_first[story] - last[row], first[row] - story_last[story])
                if gap > 0.0:  # not so without dates
                    share = 0.0 if gap > reach else share * (1.0 / (1.0 + gap / half_life))
                if share > shares[row]:
                    best[row] = story
                    shares[row] = share
            products[story] = 0.0


def count_holders(ends: Longs, terms: Ints, order: Longs, stories: Longs, stamps: Longs, holders: Longs) -> None:
    """Write in how many stories each term stands, given the rows in the order of their stories."""
    for at in range(len(order)):
        row = order[at]
        for cell in range(ends[row], ends[row + 1]):
            if stamps[terms[cell]] != stories[row]:
                stamps[terms[cell]] = stories[row]
                holders[terms[cell]] += 1
