"""Counts of many pairs at once, through the compiled kernels: the same numbers as `rouge_counts`, faster.

Every distinct text is read once and every word type stemmed once; from then on texts are runs of int32 ids.

Source: Lin (2004), ROUGE.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from meadow.kernels import overlap as kernel
from meadow.kernels.intern import WordTable
from meadow.lab.evaluate.rouge_counts import STEPS_ROUNDING, Counts, pair_count
from meadow.lab.evaluate.rouge_rules import RougeRules, RougeVariant
from meadow.lab.evaluate.rouge_scores import Overlap, combine, overlaps
from meadow.lab.evaluate.rouge_tokens import cut_lines, folded, key_function, lines_differ_from_row
from meadow.model import FloatArray, IntArray

Longs = NDArray[np.int64]

_STOP = -1


@dataclass(frozen=True, slots=True)
class Interned:
    """Texts as ids, in rows and in lines, laid out as the kernels want them."""

    row_ids: IntArray
    row_ends: Longs
    line_ids: IntArray
    line_ends: Longs
    lines: Longs
    words: int

    @property
    def lengths(self) -> Longs:
        """The number of keys of each text."""
        return np.diff(self.row_ends)


def intern_texts(texts: Iterable[str], rules: RougeRules, *, lines: bool = True) -> Interned:
    """Return the ids of all keys of the texts, stop words left out; without `lines` the texts stay whole."""
    cut = [cut_lines(text, rules) for text in texts]
    table = WordTable.empty()
    line_rows = [line for _, kept in cut for line in kept] if lines else []
    line_ids, line_ends = _interned(table, line_rows, rules)
    counts = [len(kept) if lines else 0 for _, kept in cut]
    text_lines = np.concatenate(([0], np.cumsum(counts, dtype=np.int64)))
    if lines and not lines_differ_from_row(rules):
        row_ids, row_ends = line_ids, line_ends[text_lines]
    else:
        row_ids, row_ends = _interned(table, ["\n".join(row) for row, _ in cut], rules)
    keys = _key_numbers(table.words(), rules)
    words = int(keys.max(initial=0)) + 1
    return Interned(*_keyed(row_ids, row_ends, keys), *_keyed(line_ids, line_ends, keys), text_lines, words)


def _interned(table: WordTable, rows: Sequence[str], rules: RougeRules) -> tuple[IntArray, Longs]:
    ids, ends = table.intern([folded(row, rules) for row in rows])
    return ids, np.concatenate((np.zeros(1, np.int64), ends))


def _key_numbers(words: Sequence[str], rules: RougeRules) -> IntArray:
    """Return the number of each word's key, or -1 for a stop word: words with one stem share it."""
    key = key_function(rules)
    numbers: dict[str, int] = {}
    keys = map(key, words)
    return np.array([_STOP if k is None else numbers.setdefault(k, len(numbers)) for k in keys], dtype=np.int32)


def _keyed(ids: IntArray, ends: Longs, keys: IntArray) -> tuple[IntArray, Longs]:
    numbers = keys[ids]
    kept = numbers != _STOP
    if kept.all():
        return numbers, ends
    # A text now ends after as many keys as were kept up to where it ended.
    return numbers[kept], np.concatenate((np.zeros(1, np.int64), np.cumsum(kept)))[ends]


def bulk_columns(
    items: Sequence[tuple[str, list[str]]], metrics: Sequence[RougeVariant], rules: RougeRules
) -> tuple[list[list[Overlap]], list[int]]:
    """Return the scores by metric, and the number of tokens of each distinct text."""
    numbers: dict[str, int] = {}
    places: list[int] = []
    ends = [0]
    for candidate, references in items:
        ours = numbers.setdefault(candidate, len(numbers))
        for text in references:
            places += ours, numbers.setdefault(text, len(numbers))
        ends.append(len(places) // 2)
    left, right = np.array(places, dtype=np.int32).reshape(-1, 2).T.copy()
    texts = intern_texts(numbers, rules, lines=any(map(partial(_needs_lines, rules), metrics)))
    columns = [_scores(count_pairs(texts, left, right, metric, rules), ends, metric, rules) for metric in metrics]
    return columns, texts.lengths.tolist()


def _needs_lines(rules: RougeRules, metric: RougeVariant) -> bool:
    return metric.kind == "Lsum" or (rules.script_counts and metric.kind in ("L", "W"))


def _scores(rows: FloatArray, ends: Sequence[int], metric: RougeVariant, rules: RougeRules) -> list[Overlap]:
    simple = rules.multiple in ("best", "sum") and rules.digits is None and metric.kind != "W"
    if simple and len(rows) == len(ends) - 1:
        return overlaps(rows, rules)
    counts = [Counts(*row) for row in rows.tolist()]
    return [combine(counts[start:end], metric, rules) for start, end in pairwise(ends)]


def count_pairs(
    texts: Interned, left: IntArray, right: IntArray, metric: RougeVariant, rules: RougeRules
) -> FloatArray:
    """Return hits, size of the candidate and size of the reference, one row per pair of text numbers."""
    hits = _hits(texts, left, right, metric, script=rules.script_counts)
    ours, theirs = _sizes(texts, metric, script=rules.script_counts)
    return np.column_stack((hits, ours[left], theirs[right])).astype(np.float64)


def _hits(
    texts: Interned, left: IntArray, right: IntArray, metric: RougeVariant, *, script: bool
) -> Longs | FloatArray:
    ids, ends, words = texts.row_ids, texts.row_ends, texts.words
    lines = kernel.Lines(texts.line_ids, texts.line_ends, texts.lines)
    hits: Longs | FloatArray
    if metric.kind == "N":
        hits = kernel.common_ngrams(*kernel.packed_ngrams(ids, ends, metric.length), left, right)
    elif metric.kind in ("S", "SU"):
        hits = _pair_hits(texts, left, right, metric, script=script)
    elif metric.kind == "W" and script:
        hits = kernel.weighted_union_hits(ids, ends, lines, left, right, words, _powers(texts, metric.weight))
    elif metric.kind == "W":
        hits = _weighted_hits(texts, left, right, metric.weight)
    elif metric.kind == "L" and not script:
        hits = kernel.common_lengths(ids, ends, left, right, words)
    else:
        hits = kernel.union_hits(ids, ends, lines, left, right, words)
    return hits


def _weighted_hits(texts: Interned, left: IntArray, right: IntArray, weight: float) -> FloatArray:
    powers = _powers(texts, weight)
    hits = kernel.weighted_lengths(texts.row_ids, texts.row_ends, left, right, powers)
    most = powers[np.minimum(texts.lengths[left], texts.lengths[right])]
    return np.where(np.abs(hits - most) <= STEPS_ROUNDING * most, most, hits)


def _pair_hits(texts: Interned, left: IntArray, right: IntArray, metric: RougeVariant, *, script: bool) -> Longs:
    reach = 0 if metric.skip is None else metric.skip + 1
    hits: Longs = kernel.common_pairs(texts.row_ids, texts.row_ends, left, right, reach, texts.words)
    if metric.kind == "SU":
        ids, ends = _without_last(texts) if script else (texts.row_ids, texts.row_ends)
        hits = hits + kernel.common_ngrams(*kernel.packed_ngrams(ids, ends, 1), left, right)
    return hits


def _without_last(texts: Interned) -> tuple[IntArray, Longs]:
    """Return the rows without each text's last word, which the script's single words lack."""
    filled = texts.lengths > 0
    keep = np.ones(len(texts.row_ids), dtype=np.bool_)
    keep[texts.row_ends[1:][filled] - 1] = False
    ends = texts.row_ends - np.concatenate(([0], np.cumsum(filled)))
    return texts.row_ids[keep], ends


def _powers(texts: Interned, weight: float) -> FloatArray:
    # Python's own power, so that the bits are those of the plain twin.
    longest = max(int(texts.lengths.max(initial=0)), int(np.diff(texts.line_ends).max(initial=0)))
    return np.array([run**weight for run in range(longest + 2)], dtype=np.float64)


def _sizes(texts: Interned, metric: RougeVariant, *, script: bool) -> tuple[Longs | FloatArray, Longs | FloatArray]:
    lengths = texts.lengths
    if metric.kind == "N":
        counts = np.maximum(lengths - (metric.length - 1), 0)
        return counts, counts
    if metric.kind in ("S", "SU"):
        single = np.maximum(lengths - script, 0) if metric.kind == "SU" else np.zeros_like(lengths)
        counts = np.array([pair_count(length, metric.skip) for length in lengths.tolist()], dtype=np.int64) + single
        return counts, counts
    if metric.kind == "W":
        return _weighted_sizes(texts, metric.weight, script=script)
    if script or metric.kind == "Lsum":
        return lengths, np.diff(texts.line_ends[texts.lines])
    return lengths, lengths


def _weighted_sizes(texts: Interned, weight: float, *, script: bool) -> tuple[FloatArray, FloatArray]:
    powers = _powers(texts, weight)
    if not script:
        return powers[texts.lengths], powers[texts.lengths]
    line_powers = powers[np.diff(texts.line_ends)].tolist()
    bases = [_sum_in_order(line_powers[a:b]) for a, b in pairwise(texts.lines.tolist())]
    return texts.lengths.astype(np.float64), np.array(bases, dtype=np.float64)


def _sum_in_order(values: Sequence[float]) -> float:
    total = 0.0
    for value in values:
        total += value
    return total
