"""Whether a quotation's speaker is in the sentence: somebody named or described, not only "he said"."""

from __future__ import annotations

from meadow.text.rulebook import rulebook
from meadow.text.selfcontained.quotations import Quotations
from meadow.text.word_sets import LETTERS


def has_speaker(quotations: Quotations, language: str) -> bool:
    """Say whether the words around a quotation name or describe somebody."""
    outside, book = quotations.outside, rulebook(language)
    rules = book.kind("speaker")
    if rules.entries:
        return rules.find(outside) is not None
    words, unnamed = LETTERS.findall(outside), book.words("unnamed")
    lowered = [word.lower() for word in words]
    capitals = [low not in unnamed and word[0].isupper() for word, low in zip(words, lowered, strict=True)]
    if any(capitals[1:]):
        return True
    only_a_pronoun = not unnamed.isdisjoint(lowered) and not any(capitals)
    return not only_a_pronoun and not (book.words("nobody") | unnamed).issuperset(lowered)
