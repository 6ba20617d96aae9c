"""Warnings of measures as notes: they belong below the table, not on standard error."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from meadow.errors import NoTokensWarning


@contextmanager
def token_notes() -> Iterator[list[str]]:
    """Give a list that holds, once the block has ended, what ROUGE said about texts without a token."""
    notes: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", NoTokensWarning)
        yield notes
    notes += dict.fromkeys(str(each.message) for each in caught if issubclass(each.category, NoTokensWarning))
