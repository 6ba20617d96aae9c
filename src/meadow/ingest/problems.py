"""Problems of one kind as one line: how many there are, where, and the first of them; nothing buries anything else.

Problems are of one kind if their reasons differ only in quoted parts and numbers, and their files end alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from meadow.errors import ReadError
from meadow.ingest.items import Hint, NoDocument, Skipped

NOT_READ, NOTE = "not read", "note"
MOST_KINDS = 20  # that are shown
_POSITION = re.compile(r"(?::\d+)+$")
_VARIABLE = re.compile(r"'(?:[^'\\]|\\.)*'|\"[^\"]*\"|\d[\d.,:]*\d|\d")
_LISTED = re.compile(r"…(?:(?:,| and| or) …(?: more)?)+")
_SUFFIX = re.compile(r"\.\w{1,8}(?:\.(?:gz|zst))?$")


@dataclass(slots=True)
class _Kind:
    """The problems of one kind: the first, how many came, how many of them were shown, and the files they are in."""

    label: str
    place: str
    reason: str
    advice: str | None
    count: int = 0
    shown: int = 0
    folder: str | None = None
    file: str | None = None
    suffix: str = ""


class Problems:
    """Problems by kind, in the order in which each kind was met first."""

    def __init__(self) -> None:
        self.count = 0
        self._kinds: dict[tuple[str, str, str], _Kind] = {}

    def add_item(self, item: NoDocument) -> str | None:
        """Take what reading gave, as `add` does."""
        advice = item.advice if isinstance(item, ReadError) else None
        return self.add(NOT_READ if isinstance(item, ReadError) else NOTE, item.place, item.reason, advice)

    def add(self, label: str, place: str, reason: str, advice: str | None = None) -> str | None:
        """Take a problem and return its line if it is the first of its kind, for those who show problems as they come."""
        self.count += 1
        file = _POSITION.sub("", place)
        folder, _, name = file.rpartition("/")
        found = _SUFFIX.search(name)
        suffix = "" if found is None else found[0].lower()
        key = label, _LISTED.sub("…", _VARIABLE.sub("…", reason)), suffix
        kind = self._kinds.get(key)
        if kind is None:
            kind = self._kinds[key] = _Kind(label, place, reason, advice, 0, 0, folder, file, suffix)
        kind.count += 1
        kind.folder = folder if kind.folder == folder else None
        kind.file = file if kind.file == file else None
        if kind.count > 1 or len(self._kinds) > MOST_KINDS:
            return None
        kind.shown = 1
        return f"{label}: {_single(kind)}"

    def lines(self) -> list[str]:
        """Return one line per kind."""
        shown = list(self._kinds.values())[:MOST_KINDS]
        more = list(self._kinds.values())[MOST_KINDS:]
        lines = [f"{kind.label}: {_single(kind) if kind.count == 1 else _several(kind, kind.count)}" for kind in shown]
        return lines + ([_further(more)] if more else [])

    def pending(self) -> list[str]:
        """Return a line per kind of which more came than were shown, by `add` or the last time; then they count as shown."""
        kinds = [kind for kind in self._kinds.values() if kind.count > kind.shown]
        lines = [f"{kind.label}: {_several(kind, kind.count - kind.shown, more=True)}" for kind in kinds[:MOST_KINDS]]
        if len(kinds) > MOST_KINDS:
            lines.append(_further(kinds[MOST_KINDS:]))
        for kind in kinds:
            kind.shown = kind.count
        return lines

    def reasons(self, most: int) -> str:
        """Return the first kinds without labels, in one sentence without its end."""
        kinds = list(self._kinds.values())
        shown = (
            f"{kind.place}: {kind.reason.removesuffix('.')}" if kind.count == 1 else _counted(kind, kind.count)
            for kind in kinds[:most]
        )
        more = sum(kind.count for kind in kinds[most:])
        return "; ".join(shown) + (f"; and {more:,} more" if more else "")


def is_shown(item: NoDocument) -> bool:
    """Return whether users see a note: it is about their documents, or a hint about a file."""
    return isinstance(item, Hint) or not isinstance(item, Skipped)


def _single(kind: _Kind) -> str:
    # An error without advice ends as its reason does; a note is a sentence.
    end = "." if kind.label == NOTE or kind.advice is not None or kind.reason.endswith(".") else ""
    return f"{kind.place}: {kind.reason.removesuffix('.')}{end}{'' if kind.advice is None else f' {kind.advice}'}"


def _several(kind: _Kind, count: int, *, more: bool = False) -> str:
    return f"{_counted(kind, count, more=more)}.{'' if kind.advice is None else f' {kind.advice}'}"


def _counted(kind: _Kind, count: int, *, more: bool = False) -> str:
    number = f"{count:,} more ×" if more else f"{count:,} ×"
    # Where they are belongs to the first sentence of the reason; what follows is what to do.
    first, *others = kind.reason.removesuffix(".").split(". ", 1)
    return ". ".join([f"{number} {first} ({', '.join(_where(kind))})", *others])


def _where(kind: _Kind) -> Iterator[str]:
    if kind.file is None:
        yield "in several folders" if kind.folder is None else f"{kind.folder}/*{kind.suffix}".removeprefix("/")
    yield f"first {kind.place}"


def _further(kinds: list[_Kind]) -> str:
    return f"and {sum(kind.count for kind in kinds):,} problems of {len(kinds):,} more kinds."
