"""Markdown: one document per file, its markup taken off.

The title is that of the front matter, else the heading that the file begins with. Paragraphs, headings, list items,
table rows and code blocks are each a paragraph of the text; list marks, quote marks, rules, link definitions and
comments go. Front matter is a block between `---` lines with the keys of a JSON document (`title`, `date`, …).

Source: CommonMark (MacFarlane, 2014) and the tables and front matter that its users added.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from meadow.ingest.article import StatedMetadata
from meadow.ingest.inline import strip_inline
from meadow.ingest.items import Item, Limits, Undated
from meadow.ingest.opening import Opened
from meadow.ingest.plain import folder_name, read_text
from meadow.ingest.records import Records
from meadow.text.alignment import as_written, strip_markup
from meadow.text.clean import clean_line

_FIELD = re.compile(r"([A-Za-z_-]+):(?:\s+(.*))?$")
_FIELDS = frozenset({"id", "title", "date", "published", "source", "url", "language", "lang"})
_FOLDED = frozenset({">", "|", ">-", "|-", ">+", "|+"})
_QUOTE = re.compile(r"(?: {0,3}> ?)++")
_FENCE = re.compile(r"\s*(`{3,}|~{3,})([^`]*)$")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]+(.*))?$")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)$")
_RULE = re.compile(r" {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$")
_LIST_MARK = re.compile(r"\s*(?:[-*+]|(\d{1,9})[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_DEFINITION = re.compile(r" {0,3}\[(?!\^)([^\[\]]{1,200})\]:[ \t]*\S+")
_FOOTNOTE = re.compile(r" {0,3}\[\^[^\[\]\s]{1,60}\]:[ \t]*")


def read_markdown(opened: Opened, limits: Limits) -> Iterator[Item]:
    """Yield the one document of a Markdown file."""
    whole, given = read_text(opened, limits)
    fields, body = split_front_matter(whole)
    heading, text = plain_text(body)
    title = fields.get("title")
    if title is not None and heading is not None and clean_line(title) != heading:
        text = f"{heading}\n\n{text}".strip()
    values = {"source": folder_name(opened.path), **fields, "title": title or heading, "text": text}
    records = Records(opened.place)
    yield records.build(values, place=opened.place, given=StatedMetadata(given, strips=(strip_markup, as_written)))
    yield from (note for note in records.notes() if isinstance(note, Undated))


def split_front_matter(text: str) -> tuple[Mapping[str, str], str]:
    """Return the known fields of the front matter, none if there is no such block, and the text after it."""
    first, *lines = text.split("\n")
    end = next((number for number, line in enumerate(lines) if line in {"---", "..."}), None)
    if first != "---" or end is None or not any(_FIELD.match(line) for line in lines[:end]):
        return {}, text
    return dict(_iter_fields(lines[:end])), "\n".join(lines[end + 1 :]).strip()


def plain_text(markdown: str) -> tuple[str | None, str]:
    """Return the heading that Markdown begins with, or None, and the rest as plain text."""
    lines = _without_comments(markdown).split("\n")
    labels = frozenset(match[1].strip().lower() for match in map(_DEFINITION.match, lines) if match is not None)
    blocks = [block for block in _Blocks(labels).read(lines) if block.text]
    if blocks and blocks[0].is_heading:
        return clean_line(blocks[0].text), "\n\n".join(block.text for block in blocks[1:])
    return None, "\n\n".join(block.text for block in blocks)


def _iter_fields(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the fields of a front matter: one per line, or with the value on the indented lines below it."""
    for number, line in enumerate(lines):
        field = _FIELD.match(line)
        if field is None or field[1].lower() not in _FIELDS:
            continue
        value = (field[2] or "").strip()
        if value in _FOLDED:
            value = " ".join(_indented(lines[number + 1 :]))
        yield field[1].lower(), _unquoted(value)


def _indented(lines: list[str]) -> Iterator[str]:
    for line in lines:
        if not line.startswith((" ", "\t")):
            return
        yield line.strip()


def _unquoted(value: str) -> str:
    quote = value[:1]
    if quote in {'"', "'"} and value.rfind(quote) > 0:
        return value[1 : value.rfind(quote)]
    return value.partition(" #")[0].strip()


def _without_comments(text: str) -> str:
    parts, at = [], 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start)) >= 0:
        parts.append(text[at:start])
        at = end + len("-->")
    return "".join((*parts, text[at:]))


@dataclass(frozen=True, slots=True)
class _MarkdownBlock:
    text: str
    is_heading: bool = False


class _Blocks:
    """Cuts lines into blocks of plain text; `held` are the lines of the current one, `fence` what opened the code."""

    def __init__(self, labels: frozenset[str]) -> None:
        self.labels = labels
        self.held: list[str] = []
        self.in_list = False
        self.fence: str | None = None

    def read(self, lines: list[str]) -> Iterator[_MarkdownBlock]:
        """Yield the blocks in order."""
        for line in lines:
            if self.fence is None:
                yield from self._take(_QUOTE.sub("", line, count=1) if line.lstrip().startswith(">") else line)
            elif _closes(self.fence, line):
                yield self._code()
            else:
                self.held.append(line)
        yield self._code() if self.fence is not None else self._paragraph()

    def _take(self, line: str) -> Iterator[_MarkdownBlock]:
        fence, heading = _FENCE.match(line), _HEADING.match(line)
        if fence is not None:
            yield self._paragraph()
            self.fence = fence[1]
        elif heading is not None:
            yield self._paragraph()
            yield _MarkdownBlock(strip_inline((heading[1] or "").rstrip("# \t"), self.labels), is_heading=True)
        elif self.held and _UNDERLINE.match(line):
            yield self._paragraph(is_heading=True)
        elif not line.strip() or _RULE.match(line) or _is_table_rule(line) or _DEFINITION.match(line):
            yield self._paragraph()
        else:
            yield from self._take_text(line)

    def _take_text(self, line: str) -> Iterator[_MarkdownBlock]:
        mark = self._item_mark(line)
        is_row = line.lstrip().startswith("|")
        if mark is not None or is_row:
            yield self._paragraph()
            self.in_list = mark is not None
        text = line[mark.end() :] if mark is not None else line
        self.held.append(" ".join(text.replace("|", " ").split()) if is_row else text.strip())

    def _item_mark(self, line: str) -> re.Match[str] | None:
        """Return the mark of a list item or footnote; a wrapped line that begins with "2005. " is neither."""
        mark = _LIST_MARK.match(line)
        number = None if mark is None else mark[1]
        if number not in {None, "1"} and self.held and not self.in_list:
            return None
        return mark or _FOOTNOTE.match(line)

    def _paragraph(self, *, is_heading: bool = False) -> _MarkdownBlock:
        text, self.held, self.in_list = "\n".join(self.held), [], False
        return _MarkdownBlock(strip_inline(text, self.labels).strip(), is_heading)

    def _code(self) -> _MarkdownBlock:
        text, self.held, self.fence = "\n".join(self.held), [], None
        return _MarkdownBlock(text.strip("\n"))


def _closes(fence: str, line: str) -> bool:
    """Return whether a line closes a code block: at least as many of the same marks, and nothing else."""
    stripped = line.strip()
    return len(stripped) >= len(fence) and set(stripped) == {fence[0]}


def _is_table_rule(line: str) -> bool:
    return "|" in line and "-" in line and not line.strip("|-: \t")
