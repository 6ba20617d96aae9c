"""The sentences of the sources: found by the words of a claim, read when first compared."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import nsmallest

from meadow.grounding.reading import Read, read_sentence
from meadow.grounding.rules import Rules
from meadow.model import Document, Sentence
from meadow.text.background import default_background
from meadow.text.datelines import dateline_length
from meadow.text.sentences import document_sentences
from meadow.text.tokens import words as words_of

CANDIDATES = 6
"""Sentences that a claim is compared with: with 12 no figure of `benchmarks/grounding.py` changes by .005."""
_MOST_POSTINGS = (
    400  # sentences with a word; one in more of them finds no candidate, though it still adds to their weight
)
_QUOTES = re.compile(r"[“”„«»\"‘’'`]")
_NO_WORD = re.compile(r"[^\w%$€£¥]+")


@dataclass(frozen=True, eq=False, slots=True)
class SourceSentence:
    """One sentence of a source, with its number among all and that of its document; `body` is it without its dateline."""

    number: int
    document: int
    sentence: Sentence
    body: str


class Sources:
    """All sentences of the documents in one language, with an index from the keys of words to sentences."""

    def __init__(self, documents: Sequence[Document], lists: Rules) -> None:
        self.documents = documents
        self.lists = lists
        self.sentences: list[SourceSentence] = []
        self._postings: dict[str, list[int]] = defaultdict(list)
        self._exact: dict[str, list[int]] = defaultdict(list)
        self._reads: dict[int, Read | None] = {}
        self._weights: dict[str, float] = {}
        self._squeezed: dict[int, str] = {}
        self._keys: list[frozenset[str]] = []
        for place, document in enumerate(documents):
            for sentence in document_sentences(document):
                self._add(place, sentence)

    def _add(self, document: int, sentence: Sentence) -> None:
        number = len(self.sentences)
        body = sentence.text[dateline_length(sentence.text, self.lists.language) :]
        self.sentences.append(SourceSentence(number, document, sentence, body))
        if body != sentence.text:
            self._exact[plain(body)].append(number)
        self._exact[plain(sentence.text)].append(number)
        keys = dict.fromkeys(self.keys_of(sentence.text))
        self._keys.append(frozenset(keys))
        for key in keys:
            self._postings[key].append(number)

    def keys_in(self, number: int) -> frozenset[str]:
        """Return the keys of the words of a sentence that carry content."""
        return self._keys[number]

    def keys_of(self, text: str) -> list[str]:
        """Return the keys of the words of a text that carry content, numbers included."""
        keys, stop, language = self.lists.keys, self.lists.stop, self.lists.language
        return [keys[word] for word in words_of(text, language) if word not in stop]

    def exact(self, text: str) -> Sequence[int]:
        """Return the sentences that are the same words as a text, whatever its marks."""
        return self._exact.get(plain(text), ())

    def read(self, number: int) -> Read | None:
        """Return a sentence, read; None for one that cannot be."""
        if number not in self._reads:
            source = self.sentences[number]
            published = self.documents[source.document].published
            self._reads[number] = read_sentence(source.body, self.lists, published)
        return self._reads[number]

    def weights(self, keys: Iterable[str]) -> list[float]:
        """Return how much each key counts: how rare its word is."""
        wanted = list(keys)
        new = [key for key in dict.fromkeys(wanted) if key not in self._weights]
        if new:
            rarities = default_background(self.lists.language).idf(new).tolist()
            self._weights.update(zip(new, rarities, strict=True))
        return [self._weights[key] for key in wanted]

    def candidates(self, keys: Sequence[str], within: frozenset[int] | None = None) -> list[int]:
        """Return the sentences that share most with a claim by weight, the best first; `within` are documents."""
        scores: dict[int, float] = defaultdict(float)
        distinct = list(dict.fromkeys(keys))
        weights = dict(zip(distinct, self.weights(distinct), strict=True))
        ordered = sorted(distinct, key=lambda key: len(self._postings.get(key, ())))
        for key in ordered:
            numbers = self._postings.get(key, ())
            if len(numbers) > _MOST_POSTINGS and scores:
                for number in scores.keys() & set(numbers):
                    scores[number] += weights[key]
                continue
            for number in numbers[:_MOST_POSTINGS]:
                scores[number] += weights[key]
        inside = scores if within is None else [each for each in scores if self.sentences[each].document in within]
        return nsmallest(CANDIDATES, inside, key=lambda number: (-scores[number], number))

    def nearby(self, number: int, before: int) -> Iterable[int]:
        """Yield the sentences before one in its document, the nearest first."""
        document = self.sentences[number].document
        for index in range(number - 1, max(-1, number - 1 - before), -1):
            if self.sentences[index].document != document:
                return
            yield index

    def together(self, document: int, one: str, other: str) -> Iterable[int]:
        """Yield the sentences of a document that have both of two keys."""
        first, second = self._postings.get(one, ()), self._postings.get(other, ())
        shared = set(first).intersection(second)
        return (number for number in sorted(shared) if self.sentences[number].document == document)

    def holds_quotation(self, document: int, quoted: str) -> bool:
        """Say whether a document has a quotation letter for letter, whatever the form of its quotation marks."""
        if document not in self._squeezed:
            whole = self.documents[document]
            self._squeezed[document] = squeezed(f"{whole.title or ''} {whole.text}")
        return squeezed(quoted) in self._squeezed[document]


def plain(text: str) -> str:
    """Return the words of a text in small letters with one blank between, for sentences that differ in marks only."""
    return _NO_WORD.sub(" ", _QUOTES.sub("", text)).strip().lower()


def squeezed(text: str) -> str:
    """Return a text with one form of quotation mark and single blanks, its letters as they are."""
    return " ".join(_QUOTES.sub("'", text).split()).strip(" .,")
