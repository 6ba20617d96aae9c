"""Numbers as written: digits in the way of a language, and numbers spelled out in English, Spanish and Dutch."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

_GROUPED_BY_COMMA = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_GROUPED_BY_POINT = re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?")
_PLAIN = re.compile(r"\d+(?:[.,]\d+)?")
_COMMA_LANGUAGES = frozenset({"en", "ja", "zh", "he", "hi", "th"})
_MOST_SCALES = 3
_LONGEST = 40  # digits beyond which a number is no quantity but a code

# A number and how many words it takes.
Reading = tuple[Decimal, int]


def parse_digits(token: str, language: str) -> Decimal | None:
    """Return what digits mean ("2,900" in English is "2.900" in Spanish and Dutch); None for what is no number."""
    if len(token) > _LONGEST:
        return None
    if token.isdecimal():
        return Decimal(token)
    by_comma = language in _COMMA_LANGUAGES
    if (_GROUPED_BY_COMMA if by_comma else _GROUPED_BY_POINT).fullmatch(token):
        plain = token.replace(",", "") if by_comma else token.replace(".", "").replace(",", ".")
        return Decimal(plain)
    return Decimal(token.replace(",", ".")) if _PLAIN.fullmatch(token) else None


def read_scale(words: Sequence[str], index: int, table: Mapping[str, str]) -> Reading:
    """Return the product of the scale words from an index on ("million", "mil millones"), and how many there are."""
    scale, count = Decimal(1), 0
    while count < _MOST_SCALES and index + count < len(words) and table.get(words[index + count], "").startswith("x"):
        scale *= Decimal(table[words[index + count]][1:])
        count += 1
    return scale, count


def read_spelled(words: Sequence[str], index: int, table: Mapping[str, str], joint: str) -> Reading | None:
    """Return the number spelled out from an index on: "twenty-two", "treinta y cinco", "two hundred and five thousand"."""
    total, current = Decimal(0), None
    position = index
    while position < len(words):
        joined = position > index and words[position] == joint and position + 1 < len(words)
        value = _value(words[position + joined], table)
        grown = None if value is None else _grown(current, total, value, joined=joined)
        if grown is None:
            break
        current, total = grown
        position += 1 + joined
    return None if position == index else (total + (current or Decimal(0)), position - index)


def _grown(
    current: Decimal | None, total: Decimal, value: str, *, joined: bool
) -> tuple[Decimal | None, Decimal] | None:
    """Return the number so far with one more word, or None where the word begins another number."""
    if value.startswith("x"):
        scale = Decimal(value[1:])
        if joined or (current is None and total > 0):
            return None
        product = (Decimal(1) if current is None else current) * scale
        return (product, total) if scale <= 100 else (None, total + product)
    number = Decimal(value)
    if current is None:
        return (number, total) if total == 0 or number < 1000 else None
    fits = (number < 100 and current % 100 == 0) or (number < 10 and current % 10 == 0 and current % 100 >= 20)
    return (current + number, total) if fits and current > 0 else None


def is_spelled(word: str, table: Mapping[str, str]) -> bool:
    """Say whether one word is a number spelled out: "five", "twenty-two", "honderdvijftig"."""
    return _value(word, table) is not None


def _value(word: str, table: Mapping[str, str]) -> str | None:
    entry = table.get(word)
    if entry is not None:
        return None if entry.startswith("m") else entry
    compound = _hyphened(word, table) if "-" in word else _glued(word, table)
    return None if compound is None else str(compound)


def _hyphened(word: str, table: Mapping[str, str]) -> int | None:
    tens, _, unit = word.partition("-")
    values = table.get(tens, ""), table.get(unit, "")
    return (
        int(values[0]) + int(values[1])
        if all(map(str.isdigit, values)) and int(values[0]) >= 20 > int(values[1])
        else None
    )


def _glued(word: str, table: Mapping[str, str]) -> int | None:
    """Return a Dutch number written as one word: "tweeëntwintig", "honderdvijftig", "drieduizend"."""
    if "honderd" not in table or len(word) > _LONGEST:
        return None
    for name, scale in (("duizend", 1000), ("honderd", 100)):
        if name in word:
            left, _, right = word.partition(name)
            parts = (_glued_part(left, table, 1), _glued_part(right, table, 0))
            return None if parts[0] is None or parts[1] is None else parts[0] * scale + parts[1]
    for joint in ("ën", "en"):
        unit, separator, tens = word.partition(joint)
        if separator and table.get(unit, "").isdigit() and table.get(tens, "").endswith("0"):
            return int(table[unit]) + int(table[tens])
    return None


def _glued_part(word: str, table: Mapping[str, str], empty: int) -> int | None:
    if not word:
        return empty
    value = table.get(word, "")
    return int(value) if value.isdigit() else _glued(word.removeprefix("en"), table) if "duizend" not in word else None
