"""The cells of a run: what a system wrote on each topic, and the figures that it got for it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from meadow.lab.journal import JOURNAL

MOST_CELLS = 500
_LONGEST = 1 << 20  # of a line; a summary is a few thousand characters


@dataclass(frozen=True, slots=True)
class Written:
    """A sentence that a system chose: its text where the journal has it, and the document and number (from 1) it is of."""

    text: str | None
    document: str | None
    number: int | None


@dataclass(frozen=True, slots=True)
class CellView:
    """One topic of one system: by which settings, the figures by name, and what was written."""

    system: str
    topic: str
    settings: str
    figures: tuple[tuple[str, str], ...]
    sentences: tuple[Written, ...]


def systems_of(folder: Path) -> list[str]:
    """Return the systems of a run that wrote something, in the order of its journal."""
    return list(dict.fromkeys(cell.system for cell in _cells(folder) if cell.sentences))


def cells_of(folder: Path, system: str) -> list[CellView]:
    """Return the cells of a system with something written, by topic; at most 500 of them."""
    cells = [cell for cell in _cells(folder) if cell.system == system and cell.sentences]
    return sorted(cells, key=lambda cell: (cell.topic, cell.settings))[:MOST_CELLS]


def _cells(folder: Path) -> Iterator[CellView]:
    """Iterate over the cells of a journal; a line that is no cell, such as one that was cut short, is passed over."""
    path = folder / JOURNAL
    if not path.is_file():
        return
    with path.open("rb") as lines:
        for line in lines:
            cell = _parse(line) if len(line) <= _LONGEST else None
            if cell is not None:
                yield cell


def _parse(line: bytes) -> CellView | None:
    try:
        value = json.loads(line)
        figures = tuple((str(name), _figure(each)) for name, each in dict(value["figures"]).items())
        output = value["output"]
        written = output.get("sentences", ()) if isinstance(output, Mapping) else ()
        settings = _settings(value.get("settings"))
        return CellView(str(value["system"]), str(value["topic"]), settings, figures, tuple(map(_sentence, written)))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _settings(value: object) -> str:
    """Return the settings that are plain words or numbers: budget words=100, rate 10."""
    given = value.items() if isinstance(value, Mapping) else ()
    return ", ".join(f"{name} {each}" for name, each in given if isinstance(each, str | int | float) and name != "seed")


def _sentence(value: object) -> Written:
    """Return a sentence as a journal keeps it: with its text, or as a document and a number."""
    if isinstance(value, Mapping):
        document, index = value.get("document"), value.get("index")
        return Written(str(value["text"]), None if document is None else str(document), _number(index))
    if isinstance(value, list) and len(value) == len(("document", "index")):
        return Written(None, str(value[0]), _number(value[1]))
    raise ValueError(value)


def _number(index: object) -> int | None:
    return index + 1 if isinstance(index, int) else None


def _figure(value: object) -> str:
    return f"{value:.4f}" if isinstance(value, float) else str(value)
