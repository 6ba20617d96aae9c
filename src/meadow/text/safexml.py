"""XML from strangers: events for a handler; no entity declared, no file opened, no address contacted, no deep nesting.

A DOCTYPE is allowed, as MEAD's files carry one, but nothing it points to is ever looked at. Named characters that only
such a DTD would define (`&eacute;`) are read by their HTML names.
"""

from __future__ import annotations

from html.entities import html5
from typing import NoReturn, Protocol
from xml.parsers import expat

from meadow.errors import LimitError, ReadError

MOST_NESTING = 64

Tag = tuple[str, dict[str, str]]


class Handler(Protocol):
    """What receives the events of a parse, in document order."""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Take the start of an element."""

    def end(self, name: str) -> None:
        """Take the end of an element."""

    def text(self, data: str) -> None:
        """Take a piece of text."""


def parse_xml(text: str, handler: Handler, *, place: str, nesting: int = MOST_NESTING) -> None:
    """Send the events of an XML text to `handler`; malformed, too deep or entity-declaring XML raises a `ReadError`."""
    parser = expat.ParserCreate("utf-8")  # the text is decoded already: what it declares about itself no longer counts
    _Guard(parser, handler, place, nesting)
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        why = expat.ErrorString(error.code) or "unknown error"
        raise ReadError(
            place, f"not well-formed XML: {why} in line {error.lineno}, column {error.offset + 1}"
        ) from error


def parse_tags(text: str, *, place: str) -> list[Tag]:
    """Return the elements of an XML text in order, as name and attributes: all that MEAD's files of judgements hold."""
    tags: list[Tag] = []
    parse_xml(text, _Tags(tags), place=place)
    return tags


class _Tags:
    """Keeps the start of every element and passes over the rest."""

    def __init__(self, tags: list[Tag]) -> None:
        self.tags = tags

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.tags.append((name, attributes))

    def end(self, name: str) -> None:
        pass

    def text(self, data: str) -> None:
        pass


class _Guard:
    """Stands between the parser and the handler and stops the parse where it becomes dangerous."""

    def __init__(self, parser: expat.XMLParserType, handler: Handler, place: str, nesting: int) -> None:
        self.handler = handler
        self.place = place
        self.nesting = nesting
        self.depth = 0
        parser.buffer_text = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = handler.text
        parser.SkippedEntityHandler = self.skipped_entity
        parser.EntityDeclHandler = self.refuse_declaration

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > self.nesting:
            raise LimitError(self.place, f"XML elements are nested more than {self.nesting} deep")
        self.handler.start(name, attributes)

    def end(self, name: str) -> None:
        self.depth -= 1
        self.handler.end(name)

    def skipped_entity(self, name: str, is_parameter: bool) -> None:
        if is_parameter:
            return
        character = html5.get(f"{name};")
        if character is None:
            raise ReadError(self.place, f"the XML entity &{name}; is not defined")
        self.handler.text(character)

    def refuse_declaration(self, name: str, *_: object) -> NoReturn:
        raise ReadError(
            self.place,
            f"the XML declares an entity ({name}), which is refused.",
            advice="Replace entities by their text first.",
        )
