"""The words of a line with their parts of speech, read once: every rule asks for them again.

Source: our own; `meadow.text.phrases` does the work.
"""

from __future__ import annotations

from functools import lru_cache

from meadow.text.phrases import TaggedWord
from meadow.text.phrases import tag as read_tags


@lru_cache(maxsize=256)  # a sentence has some ten versions, and each is asked about several times before the next
def tag(text: str, language: str = "en") -> tuple[TaggedWord, ...]:
    """Return the words and marks of a line, each with its part of speech and exact place."""
    return read_tags(text, language)
