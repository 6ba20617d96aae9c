"""Japanese words by Sudachi, which the extra `ja` brings: short units as they are written, and their dictionary forms."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from meadow.errors import MissingExtraError
from meadow.text.per_thread import once_per_thread

SUDACHI_LIMIT = 10_000  # Sudachi takes at most 49,149 bytes at once; a character has up to four
_RESPELLED = frozenset({"動詞", "形容詞", "数詞"})


def short_units(text: str) -> Iterator[str]:
    """Iterate over the short units (mode A) of a text as they are written, marks and blanks among them."""
    tokenizer, mode = sudachi()
    for start in range(0, len(text), SUDACHI_LIMIT):
        for morpheme in tokenizer.tokenize(whole_characters(text[start : start + SUDACHI_LIMIT]), mode):
            yield morpheme.surface()


def whole_characters(text: str) -> str:
    """Return the text with "?" for each half of a surrogate pair: that is no character, and Sudachi takes none."""
    return text.encode("utf-8", "replace").decode("utf-8")


@lru_cache(maxsize=1 << 16)
def dictionary_form(word: str) -> str:
    """Return the form under which a dictionary lists a short unit that inflects: 述べ gives 述べる; numerals give digits.

    Other words stay as they are written: Sudachi would respell names (読売 as 読み売り). A unit is looked up by itself, so
    that one form always has one stem.
    """
    tokenizer, mode = sudachi()
    units = tokenizer.tokenize(word[:SUDACHI_LIMIT], mode)
    if len(units) != 1 or _RESPELLED.isdisjoint(units[0].part_of_speech()[:2]):
        return word
    return str(units[0].normalized_form()).lower()


@once_per_thread
def sudachi() -> tuple[Any, Any]:
    """Return this thread's tokenizer and its mode of short units; without the extra `ja` a `MissingExtraError`.

    A tokenizer refuses a second thread while it works; the dictionary, which is what takes time and memory, is shared.
    """
    dictionary, mode = _dictionary()
    return dictionary.tokenizer(), mode


@cache
def _dictionary() -> tuple[Any, Any]:
    try:
        from sudachipy import Dictionary, SplitMode
    except ImportError as error:
        raise MissingExtraError("Splitting Japanese into words", "ja") from error
    return Dictionary(dict="small"), SplitMode.A
