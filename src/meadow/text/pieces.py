"""Pieces of texts, that is what stands between blanks, each read once: no word of ours reaches across a blank.

A piece with its capitals and marks ("Skerra,") comes again and again, and looking it up takes a tenth of the time that
finding its word does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock

MOST_PIECES = 500_000  # past this they are forgotten and read anew


class Pieces:
    """A memory of pieces and the numbers of their words, 0 or more, which `read` gives; threads may share it."""

    def __init__(self, read: Callable[[str], list[int]]) -> None:
        self._known = _Known(read)
        self._lock = Lock()

    def read(self, texts: Sequence[str]) -> tuple[list[int], list[int]]:
        """Return the numbers of all words of the texts in order and, per text, where they end."""
        numbers: list[int] = []
        ends: list[int] = []
        with self._lock:
            known = self._known
            if len(known) > MOST_PIECES:
                known.forget()
            for text in texts:
                codes = list(map(known.__getitem__, text.split()))
                numbers += codes if min(codes, default=0) >= 0 else known.spread(codes)
                ends.append(len(numbers))
        return numbers, ends


class _Known(dict[str, int]):
    """The number of each piece that is one word; others have a code below 0, which tells where theirs are."""

    def __init__(self, read: Callable[[str], list[int]]) -> None:
        super().__init__()
        self._read = read
        self._several: list[list[int]] = []

    def __missing__(self, piece: str) -> int:
        numbers = self._read(piece)
        if len(numbers) == 1:
            code = numbers[0]
        else:
            self._several.append(numbers)
            code = -len(self._several)
        self[piece] = code
        return code

    def spread(self, codes: Sequence[int]) -> list[int]:
        """Return codes with the numbers of each piece that is not one word in its place."""
        spread: list[int] = []
        for code in codes:
            if code >= 0:
                spread.append(code)
            else:
                spread += self._several[-code - 1]
        return spread

    def forget(self) -> None:
        """Forget every piece."""
        self.clear()
        self._several.clear()
