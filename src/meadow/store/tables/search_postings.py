"""Postings as arrays and as blobs: for each term the documents that hold it, and how often.

A blob is a block of whole terms: a header, the terms, where the postings of each end, the gaps between their documents, and
the counts, each column in the fewest bytes per number that hold its largest. So a term is found by bisection and decoded by
one running sum, without a loop over postings; bits would be smaller and slower.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meadow.store.tables.search_parts import WIDTHS, Longs, narrowed

_HEADER = struct.Struct("<IBBBx")
_TERM_BYTES = 8
_BLOCK = 2048  # postings; a term with as many has blocks to itself, so that rare terms are read without it


@dataclass(frozen=True, slots=True, eq=False)
class Postings:
    """Terms in ascending order, each with `sizes` postings: places of documents in ascending order, and counts there."""

    terms: Longs
    sizes: Longs
    places: Longs
    counts: Longs

    @property
    def starts(self) -> Longs:
        """The offsets at which the postings of each term begin, and the end of the last."""
        return np.concatenate([[0], np.cumsum(self.sizes)])


def encode(postings: Postings) -> Iterator[tuple[int, bytes]]:
    """Iterate over the blocks of postings, each with its first term."""
    starts = postings.starts
    gaps = np.diff(postings.places, prepend=0)
    gaps[starts[:-1]] = postings.places[starts[:-1]]
    cuts = [*np.flatnonzero(_opens_block(postings.sizes, starts)).tolist(), len(postings.terms)]
    for first, end in pairwise(cuts):
        reach = slice(starts[first], starts[end])
        ends = starts[first + 1 : end + 1] - starts[first]
        columns = [narrowed(each) for each in (ends, gaps[reach], postings.counts[reach])]
        header = _HEADER.pack(end - first, *(column.itemsize for column in columns))
        terms = postings.terms[first:end].astype("<i8")
        yield int(terms[0]), b"".join([header, terms.tobytes(), *(column.tobytes() for column in columns)])


def decode(blocks: Sequence[bytes]) -> Postings:
    """Return the postings of blocks that were encoded together, given in order."""
    columns = [_columns(block) for block in blocks]
    terms, sizes, gaps, counts = (
        np.concatenate([each[which] for each in columns] or [np.empty(0)]).astype(np.int64) for which in range(4)
    )
    starts = np.cumsum(sizes) - sizes
    sums = np.cumsum(gaps)
    return Postings(terms, sizes, sums - np.repeat(sums[starts] - gaps[starts], sizes), counts)


def find(block: bytes, term: int) -> tuple[NDArray[np.int32], NDArray[Any]] | None:
    """Return the places and counts of a term in its block, or None where the block does not hold it."""
    length, *widths = _HEADER.unpack_from(block)
    terms = np.frombuffer(block, "<i8", length, _HEADER.size)
    row = int(terms.searchsorted(term))
    if row == length or terms[row] != term:
        return None
    at = _HEADER.size + _TERM_BYTES * length
    ends = np.frombuffer(block, WIDTHS[widths[0]], length, at)
    start = int(ends[row - 1]) if row else 0
    size = int(ends[row]) - start
    at += widths[0] * length
    total = (len(block) - at) // (widths[1] + widths[2])
    gaps = np.frombuffer(block, WIDTHS[widths[1]], size, at + widths[1] * start)
    counts = np.frombuffer(block, WIDTHS[widths[2]], size, at + widths[1] * total + widths[2] * start)
    return np.cumsum(gaps, dtype=np.int32), counts


def merged(parts: Sequence[Postings], bases: Sequence[int]) -> Postings:
    """Return several postings as one; the documents of each follow those of the one before, from `bases` on."""
    terms = np.concatenate([part.terms for part in parts])
    sizes = np.concatenate([part.sizes for part in parts])
    places = np.concatenate([part.places + base for part, base in zip(parts, bases, strict=True)])
    counts = np.concatenate([part.counts for part in parts])
    # Whole runs are sorted, not postings; within a term the parts stay in order, and so do the documents.
    order = np.argsort(terms, kind="stable")
    taken = _runs(np.cumsum(sizes) - sizes, sizes, order)
    ordered = terms[order]
    first = np.ones(len(ordered), dtype=np.bool_)
    first[1:] = ordered[1:] != ordered[:-1]
    opens = np.flatnonzero(first)
    together = np.add.reduceat(sizes[order], opens) if len(opens) else sizes
    return Postings(ordered[opens], together, places[taken], counts[taken])


def without(postings: Postings, removed: NDArray[np.bool_]) -> Postings:
    """Return the postings of documents that are not removed, whose places close up; terms that nobody holds are gone."""
    kept = ~removed[postings.places]
    moved = np.cumsum(~removed) - 1
    owners = np.repeat(np.arange(len(postings.terms)), postings.sizes)
    sizes = np.bincount(owners[kept], minlength=len(postings.terms)).astype(np.int64)
    used = sizes > 0
    return Postings(postings.terms[used], sizes[used], moved[postings.places[kept]], postings.counts[kept])


def _columns(block: bytes) -> tuple[NDArray[Any], ...]:
    length, *widths = _HEADER.unpack_from(block)
    at = _HEADER.size
    terms = np.frombuffer(block, "<i8", length, at)
    at += _TERM_BYTES * length
    ends = np.frombuffer(block, WIDTHS[widths[0]], length, at).astype(np.int64)
    sizes = np.diff(ends, prepend=0)
    at += widths[0] * length
    total = (len(block) - at) // (widths[1] + widths[2])
    gaps = np.frombuffer(block, WIDTHS[widths[1]], total, at)
    return terms, sizes, gaps, np.frombuffer(block, WIDTHS[widths[2]], total, at + widths[1] * total)


def _opens_block(sizes: Longs, starts: Longs) -> NDArray[np.bool_]:
    """Return which terms open a block: the first, one per `_BLOCK` postings, and each side of a long term."""
    many = sizes >= _BLOCK
    number = starts[:-1] // _BLOCK
    opens = np.ones(len(sizes), dtype=np.bool_)
    opens[1:] = (number[1:] != number[:-1]) | many[1:] | many[:-1]
    return opens


def _runs(starts: Longs, sizes: Longs, order: Longs) -> Longs:
    """Return the positions of all postings, run after run, the runs in the given order."""
    ordered = sizes[order]
    ends = np.cumsum(ordered)
    return np.repeat(starts[order] - (ends - ordered), ordered) + np.arange(int(ends[-1]) if len(ends) else 0)
