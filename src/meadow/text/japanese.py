"""Japanese words by Sudachi, which the extra `ja` brings: short units as they are written, and their dictionary forms.

Without the extra, Japanese is read as pairs of characters, as Chinese and Thai are (`tokens`). The two give other words, and
so other results; whatever is made from Japanese says which they were (`reading_parts`).
"""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterator, Mapping
from functools import cache, lru_cache
from importlib.util import find_spec
from typing import Any

from meadow.errors import FallbackWarning
from meadow.text.per_thread import once_per_thread

SUDACHI_LIMIT = 10_000  # Sudachi takes at most 49,149 bytes at once; a character has up to four
_PAIRS_NOTE = (
    "Japanese is split into pairs of characters, because the extra 'ja' is not installed."
    " It gives better words: pip install 'meadow[ja]'"
)
_MIXED_NOTE = (
    "Earlier Japanese articles of this workspace were split into words in another way (with the extra 'ja' or without it),"
    " so new ones may not join their stories. `meadow replay --apply` tracks all of them in one way"
)
_PART = "japanese"
_RESPELLED = frozenset({"動詞", "形容詞", "数詞"})


@cache
def has_sudachi() -> bool:
    """Say whether Sudachi and its dictionary are installed; neither is loaded for that."""
    return all(find_spec(package) is not None for package in ("sudachipy", "sudachidict_small"))


@cache
def warn_of_pairs() -> None:
    """Give a `FallbackWarning`, once per process, that Japanese is read as pairs of characters."""
    warnings.warn(_PAIRS_NOTE, FallbackWarning, stacklevel=2)


def reading_parts(languages: Collection[str]) -> dict[str, str]:
    """Return what signatures say about how words are split in some languages; nothing where that is the usual way."""
    if "ja" not in languages or has_sudachi():
        return {}
    warn_of_pairs()
    return {_PART: "pairs"}


def split_notes(languages: Collection[str]) -> tuple[str, ...]:
    """Return what reports say to their readers about how words are split in some languages."""
    return (f"{_PAIRS_NOTE}.",) if reading_parts(languages) else ()


def resumed_split(language: str, state: Mapping[str, object]) -> dict[str, str]:
    """Return how the words of a language are split from now on in a state that was kept, as `reading_parts` says it.

    Where they were split otherwise before, a `FallbackWarning` says so, then and whenever the state is resumed.
    """
    before, now = str(state.get(_PART, "")), reading_parts([language])
    if before == now.get(_PART, ""):
        return now
    warnings.warn(_MIXED_NOTE, FallbackWarning, stacklevel=2)
    return {_PART: "mixed"}


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
    """Return this thread's tokenizer and its mode of short units; only where `has_sudachi`.

    A tokenizer refuses a second thread while it works; the dictionary, which is what takes time and memory, is shared.
    """
    dictionary, mode = _dictionary()
    return dictionary.tokenizer(), mode


@cache
def _dictionary() -> tuple[Any, Any]:
    from sudachipy import Dictionary, SplitMode

    return Dictionary(dict="small"), SplitMode.A
