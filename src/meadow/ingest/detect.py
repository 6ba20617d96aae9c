"""Which format an input has: its content decides, and its name only where the content could be several things."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import PurePath

import msgspec

from meadow.ingest.formats import added_signs, built_in_signs
from meadow.ingest.refusals import MEAD_ROOTS, REFUSALS

_BEGINNINGS = (
    *((name, signs.begins) for name, signs in built_in_signs()),
    *((name, refusal.begins) for name, refusal in REFUSALS.items()),
)
_MAGIC = tuple((re.compile(begins, re.DOTALL), name) for name, begins in _BEGINNINGS if begins is not None)
# A zip file is an office document if it holds one of these names near its start, a Word document unless it is another.
_OTHER_OFFICE = (
    b"mimetypeapplication/vnd.oasis",
    b"mimetypeapplication/epub",
    b"xl/workbook.xml",
    b"ppt/presentation.xml",
)
_WORD = (b"word/document.xml", b"[Content_Types].xml", b"_rels/.rels")
_ROOTS: Mapping[str, str] = {
    **{root: name for name, signs in built_in_signs() for root in signs.roots},
    **{root: name for name, refusal in REFUSALS.items() for root in refusal.roots},
    **MEAD_ROOTS,
}
_HTML_ROOTS = frozenset(
    {"html", "head", "body", "article", "section", "main", "div", "p", "h1", "table", "title", "meta"}
)
_SUFFIXES: Mapping[str, str] = {
    **{suffix: name for name, signs in built_in_signs() for suffix in signs.suffixes},
    **{suffix: name for name, refusal in REFUSALS.items() for suffix in refusal.suffixes},
    **dict.fromkeys((".xml", ".dtd", ".xsd", ".xsl"), "xml"),
}

_JSON_ARRAY = re.compile(rb"\[\s*[{\]]")
_JSON_OBJECT = re.compile(rb"\{\s*[\"}]")
_UNFINISHED = (b"{", b"[", b",")
_SUBTITLES = re.compile(rb"WEBVTT(?=\s|$)|(?:\d+[ \t]*\r?\n)?\d{1,2}:\d\d:\d\d[,.]\d{1,3}[ \t]*-->")
_MARKDOWN = re.compile(rb"#{1,6}[ \t]\S|---[ \t]*\r?\n[ \t]*[\w-]+:", re.ASCII)
# How each part before the root element begins and ends, blanks included; a DOCTYPE with declarations is tried first.
_PROLOG = tuple(
    (re.compile(begin, re.IGNORECASE), re.compile(end))
    for begin, end in (
        (rb"<\?", rb"\?>\s*"),
        (rb"<!--", rb"-->\s*"),
        (rb"<!DOCTYPE[^>\[]*\[", rb"\]\s*>\s*"),
        (rb"<!DOCTYPE", rb">\s*"),
    )
)
_TAG = re.compile(rb"<([A-Za-z][\w:.-]*)", re.ASCII)


def detect_format(data: bytes, name: str) -> str:
    """Return the name of the format, in `FORMATS` or `REFUSALS`, of an input that begins with `data` and is called `name`.

    The formats of plug-ins are asked first: who adds one means it.
    """
    return detect_by_sign(data, name)[0]


def detect_by_sign(data: bytes, name: str) -> tuple[str, str]:
    """Return the name of the format as `detect_format`, and the sign that it was detected by."""
    suffix = PurePath(name).suffix.lower()
    if (added := _added_format(data, suffix)) is not None:
        return added, "the signs of a plug-in"
    if (binary := _magic_format(data)) is not None:
        return binary, "its first bytes"
    start = data.lstrip()
    if start.startswith(b"<"):
        root = _root(start)
        return _markup_format(start, suffix), "its markup" if root is None else f"its root element <{root}>"
    if _JSON_ARRAY.match(start):
        return "json", "a list of objects"
    if _JSON_OBJECT.match(start):
        return _object_format(start, suffix), "an object at its beginning"
    if _SUBTITLES.match(start):
        return "subtitles", "the time of a cue"
    if suffix in _SUFFIXES:
        return _SUFFIXES[suffix], f"its name, which ends with {suffix}"
    if _begins_like_table(start):
        return "table", "the names of columns in its first line"
    return (
        ("markdown", "a heading or front matter") if _MARKDOWN.match(start) else ("text", "no sign of another format")
    )


def _added_format(data: bytes, suffix: str) -> str | None:
    for name, signs in added_signs():
        begins = signs.begins is not None and _pattern(signs.begins).match(data)
        if begins or suffix in signs.suffixes or (signs.roots and _root(data.lstrip()) in signs.roots):
            return name
    return None


@cache
def _pattern(begins: bytes) -> re.Pattern[bytes]:
    return re.compile(begins, re.DOTALL)


def _begins_like_table(start: bytes) -> bool:
    from meadow.ingest.table import begins_like_table  # most inputs are recognised without it

    return begins_like_table(start)


def _magic_format(data: bytes) -> str | None:
    name = next((kind for magic, kind in _MAGIC if magic.match(data)), None)
    if name == "zip" and any(part in data for part in _OTHER_OFFICE):
        return "office"
    return "word" if name == "zip" and any(part in data for part in _WORD) else name


def _object_format(start: bytes, suffix: str) -> str:
    """Distinguish one object per line from one object in the file by the first line.

    A whole first line with more after it means JSON Lines. One that breaks off where a laid-out object does is one
    object; any other is taken for a damaged line, so that the lines after it are still read. Without a line end in
    sight it is one object, whose reader goes on with JSON Lines should more follow.
    """
    first, _, rest = start.partition(b"\n")
    if suffix in {".jsonl", ".ndjson"}:
        return "jsonl"
    if not rest.strip() or (first.rstrip().endswith(_UNFINISHED) and not is_json_object(first)):
        return "json"
    return "jsonl"


def is_json_object(line: bytes) -> bool:
    """Return whether a line is a whole JSON object; with what begins like one, a laid-out file may begin as well."""
    try:
        msgspec.json.decode(line, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True


def _markup_format(start: bytes, suffix: str) -> str:
    root = _root(start)
    if root is not None and root in _ROOTS:
        return _ROOTS[root]
    if f"mead-{suffix[1:]}" in REFUSALS:  # MEAD's own tools write relations under the root TABLE
        return f"mead-{suffix[1:]}"
    if root is not None and (root.lower() in _HTML_ROOTS or start[:9].lower() == b"<!doctype"):
        return "html"
    if suffix in _SUFFIXES:
        return _SUFFIXES[suffix]
    return "xml" if start.startswith(b"<?xml") else "text"


def _root(start: bytes) -> str | None:
    """Return the name of the first element after declarations, comments and DOCTYPE; None if there is none in sight."""
    at = 0
    while (part := next((end for begin, end in _PROLOG if begin.match(start, at)), None)) is not None:
        closing = part.search(start, at)
        if closing is None:
            return None
        at = closing.end()
    tag = _TAG.match(start, at)
    return None if tag is None else tag[1].decode("ascii")
