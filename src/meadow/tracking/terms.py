"""The terms of documents for tracking: stems without stop words, how often they stand there, and how rare they are.

Each word type is looked at once: words become ids, and ids become terms through one array. Document frequencies are
counted as the stream runs. They fade: every 65,536 documents they are halved, and a term that is left without any, and
that no open story holds, is forgotten. So an endless stream needs bounded memory and follows how the news changes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from meadow.kernels.loops import COMPILED
from meadow.kernels.postings_rows import Flags, Longs, pack, unpack
from meadow.model import Document, FloatArray, IntArray
from meadow.text.background import Background, default_background
from meadow.text.japanese import reading_parts, resumed_split
from meadow.text.language import UNSPACED, detect_language
from meadow.text.stems import has_stems, stem_words
from meadow.text.stopwords import stop_words
from meadow.tracking.capitals import Capitals, has_capitals
from meadow.tracking.particles import bare_words, has_particles, light_stems
from meadow.tracking.words import WordDictionary, Words, count_terms

FADE_EVERY = 65_536
_STOP = -1
_LEAST_TERMS = 1024
_MOST_EXPECTED = 4_000_000  # characters whose words are held at once


class TermRows(NamedTuple):
    """Documents as rows: document r holds `terms[ends[r]:ends[r + 1]]`, each once, with its count and its IDF then."""

    ends: Longs
    terms: IntArray
    counts: FloatArray
    idf: FloatArray


@dataclass(slots=True)
class _Language:
    """What the stream has taught about one language: its words, which term each stands for, and how many documents.

    `split` says how its texts were split into words, where that was not the usual way.
    """

    words: Words
    term_of: IntArray = field(default_factory=lambda: np.zeros(0, np.int32))
    terms: dict[str, int] = field(default_factory=dict)
    seen: int = 0
    split: dict[str, str] = field(default_factory=dict)


class DocumentTerms:
    """Counts terms, and remembers their stems and frequencies, so that each word type is analysed once per stream.

    `documents` and `characters` are how many there were, the latter in this run only. In a language without a stemmer the
    first `letters` of a word stand for all its forms, and particles written onto words do not count (`particles`).
    """

    def __init__(
        self,
        background: Background | None,
        *,
        background_documents: int = 0,
        letters: int | None = None,
        capitals: Capitals | None = None,
    ) -> None:
        self._given = background.folded() if background is not None else None
        self._background_documents = background_documents
        self._letters = letters
        self._capitals = capitals
        self._languages: dict[str, _Language] = {}
        self._expected: dict[str, Words] = {}
        # How rare terms are that other parts of the stream met first, in another form perhaps; for a part of a stream.
        self.known: Mapping[str, float] = {}
        self.documents = 0
        self.characters = 0
        self._names: list[str] = []
        self._rarity: FloatArray = np.zeros(_LEAST_TERMS)
        self._share: FloatArray = np.zeros(_LEAST_TERMS)
        self._frequency: Longs = np.zeros(_LEAST_TERMS, np.int64)
        self._cased: Flags = np.zeros(_LEAST_TERMS, np.bool_)

    @property
    def until_fading(self) -> int:
        """How many documents may come before `fade` is due."""
        return FADE_EVERY - self.documents % FADE_EVERY

    def rows(self, documents: Sequence[Document]) -> TermRows:
        """Return the terms of the documents' titles and texts, each weighed with what is known when its document comes."""
        return self.rows_of(*texts_and_languages(documents))

    def meet(self, documents: Sequence[Document]) -> None:
        """Learn the words of the documents' titles and texts, in their order, without counting them."""
        texts, languages = texts_and_languages(documents)
        for code in dict.fromkeys(languages):
            vocabulary = self._language(code)
            vocabulary.words.intern([text for text, each in zip(texts, languages, strict=True) if each == code])
            self._learn(code, vocabulary)

    def rows_of(self, texts: Sequence[str], languages: Sequence[str]) -> TermRows:
        """Return the terms of texts in these languages, each weighed with what is known when its text comes."""
        self.documents += len(texts)
        self.characters += sum(map(len, texts))
        known = dict.fromkeys(languages)
        if len(known) == 1:
            return self._count(languages[0], texts)
        which = {code: [row for row, language in enumerate(languages) if language == code] for code in known}
        parts = [self._count(code, [texts[row] for row in rows]) for code, rows in which.items()]
        return _in_order(parts, [row for rows in which.values() for row in rows])

    def expect(self, texts: Sequence[str], languages: Sequence[str]) -> None:
        """Ask how rare the words of texts are that come next, once for each language and not batch by batch.

        It only saves time: a list of frequencies is read through for whoever asks.
        """
        if self._given is not None or sum(map(len, texts)) > _MOST_EXPECTED:
            return
        for code in dict.fromkeys(languages):
            known = self._languages.get(code)
            words = self._expected.setdefault(code, self._new_words(code)) if known is None else known.words
            coming = [text for text, language in zip(texts, languages, strict=True) if language == code]
            self._rarities(words.expect(coming), code)

    def names(self, terms: IntArray) -> list[str]:
        """Return the stems that terms stand for."""
        return [self._names[term] for term in terms.tolist()]

    def rarities(self) -> tuple[tuple[str, ...], FloatArray]:
        """Return all terms met, and how rare the first form of each is."""
        return tuple(self._names), self._rarity[: len(self._names)].copy()

    def frequencies(self) -> Longs:
        """Return how many documents there were with each term, faded."""
        return self._frequency[: len(self._names)]

    def cased(self) -> Flags:
        """Return which terms begin with a letter that could be a capital."""
        return self._cased[: len(self._names)]

    def fade(self, in_use: IntArray) -> IntArray:
        """Halve all frequencies, forget the terms without any that are not `in_use`, and return each old term's new id."""
        self._frequency //= 2
        keep = self._frequency[: len(self._names)] > 0
        keep[in_use] = True
        if self._capitals is not None:
            self._capitals.fade(keep)
        new = np.where(keep, np.cumsum(keep) - 1, _STOP).astype(np.int32)
        self._names = [name for name, kept in zip(self._names, keep.tolist(), strict=True) if kept]
        self._keep(keep, room=len(self._names))
        for vocabulary in self._languages.values():
            vocabulary.seen //= 2
            vocabulary.terms = {name: int(new[term]) for name, term in vocabulary.terms.items() if keep[term]}
        self._rename(new)
        return new

    def snapshot(self) -> dict[str, Any]:
        """Return what the stream has taught, as JSON data."""
        languages = {
            code: {
                "seen": vocabulary.seen,
                "terms": list(vocabulary.terms),
                "ids": pack(np.array(list(vocabulary.terms.values()), np.int32)),
                **vocabulary.split,
            }
            for code, vocabulary in self._languages.items()
        }
        size = len(self._names)
        arrays = {"rarity": pack(self._rarity[:size]), "frequency": pack(self._frequency[:size])}
        return {"documents": self.documents, "languages": languages, **arrays}

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """Take over what another stream has taught."""
        self.documents = snapshot["documents"]
        rarity = unpack(snapshot["rarity"], "<f8")
        self._rarity = _roomy(rarity, len(rarity))
        self._share = _roomy(np.array([math.exp(-value) for value in rarity.tolist()], np.float64), len(rarity))
        self._frequency = _roomy(unpack(snapshot["frequency"], "<i8"), len(rarity))
        self._names = [""] * len(rarity)
        self._languages = {}
        for code, state in snapshot["languages"].items():
            terms = dict(zip(state["terms"], unpack(state["ids"], "<i4").tolist(), strict=True))
            split = resumed_split(code, state)
            self._languages[code] = _Language(self._new_words(code), terms=terms, seen=state["seen"], split=split)
            for name, term in terms.items():
                self._names[term] = name
        self._cased = _roomy(np.array([*map(has_capitals, self._names)], np.bool_), len(rarity))

    def _count(self, language: str, texts: Sequence[str]) -> TermRows:
        vocabulary = self._language(language)
        ids, ends = vocabulary.words.intern(texts)
        self._learn(language, vocabulary)
        if self._capitals is not None and language not in UNSPACED:
            self._capitals.count(texts, vocabulary.term_of[ids], ends)
        row_ends, terms, counts, met = count_terms(ids, ends, vocabulary.term_of, self._frequency)
        seen = np.repeat(np.arange(vocabulary.seen + 1, vocabulary.seen + len(texts) + 1), np.diff(row_ends))
        vocabulary.seen += len(texts)
        return TermRows(row_ends, terms, counts, self._idf(terms, met, seen))

    def _language(self, code: str) -> _Language:
        vocabulary = self._languages.get(code)
        if vocabulary is None:
            words = self._expected.pop(code, None) or self._new_words(code)
            vocabulary = self._languages[code] = _Language(words, split=reading_parts([code]))
        return vocabulary

    def _idf(self, terms: IntArray, met: Longs, seen: Longs) -> FloatArray:
        """Return `-ln` of the share of documents with the term: the background's, or that mixed with the stream's."""
        prior = self._background_documents
        if prior == 0:
            return self._rarity[terms]
        shares = (prior * self._share[terms] + met) / (prior + seen)
        # A logarithm of numpy may round differently at the end of an array, and a step must equal a batch to the bit.
        return -np.array([*map(math.log, shares.tolist())], np.float64)

    def _learn(self, language: str, vocabulary: _Language) -> None:
        """Find the terms of words that have no term yet."""
        new = vocabulary.words.words(len(vocabulary.term_of))
        if not new:
            return
        stops, terms, names = stop_words(language), vocabulary.terms, self._names
        term_ids: list[int] = []
        rarity: list[float] = []
        for word, stem, value in zip(new, self.stems(new, language), self._rarities(new, language), strict=True):
            term = _STOP if word in stops else terms.setdefault(stem, len(names))
            if term == len(names):
                # The first form met sets a term's rarity, which must not change while a story holds it.
                names.append(stem)
                rarity.append(self.known.get(stem, value))
            term_ids.append(term)
        self._add(rarity)
        vocabulary.term_of = np.concatenate([vocabulary.term_of, np.array(term_ids, np.int32)])

    def _rarities(self, words: Sequence[str], language: str) -> list[float]:
        """Return how rare words are; with particles written onto them, no rarer than without."""
        background = self._given if self._given is not None else default_background(language)
        values = background.idf(words)
        if self._letters is not None and has_particles(language):
            values = np.minimum(values, background.idf(bare_words(words, language)))
        return [float(value) for value in values]

    def stems(self, words: Sequence[str], language: str) -> list[str]:
        """Return the stem of each word, or what stands for one."""
        if self._letters is not None and has_particles(language):
            return light_stems(words, language, letters=self._letters)
        if self._letters is None or has_stems(language):
            return stem_words(words, language)
        return [word[: self._letters] for word in words]

    def _add(self, rarity: Sequence[float]) -> None:
        """Enter the rarity of terms that have just got names."""
        size = len(self._names) - len(rarity)
        if len(self._names) > len(self._rarity):
            self._keep(np.ones(size, np.bool_), room=len(self._names))
        # Nothing weighs less than nothing, whatever a table of one's own says.
        values = [max(value, 0.0) for value in rarity]
        self._rarity[size : len(self._names)] = values
        self._share[size : len(self._names)] = [math.exp(-value) for value in values]
        self._cased[size : len(self._names)] = [*map(has_capitals, self._names[size:])]

    def _keep(self, kept: Flags, *, room: int) -> None:
        """Keep some terms, in their order, with room for so many and as many again."""
        self._rarity = _roomy(self._rarity[: len(kept)][kept], room)
        self._share = _roomy(self._share[: len(kept)][kept], room)
        self._frequency = _roomy(self._frequency[: len(kept)][kept], room)
        self._cased = _roomy(self._cased[: len(kept)][kept], room)

    def _new_words(self, language: str, known: Sequence[str] = ()) -> Words:
        """Return a set of the known words."""
        if not COMPILED or language in UNSPACED:
            return WordDictionary(language, known)
        from meadow.kernels.intern import WordTable

        table = WordTable.empty()
        table.intern(known)
        return table

    def _rename(self, new: IntArray) -> None:
        """Follow terms to their new ids, and let go of the words of those that have none."""
        for code, vocabulary in self._languages.items():
            renamed, real = vocabulary.term_of.copy(), vocabulary.term_of >= 0
            renamed[real] = new[renamed[real]]
            stays = np.flatnonzero(~real | (renamed >= 0))
            words = vocabulary.words.words()
            vocabulary.words = self._new_words(code, [words[at] for at in stays.tolist()])
            vocabulary.term_of = renamed[stays]


def texts_and_languages(documents: Sequence[Document], *, titles: int = 1) -> tuple[list[str], list[str]]:
    """Return what is read of each document, its title so many times and its text, and the language of that."""
    texts = [_text(document, titles) for document in documents]
    languages = [document.language or detect_language(text) for document, text in zip(documents, texts, strict=True)]
    return texts, languages


def _text(document: Document, titles: int) -> str:
    if document.title is None or document.title == document.text:
        return document.text
    return f"{document.title}\n" * titles + document.text


def _roomy(array: Any, size: int) -> Any:
    """Return the array with zeros after it, as long as it takes for so many numbers and as many again."""
    return np.concatenate([array, np.zeros(max(2 * size, _LEAST_TERMS) - len(array), array.dtype)])


def _in_order(parts: Sequence[TermRows], rows: Sequence[int]) -> TermRows:
    """Return the rows of several parts as one, the i-th of them as row `rows[i]`."""
    lengths = np.concatenate([np.diff(part.ends) for part in parts])
    starts = np.cumsum(lengths) - lengths
    order = np.argsort(np.array(rows))
    ends = np.zeros(len(rows) + 1, np.int64)
    np.cumsum(lengths[order], out=ends[1:])
    cells = np.arange(ends[-1]) - np.repeat(ends[:-1] - starts[order], lengths[order])
    terms, counts, idf = (np.concatenate([part[at] for part in parts])[cells] for at in (1, 2, 3))
    return TermRows(ends, terms, counts, idf)
