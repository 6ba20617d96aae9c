"""XML from strangers: events for a handler; no entity declared, no file opened, no address contacted, no deep nesting.

A DOCTYPE is allowed, as MEAD's files carry one, but nothing it points to is ever looked at. Named characters that only
such a DTD would define (`&eacute;`) are read by their HTML names.
"""

from __future__ import annotations

from html.entities import html5
from typing import NoReturn, Protocol
from xml.parsers import expat

from meadow.errors import LimitError, ReadError
from meadow.ingest.items import Limits


class Handler(Protocol):
    """What receives the events of a parse, in document order."""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Take the start of an element."""

    def end(self, name: str) -> None:
        """Take the end of an element."""

    def text(self, data: str) -> None:
        """Take a piece of text."""


def parse_xml(text: str, handler: Handler, *, place: str, limits: Limits) -> None:
    """Send the events of an XML text to `handler`; malformed, too deep or entity-declaring XML raises a `ReadError`."""
    parser = expat.ParserCreate("utf-8")  # the text is decoded already: what it declares about itself no longer counts
    _Guard(parser, handler, place, limits)
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        why = expat.ErrorString(error.code) or "unknown error"
        raise ReadError(
            place, f"not well-formed XML: {why} in line {error.lineno}, column {error.offset + 1}"
        ) from error


class _Guard:
    """Stands between the parser and the handler and stops the parse where it becomes dangerous."""

    def __init__(self, parser: expat.XMLParserType, handler: Handler, place: str, limits: Limits) -> None:
        self.handler = handler
        self.place = place
        self.limits = limits
        self.depth = 0
        parser.buffer_text = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = handler.text
        parser.SkippedEntityHandler = self.skipped_entity
        parser.EntityDeclHandler = self.refuse_declaration

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > self.limits.nesting:
            raise LimitError(self.place, f"XML elements are nested more than {self.limits.nesting} deep")
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
