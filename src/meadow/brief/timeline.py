"""A story's timeline for the terminal and as JSON: a line of counts per day, what was new, and figures given first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.padding import Padding
from rich.text import Text

from meadow.brief.json import pick_value
from meadow.brief.places import documents_by_id, find_document
from meadow.brief.terminal import COLUMNS
from meadow.brief.wording import UNDATED, count_text, day_text, sources_text, speaker
from meadow.model import Document, FirstReport, Pick, TimelineDay
from meadow.text.printable import one_line

_INDENT = 2


def render_timeline(days: Sequence[TimelineDay], documents: Iterable[Document]) -> RenderableType:
    """Return the days of a story below one another; the documents are those of the story."""
    by_id = documents_by_id(tuple(documents))
    parts = [part for day in days for part in _day_parts(day, by_id)]
    return Constrain(Group(Text("Day by day", style="bold"), *parts), COLUMNS)


def timeline_value(days: Sequence[TimelineDay]) -> list[dict[str, object]]:
    """Return the days of a story as JSON data."""
    return [
        {
            "day": None if day.day is None else day.day.isoformat(),
            "documents": list(day.document_ids),
            "sources": list(day.sources),
            "new_sources": list(day.new_sources),
            "told": None if day.told is None else pick_value(day.told),
            "figures": [
                {"what": each.what, "value": each.value, "sentence": [each.ref.document_id, each.ref.index]}
                for each in day.figures
            ],
        }
        for day in days
    ]


def _day_parts(day: TimelineDay, by_id: Mapping[str, Document]) -> list[RenderableType]:
    when = UNDATED.capitalize() if day.day is None else day_text(day.day)
    counted = [count_text(len(day.document_ids), "article")]
    counted += [f"first reports of {sources_text(day.new_sources)}"] if day.new_sources else []
    said = "Nothing that was not said before." if day.told is None else _said(day.told, by_id)
    figures = [Text(_figure(each, by_id), style="dim") for each in day.figures]
    return [
        Text(f"{when} · {' · '.join(counted)}", style="dim"),
        Padding(Group(Text(said), *figures), (0, 0, 0, _INDENT)),
    ]


def _said(pick: Pick, by_id: Mapping[str, Document]) -> str:
    return f"{one_line(pick.written)} ({speaker(find_document(pick.ref.document_id, by_id))})"


def _figure(report: FirstReport, by_id: Mapping[str, Document]) -> str:
    who = speaker(find_document(report.ref.document_id, by_id))
    return f"{one_line(report.what)}: {one_line(report.value)} ({who})"
