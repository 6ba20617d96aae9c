"""Reading documents for a command: problems go to standard error with place and reason, the rest goes on."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import typer

from meadow.cli import printing
from meadow.errors import UnknownNameError
from meadow.ingest import (
    InputRead,
    Item,
    NoDocument,
    Repeated,
    iter_items,
    nothing_readable,
    parse_columns,
    pass_once,
)
from meadow.ingest.columns import NO_COLUMNS, Columns
from meadow.ingest.items import is_finding
from meadow.ingest.moments import TimeSpan, parse_moment
from meadow.ingest.problems import Problems, is_shown
from meadow.model import Document
from meadow.model.documents import place_order
from meadow.registry import load_installed_plugins, load_plugin
from meadow.text.language import normalize_language

if TYPE_CHECKING:
    from meadow.cli.printing import Phases
    from meadow.engines import Engine
    from meadow.pipeline.rehearsing import Rehearsal
    from meadow.pipeline.spill import DocumentSpill

_ALLOWED_HOSTS = "MEADOW_ALLOW_HOSTS"  # hosts on private networks that may be fetched, with commas between them


@dataclass(frozen=True, slots=True)
class Input:
    """The input of a command: the documents, and the number of unreadable items."""

    documents: tuple[Document, ...]
    problems: int

    def finish(self, *, strict: bool, answered: bool = True) -> None:
        """End the command: with 1 under `--strict` if anything was unreadable, or a question had no answer."""
        if strict and (self.problems or not answered):
            raise typer.Exit(1)


def read_input(
    paths: Sequence[str],
    *,
    columns: str | None = None,
    as_given: bool = False,
    phases: Phases | None = None,
    engine: Engine | None = None,
    rehearsal: Rehearsal | None = None,
    spill: DocumentSpill | None = None,
    explain: bool = False,
) -> Input:
    """Return all readable documents of the paths; say on standard error what could not be read, and why.

    `columns` is the option of that name: which columns of tables hold what. Documents come by place, so that nothing, not
    even which of two documents keeps an id, depends on the order of the paths; `as_given` leaves them in that order. An
    engine's workers read for us, and a rehearsal of what comes next is held meanwhile. Documents are
    put into a spill that is given with an engine. With `explain`, standard error says how each input was read, and nobody
    reads for us.
    """
    named = NO_COLUMNS if columns is None else parse_columns(columns)
    met = _counted(_items(paths, named, engine, rehearsal, spill, explain=explain), phases)
    ordered = met if as_given else sorted(met, key=lambda item: place_order(item.place))
    items = list(pass_once(ordered) if spill is None else pass_once(ordered, says=spill.said_by))
    documents = [item for item in items if isinstance(item, Document)]
    others = [item for item in items if not isinstance(item, Document)]
    if not documents:
        raise nothing_readable(paths, others)
    _report(others)
    return Input(tuple(documents), sum(map(is_finding, others)))


def _items(
    paths: Sequence[str],
    columns: Columns,
    engine: Engine | None,
    rehearsal: Rehearsal | None,
    spill: DocumentSpill | None,
    *,
    explain: bool,
) -> Iterator[Item]:
    if engine is None or (explain and spill is None):
        return iter_items(paths, columns=columns, allow_hosts=allowed_hosts(), explain=explain)
    from meadow.pipeline.parts import read_items

    return read_items(paths, engine, columns=columns, allow_hosts=allowed_hosts(), rehearsal=rehearsal, spill=spill)


def allowed_hosts() -> list[str]:
    """Return the hosts on private networks that the environment allows by name."""
    return [host.strip() for host in os.environ.get(_ALLOWED_HOSTS, "").split(",") if host.strip()]


class Reported:
    """Problems of items that come one after the other: each kind is shown once at once, the rest counted at the end."""

    def __init__(self) -> None:
        self.count = 0
        self._problems = Problems()

    def take(self, item: NoDocument) -> None:
        """Say on standard error what was not read, if it is the first of its kind, and count it."""
        self.count += is_finding(item)
        if isinstance(item, InputRead):
            printing.note(f"{item.place}: {item.reason}.")
        line = self._problems.add_item(item) if is_shown(item) else None
        if line is not None:
            printing.note(line)

    def finish(self) -> None:
        """Say how many more there were of each kind."""
        for line in self._problems.pending():
            printing.note(line)


def _counted(items: Iterable[Item], phases: Phases | None) -> Iterator[Item]:
    for done, item in enumerate(items, start=1):
        if phases is not None:
            phases.move("reading", done, None)
        yield item


def _report(others: Sequence[NoDocument]) -> None:
    for item in others:
        if isinstance(item, InputRead):
            printing.note(f"{item.place}: {item.reason}.")
    problems = Problems()
    for item in others:
        if is_shown(item):
            problems.add_item(item)
    for line in problems.lines():
        printing.note(line)
    repeats = [item for item in others if isinstance(item, Repeated)]
    if repeats:
        first = repeats[0]
        printing.note(f"note: documents met twice count once: {len(repeats)}, such as {first.place}, {first.reason}.")


def keep(
    documents: Sequence[Document],
    *,
    since: datetime | None = None,
    until: datetime | None = None,
    source: Sequence[str] | None = None,
    language: Sequence[str] | None = None,
) -> list[Document]:
    """Return the documents that pass the filters; a filter by time leaves undated ones out.

    An outlet that published none of them is an error that suggests those that did.
    """
    languages = {normalize_language(code) for code in language} if language else None
    outlets = _outlets(documents, source) if source else None
    return [
        document
        for document in documents
        if (since is None or (document.published is not None and document.published >= since))
        and (until is None or (document.published is not None and document.published < until))
        and (languages is None or document.language in languages)
        and (outlets is None or (document.source or "").casefold() in outlets)
    ]


def _outlets(documents: Sequence[Document], asked: Sequence[str]) -> set[str]:
    known = {document.source.casefold(): document.source for document in documents if document.source is not None}
    for name in asked:
        if name.casefold() not in known:
            raise UnknownNameError("source", name, known.values())
    return {name.casefold() for name in asked}


def read_span(text: str, *, now: str | None = None) -> TimeSpan:
    """Return the span that an option such as `--since yesterday` names, by the clock or by what `--now` says."""
    moment = datetime.now(UTC) if now is None else parse_moment(now, now=datetime.now(UTC)).first
    return parse_moment(text, now=moment)


def load_plugins(paths: Sequence[str] | None) -> None:
    """Load the installed plug-ins and the given files, so that their methods can be named."""
    load_installed_plugins()
    for path in paths or ():
        load_plugin(path)


def read_rank(rank: str | None) -> str | None:
    """Return a ranker's spec as given, or for `@FILE` the one that a file of learned weights holds."""
    if rank is None or not rank.startswith("@"):
        return rank
    from meadow.cli.inputs import parse_file
    from meadow.rank.weights_file import parse_rank

    return parse_file(rank.removeprefix("@"), parse_rank)
