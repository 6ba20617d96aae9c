"""Phrases without a model: a light tagger, noun phrases, names, numbers, dates and clauses, each with its exact place."""

from __future__ import annotations

from meadow.text.phrases.clauses import clauses
from meadow.text.phrases.dates import dates
from meadow.text.phrases.names import names
from meadow.text.phrases.noun_phrases import noun_phrases
from meadow.text.phrases.numbers import numbers
from meadow.text.phrases.spacy_door import Phrases, use_spacy
from meadow.text.phrases.tagger import tag
from meadow.text.phrases.values import Clause, DateMention, Mention, Name, Quantity, Span, TaggedWord

__all__ = [
    "Clause", "DateMention", "Mention", "Name", "Phrases", "Quantity", "Span", "TaggedWord",
    "clauses", "dates", "names", "noun_phrases", "numbers", "tag", "use_spacy",
]  # fmt: skip
