"""Two sentences side by side: what they share, what each adds to the other, and where they cannot both be right.

Source: our own; `overlap` is R_s of Radev, Jing, Styś and Tam (2004), section 2.3.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from meadow.model import FloatArray, IntArray
from meadow.vectors.cells import Cells, shared_cells
from meadow.vectors.sameness.rows import SentenceRows


@dataclass(frozen=True, slots=True, eq=False)
class Coverage:
    """How far one sentence of each pair is covered by the other.

    `held` is the share of its weight (by letter groups and inverse document frequency) that stands in the other; the rest
    counts what it adds: content words, function words, names, numbers. `length` is its number of words. `weight_added` is
    what its content words add by inverse document frequency.
    """

    held: FloatArray
    terms_added: FloatArray
    weight_added: FloatArray
    function_words_added: FloatArray
    names_added: FloatArray
    numbers_added: FloatArray
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
    words = _Counted.read(left.words, right.words, first, second)
    terms = _Counted.read(left.terms, right.terms, first, second)
    names = _Counted.read(left.names, right.names, first, second)
    numbers = _Counted.read(left.numbers, right.numbers, first, second)
    weighted, cosine = _weighted(left.weighted, right.weighted, first, second)
    held_shares = _with_meaning(_held(left.letters, right.letters, first, second), left, right, first, second)
    ours, theirs = words.sizes
    return Comparison(
        overlap=_ratio(2 * words.shared, ours + theirs),
        cosine=cosine,
        terms_shared=terms.shared,
        terms_apart=terms.apart,
        names_shared=names.shared,
        names_apart=names.apart,
        numbers_shared=numbers.shared,
        numbers_apart=numbers.apart,
        denial=np.abs(left.denies[first] - right.denies[second]),
        asking=np.abs(left.asks[first] - right.asks[second]),
        forward=_coverage(held_shares[0], words, terms, weighted, names, numbers, side=0),
        backward=_coverage(held_shares[1], words, terms, weighted, names, numbers, side=1),
    )


def compare_at_best(
    words: Cells, terms: Cells, first: IntArray, second: IntArray, *, letters: Cells | None = None
) -> Comparison:
    """Return a comparison by words and terms alone: all that letter groups and facts would tell is taken to speak for it.

    No coverage of the pairs is higher than what this gives, so that few of them need to be read for more. With `letters`
    only facts are taken so, and fewer still need to be read.
    """
    in_words = _Counted.read(words, words, first, second)
    in_terms = _Counted.read(terms, terms, first, second)
    nothing, everything = np.zeros(len(first)), np.ones(len(first))
    many, none_added = np.full(len(first), np.inf), _Counted(nothing, (nothing, nothing))
    shares = (everything, everything) if letters is None else _held(letters, letters, first, second)
    forward, backward = (
        _coverage(shares[side], in_words, in_terms, none_added, none_added, none_added, side=side) for side in (0, 1)
    )
    return Comparison(
        overlap=everything, cosine=everything, terms_shared=in_terms.shared, terms_apart=in_terms.apart,
        names_shared=many, names_apart=nothing, numbers_shared=many, numbers_apart=nothing,
        denial=nothing, asking=nothing, forward=forward, backward=backward,
    )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class _Counted:
    """Things that are counted: how many both sentences of each pair have, and how many each."""

    shared: FloatArray
    sizes: tuple[FloatArray, FloatArray]

    @classmethod
    def read(cls, left: Cells, right: Cells, first: IntArray, second: IntArray) -> _Counted:
        shared = shared_cells(left, right, first, second).minima
        ours = left.sums()
        return cls(shared, (ours[first], (ours if right is left else right.sums())[second]))

    def added(self, side: int) -> FloatArray:
        return self.sizes[side] - self.shared

    @property
    def apart(self) -> FloatArray:
        return np.minimum(self.added(0), self.added(1))


def _coverage(
    held_share: FloatArray,
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
        length=words.sizes[side],
    )


def _held(left: Cells, right: Cells, first: IntArray, second: IntArray) -> tuple[FloatArray, FloatArray]:
    """Return the share of the weight of each sentence's letter groups that stands in the other."""
    shared = shared_cells(left, right, first, second)
    ours = left.sums()
    theirs = ours if right is left else right.sums()
    return (
        np.minimum(_ratio(shared.left, ours[first]), 1.0),
        np.minimum(_ratio(shared.right, theirs[second]), 1.0),
    )


def _with_meaning(
    shares: tuple[FloatArray, FloatArray], left: SentenceRows, right: SentenceRows, first: IntArray, second: IntArray
) -> tuple[FloatArray, FloatArray]:
    """Return the shares that stand in the other sentence; an encoder's opinion, if there is one, counts as much as ours."""
    if left.meaning is None or right.meaning is None:
        return shares
    alike = np.clip(np.einsum("pd,pd->p", left.meaning[first], right.meaning[second]), 0.0, 1.0)
    return (shares[0] + alike) / 2, (shares[1] + alike) / 2


def _weighted(left: Cells, right: Cells, first: IntArray, second: IntArray) -> tuple[_Counted, FloatArray]:
    """Return the weight of terms that both sentences of each pair have, and how much each; and their cosine."""
    shared = shared_cells(left, right, first, second)
    squares = [each._replace(weights=each.weights**2).sums() for each in ((left,) if right is left else (left, right))]
    lengths = np.sqrt(squares[0][first]) * np.sqrt(squares[-1][second])
    ours = left.sums()
    sizes = ours[first], (ours if right is left else right.sums())[second]
    return _Counted(shared.minima, sizes), np.minimum(_ratio(shared.products, lengths), 1.0)


def _ratio(part: FloatArray, whole: FloatArray) -> FloatArray:
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)
