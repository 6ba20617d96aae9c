"""Groups of sentences for the terminal: what is said, in which words, and by which sources."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rich.console import Group as Stack
from rich.console import RenderableType
from rich.constrain import Constrain
from rich.table import Table
from rich.text import Text

from meadow.brief.places import clip, documents_by_id, find_document
from meadow.brief.terminal import COLUMNS
from meadow.brief.wording import count_text, date_text, outlet, short_date_text
from meadow.model import Document, Group, Grouping, SentenceRef
from meadow.text.printable import one_line
from meadow.text.sentences import document_sentences

_SHOWN_OTHERS = 5
_SHOWN_CHARACTERS = 400


@dataclass(frozen=True, slots=True)
class GroupWording:
    """A sentence as printed, and the documents that print it so, in time order."""

    text: str
    documents: tuple[Document, ...]


def render_grouping(grouping: Grouping, documents: Iterable[Document]) -> RenderableType:
    """Return the groups below one another, at most 88 columns wide, with the counts last."""
    by_id = documents_by_id(documents)
    years = {document.published.year for document in by_id.values() if document.published is not None}
    texts = {
        sentence.ref: one_line(sentence.text)
        for document in by_id.values()
        for sentence in document_sentences(document)
    }
    parts: list[RenderableType] = []
    for number, group in enumerate(grouping.groups, start=1):
        parts += [_group(number, wordings(group, texts, by_id), with_year=len(years) > 1), Text()]
    return Constrain(Stack(*parts, Text(_counts(grouping), style="dim")), COLUMNS)


def wordings(group: Group, texts: Mapping[SentenceRef, str], by_id: Mapping[str, Document]) -> tuple[GroupWording, ...]:
    """Return the different sentences of a group, the label's first, each with the documents that print it."""
    printed: dict[str, list[Document]] = {texts[group.label]: []}
    for ref in group.members:
        printed.setdefault(texts[ref], []).append(find_document(ref.document_id, by_id))
    return tuple(GroupWording(text, tuple(dict.fromkeys(behind))) for text, behind in printed.items())


def _group(number: int, wordings: Sequence[GroupWording], *, with_year: bool) -> RenderableType:
    label, *others = wordings
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True, style="cyan")
    table.add_column(overflow="fold")
    table.add_row(Text(str(number)), Text(clip(label.text, _SHOWN_CHARACTERS), style="bold"))
    table.add_row(Text(), Text(_who(label, with_year=with_year), style="dim"))
    for wording in others[:_SHOWN_OTHERS]:
        line = Text(f"{clip(wording.text, _SHOWN_CHARACTERS)} ")
        table.add_row(Text("–"), line.append(f"({_who(wording, with_year=with_year)})", style="dim"))
    if len(others) > _SHOWN_OTHERS:
        table.add_row(Text("–"), Text(f"and {count_text(len(others) - _SHOWN_OTHERS, 'other wording')}", style="dim"))
    return table


def _who(wording: GroupWording, *, with_year: bool) -> str:
    """Return who prints the words: the first outlet with its time, then the others."""
    first, *later = wording.documents
    when = date_text(first) if with_year else short_date_text(first)
    names = dict.fromkeys(outlet(document) for document in later)
    also = ", ".join(name for name in names if name != outlet(first))
    return f"{outlet(first)}, {when}; also {also}" if also else f"{outlet(first)}, {when}"


def _counts(grouping: Grouping) -> str:
    grouped = sum(len(group.members) for group in grouping.groups)
    total = count_text(grouped + len(grouping.ungrouped), "sentence")
    return f"{count_text(len(grouping.groups), 'group')} with {grouped} of {total}"
