"""Japanese numbers: digits with 万 and 億 ("4億1千万クラウン"), kanji numerals ("三十五人"), counters and bounds ("約")."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache
from typing import cast

from meadow.text.phrases.lexicon import lexicon
from meadow.text.phrases.values import Bound, Quantity, TaggedWord

_DIGITS = {character: value for value, character in enumerate("〇一二三四五六七八九")}
_SMALL = {"十": 10, "百": 100, "千": 1000}
_LARGE = {"万": 10**4, "億": 10**8, "兆": 10**12}
_DIGIT = "[0-9０-９]"
_NUMBER = (
    rf"(?<!{_DIGIT}){_DIGIT}{{1,20}}(?:[,，]{_DIGIT}{{3}}){{0,5}}+(?:[.．]{_DIGIT}{{1,10}})?"
    rf"(?:[千百]?[万億兆](?:{_DIGIT}{{1,4}}[千百]?)?|[千百]){{0,4}}+|[〇一二三四五六七八九十百千万億兆]{{1,20}}"
)
_PART = re.compile(rf"{_DIGIT}[0-9０-９,，.．]*|.")
# What follows a unit, or stands before a number, when it is no quantity: an ordinal, an age group, a time of day.
_NO_QUANTITY = re.compile(r"目|代|生まれ|半ば|度|版|生(?!徒)")
_NO_NUMBER_AFTER = frozenset("第.．,，:：時")


def japanese_numbers(text: str, words: Sequence[TaggedWord]) -> tuple[Quantity, ...]:
    """Return the quantities of a Japanese text: a number always has a unit or a counter, which is part of it."""
    counts = _counted(words)
    return tuple(
        quantity for match in _pattern().finditer(text) if (quantity := _quantity(text, match, counts)) is not None
    )


def parse_japanese(number: str) -> Decimal:
    """Return what digits and kanji numerals mean: "4億1千万" is 410000000, "三十五" 35, "120万" 1200000."""
    total, group, current = Decimal(0), Decimal(0), None
    for part in _PART.findall(number):
        if part[0].isdecimal():
            current = Decimal(part.replace(",", "").replace("，", "").replace("．", "."))
        elif part in _DIGITS:
            current = Decimal(_DIGITS[part]) if current is None else current * 10 + _DIGITS[part]
        elif part in _SMALL:
            group, current = group + (Decimal(1) if current is None else current) * _SMALL[part], None
        else:
            whole = group + (current or Decimal(0))
            total, group, current = total + (whole or Decimal(1)) * _LARGE[part], Decimal(0), None
    return total + group + (current or Decimal(0))


@cache
def _pattern() -> re.Pattern[str]:
    lists = lexicon("ja")
    units = (*lists.table("units"), *lists.words("counters"))
    return re.compile(
        rf"(?P<before>{_either(lists.table('bounds'))})?"
        rf"(?P<whole>(?P<low>{_NUMBER})(?:[〜～~–-](?P<high>{_NUMBER}))?(?P<unit>{_either(units)}))"
        rf"(?P<after>{_either(lists.table('bounds behind'))})?"
    )


def _either(words: Mapping[str, str] | Sequence[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


def _quantity(text: str, match: re.Match[str], counts: Mapping[int, str]) -> Quantity | None:
    start, end = match.span("whole")
    year = match["unit"] == "年" and (len(match["low"]) == 4 or text[end : end + 1].isdigit())
    ordinal = text[start - 1 : start] in _NO_NUMBER_AFTER or _NO_QUANTITY.match(text, end) is not None
    if year or ordinal or match["whole"] == "一部":
        return None
    lists = lexicon("ja")
    unit = lists.table("units").get(match["unit"])
    behind = lists.table("bounds behind").get(match["after"] or "")
    bound = lists.table("bounds").get(match["before"] or "", behind)
    high = None if match["high"] is None else parse_japanese(match["high"])
    what = counts.get(end) if unit in (None, "person") else None
    low = parse_japanese(match["low"])
    return Quantity(start, end, match["whole"], low, unit, what, cast("Bound | None", bound), high)


def _counted(words: Sequence[TaggedWord]) -> Mapping[int, str]:
    """Return, for each place where a "の" begins, the nouns behind it: "3人の患者" counts 患者."""
    by_start: dict[int, str] = {}
    nouns: list[str] = []
    for word in reversed(words):
        if word.tag in ("noun", "name"):
            nouns.append(word.text)
            continue
        if word.text == "の" and nouns:
            by_start[word.start] = "".join(reversed(nouns))
        nouns = []
    return by_start
