"""Several headlines side by side for the terminal: each with its method, length, closeness and source."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.console import RenderableType
from rich.constrain import Constrain
from rich.table import Table
from rich.text import Text

from meadow.brief.places import clip, documents_by_id
from meadow.brief.terminal import COLUMNS
from meadow.brief.wording import count_text, outlet
from meadow.headlines.candidate import Proposal
from meadow.model import Document, SentenceRef
from meadow.text.printable import one_line

_SHOWN_CHARACTERS = 300


def render_proposals(proposals: Sequence[Proposal], documents: Iterable[Document]) -> RenderableType:
    """Return the headlines below one another, each with its method, scores and source."""
    by_id = documents_by_id(documents)
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True, style="cyan")
    table.add_column(overflow="fold")
    for number, proposal in enumerate(proposals, start=1):
        table.add_row(Text(str(number)), Text(clip(one_line(proposal.headline.text), _SHOWN_CHARACTERS), style="bold"))
        table.add_row(Text(), Text(_facts(proposal, by_id), style="dim"))
    return Constrain(table, COLUMNS)


def _facts(proposal: Proposal, by_id: Mapping[str, Document]) -> str:
    parts = [
        proposal.headline.method,
        f"similarity {proposal.similarity:.2f}",
        count_text(proposal.words, "word"),
        *(_place(ref, proposal, by_id[ref.document_id]) for ref in proposal.headline.evidence),
        *proposal.flaws,
    ]
    return " · ".join(parts)


def _place(ref: SentenceRef, proposal: Proposal, document: Document) -> str:
    titled = document.title is not None and one_line(proposal.headline.text) in one_line(document.title)
    return f"{outlet(document)}, {'title' if titled else f'sentence {ref.index + 1}'}"
