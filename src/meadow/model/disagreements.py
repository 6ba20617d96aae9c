"""What sources differ on, and who copied whom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from meadow.model import display
from meadow.model.documents import Document, SentenceRef
from meadow.model.values import Value


@dataclass(frozen=True, slots=True)
class CopyGroup:
    """Documents that print one text: the first, its copies in time order, and the share of each copy that was taken."""

    first: str
    copies: tuple[str, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class DisagreeingValue:
    """One of several values that sources give for the same fact: who gives it, where, and when first and last.

    `superseded` marks a value that is merely older: those who gave it, or all who wrote later, give another one.
    """

    value: str
    document_ids: tuple[str, ...]
    sources: tuple[str, ...] = ()
    first: datetime | None = None
    last: datetime | None = None
    superseded: bool = False
    refs: tuple[SentenceRef, ...] = ()


def value_given(
    value: str, documents: Iterable[Document], refs: Iterable[SentenceRef], *, superseded: bool
) -> DisagreeingValue:
    """Return a value with who gives it, where and when; a document or sentence that is named twice counts once."""
    behind = list({document.id: document for document in documents}.values())
    times = [document.published for document in behind if document.published is not None]
    return DisagreeingValue(
        value=value,
        document_ids=tuple(document.id for document in behind),
        sources=tuple(dict.fromkeys(document.source for document in behind if document.source is not None)),
        first=min(times, default=None),
        last=max(times, default=None),
        superseded=superseded,
        refs=tuple(dict.fromkeys(refs)),
    )


@dataclass(frozen=True, slots=True, repr=False)
class Disagreement(Value):
    """A fact on which the sources differ."""

    what: str
    values: tuple[DisagreeingValue, ...]

    def _repr_html_(self) -> str:
        rows = (
            (each.value, ", ".join(each.sources or each.document_ids), "superseded" if each.superseded else "")
            for each in self.values
        )
        return display.paragraphs(heading=self.what) + display.table(("value", "sources", ""), rows)

    @property
    def is_conflict(self) -> bool:
        """Whether several values are in force at once; else the fact was merely updated."""
        return sum(not given.superseded for given in self.values) > 1


def independent_sources(documents: Iterable[Document], groups: Iterable[CopyGroup]) -> tuple[str, ...]:
    """Return the sources that reported in words of their own, in the order in which they first did.

    A source that only printed copies is not among them, and nor is a document without a source.
    """
    copied = {copy for group in groups for copy in group.copies}
    ordered = sorted(documents, key=lambda document: document.order)
    named = (document.source for document in ordered if document.id not in copied)
    return tuple(dict.fromkeys(source for source in named if source is not None))
