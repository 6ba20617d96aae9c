"""Sentences of several documents that share information."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from meadow.model import display
from meadow.model.documents import Run, SentenceRef
from meadow.model.values import Rows, Value


@dataclass(frozen=True, slots=True, repr=False)
class Group(Value):
    """Sentences of several documents that share information, in time order; the label is the one that speaks for them."""

    label: SentenceRef
    members: tuple[SentenceRef, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Grouping(Value):
    """The groups of a story, the most important first, and the sentences that are in none.

    `texts` holds the grouped sentences by `document:index`, for showing; it takes no part in equality.
    """

    groups: tuple[Group, ...]
    ungrouped: tuple[SentenceRef, ...]
    run: Run
    texts: Mapping[str, str] = field(default_factory=dict, compare=False)

    def _repr_html_(self) -> str:
        rows = (
            (number, _name(ref), self.texts.get(_name(ref), ""))
            for number, group in enumerate(self.groups, start=1)
            for ref in (group.label, *(each for each in group.members if each != group.label))
        )
        return display.table(("group", "sentence", "text"), rows)

    def _table(self) -> Rows:
        rows = [
            {"group": number, "document": ref.document_id, "index": ref.index, "label": ref == group.label}
            for number, group in enumerate(self.groups, start=1)
            for ref in group.members
        ]
        return {"group": int, "document": str, "index": int, "label": bool}, rows


def _name(ref: SentenceRef) -> str:
    return f"{ref.document_id}:{ref.index}"
