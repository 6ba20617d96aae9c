"""Which format an input has: its content decides, and its name only where the content could be several things."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePath

import msgspec

from meadow.ingest.table import begins_like_table

_MAGIC: tuple[tuple[re.Pattern[bytes], str], ...] = tuple(
    (re.compile(pattern, re.DOTALL), kind)
    for pattern, kind in (
        (rb"%PDF-", "pdf"),
        (rb"PK(\x03\x04|\x05\x06)", "zip"),
        (rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1|\{\\rtf", "office"),
        (rb"\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|II\*\x00|MM\x00\*|RIFF.{4}WEBP", "image"),
        (rb"ID3[\x02-\x04]|\xff\xfb|OggS|fLaC|RIFF.{4}(WAVE|AVI )|\x00.{3}ftyp|\x1a\x45\xdf\xa3", "audio"),
        (rb".{257}ustar", "tar"),
        (rb"\x1f\x8b|\x28\xb5\x2f\xfd", "folded"),  # once is unfolded before anyone looks; this is twice
        (rb"BZh[1-9]1AY&SY|\xfd7zXZ\x00|7z\xbc\xaf\x27\x1c|Rar!\x1a\x07", "archive"),
        (rb"PAR1\x15", "parquet"),
        (rb"SQLite format 3\x00", "database"),
        (rb"\x7fELF|MZ\x90\x00", "program"),
    )
)
# A zip file is an office document if it holds one of these names near its start.
_OFFICE_PARTS = (
    b"[Content_Types].xml",
    b"mimetypeapplication/vnd.oasis",
    b"mimetypeapplication/epub",
    b"_rels/.rels",
    b"word/document.xml",
    b"xl/workbook.xml",
    b"ppt/presentation.xml",
)

MEAD_KINDS: Mapping[str, str] = {
    "SENT-JUDGE": "sentjudge",
    "EXTRACT": "extract",
    "QUERY": "query",
    "MEAD-CONFIG": "config",
    "SENT-FEATURE": "sentfeature",
    "SENT-REL": "sentrel",
    "DOC-JUDGE": "docjudge",
    "RERANKER-INFO": "reranker",
    "SENTALIGN": "sentalign",
    "DOCPOS": "docpos",
}
_ROOTS: Mapping[str, str] = {
    "DOCSENT": "docsent",
    "CLUSTER": "cluster",
    "rss": "feed",
    "feed": "feed",
    "rdf:RDF": "feed",
    "atom:feed": "feed",
    **dict.fromkeys(("DOC", "doc"), "sgml"),
    **{root: f"mead-{kind}" for root, kind in MEAD_KINDS.items()},
}
_HTML_ROOTS = frozenset(
    {"html", "head", "body", "article", "section", "main", "div", "p", "h1", "table", "title", "meta"}
)
_SUFFIXES: Mapping[str, str] = {
    **dict.fromkeys((".jsonl", ".ndjson"), "jsonl"),
    ".json": "json",
    **dict.fromkeys((".md", ".markdown", ".mdown"), "markdown"),
    ".docsent": "docsent",
    ".cluster": "cluster",
    **dict.fromkeys((".html", ".htm", ".xhtml"), "html"),
    **dict.fromkeys((".rss", ".atom"), "feed"),
    **dict.fromkeys((".srt", ".vtt"), "subtitles"),
    **dict.fromkeys((".sgm", ".sgml"), "sgml"),
    **dict.fromkeys((".csv", ".tsv", ".tab"), "table"),
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
    """Return the name of the format (a key of `FORMATS`) of an input that begins with `data` and is called `name`."""
    suffix = PurePath(name).suffix.lower()
    binary = _magic_format(data)
    if binary is not None:
        return binary
    start = data.lstrip()
    if start.startswith(b"<"):
        return _markup_format(start, suffix)
    if _JSON_ARRAY.match(start):
        return "json"
    if _JSON_OBJECT.match(start):
        return _object_format(start, suffix)
    if _SUBTITLES.match(start):
        return "subtitles"
    if suffix not in _SUFFIXES and begins_like_table(start):
        return "table"
    if _MARKDOWN.match(start) and suffix not in _SUFFIXES:
        return "markdown"
    return _SUFFIXES.get(suffix, "text")


def _magic_format(data: bytes) -> str | None:
    found = next((kind for magic, kind in _MAGIC if magic.match(data)), None)
    if found == "zip":
        return "office" if any(part in data for part in _OFFICE_PARTS) else "zip"
    return found


def _object_format(start: bytes, suffix: str) -> str:
    """Tell one object per line from one object in the file by the first line.

    A whole first line with more after it means JSON Lines. One that breaks off where a laid-out object does is one
    object; any other is taken for a damaged line, so that the lines after it are still read. Without a line end in
    sight it is one object, whose reader goes on with JSON Lines should more follow.
    """
    first, _, rest = start.partition(b"\n")
    if suffix in {".jsonl", ".ndjson"}:
        return "jsonl"
    if not rest.strip() or (first.rstrip().endswith(_UNFINISHED) and not _is_json(first)):
        return "json"
    return "jsonl"


def _is_json(line: bytes) -> bool:
    try:
        msgspec.json.decode(line, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True


def _markup_format(start: bytes, suffix: str) -> str:
    root = _root(start)
    if root is not None and root in _ROOTS:
        return _ROOTS[root]
    if suffix.lstrip(".") in MEAD_KINDS.values():  # MEAD's own tools write relations under the root TABLE
        return f"mead-{suffix.lstrip('.')}"
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
