"""Whether a quotation's speaker is in the sentence: somebody named or described, not only "he said"."""

from __future__ import annotations

import re

from meadow.text.selfcontained.lists import listed
from meadow.text.selfcontained.quotations import Quotations

_WORDS = re.compile(r"[^\W\d_]+")
_JAPANESE_SOMEBODY = re.compile(
    r"(?:は|が|も|によると|によれば|から|らは|として)[、「\s]|[一-鿿ァ-ヺー]{2,}(?:氏|さん|は|が)|声|という|不満"
)
_FEWEST = 1


def has_speaker(quotations: Quotations, language: str) -> bool:
    """Say whether the words around a quotation name or describe somebody."""
    outside = quotations.outside
    if language == "ja":
        return _JAPANESE_SOMEBODY.search(outside) is not None
    words = _WORDS.findall(outside)
    if any(word[0].isupper() and word.lower() not in listed(language, "pronouns") for word in words[1:]):
        return True
    nobody = listed(language, "nobody") | listed(language, "pronouns")
    somebody = [word for word in words if word.lower() not in nobody]
    return len(somebody) >= _FEWEST and (not _only_pronoun(words, language))


def _only_pronoun(words: list[str], language: str) -> bool:
    """Say whether a pronoun is the only one who could be speaking: no capitalized word beside it."""
    lowered = {word.lower() for word in words}
    named = any(word[0].isupper() and word.lower() not in listed(language, "pronouns") for word in words)
    return not lowered.isdisjoint(listed(language, "pronouns")) and not named
