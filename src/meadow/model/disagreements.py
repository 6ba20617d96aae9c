"""Disagreements between sources, how figures moved, and groups of copies."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

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

    `superseded` marks a value that is merely older: those who gave it, or all who wrote later, give another one. `voices`
    are its speakers in the articles ("police", "USGS"), `bound` is how sure it is: ">=" of "at least", "~" of "about".
    """

    value: str
    document_ids: tuple[str, ...]
    sources: tuple[str, ...] = ()
    first: datetime | None = None
    last: datetime | None = None
    superseded: bool = False
    refs: tuple[SentenceRef, ...] = ()
    voices: tuple[str, ...] = ()
    bound: Literal[">=", "<=", ">", "<", "~"] | None = None


def value_given(
    value: str,
    documents: Iterable[Document],
    refs: Iterable[SentenceRef],
    *,
    superseded: bool,
    voices: Iterable[str] = (),
    bound: Literal[">=", "<=", ">", "<", "~"] | None = None,
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
        voices=tuple(dict.fromkeys(voices)),
        bound=bound,
    )


@dataclass(frozen=True, slots=True, repr=False)
class Disagreement(Value):
    """A fact of which the sources give values that claim to hold at one time and cannot all be true.

    `chance` is how often findings on the same ground were right when they were read (docs/results/facts.md).
    """

    what: str
    values: tuple[DisagreeingValue, ...]
    chance: float = 1.0

    def _repr_html_(self) -> str:
        rows = ((each.value, ", ".join(each.sources or each.document_ids)) for each in self.values)
        return display.paragraphs(heading=self.what) + display.table(("value", "sources"), rows)


@dataclass(frozen=True, slots=True)
class Movement:
    """One quantity over time: its values, oldest first; those in force are not superseded."""

    what: str
    values: tuple[DisagreeingValue, ...]
    chance: float = 1.0


class FigureFindings(NamedTuple):
    """What differs in a story: quantities that moved, and facts on which the sources disagree."""

    moved: tuple[Movement, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
