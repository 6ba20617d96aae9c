"""What people said about documents, brought to one voice: which belong together, and which apart.

Source: our own; must-link and cannot-link constraints (Wagstaff and Cardie 2000), of which the later one counts.

A merge says that its documents are together. A split says that its documents are together, and apart from the others. The
latest word is taken whole. An earlier one counts as far as the later ones leave it:

- a split is taken back where documents of both its sides were brought together later;
- what was brought together falls into parts where later splits set some of it apart.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from meadow.model import Correction


class Blocks:
    """Documents that are together for good, in blocks; each knows the splits that it left by, and those it stayed behind in.

    Two blocks are apart if one left by a split in which the other stayed behind. Apart blocks are never joined.
    """

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}
        self._left: dict[str, frozenset[int]] = {}
        self._stayed: dict[str, frozenset[int]] = {}

    def __contains__(self, document_id: object) -> bool:
        return document_id in self._parent

    def add(self, document_ids: Iterable[str]) -> None:
        """Take in documents as blocks of their own, where they are not there yet."""
        for document_id in document_ids:
            self._parent.setdefault(document_id, document_id)

    def root(self, document_id: str) -> str:
        """Return the document that stands for a document's block."""
        root = document_id
        while self._parent[root] != root:
            root = self._parent[root]
        while self._parent[document_id] != root:
            self._parent[document_id], document_id = root, self._parent[document_id]
        return root

    def left_by(self, document_id: str) -> frozenset[int]:
        """Return the numbers of the splits that a document's block left by."""
        return self._left.get(self.root(document_id), frozenset())

    def stayed_in(self, document_id: str) -> frozenset[int]:
        """Return the numbers of the splits that a document's block stayed behind in."""
        return self._stayed.get(self.root(document_id), frozenset())

    def apart(self, first: str, second: str) -> bool:
        """Tell whether a split keeps the blocks of two documents apart."""
        one, other = self.root(first), self.root(second)
        return bool(self.left_by(one) & self.stayed_in(other) or self.stayed_in(one) & self.left_by(other))

    def join(self, first: str, second: str) -> bool:
        """Make the blocks of two documents one, and tell whether that was possible."""
        one, other = self.root(first), self.root(second)
        if one == other:
            return True
        if self.apart(one, other):
            return False
        self._left[one] = self.left_by(one) | self.left_by(other)
        self._stayed[one] = self.stayed_in(one) | self.stayed_in(other)
        self._parent[other] = one
        return True

    def divide(self, number: int, documents: Iterable[str], others: Iterable[str]) -> None:
        """Note that documents left others behind in a split."""
        for root in {self.root(each) for each in documents}:
            self._left[root] = self.left_by(root) | {number}
        for root in {self.root(each) for each in others}:
            self._stayed[root] = self.stayed_in(root) | {number}

    def bring_together(self, document_ids: Sequence[str]) -> None:
        """Join documents as far as they are not apart; each joins the first of them that it can."""
        parts: list[str] = []
        for document_id in document_ids:
            if not any(self.join(part, document_id) for part in parts):
                parts.append(document_id)


def agree(corrections: Iterable[Correction], known: Collection[str]) -> tuple[Blocks, list[Correction]]:
    """Return the blocks that corrections make of the documents they name, and the splits that count, in order.

    What was undone does not count; documents that are not known are left out.
    """
    blocks = Blocks()
    splits: list[Correction] = []
    for each in reversed([each for each in corrections if not each.undone and each.kind != "rename"]):
        documents = [name for name in each.documents if name in known]
        others = [name for name in each.others if name in known and name not in documents]
        blocks.add((*documents, *others))
        if each.kind == "merge":
            blocks.bring_together([*documents, *others])
        elif not {blocks.root(name) for name in documents} & {blocks.root(name) for name in others}:
            blocks.bring_together(documents)
            blocks.divide(each.number, documents, others)
            splits.append(each)
    return blocks, splits[::-1]
