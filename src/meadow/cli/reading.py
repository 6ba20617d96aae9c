"""Reading documents for a command: problems go to standard error with place and reason, the rest goes on."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import typer

from meadow.errors import InputError, NothingReadableError, ReadError, UsageError
from meadow.ingest import iter_items, pass_once
from meadow.ingest.times import parse_time
from meadow.model import Document
from meadow.registry import load_installed_plugins, load_plugin
from meadow.text.background import Background, parse_idf_table
from meadow.text.clean import decode
from meadow.text.language import normalize_language

_SHOWN_PROBLEMS = 20
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class Input:
    """What a command works on: the documents, and how many items could not be read."""

    documents: tuple[Document, ...]
    problems: int

    def finish(self, *, strict: bool) -> None:
        """End the command: with 1 under `--strict` if anything was unreadable."""
        if strict and self.problems:
            raise typer.Exit(1)


def read_input(paths: Sequence[str]) -> Input:
    """Return all readable documents of the paths; say on standard error what could not be read, and why."""
    documents: list[Document] = []
    problems: list[ReadError] = []
    for item in pass_once(iter_items(paths)):
        if isinstance(item, Document):
            documents.append(item)
        elif isinstance(item, ReadError):
            problems.append(item)
    _report(problems)
    if not documents:
        shown = ", ".join(repr(path) for path in paths)
        raise NothingReadableError(
            f"No readable document in {shown}.",
            given=shown,
            allowed="JSON, JSON Lines, plain text, Markdown and MEAD docsent files are read, also in folders and gzipped.",
        )
    return Input(tuple(documents), len(problems))


def _report(problems: Sequence[ReadError]) -> None:
    for problem in problems[:_SHOWN_PROBLEMS]:
        sys.stderr.write(f"meadow: not read: {problem}\n")
    if len(problems) > _SHOWN_PROBLEMS:
        sys.stderr.write(f"meadow: and {len(problems) - _SHOWN_PROBLEMS} more items were not read.\n")


def keep(
    documents: Iterable[Document],
    *,
    since: str | None = None,
    until: str | None = None,
    source: Sequence[str] | None = None,
    language: Sequence[str] | None = None,
) -> list[Document]:
    """Return the documents that pass the filters; a filter by time leaves undated ones out, a bare day is a whole day."""
    first = parse_time(since)[0] if since is not None else None
    last = _end(until) if until is not None else None
    languages = {normalize_language(code) for code in language} if language else None
    outlets = {name.casefold() for name in source} if source else None
    return [
        document
        for document in documents
        if (first is None or (document.published is not None and document.published >= first))
        and (last is None or (document.published is not None and document.published < last))
        and (languages is None or document.language in languages)
        and (outlets is None or (document.source or "").casefold() in outlets)
    ]


def _end(until: str) -> datetime:
    moment, day_only = parse_time(until)
    return moment + timedelta(days=1) if day_only else moment


def load_background(path: str | None) -> Background | None:
    """Return the background table of a file, or None if none was asked for."""
    if path is None:
        return None
    file = Path(path)
    if not file.is_file():
        raise InputError(f"There is no IDF table {path!r}.", given=path, advice="Give a file of: word, tab, value.")
    data = file.read_bytes()
    return parse_idf_table(decode(gzip.decompress(data) if data[:2] == _GZIP else data, place=path), name=file.name)


def load_plugins(paths: Sequence[str] | None) -> None:
    """Load the installed plug-ins and the given files, so that their methods can be named."""
    load_installed_plugins()
    for path in paths or ():
        load_plugin(path)


def check_one_output(*, json: bool, markdown: bool) -> None:
    """Raise an error if two kinds of output would share standard output."""
    if json and markdown:
        raise UsageError("--json and --markdown were both given.", given="--json --markdown", advice="Choose one.")
