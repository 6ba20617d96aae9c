"""The terms of one document for tracking: stems without stop words, and how rare they are."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from meadow.model import Document
from meadow.text.background import Background, default_background
from meadow.text.language import detect_language
from meadow.text.stems import stem_words
from meadow.text.stopwords import stop_words
from meadow.text.tokens import words
from meadow.tracking.tracker import Snapshot


class DocumentTerms:
    """Counts terms and remembers their stems and rarity, so that each word type is analysed once per stream."""

    def __init__(self, background: Background | None, *, background_documents: int = 0) -> None:
        self._given = background.folded() if background is not None else None
        self._background_documents = background_documents
        self._term_of: dict[str, dict[str, str | None]] = {}
        self._background_idf: dict[str, dict[str, float]] = {}
        self._seen: Counter[str] = Counter()
        self._document_frequency: dict[str, Counter[str]] = {}

    def weigh(self, document: Document) -> tuple[str, Counter[str], dict[str, float]]:
        """Return the document's language, how often each term stands in its title and text, and each term's IDF now."""
        title = document.title if document.title is not None and document.title != document.text else ""
        text = f"{title}\n{document.text}"
        language = document.language or detect_language(text)
        found = words(text, language)
        term_of = self._term_of.setdefault(language, {})
        self._learn(language, [word for word in dict.fromkeys(found) if word not in term_of])
        terms = (term_of[word] for word in found)
        counts = Counter(term for term in terms if term is not None)
        self._seen[language] += 1
        self._document_frequency.setdefault(language, Counter()).update(counts.keys())
        return language, counts, {term: self._idf(language, term) for term in counts}

    def snapshot(self) -> dict[str, Any]:
        """Return what the stream has taught, as JSON data."""
        frequencies = {language: dict(counts) for language, counts in self._document_frequency.items()}
        return {"seen": dict(self._seen), "frequencies": frequencies, "idf": self._background_idf}

    def restore(self, snapshot: Snapshot) -> None:
        """Take over what another stream has taught."""
        self._seen = Counter(snapshot["seen"])
        self._document_frequency = {language: Counter(own) for language, own in snapshot["frequencies"].items()}
        self._background_idf = {language: dict(own) for language, own in snapshot["idf"].items()}
        self._term_of = {}

    def _idf(self, language: str, term: str) -> float:
        """Return `-ln` of the share of documents with the term: the background's, or that mixed with the stream's."""
        background = self._background_idf[language][term]
        prior = self._background_documents
        if prior == 0:
            return background
        met = self._document_frequency[language][term]
        return -math.log((prior * math.exp(-background) + met) / (prior + self._seen[language]))

    def _learn(self, language: str, new: list[str]) -> None:
        stops = stop_words(language)
        background = self._given if self._given is not None else default_background(language)
        known: dict[str, float] = self._background_idf.setdefault(language, {})
        rows = zip(new, stem_words(new, language), background.idf(new).tolist(), strict=True)
        for word, stem, value in rows:
            self._term_of[language][word] = None if word in stops else stem
            if word not in stops:
                # The first form met sets a term's rarity: it must not change while a stream runs.
                known.setdefault(stem, value)
