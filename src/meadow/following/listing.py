"""The sources to follow: addresses, folders, files and standard input, each named or in a list.

A list is a text file with one address or path on each line, where what follows a `#` at the start of a line or behind a
blank is a comment; or OPML, as feed readers export it, whose outlines may be nested. Paths in a list are seen from the
folder that the list is in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from meadow.errors import FetchError, InputError, LimitError, ReadError, UsageError
from meadow.ingest.addresses import is_web_address, parse_endpoint
from meadow.ingest.paths import STANDARD_INPUT, check_paths, shown_path
from meadow.model.archive import SourceKind
from meadow.text.clean import clean_line, decode
from meadow.text.safexml import parse_xml

_LIST_BYTES = 16 << 20
_MOST_SOURCES = 50_000
_COMMENT = re.compile(r"(?:^|\s)#.*")
_SHOWN = 120


@dataclass(frozen=True, slots=True)
class Source:
    """One thing to follow: its key is the address in one spelling, the path as given, or `-`."""

    key: str
    kind: SourceKind
    title: str | None = None


def list_sources(names: Sequence[str], *, feeds: str | None = None) -> list[Source]:
    """Return the sources that the names and the list describe, each once, in their order.

    A path that does not exist, an address that cannot be fetched and a list that names nothing raise an `InputError`.
    Standard input ends, and while it is read nothing else is: so it is followed alone.
    """
    if names or feeds is None:
        check_paths(names)
    sources = [_named(name, place=None) for name in names]
    if feeds is not None:
        sources += read_list(feeds)
    unique: dict[str, Source] = {}
    for source in sources:
        unique.setdefault(source.key, source)
    if STANDARD_INPUT in unique and len(unique) > 1:
        raise UsageError(
            "Standard input (-) cannot be followed together with other sources.",
            given=STANDARD_INPUT,
            advice="Name it alone, and the other sources in a separate run.",
        )
    return list(unique.values())


def read_list(path: str) -> list[Source]:
    """Return the sources of a list: lines of addresses and paths, or OPML."""
    place = shown_path(Path(path))
    text = _list_text(Path(path), place)
    is_markup = text.lstrip().startswith("<")
    sources = list(_opml_sources(text, place) if is_markup else _line_sources(text, Path(path).parent, place))
    if not sources:
        what = "no outline has an xmlUrl" if is_markup else "every line is empty or a comment"
        raise InputError(
            f"The list {place} names no source: {what}.",
            given=path,
            allowed="A list has one address or path on each line, or is OPML.",
        )
    return sources


def _list_text(path: Path, place: str) -> str:
    check_paths([path])
    try:
        with path.open("rb") as stream:
            data = stream.read(_LIST_BYTES + 1)
    except OSError as error:
        raise InputError(f"The list {place} cannot be read: {error.strerror or error}.", given=place) from error
    if len(data) > _LIST_BYTES:
        raise LimitError(place, f"a list of sources longer than {_LIST_BYTES:,} bytes.", advice="Split it.")
    return decode(data, place=place)


def _line_sources(text: str, folder: Path, place: str) -> Iterator[Source]:
    for number, line in enumerate(text.splitlines(), start=1):
        name = _COMMENT.sub("", line).strip()
        if not name:
            continue
        if name == STANDARD_INPUT:
            raise ReadError(
                f"{place}:{number}", "standard input (-) is not allowed in a list.", advice="Name it alone."
            )
        yield _named(name if is_web_address(name) else _seen_from(folder, name), place=f"{place}:{number}")


def _seen_from(folder: Path, name: str) -> str:
    """Return a path of a list as seen from the current folder; what looks like another kind of address stays as it is."""
    return name if "://" in name else str(folder / name)


def _named(name: str, *, place: str | None) -> Source:
    """Return the source of a name; `place` is where a list names it, for errors."""
    if name == STANDARD_INPUT:
        return Source(STANDARD_INPUT, "input")
    try:
        if is_web_address(name):
            return Source(parse_endpoint(name).url, "feed")
        check_paths([name])
    except FetchError as error:
        raise error if place is None else ReadError(place, f"{name[:_SHOWN]!r}: {error.reason}") from error
    except InputError as error:
        raise error if place is None else ReadError(place, str(error)) from error
    key = shown_path(Path(name))
    if key != Path(name).as_posix():
        raise InputError(
            f"The name {key!r} holds characters that cannot be written down.",
            given=key,
            advice="Follow the folder that it is in, or rename it.",
        )
    return Source(key, "folder" if Path(name).is_dir() else "file")


def _opml_sources(text: str, place: str) -> Iterator[Source]:
    outlines = _Outlines(place)
    parse_xml(text, outlines, place=place)
    for number, (address, title) in enumerate(outlines.feeds, start=1):
        if not is_web_address(address):
            raise ReadError(
                place, f"feed {number} ({(title or address)[:_SHOWN]!r}) has the address {address[:_SHOWN]!r}.",
                advice="Addresses begin with http:// or https://.",
            )  # fmt: skip
        source = _named(address, place=f"{place}, feed {number}")
        yield Source(source.key, source.kind, title)


class _Outlines:
    """Collects address and title of each outline that is a feed, at any depth."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.feeds: list[tuple[str, str | None]] = []
        self.root: str | None = None

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if self.root is None:
            self.root = name.lower()
            if self.root != "opml":
                raise ReadError(
                    self.place, f"a list in XML must be OPML, but this is <{name[:_SHOWN]}>.",
                    advice="To follow a feed that is in a file, name the file itself.",
                )  # fmt: skip
        fields = {key.lower(): value.strip() for key, value in attributes.items()}
        if name.lower() == "outline" and fields.get("xmlurl"):
            self.feeds.append((fields["xmlurl"], _title(fields.get("title"), fields.get("text"))))
            if len(self.feeds) > _MOST_SOURCES:
                raise LimitError(self.place, f"a list of more than {_MOST_SOURCES:,} feeds.", advice="Split it.")

    def end(self, name: str) -> None:
        pass

    def text(self, data: str) -> None:
        pass


def _title(*written: str | None) -> str | None:
    return next((line for each in written if each is not None and (line := clean_line(each))), None)
