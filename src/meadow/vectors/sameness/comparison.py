"""Two sentences side by side: what they share, what each adds to the other, and where they cannot both be right.

Source: our own; `overlap` is R_s of Radev, Jing, Styś and Tam (2004), section 2.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meadow.model import FloatArray, IntArray
from meadow.vectors.cells import Cells, shared_by_kind
from meadow.vectors.sameness.facts import days_changed
from meadow.vectors.sameness.rows import SentenceRows


@dataclass(frozen=True, slots=True, eq=False)
class Coverage:
    """How far one sentence of each pair is covered by the other.

    `held` is the share of its weight (by letter groups and inverse document frequency) that stands in the other; the rest
    counts what it adds: content words, function words, names, numbers. `length` is its number of words. `weight_added` is
    what its content words add by inverse document frequency. `days_changed` is 1 where it names a weekday that the
    other lacks, which names another one, or a month so.
    """

    held: FloatArray
    terms_added: FloatArray
    weight_added: FloatArray
    function_words_added: FloatArray
    names_added: FloatArray
    numbers_added: FloatArray
    days_changed: FloatArray
    length: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Pairs of sentences compared, one value per pair in every array.

    `forward` says how the first is covered by the second, `backward` how the second by the first. `overlap` is R_s,
    `cosine` weighs terms by inverse document frequency. Things are apart when each sentence has some that the other lacks:
    two numbers apart may contradict each other, while a number that only one sentence gives adds to what both say.
    `denial` is 1 where only one of the two denies something, `asking` where only one asks.
    """

    overlap: FloatArray
    cosine: FloatArray
    terms_shared: FloatArray
    terms_apart: FloatArray
    names_shared: FloatArray
    names_apart: FloatArray
    numbers_shared: FloatArray
    numbers_apart: FloatArray
    denial: FloatArray
    asking: FloatArray
    forward: Coverage
    backward: Coverage


def compare_rows(left: SentenceRows, right: SentenceRows, first: IntArray, second: IntArray) -> Comparison:
    """Return the comparison of row `first[p]` of one set of sentences with row `second[p]` of another, for each p."""
    sides = [
        (each.words, each.terms, each.names, each.numbers, each.weighted, each.letters)
        for each in ((left,) if right is left else (left, right))
    ]
    words, terms, names, numbers, weighted, letters = _read(sides[0], sides[-1], first, second)
    held_shares = _with_meaning(_held(letters), left, right, first, second)
    days = left.days[first], right.days[second]
    ours, theirs = words.sizes
    return Comparison(
        overlap=_ratio(2 * words.shared, ours + theirs),
        cosine=_cosine(weighted, left.weighted, right.weighted, first, second),
        terms_shared=terms.shared,
        terms_apart=terms.apart,
        names_shared=names.shared,
        names_apart=names.apart,
        numbers_shared=numbers.shared,
        numbers_apart=numbers.apart,
        denial=np.abs(left.denies[first] - right.denies[second]),
        asking=np.abs(left.asks[first] - right.asks[second]),
        forward=_coverage(held_shares[0], days_changed(*days), words, terms, weighted, names, numbers, side=0),
        backward=_coverage(held_shares[1], days_changed(*days[::-1]), words, terms, weighted, names, numbers, side=1),
    )


def compare_at_best(
    words: Cells, terms: Cells, first: IntArray, second: IntArray, *, letters: Cells | None = None
) -> Comparison:
    """Return a comparison by words and terms alone: all that letter groups and facts would tell is taken to speak for it.

    No coverage of the pairs is higher than what this gives, so that few of them need to be read for more. With `letters`
    only facts are taken so, and fewer still need to be read.
    """
    kinds = (words, terms) if letters is None else (words, terms, letters)
    in_words, in_terms, *in_letters = _read(kinds, kinds, first, second)
    nothing, everything = np.zeros(len(first)), np.ones(len(first))
    many, none_added = np.full(len(first), np.inf), _Counted(nothing, (nothing, nothing))
    shares = _held(in_letters[0]) if in_letters else (everything, everything)
    forward, backward = (
        _coverage(shares[side], nothing > 0, in_words, in_terms, none_added, none_added, none_added, side=side)
        for side in (0, 1)
    )
    return Comparison(
        overlap=everything, cosine=everything, terms_shared=in_terms.shared, terms_apart=in_terms.apart,
        names_shared=many, names_apart=nothing, numbers_shared=many, numbers_apart=nothing,
        denial=nothing, asking=nothing, forward=forward, backward=backward,
    )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class _Counted:
    """Things that are counted or weighed: how much both sentences of each pair have, and how much each."""

    shared: FloatArray
    sizes: tuple[FloatArray, FloatArray]

    def added(self, side: int) -> FloatArray:
        return self.sizes[side] - self.shared

    @property
    def apart(self) -> FloatArray:
        return np.minimum(self.added(0), self.added(1))


@dataclass(frozen=True, slots=True, eq=False)
class _Read(_Counted):
    """The same, with the weight of either one in what both have, and the sum of products."""

    within: tuple[FloatArray, FloatArray]
    products: FloatArray


def _read(left: Sequence[Cells], right: Sequence[Cells], first: IntArray, second: IntArray) -> list[_Read]:
    """Return for each kind of cells what both sentences of each pair have, and how much each."""
    return [
        _Read(shared.minima, (ours, theirs), (shared.left, shared.right), shared.products)
        for shared, ours, theirs in shared_by_kind(left, right, first, second)
    ]


def _coverage(
    held_share: FloatArray,
    changed: NDArray[np.bool_],
    words: _Counted,
    terms: _Counted,
    weighted: _Counted,
    names: _Counted,
    numbers: _Counted,
    *,
    side: int,
) -> Coverage:
    # Stems may meet where words do not, so that more terms than words are shared.
    function_shared = np.maximum(words.shared - terms.shared, 0.0)
    function = words.sizes[side] - terms.sizes[side]
    return Coverage(
        held=held_share,
        terms_added=terms.added(side),
        weight_added=np.maximum(weighted.added(side), 0.0),
        function_words_added=np.maximum(function - function_shared, 0.0),
        names_added=names.added(side),
        numbers_added=numbers.added(side),
        days_changed=changed.astype(np.float64),
        length=words.sizes[side],
    )


def _held(letters: _Read) -> tuple[FloatArray, FloatArray]:
    """Return the share of the weight of each sentence's letter groups that stands in the other."""
    (ours, theirs), (our_size, their_size) = letters.within, letters.sizes
    return np.minimum(_ratio(ours, our_size), 1.0), np.minimum(_ratio(theirs, their_size), 1.0)


def _with_meaning(
    shares: tuple[FloatArray, FloatArray], left: SentenceRows, right: SentenceRows, first: IntArray, second: IntArray
) -> tuple[FloatArray, FloatArray]:
    """Return the shares that stand in the other sentence; an encoder's opinion, if there is one, counts as much as ours."""
    if left.meaning is None or right.meaning is None:
        return shares
    alike = np.clip(np.einsum("pd,pd->p", left.meaning[first], right.meaning[second]), 0.0, 1.0)
    return (shares[0] + alike) / 2, (shares[1] + alike) / 2


def _cosine(weights: _Read, left: Cells, right: Cells, first: IntArray, second: IntArray) -> FloatArray:
    """Return the cosine of the weights of both sentences of each pair."""
    squares = [each._replace(weights=each.weights**2).sums() for each in ((left,) if right is left else (left, right))]
    lengths = np.sqrt(squares[0][first]) * np.sqrt(squares[-1][second])
    return np.minimum(_ratio(weights.products, lengths), 1.0)


def _ratio(part: FloatArray, whole: FloatArray) -> FloatArray:
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)
