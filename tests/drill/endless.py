"""A stream without end: every document brings a word that was never seen before."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from meadow.model import Document

_START = datetime(2026, 3, 2, tzinfo=UTC)
_KINDS = ("wolf", "ferry", "storm")


def documents(first: int, last: int) -> Iterator[Document]:
    """Iterate over documents by their numbers, one every ten seconds, forty to an event."""
    for number in range(first, last):
        text = f"event{number // 40} place{number // 40 % 997} new{number} {_KINDS[number % 3]}"
        yield Document(str(number), text=text, published=_START + timedelta(seconds=10 * number), language="en")
