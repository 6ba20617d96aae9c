"""Verdicts for the terminal, as JSON and as a self-contained page; a mark in words goes with every colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import Group as Stack
from rich.console import RenderableType
from rich.constrain import Constrain
from rich.table import Table
from rich.text import Text

from meadow.brief.templating import render
from meadow.brief.terminal import COLUMNS
from meadow.brief.wording import count_text
from meadow.model import Document, Verdict
from meadow.text.printable import one_line

_SIGNS = {
    "supported": ("✓", "green"), "changed": ("✗", "red"), "partly": ("~", "yellow"), "not found": ("?", "red"),
    "wrong source": ("!", "magenta"), "no claim": ("·", "dim"),
}  # fmt: skip


def render_verdicts(verdicts: Sequence[Verdict]) -> RenderableType:
    """Return one row for each sentence with its mark, verdict and reason, at most 88 columns wide; the counts last."""
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for verdict in verdicts:
        sign, style = _SIGNS[verdict.kind]
        table.add_row(Text(sign, style=style), Text(verdict.kind, style=style), Text(one_line(verdict.text)))
        if verdict.kind not in ("supported", "no claim"):
            table.add_row(Text(), Text(), Text(one_line(verdict.reason), style="dim"))
    return Constrain(Stack(table, Text(), Text(counts_text(verdicts), style="dim")), COLUMNS)


def counts_text(verdicts: Sequence[Verdict]) -> str:
    """Return how many sentences have which verdict."""
    counts: Counter[str] = Counter(verdict.kind for verdict in verdicts)
    parts = ", ".join(f"{counts[kind]} {kind}" for kind in _SIGNS if counts[kind])
    return f"{count_text(len(verdicts), 'sentence')}: {parts}" if parts else "no sentence"


def verdicts_value(verdicts: Sequence[Verdict]) -> dict[str, object]:
    """Return verdicts as `check --json` prints them."""
    return {
        "supported": sum(verdict.kind == "supported" for verdict in verdicts),
        "claims": sum(verdict.kind != "no claim" for verdict in verdicts),
        "sentences": [_value(verdict) for verdict in verdicts],
    }


def _value(verdict: Verdict) -> dict[str, object]:
    return {
        "text": verdict.text,
        "start": verdict.start,
        "end": verdict.end,
        "verdict": verdict.kind,
        "changes": [{"kind": each.kind, "given": each.given, "source": each.source} for each in verdict.changes],
        "uncovered": list(verdict.uncovered),
        "sources": [
            {
                "document": each.ref.document_id, "index": each.ref.index, "start": each.start, "end": each.end,
                "text": each.text,
            }
            for each in verdict.sources
        ],
        "chance": round(verdict.chance, 4),
        "reason": verdict.reason,
    }  # fmt: skip


def format_verdicts_html(verdicts: Sequence[Verdict], documents: Sequence[Document]) -> str:
    """Return a self-contained page with the text and its sources side by side."""
    by_id = {document.id: document for document in documents}
    return render(
        "verdicts.html", title="Is it in its sources?", counts=counts_text(verdicts), verdicts=verdicts, signs=_SIGNS,
        documents=by_id,
    )  # fmt: skip
