"""A run of an experiment for tests, kept as `meadow lab run --out` keeps one."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import msgspec

from meadow.lab.tables import Column, Entry, Findings, Plot, Row, Series, Table

TABLE = Table(
    "table-1",
    "Figures of two methods",
    ("system",),
    (Column("rouge2", "higher"), Column("words", None, 0)),
    (
        Row(("mead",), (Entry(0.5, 0.4, 0.6), Entry(100.0))),
        Row(("lead",), (Entry(0.3, 0.2, 0.4, ("†",)), Entry(98.0))),
    ),
    marks={"†": "differs from mead"},
    signature="rouge2(stem=True)|data:1f3a",
)

PLOT = Plot(
    "by-rate", "Relative utility by rate", "rate", "S",
    (Series("mead", (5, 10, 20), (0.6, None, 0.8)), Series("lead", (5, 10, 20), (0.5, 0.55, 0.8))),
)  # fmt: skip


def save_run(folder: Path, table: Table, *, text: str | None = None) -> None:
    """Keep a run with one table; `text` stands in every field that a person writes."""
    folder.mkdir(parents=True)
    worn = table if text is None else _wearing(table, text)
    plot = (
        PLOT
        if text is None
        else replace(PLOT, title=text, x=text, y=text, series=(replace(PLOT.series[0], label=text),))
    )
    (folder / "findings.json").write_bytes(msgspec.json.encode(Findings((worn,), (plot,))))
    stamp = {
        "experiment": {"name": "two", "title": text or "Two methods"},
        "command": f"meadow lab run {text or 'two'}",
        "testbed": {"name": text or "harbours", "illustration": True},
        "failed": [{"cell": {}, "error": "No."}],
    }
    (folder / "run.json").write_text(json.dumps(stamp), "utf-8")
    cells = [
        _cell(system, topic, text or f"{system} on {topic}.")
        for topic in ("wolf", "ferry")
        for system in ("mead", "lead")
    ]
    (folder / "cells.jsonl").write_text("".join(f"{json.dumps(cell)}\n" for cell in cells) + '{"id": "cut', "utf-8")


def _cell(system: str, topic: str, text: str) -> dict[str, object]:
    sentence = {"text": text, "document": f"{topic}-1", "index": 0}
    return {"system": system, "topic": topic, "figures": {"rouge2": 0.25}, "output": {"sentences": [sentence]}}


def _wearing(table: Table, text: str) -> Table:
    rows = tuple(replace(row, labels=(text,)) for row in table.rows)
    columns = tuple(replace(column, name=text, group=text) for column in table.columns)
    return replace(table, title=text, heads=(text,), columns=columns, rows=rows, notes=(text,), signature=text)
