"""Which numbers can be true together: bounds, ranges and rounding.

"At least 12" agrees with 14 and not with 10; "about 500" and a bare 500 agree with 487, 7 with 6.9, and "10 to 15" with
what lies inside.

Source: our own.
"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

from meadow.text.phrases.values import Quantity

_ABOUT = Decimal("0.1")  # how far off "about" may be, as a share
_ROUNDED = Decimal("0.05")  # how far off a round number may be, as a share
_ROUND = 100  # a whole number that ends in two noughts may be a rounded one
_INFINITY = Decimal("Infinity")
_SCALES = (
    "million|billion|trillion|thousand|hundred|bn|m|mil millones|mil|millones|millón|miljoen|miljard|mln|mrd|duizend"
)
_NUMBER = re.compile(
    r"(?P<digits>[0-9０-９]+(?:[.,．，][0-9０-９]+)*)"
    rf"(?P<scale>[千百]?[万億兆][0-9０-９千百万億]*|[千百](?![^\W\d_])|\s(?:{_SCALES})\b)?"
)

Interval = tuple[Decimal, Decimal]


def agree(first: Quantity, second: Quantity) -> bool:
    """Say whether two statements of one number can both be true."""
    if _same_digits(first.text, second.text):
        return True  # "60.000" and "60,000": who wrote the second had another language's separator in mind
    if _is_rounded(first.value, second.value) or _is_rounded(second.value, first.value):
        return True
    (low, high), (other_low, other_high) = interval(first), interval(second)
    return low <= other_high and other_low <= high


def interval(quantity: Quantity) -> Interval:
    """Return the least and the greatest number that a statement allows."""
    value, margin = quantity.value, rounding(quantity.value)
    if quantity.high is not None:
        return value - margin, quantity.high + rounding(quantity.high)
    if quantity.bound in (">=", ">"):
        return value - margin, _INFINITY
    if quantity.bound in ("<=", "<"):
        return -_INFINITY, value + margin
    if quantity.bound == "~":
        margin = max(margin, abs(value) * _ABOUT)
    return value - margin, value + margin


@lru_cache(maxsize=4096)  # the values of a story are compared in pairs
def rounding(value: Decimal) -> Decimal:
    """Return how far a number may be from the one it was rounded from: 500 by 25, 12 and 6.1 by nothing."""
    exponent = value.normalize().as_tuple().exponent
    if value == 0 or not isinstance(exponent, int):
        return Decimal(0)
    place = Decimal(1).scaleb(exponent)
    return min(place / 2, abs(value) * _ROUNDED) if place >= _ROUND else Decimal(0)


def written(quantity: Quantity) -> str:
    """Return the bare number: digits and scale as they stand ("12,000", "3.2 billion"), a number in words as digits."""
    match = _NUMBER.search(quantity.text)
    if match is None:
        return f"{quantity.value.normalize():f}"
    number = " ".join((match["digits"] + (match["scale"] or "")).split())
    return number if quantity.high is None else f"{number}–{quantity.high.normalize():f}"


def _is_rounded(whole: Decimal, exact: Decimal) -> bool:
    """Say whether a whole number is another one without its decimals: 7 of 6.9."""
    return whole == whole.to_integral_value() != exact and exact.to_integral_value(ROUND_HALF_UP) == whole


def _same_digits(first: str, second: str) -> bool:
    if not all("." in text or "," in text for text in (first, second)):
        return False
    digits = ["".join(filter(str.isdigit, text)) for text in (first, second)]
    return digits[0] == digits[1]
