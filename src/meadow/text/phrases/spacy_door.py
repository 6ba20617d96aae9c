"""A spaCy pipeline in place of our rules: the same functions, from the documents of a pipeline that the caller has loaded.

spaCy is no dependency: anything will do that turns a text into tokens with `idx`, `text` and `pos_`, with `ents` and
`noun_chunks`. Parts of speech, noun phrases and names are the pipeline's; numbers and clauses are read by our rules from
its tags; dates are ours, since a pipeline marks them without saying which day they mean.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from meadow.text.phrases.clauses import clauses_of
from meadow.text.phrases.dates import dates
from meadow.text.phrases.lexicon import lexicon
from meadow.text.phrases.name_forms import NameCandidate, merged
from meadow.text.phrases.noun_phrases import noun_phrases_of
from meadow.text.phrases.numbers import quantities
from meadow.text.phrases.values import (
    Clause,
    DateMention,
    Mention,
    Name,
    NameKind,
    Quantity,
    Span,
    Tag,
    TaggedWord,
)  # fmt: skip

_TAGS: Mapping[str, Tag] = {
    "NOUN": "noun", "PROPN": "name", "VERB": "verb", "AUX": "auxiliary", "ADJ": "adjective", "ADV": "adverb",
    "DET": "determiner", "PRON": "pronoun", "ADP": "preposition", "CCONJ": "conjunction", "SCONJ": "subordinator",
    "NUM": "number", "PUNCT": "punctuation", "SYM": "punctuation", "PART": "adverb", "INTJ": "adverb", "X": "noun",
}  # fmt: skip
_KINDS: Mapping[str, NameKind] = {
    "PERSON": "person", "PER": "person", "ORG": "organisation", "GPE": "place", "LOC": "place", "FAC": "place",
    "PRODUCT": "other", "EVENT": "other", "WORK_OF_ART": "other", "LAW": "other", "MISC": "other",
}  # fmt: skip
_TRIMMED = frozenset(
    {"article", "determiner", "possessive", "pronoun", "preposition", "link", "conjunction", "punctuation"}
)
_HEADS = frozenset({"noun", "name"})


@dataclass(frozen=True, slots=True)
class Phrases:
    """The functions of `meadow.text.phrases`, answered by a pipeline."""

    nlp: Callable[[str], Any]

    def tag(self, text: str, language: str = "en") -> tuple[TaggedWord, ...]:
        """Return the words and marks of a text, each with its part of speech and exact place."""
        return tuple(_tagged(self.nlp(text), language))

    def noun_phrases(self, text: str, language: str = "en") -> tuple[Span, ...]:
        """Return the pipeline's noun chunks without function words at their ends; our runs where it has none."""
        document = self.nlp(text)
        words = tuple(_tagged(document, language))
        try:
            chunks = [(chunk.start_char, chunk.end_char) for chunk in document.noun_chunks]
        except (NotImplementedError, ValueError):  # spaCy's answer for a language or a pipeline without a parser
            return noun_phrases_of(text, language, words)
        return tuple(_trimmed(text, words, chunks))

    def names(self, texts: str | Sequence[str], language: str = "en") -> tuple[Name, ...]:
        """Return the pipeline's entities that are names, short and long forms merged."""
        given = (texts,) if isinstance(texts, str) else tuple(texts)
        candidates = [
            candidate for index, text in enumerate(given) for candidate in _entities(self.nlp(text), text, index)
        ]
        return merged(candidates, lexicon(language))

    def numbers(self, text: str, language: str = "en") -> tuple[Quantity, ...]:
        """Return the quantities of a text, what they count read from the pipeline's tags."""
        return quantities(text, language, self.tag(text, language))

    def dates(self, text: str, language: str = "en", *, anchor: datetime | None = None) -> tuple[DateMention, ...]:
        """Return the dates of a text, by our rules."""
        return dates(text, language, anchor=anchor)

    def clauses(self, text: str, language: str = "en") -> tuple[Clause, ...]:
        """Return the clauses of a text, by our rules from the pipeline's tags."""
        return clauses_of(text, language, self.tag(text, language))


def use_spacy(nlp: Callable[[str], Any]) -> Phrases:
    """Return the functions of this package as a loaded pipeline answers them: `use_spacy(spacy.load("…")).names(text)`."""
    return Phrases(nlp)


def _tagged(document: Any, language: str) -> Iterator[TaggedWord]:
    lists = lexicon(language)
    for token in document:
        if token.text.strip():
            tag = _TAGS.get(token.pos_, "noun")
            closed = lists.closed.get(token.text.lower())
            # A pipeline's tags are coarser than ours: articles, possessives and the "of" of nouns are told by the word.
            if closed in ("article", "possessive", "link", "relative") and tag in (
                "determiner",
                "pronoun",
                "preposition",
            ):
                tag = closed
            yield TaggedWord(token.idx, token.idx + len(token.text), token.text, tag)


def _trimmed(text: str, words: Sequence[TaggedWord], chunks: Sequence[tuple[int, int]]) -> Iterator[Span]:
    starts = [word.start for word in words]
    for start, end in chunks:
        inside = list(words[bisect_left(starts, start) : bisect_left(starts, end)])
        while inside and inside[0].tag in _TRIMMED:
            inside.pop(0)
        while inside and inside[-1].tag in _TRIMMED:
            inside.pop()
        if any(word.tag in _HEADS for word in inside):
            yield Span(inside[0].start, inside[-1].end, text[inside[0].start : inside[-1].end])


def _entities(document: Any, text: str, index: int) -> Iterator[NameCandidate]:
    for entity in document.ents:
        kind = _KINDS.get(entity.label_)
        if kind is not None:
            mention = Mention(entity.start_char, entity.end_char, text[entity.start_char : entity.end_char], index)
            yield NameCandidate(mention, Counter({kind: 1}))
