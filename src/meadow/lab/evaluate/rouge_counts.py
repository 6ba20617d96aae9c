"""Hits and sizes by plain Python: what every ROUGE score is made of, and the twin of `meadow.kernels.overlap`.

A count is (hits, size of the candidate, size of the reference). Counts of several items add up; scores come from the
sums. The longest common subsequence is found bit by bit: row j of the classic table is one integer whose bit i is 0
where the row grows at i (Hyyrö 2004), so a row costs a few operations on long integers.

Source: Lin (2004), ROUGE; the subsequence measures of several lines follow the ROUGE-1.5.5 script.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from meadow.lab.evaluate.rouge_rules import RougeVariant
from meadow.lab.evaluate.rouge_tokens import TokenReading

Keys = Sequence[str]

# A long run is summed step by step and may miss its own power by this much; a whole text must still be whole.
STEPS_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class Counts:
    """What one candidate and one reference have in common under a metric, and how much there is of each."""

    hits: float
    candidate: float
    reference: float


def count(candidate: TokenReading, reference: TokenReading, metric: RougeVariant, *, script: bool) -> Counts:
    """Return the counts of one pair; `script` counts the way ROUGE-1.5.5 does where that differs from the paper's way.

    For the script's ROUGE-W the sizes are not yet raised to the weight: `rouge_scores` does that, reference by
    reference.
    """
    ours, theirs = candidate.row, reference.row
    if metric.kind == "N":
        return _ngrams(ours, theirs, metric.length)
    if metric.kind in ("S", "SU"):
        return _skip_pairs(ours, theirs, metric, script=script)
    if metric.kind == "W":
        return _weighted(candidate, reference, metric.weight, script=script)
    if metric.kind == "L" and not script:
        return Counts(common_length(ours, theirs), len(ours), len(theirs))
    return Counts(_union_hits(candidate, reference), len(ours), sum(map(len, reference.lines)))


def _ngrams(ours: Keys, theirs: Keys, length: int) -> Counts:
    hits = _clipped(ngrams(ours, length), ngrams(theirs, length))
    return Counts(hits, *(max(len(keys) - length + 1, 0) for keys in (ours, theirs)))


def _clipped(ours: Iterable[Hashable], theirs: Iterable[Hashable]) -> int:
    """Count what both have, each thing no oftener than the one that has it less often."""
    left = Counter(theirs)
    hits = 0
    for item in ours:
        again = left.get(item, 0)
        if again > 0:
            left[item] = again - 1
            hits += 1
    return hits


def ngrams(keys: Keys, length: int) -> Iterator[tuple[str, ...]]:
    """Return the n-grams of a sequence in order."""
    return zip(*(keys[start:] for start in range(length)), strict=False)


def _skip_pairs(ours: Keys, theirs: Keys, metric: RougeVariant, *, script: bool) -> Counts:
    hits = _pair_hits(ours, theirs, metric.skip)
    sizes = [pair_count(len(keys), metric.skip) for keys in (ours, theirs)]
    if metric.kind == "SU":
        # The script's loop over first words stops before the last word, and its single words with it.
        ours, theirs = (ours[:-1], theirs[:-1]) if script else (ours, theirs)
        hits += _clipped(ours, theirs)
        sizes = [size + len(keys) for size, keys in zip(sizes, (ours, theirs), strict=True)]
    return Counts(hits, *sizes)


def _pair_hits(ours: Keys, theirs: Keys, skip: int | None) -> int:
    """Count common pairs one first word at a time, so that memory grows with the words and not with their pairs."""
    mine, other = _places(ours), _places(theirs)
    shared = mine.keys() & other.keys()
    return sum(_clipped(_followers(ours, mine[key], skip), _followers(theirs, other[key], skip)) for key in shared)


def _places(keys: Keys) -> Mapping[str, list[int]]:
    places: defaultdict[str, list[int]] = defaultdict(list)
    for at, key in enumerate(keys):
        places[key].append(at)
    return places


def _followers(keys: Keys, places: list[int], skip: int | None) -> Iterator[str]:
    reach = len(keys) if skip is None else skip + 1
    return (key for at in places for key in keys[at + 1 : at + 1 + reach])


def pair_count(length: int, skip: int | None) -> int:
    """Return how many pairs of words a text of `length` words has, at most `skip` words apart."""
    reach = length if skip is None else min(skip + 1, length)
    return (length - reach) * reach + reach * (reach - 1) // 2


def common_length(ours: Keys, theirs: Keys) -> int:
    """Return the length of the longest common subsequence."""
    last = (1 << len(theirs)) - 1
    for last in _rows(ours, theirs):  # noqa: B007 - only the last row counts
        pass
    return len(theirs) - last.bit_count()


def _rows(ours: Keys, theirs: Keys) -> Iterator[int]:
    everywhere = (1 << len(theirs)) - 1
    places: dict[str, int] = {}
    for at, key in enumerate(theirs):
        places[key] = places.get(key, 0) | 1 << at
    row = everywhere
    for key in ours:
        matches = row & places.get(key, 0)
        row = (row + matches | row - matches) & everywhere
        yield row


def _union_hits(candidate: TokenReading, reference: TokenReading) -> int:
    """Count the reference's words on a common subsequence with any line, each no oftener than both texts have it."""
    mine, other = Counter(candidate.row), Counter(reference.row)
    hits = 0
    for line in reference.lines:
        marked: set[int] = set().union(*(_on_common(ours, line) for ours in candidate.lines))
        hits += sum(_spend(line[at], mine, other) for at in sorted(marked))
    return hits


def _spend(key: str, mine: Counter[str], other: Counter[str]) -> bool:
    counts = mine[key] > 0 and other[key] > 0
    if counts:
        mine[key] -= 1
        other[key] -= 1
    return counts


def _on_common(ours: Keys, theirs: Keys) -> set[int]:
    """Return the places in `theirs` of the one longest common subsequence that walking back from the end finds."""
    rows = list(_rows(ours, theirs))
    shared: set[int] = set()
    i, j = len(theirs) - 1, len(ours) - 1
    while i >= 0 and j >= 0:
        if theirs[i] == ours[j]:
            shared.add(i)
            i, j = i - 1, j - 1
        elif rows[j] >> i & 1:  # the column does not grow at i, so going up loses nothing
            i -= 1
        else:
            j -= 1
    return shared


def _weighted(candidate: TokenReading, reference: TokenReading, weight: float, *, script: bool) -> Counts:
    if not script:
        ours, theirs = candidate.row, reference.row
        hits, most = _weighted_table(ours, theirs, weight)[0], min(len(ours), len(theirs)) ** weight
        whole = abs(hits - most) <= STEPS_ROUNDING * most
        return Counts(most if whole else hits, len(ours) ** weight, len(theirs) ** weight)
    base = 0.0
    for line in reference.lines:
        base += len(line) ** weight
    return Counts(_weighted_union_hits(candidate, reference, weight), len(candidate.row), base)


def _weighted_table(ours: Keys, theirs: Keys, weight: float) -> tuple[float, list[list[bool]]]:
    """Return the weighted length of the common subsequence, and per cell whether the way back goes up."""
    above = [0.0] * (len(ours) + 1)
    runs_above = [0] * (len(ours) + 1)
    ups: list[list[bool]] = []
    for key in theirs:
        row, runs, up = [0.0], [0], [False]
        for j, word in enumerate(ours, start=1):
            if key == word:
                run = runs_above[j - 1]
                row.append(above[j - 1] + (run + 1) ** weight - run**weight)
                runs.append(run + 1)
                up.append(False)
            else:
                goes_up = above[j] >= row[j - 1]
                row.append(above[j] if goes_up else row[j - 1])
                runs.append(0)
                up.append(goes_up)
        above, runs_above = row, runs
        ups.append(up)
    return above[-1], ups


def _on_weighted(ours: Keys, theirs: Keys, weight: float) -> set[int]:
    ups = _weighted_table(ours, theirs, weight)[1]
    shared: set[int] = set()
    i, j = len(theirs), len(ours)
    while i and j:
        if theirs[i - 1] == ours[j - 1]:
            i, j = i - 1, j - 1
            shared.add(i)
        elif ups[i - 1][j]:
            i -= 1
        else:
            j -= 1
    return shared


def _weighted_union_hits(candidate: TokenReading, reference: TokenReading, weight: float) -> float:
    """Sum the weighted runs as the script does: one whose last word is spent goes on into the next, or is lost."""
    mine, other = Counter(candidate.row), Counter(reference.row)
    hits = 0.0
    for line in reference.lines:
        marked: set[int] = set().union(*(_on_weighted(ours, line, weight) for ours in candidate.lines))
        run = 0
        for at in sorted(marked):
            if _spend(line[at], mine, other):
                run += 1
                if at + 1 not in marked:
                    hits += run**weight
                    run = 0
    return hits
