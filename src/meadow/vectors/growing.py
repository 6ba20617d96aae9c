"""An array that only grows: earlier versions of it share its memory with later ones."""

from __future__ import annotations

from typing import Generic, TypeVar

import numpy as np
from numpy.typing import DTypeLike, NDArray

Kind = TypeVar("Kind", bound=np.generic)

_LEAST_ROOM = 1_024


class GrowingArray(Generic[Kind]):
    """Numbers that are added at the end and never change.

    Story after story asks for all numbers so far, and keeps them. Were each answer a copy, a hundred kept stories would hold
    a hundred copies; so all are the beginnings of one array, which has room for as many again when it is full.
    """

    __slots__ = ("_room", "values")

    def __init__(self, dtype: DTypeLike) -> None:
        self._room: NDArray[Kind] = np.empty(_LEAST_ROOM, dtype)
        self.values = self._room[:0]

    def __len__(self) -> int:
        return len(self.values)

    def extend(self, new: NDArray[Kind]) -> None:
        """Add numbers: `values` is then a longer array, and who holds the one before sees what it saw."""
        before, size = len(self.values), len(self.values) + len(new)
        if size > len(self._room):
            larger: NDArray[Kind] = np.empty(2 * size, self._room.dtype)
            larger[:before] = self.values
            self._room = larger
        self._room[before:size] = new
        self.values = self._room[:size]
