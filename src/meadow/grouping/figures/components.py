"""Things that hang together, found by joining pairs.

Source: Tarjan (1975), disjoint sets with path compression.
"""

from __future__ import annotations

from collections import defaultdict


class Components:
    """Sets of numbered things that grow by joining; empty, and so false, until a pair was joined."""

    def __init__(self) -> None:
        self._leader: dict[int, int] = {}

    def __bool__(self) -> bool:
        return bool(self._leader)

    def join(self, first: int, second: int) -> None:
        """Put two things together with all that hangs on them."""
        for thing in (first, second):
            self._leader.setdefault(thing, thing)
        self._leader[self._find(second)] = self._find(first)

    def take_in(self, first: int, second: int) -> None:
        """Add the one of two that is new to what the other hangs together with."""
        for known, new in ((first, second), (second, first)):
            if known in self._leader and new not in self._leader:
                self._leader[new] = self._find(known)

    def groups(self) -> list[list[int]]:
        """Return what hangs together, in order."""
        by_leader: dict[int, list[int]] = defaultdict(list)
        for thing in sorted(self._leader):
            by_leader[self._find(thing)].append(thing)
        return list(by_leader.values())

    def _find(self, thing: int) -> int:
        while self._leader[thing] != thing:
            self._leader[thing] = self._leader[self._leader[thing]]
            thing = self._leader[thing]
        return thing
