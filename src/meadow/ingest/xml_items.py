"""Elements of XML as small trees, each handed over when it ends: what readers of items need of a file that may hold many."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from meadow.errors import LimitError

_MOST_NODES = 500_000  # of one item; a story with every word marked up has some thousands


@dataclass(slots=True)
class Node:
    """An element by its name without a prefix: its attributes, and its texts and elements in order."""

    name: str
    attributes: Mapping[str, str]
    children: list[Node | str] = field(default_factory=list)

    @property
    def elements(self) -> Iterator[Node]:
        """The elements in it."""
        return (child for child in self.children if isinstance(child, Node))

    def walk(self) -> Iterator[Node]:
        """Yield it and all elements below it, in order."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(list(node.elements))

    def all(self, *path: str) -> list[Node]:
        """Return the elements at a path of names below it."""
        found = [self]
        for name in path:
            found = [child for node in found for child in node.elements if child.name == name]
        return found

    def first(self, *path: str) -> Node | None:
        """Return the first element at a path of names below it."""
        return next(iter(self.all(*path)), None)

    def text(self, *path: str) -> str | None:
        """Return the text of the first element at a path that has one, in one line; None where there is none."""
        lines = (" ".join(found.whole().split()) for found in self.all(*path))
        return next((line for line in lines if line), None)

    def whole(self) -> str:
        """Return all text in it."""
        waiting: list[Node | str] = [self]
        parts: list[str] = []
        while waiting:
            node = waiting.pop()
            if isinstance(node, str):
                parts.append(node)
            else:
                waiting += reversed(node.children)
        return "".join(parts)


class ItemHandler:
    """Builds the elements of some names from the events of `parse_xml`, and hands each to `take` when it ends.

    An element within another of these names is part of it.
    """

    def __init__(self, names: frozenset[str], take: Callable[[Node], None], *, place: str) -> None:
        self._names, self._take, self._place = names, take, place
        self._open: list[Node] = []
        self._count = 0
        self.root: str | None = None

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Begin an element, if it is one of the names or in one."""
        local = name.rpartition(":")[2]
        self.root = self.root or local
        if not self._open and local not in self._names:
            return
        node = Node(local, attributes)
        self._count += 1
        if self._count > _MOST_NODES:
            raise LimitError(self._place, f"an item of more than {_MOST_NODES:,} elements")
        if self._open:
            self._open[-1].children.append(node)
        self._open.append(node)

    def end(self, name: str) -> None:  # noqa: ARG002 - Handler
        """End an element, and hand it over if it is not in another one."""
        if self._open:
            node = self._open.pop()
            if not self._open:
                self._count = 0
                self._take(node)

    def text(self, data: str) -> None:
        """Take a piece of text."""
        if self._open:
            self._open[-1].children.append(data)
