"""How names sound, whatever they are written in: a key that transliterations of one name share.

Source: our own, after Soundex (Russell 1918): consonants in classes, vowels left out. What a letter sounds like is read from
its name in Unicode: KATAKANA LETTER RU, GREEK SMALL LETTER KAPPA and ARABIC LETTER BEH begin with their own sound. So
アルデルン and Aldern, Αθήνα and Athens share a key or the beginning of one, without a table per script.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# Languages write these for one another: none tells r from l everywhere, or p from b, or v from f.
_CLASSES = {
    letter: group[0] for group in ("bpfv", "kcgqx", "sz", "td", "rl", "nm") for letter in group
}  # fmt: skip
# Cyrillic letters such as EN and ER are called with a vowel before their sound.
_LETTER_NAME = re.compile(r"LETTER (?:FINAL |SMALL )?(?:E(?=\w\b))?(\w)")


@lru_cache(maxsize=100_000)
def sound_key(word: str) -> str:
    """Return the classes of a word's consonants in order, each once in a row: `rtrn` for Aldern."""
    key = ""
    for letter in unicodedata.normalize("NFKD", word.casefold()):
        sound = _sound(letter)
        if not key.endswith(sound):
            key += sound
    return key


@lru_cache(maxsize=10_000)
def _sound(letter: str) -> str:
    if "a" <= letter <= "z":
        return _CLASSES.get(letter, "")
    name = _LETTER_NAME.search(unicodedata.name(letter, ""))
    return "" if name is None else _CLASSES.get(name[1].lower(), "")
