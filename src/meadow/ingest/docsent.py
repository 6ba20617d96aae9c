"""MEAD's docsent files: a document that is cut into sentences already.

The sentences keep MEAD's numbers: sentence SNO is `spans[SNO - 1]`, the headline being sentence 1 where there is one; a
sentence without text keeps its number as an empty span. Inside a sentence, white space runs are one blank (MEAD's
features count words, so they do not depend on it); between sentences is a blank, between paragraphs (PAR) an empty
line.

Source: the docsent files of MEAD 3 (Radev et al., 2004).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from meadow.errors import InputError, ReadError
from meadow.ingest.article import Article, Spans, StatedMetadata, build_document
from meadow.ingest.items import Item, Limits
from meadow.ingest.opening import Opened, read_all
from meadow.ingest.times import parse_time
from meadow.text.clean import clean_line, decode
from meadow.text.safexml import parse_xml

_DAY = re.compile(r"(?<!\d)(?:19|20)\d{6}(?!\d)", re.ASCII)
_LANGUAGES = {"CHIN": "zh"}  # MEAD's own code; ENG is an ordinary one


@dataclass(frozen=True, slots=True)
class _DocsentLine:
    """A sentence as the file gives it; `paragraph` is equal for neighbours of one paragraph."""

    paragraph: tuple[bool, str | None]
    text: str


class _Docsent:
    """Collects the attributes and sentences of a docsent file."""

    def __init__(self) -> None:
        self.attributes: dict[str, str] = {}
        self.lines: list[_DocsentLine] = []
        self.in_headline = False
        self.parts: list[str] | None = None
        self.paragraph: str | None = None

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "DOCSENT":
            self.attributes = attributes
        elif name == "HEADLINE":
            self.in_headline = True
        elif name == "S":
            self.parts, self.paragraph = [], attributes.get("PAR")

    def end(self, name: str) -> None:
        if name == "HEADLINE":
            self.in_headline = False
        elif name == "S" and self.parts is not None:
            self.lines.append(_DocsentLine((self.in_headline, self.paragraph), clean_line("".join(self.parts))))
            self.parts = None

    def text(self, data: str) -> None:
        if self.parts is not None:
            self.parts.append(data)


def read_docsent(opened: Opened, limits: Limits) -> Iterator[Item]:
    """Yield the one document of a docsent file, with its sentence boundaries."""
    collected = _Docsent()
    given = decode(read_all(opened, limits), place=opened.place)
    parse_xml(given, collected, place=opened.place, nesting=limits.nesting)
    if not any(line.text for line in collected.lines):
        raise ReadError(opened.place, "a docsent file without sentences")
    text, spans = _assemble(collected.lines)
    identity = collected.attributes.get("DID")
    language = collected.attributes.get("LANG")
    article = Article(
        id=identity,
        title=" ".join(line.text for line in collected.lines if line.paragraph[0]),
        text=text,
        published=_day(identity or ""),
        language=_LANGUAGES.get(language or "", language),
        spans=[list(span) for span in spans],
    )
    yield build_document(article, place=opened.place, given=StatedMetadata(given))


def _assemble(lines: Sequence[_DocsentLine]) -> tuple[str, Spans]:
    """Return the joined sentences and the span of each."""
    parts: list[str] = []
    spans: list[tuple[int, int]] = []
    at, before = 0, None
    for line in lines:
        if line.text and before is not None:
            parts.append(" " if before.paragraph == line.paragraph else "\n\n")
            at += len(parts[-1])
        parts.append(line.text)
        spans.append((at, at + len(line.text)))
        at += len(line.text)
        before = line if line.text else before
    return "".join(parts), tuple(spans)


def _day(identity: str) -> str | None:
    """Return the day that an id such as D-19990518_022 holds; digits that are no day say nothing."""
    day = _DAY.search(identity)
    if day is None:
        return None
    try:
        parse_time(day[0])
    except InputError:
        return None
    return day[0]
