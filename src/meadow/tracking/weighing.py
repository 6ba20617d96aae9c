"""What each term of a document weighs: its rarity, from the language at large and from what the stream has shown so far.

Source: sublinear tf·idf (Salton and Buckley 1988), with document frequencies shrunk towards a background's.

    idf(k) = −ln( (stories with k + N · p(k)) / (stories + N) )     p(k) = e^(−idf of the background), N = 1000

Stories count, not documents: a story of a thousand reports uses its words once. With no history the background decides
alone, so two documents suffice; a name that fills the news of a region loses weight as the stream goes on.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from meadow.kernels.loops import terms as loops
from meadow.kernels.loops.types import run
from meadow.kernels.postings_rows import Longs, State, pack, unpack
from meadow.model import Document, FloatArray, IntArray
from meadow.text.background import Background, default_background
from meadow.text.stems import has_stems
from meadow.tracking.capitals import Capitals, Kinds
from meadow.tracking.particles import has_particles
from meadow.tracking.terms import DocumentTerms, texts_and_languages
from meadow.vectors.local_terms import numbered_by_appearance
from meadow.vectors.vocabulary import STOP, vocabulary_for

# How many stories the background weighs as much as; no word is taken to be rarer than one in so many.
_BACKGROUND = 1000.0
_RAREST = math.log(_BACKGROUND)
# The heaviest terms of a document; more of them say little more, and strangers share them by chance.
_HEAVIEST = 60
# A word that more than one text in five holds says nothing about an event, and its list of stories would be long.
_COMMON = 1.6
# Added to a document's length: two words that a headline shares are weaker evidence than sixty that an article does.
_DAMPING = 6.0
_LONGEST = 1.0 - 1e-9
# The first letters of a word that stand for all its forms where there is no stemmer.
_LETTERS = 5
# How often a title counts: an editor chose its words.
TITLES = 2
_COUNTED = np.array([0.0, *(1.0 + math.log(count) for count in range(1, 1024))])


class WeightedRows(NamedTuple):
    """Documents as rows: their heaviest terms, how often each stands there, and its weight at the document's length."""

    ends: Longs
    terms: IntArray
    counts: FloatArray
    weights: FloatArray

    def matrix(self) -> sparse.csr_array:
        """Return the weights with a column per term, in order of their ids."""
        width = int(self.terms.max(initial=-1)) + 1
        cells = (self.weights.copy(), self.terms.astype(np.int64), self.ends)  # sorting moves them
        made = sparse.csr_array(cells, shape=(len(self.ends) - 1, width))
        made.sort_indices()
        return made


@dataclass(frozen=True, slots=True, eq=False)
class TermCounts:
    """How many stories use terms: `counts[i]` of them `names[terms[i]]`; a dictionary would take ten times the memory."""

    names: tuple[str, ...] = ()
    terms: IntArray = field(default_factory=lambda: np.zeros(0, np.int32))
    counts: IntArray = field(default_factory=lambda: np.zeros(0, np.int32))

    def by_name(self) -> dict[str, int]:
        """Return the counts by the terms' names."""
        return dict(zip((self.names[term] for term in self.terms.tolist()), self.counts.tolist(), strict=True))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TermCounts):
            return NotImplemented
        same = np.array_equal(self.terms, other.terms) and np.array_equal(self.counts, other.counts)
        return same and (len(self.terms) == 0 or self.names == other.names)

    def __hash__(self) -> int:
        return hash((self.terms.tobytes(), self.counts.tobytes()))


@dataclass(frozen=True, slots=True)
class StreamLook:
    """A look of a whole stream, as a part of it in one language hears of it.

    It comes after so many documents of the stream, when so many runs are open; `stories` and `users` are how many stories
    there are then, and use each term, beyond those that the part itself has found.
    """

    number: int
    after: int
    runs: int
    stories: int = 0
    users: TermCounts = TermCounts()


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What other parts of a stream tell a part of it: how rare terms are that they met first, and the stream's looks."""

    rarity: Mapping[str, float] = field(default_factory=dict)
    looks: tuple[StreamLook, ...] = ()


class Weighing:
    """The terms of a stream and what they weigh; weights change only when `learn` is told to look at the stories."""

    def __init__(self, background: Background | None) -> None:
        self._capitals = Capitals()
        self.terms = DocumentTerms(background, letters=_LETTERS, capitals=self._capitals)
        self._languages: list[str] = []
        self._stories: dict[str, int] = {}
        self._rarity: FloatArray = np.zeros(0)
        self._language: NDArray[np.int32] = np.zeros(0, np.int32)
        self._idf: FloatArray = np.zeros(0)
        self._elsewhere: dict[str, int] = {}

    def hear(self, rarity: Mapping[str, float]) -> None:
        """Take terms that other parts of the stream met first for as rare as they found them."""
        self.terms.known = rarity

    def begin_after(self, look: StreamLook, language: str) -> None:
        """Weigh terms of a language as after a look that came before the first document."""
        self._elsewhere, self._stories = look.users.by_name(), {language: look.stories}

    @property
    def idf(self) -> FloatArray:
        """What each term weighs now."""
        return self._idf

    def rows(self, documents: Sequence[Document]) -> WeightedRows:
        """Return the heaviest terms of documents, titles counted twice."""
        return self.rows_of(*texts_and_languages(documents, titles=TITLES))

    def rows_of(self, texts: Sequence[str], languages: Sequence[str]) -> WeightedRows:
        """Return the heaviest terms of texts in these languages."""
        ends, terms, counts, rarity = self.terms.rows_of(texts, languages)
        owners = np.repeat(np.arange(len(texts)), np.diff(ends))
        self._meet(terms, np.minimum(rarity, _RAREST), languages, owners)
        return _heaviest_rows(ends, terms, counts, self._idf[terms])

    def kinds(self) -> Kinds:
        """Return which terms are names and which are no common words, as far as the stream has shown."""
        names = self._capitals.names(self.terms.frequencies(), self._language)
        return Kinds(names, names | ~self.terms.cased())

    def by_background(self, state: State) -> FloatArray:
        """Return the weights of open runs as they would be by the background alone."""
        factors = np.divide(self._rarity, self._idf, out=np.zeros_like(self._idf), where=self._idf > 0)
        return reweighed(state.weights, state.ends, state.documents.astype(np.float64), factors[state.terms])

    def learn(self, used: Longs, stories: Mapping[str, int], beside: StreamLook | None = None) -> FloatArray:
        """Weigh terms anew, given how many open stories use each and how many there are per language; return the factors.

        A part of a stream is told what other parts bring to the look.
        """
        self._elsewhere = {} if beside is None else beside.users.by_name()
        if beside is not None:
            used = np.maximum(used + self._used_elsewhere(np.arange(len(used), dtype=np.int32)), 0)
            stories = {code: max(stories.get(code, 0) + beside.stories, 0) for code in self._languages}
        self._stories = dict(stories)
        before = self._idf
        self._idf = self._weighed(used, np.arange(len(used)))
        return np.divide(self._idf, before, out=np.zeros_like(before), where=before > 0)

    def _weighed(self, used: Longs, terms: Longs) -> FloatArray:
        """Return what terms weigh that so many stories use."""
        totals = np.array([float(self._stories.get(language, 0)) for language in self._languages])
        shares = used + _BACKGROUND * np.exp(-self._rarity[terms])
        weighed: FloatArray = -np.log(shares / (totals[self._language[terms]] + _BACKGROUND))
        return weighed

    def _used_elsewhere(self, terms: IntArray) -> Longs:
        return np.array([self._elsewhere.get(name, 0) for name in self.terms.names(terms)], np.int64)

    def fade(self, in_use: IntArray) -> IntArray:
        """Forget the terms that have become rare and are not `in_use`, and return each old term's new id."""
        new = self.terms.fade(in_use)
        kept = np.flatnonzero(new[: len(self._rarity)] >= 0)
        self._rarity, self._language, self._idf = self._rarity[kept], self._language[kept], self._idf[kept]
        return new

    def snapshot(self) -> dict[str, Any]:
        """Return all that was learned as JSON data."""
        packed = {"rarity": pack(self._rarity), "language": pack(self._language), "idf": pack(self._idf)}
        known = {"terms": self.terms.snapshot(), "capitals": self._capitals.snapshot()}
        return {**known, "languages": self._languages, "stories": self._stories, **packed}

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """Take over what another stream has taught."""
        self.terms.restore(snapshot["terms"])
        self._capitals.restore(snapshot.get("capitals", {}))
        self._languages, self._stories = [*snapshot["languages"]], dict(snapshot["stories"])
        self._rarity, self._idf = unpack(snapshot["rarity"], "<f8"), unpack(snapshot["idf"], "<f8")
        self._language = unpack(snapshot["language"], "<i4")

    def _meet(self, terms: IntArray, rarity: FloatArray, languages: Sequence[str], owners: Longs) -> None:
        """Enter terms that are new: no story holds them yet."""
        size = max(len(self._rarity), int(terms.max(initial=-1)) + 1)
        if size == len(self._rarity):
            return
        for language in dict.fromkeys(languages):
            if language not in self._languages:
                self._languages.append(language)
        numbers = np.array([self._languages.index(language) for language in languages], np.int32)
        # A language's stories make every word that none of them holds rarer.
        rarer = [math.log1p(self._stories.get(language, 0) / _BACKGROUND) for language in self._languages]
        new = terms >= len(self._rarity)
        self._rarity = _longer(self._rarity, size, terms[new], rarity[new])
        self._language = _longer(self._language, size, terms[new], numbers[owners[new]])
        self._idf = _longer(self._idf, size, terms[new], rarity[new] + np.array(rarer)[numbers[owners[new]]])
        if self._elsewhere:
            # What is new here may be in stories of other parts already.
            met = np.unique(terms[new])
            used = self._used_elsewhere(met)
            self._idf[met[used > 0]] = self._weighed(used[used > 0], met[used > 0].astype(np.int64))


def rows_alone(documents: Sequence[Document], background: Background | None) -> WeightedRows:
    """Return documents of a story as `Weighing(background).rows` does, as if no others had ever come.

    Words are looked up in the vocabulary of their language, which views share, and not learned anew for each story. Where
    terms of tracking are no stems, as in languages without a stemmer, it has other terms than these and is not asked.
    """
    texts, languages = texts_and_languages(documents, titles=TITLES)
    if len(set(languages)) == 1 and has_stems(languages[0]) and not has_particles(languages[0]):
        return _rows_of_known_words(texts, languages[0], background)
    return Weighing(background).rows_of(texts, languages)


def _rows_of_known_words(texts: Sequence[str], language: str, background: Background | None) -> WeightedRows:
    vocabulary = vocabulary_for(language=language)
    words, ends = vocabulary.read(texts)
    rarity = vocabulary.idf(default_background(language) if background is None else background.folded())
    owners = np.repeat(np.arange(len(texts)), np.diff(ends, prepend=0))
    is_term = vocabulary.term_of[words] != STOP
    words, owners = words[is_term], owners[is_term]
    # Terms are numbered as they come, and the first form of each says how rare it is, as in a stream.
    terms = numbered_by_appearance(vocabulary.term_of[words])
    width = int(terms.max(initial=-1)) + 1
    idf = np.zeros(width)
    idf[terms[::-1]] = np.minimum(np.maximum(rarity[words[::-1]], 0.0), _RAREST)
    cells, first, counts = np.unique(owners * max(1, width) + terms, return_index=True, return_counts=True)
    order = np.argsort(first)
    row_terms = terms[first[order]].astype(np.int32)
    row_ends = np.zeros(len(texts) + 1, np.int64)
    np.cumsum(np.bincount(cells // max(1, width), minlength=len(texts)), out=row_ends[1:])
    return _heaviest_rows(row_ends, row_terms, counts[order].astype(np.float64), idf[row_terms])


def _heaviest_rows(ends: Longs, terms: IntArray, counts: FloatArray, idf: FloatArray) -> WeightedRows:
    """Return the heaviest terms of rows, without those that say nothing, at the rows' lengths."""
    rows = len(ends) - 1
    owners = np.repeat(np.arange(rows), np.diff(ends))
    amounts = _COUNTED[np.minimum(counts, len(_COUNTED) - 1).astype(np.int64)]
    weights = amounts * idf
    kept = heaviest(weights, ends)
    kept = kept[idf[kept] >= _COMMON]
    owners, weights = owners[kept], weights[kept]
    kept_ends = np.zeros(rows + 1, np.int64)
    np.cumsum(np.bincount(owners, minlength=rows), out=kept_ends[1:])
    # Summed one by one, so that a document's length does not depend on those it came with.
    lengths = np.sqrt(np.bincount(owners, weights**2, minlength=rows))
    return WeightedRows(kept_ends, terms[kept], counts[kept], weights / (lengths + _DAMPING)[owners])


def heaviest(weights: FloatArray, ends: Longs) -> Longs:
    """Return which cells are among the heaviest of their row, in their order; of equal ones the first."""
    kept, sorting = np.empty(len(weights), np.int64), np.empty(int(np.diff(ends).max(initial=0)))
    return kept[: run(loops.heaviest, weights, ends, _HEAVIEST, sorting, kept)]


def reweighed(weights: FloatArray, ends: Longs, sizes: FloatArray, factors: FloatArray) -> FloatArray:
    """Return summed weights of rows, each of so many documents that are nearly alike, after each term's weight changed.

    A mean row of length m is that of a document of length L = damping · m / (1 − m), for m = L / (L + damping).
    """
    owners = np.repeat(np.arange(len(sizes)), np.diff(ends))
    means = weights / sizes[owners]
    length = np.minimum(np.sqrt(np.bincount(owners, means**2, minlength=len(sizes))), _LONGEST)
    changed = means * (_DAMPING / (1.0 - length))[owners] * factors
    lengths = np.sqrt(np.bincount(owners, changed**2, minlength=len(sizes)))
    return changed / (lengths + _DAMPING)[owners] * sizes[owners]


def _longer(array: Any, size: int, places: IntArray, values: Any) -> Any:
    made = np.concatenate([array, np.zeros(size - len(array), array.dtype)])
    made[places] = values
    return made
