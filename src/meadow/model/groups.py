"""Sentences of several documents that share information."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from meadow.model import display
from meadow.model.documents import Run, SentenceRef


@dataclass(frozen=True, slots=True)
class Group:
    """Sentences of several documents that share information, in time order; the label is the one that speaks for them."""

    label: SentenceRef
    members: tuple[SentenceRef, ...]


@dataclass(frozen=True, slots=True)
class Grouping:
    """The groups of a story, the most important first, and the sentences that are in none."""

    groups: tuple[Group, ...]
    ungrouped: tuple[SentenceRef, ...]
    run: Run

    def _repr_html_(self) -> str:
        rows = (
            (number, _name(group.label), ", ".join(map(_name, group.members)))
            for number, group in enumerate(self.groups, start=1)
        )
        return display.table(("group", "label", "members"), rows)

    def to_frame(self) -> Any:
        """Return the grouped sentences as a pandas DataFrame, one row each."""
        rows = (
            {"group": number, "document": ref.document_id, "index": ref.index, "label": ref == group.label}
            for number, group in enumerate(self.groups, start=1)
            for ref in group.members
        )
        return display.frame(rows, ("group", "document", "index", "label"))


def _name(ref: SentenceRef) -> str:
    return f"{ref.document_id}:{ref.index}"
