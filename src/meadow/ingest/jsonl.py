"""JSON Lines, read and written: one document per line, so that one bad line costs one document.

A document has the keys `id, title, text, source, published (date), url, language (lang)`; only `text` or `title` is
needed, other keys are ignored. `spans` are sentence boundaries, as pairs of code points of `text`, where the source
itself gives them.

Source: JSON Lines (jsonlines.org), JSON being that of RFC 8259.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

import msgspec

from meadow.errors import LimitError, ReadError
from meadow.ingest.article import Article
from meadow.ingest.items import Item, Limits, Skipped
from meadow.ingest.json_dates import DateKeys
from meadow.ingest.opening import Opened, iter_lines
from meadow.model import Document
from meadow.text.clean import decode

_DECODER = msgspec.json.Decoder(Article)
_ENCODER = msgspec.json.Encoder()
# A string is taken whole, brackets in it and all. The mark alone begins one that is never closed: nothing follows it.
_BRACKET = re.compile(rb'"(?:[^"\\]++|\\.)*+"|["\[\]{}]', re.DOTALL)


def read_jsonl(opened: Opened, limits: Limits) -> Iterator[Item]:
    """Yield one item per line that is not blank, with the place `path:line`."""
    longest = limits.item_bytes
    lines = iter_lines(opened.chunks, longest=longest)
    return iter_numbered(opened.place, lines, longest=longest, deepest=limits.nesting)


def iter_numbered(
    path: str, lines: Iterable[bytes | None], *, longest: int, deepest: int, before: int = 0
) -> Iterator[Item]:
    """Yield one item per line that is not blank; None is a line that is longer than `longest` bytes.

    `before` is how many lines of the file come before these.
    """
    dates = DateKeys(path)
    for number, line in enumerate(lines, start=before + 1):
        if line is None:
            yield LimitError(f"{path}:{number}", f"longer than {longest:,} bytes, the limit for one document")
        elif line.strip():
            yield from iter_object(line, place=f"{path}:{number}", deepest=deepest, dates=dates)
    yield from dates.notes()


def iter_alone(data: bytes, *, place: str, deepest: int) -> Iterator[Item]:
    """Yield the documents of an object that is alone in its file."""
    dates = DateKeys(place)
    yield from iter_object(data, place=place, deepest=deepest, dates=dates)
    yield from dates.notes()


def iter_object(data: bytes, *, place: str, deepest: int, dates: DateKeys) -> Iterator[Item]:
    """Yield the document of one JSON object, or those of the list under its key `documents` or `articles`."""
    try:
        check_depth(data, place=place, deepest=deepest)
        article = decode_article(data, place=place)
        listed = _listed(article)
        if listed is None:
            yield dates.build(article, place=place)
            return
    except ReadError as error:
        yield error
        return
    if not listed:
        yield Skipped(place, "an empty list of documents")
    for position, element in enumerate(listed, start=1):
        yield _element_item(element, place=f"{place}:{position}", dates=dates)


def check_depth(data: bytes, *, place: str, deepest: int) -> None:
    """Raise a `LimitError` if lists and objects are nested deeper than allowed, found in one linear scan.

    Decoders stop at a depth of their own, which depends on how deep the program is already; this one is always the same.
    """
    if data.count(b"[") + data.count(b"{") <= deepest:
        return
    depth = 0
    for mark in _BRACKET.finditer(data):
        if mark[0] in b"[{":
            depth += 1
        elif mark[0] in b"]}":
            depth -= 1
        elif mark[0] == b'"':
            return
        if depth > deepest:
            raise LimitError(place, f"the JSON is nested more than {deepest} deep")


def decode_article(data: bytes, *, place: str) -> Article:
    """Return the fields of one JSON object; what is no JSON object raises a `ReadError`."""
    try:
        return _DECODER.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _decode_patiently(data, place)


def write_jsonl(documents: Iterable[Document]) -> Iterator[str]:
    """Yield each document as one line of JSON, without the line end; reading the lines gives equal documents."""
    for document in documents:
        yield _ENCODER.encode(document_value(document)).decode()


def document_value(document: Document) -> dict[str, object]:
    """Return the fields of a document as a line of JSON has them, without those that are absent."""
    fields = {
        "id": document.id,
        "title": document.title,
        "text": document.text,
        "source": document.source,
        "published": document.published_text,
        "url": document.url,
        "language": document.language,
        "spans": document.spans,
    }
    return {key: value for key, value in fields.items() if value is not None}


def _decode_patiently(data: bytes, place: str) -> Article:
    """Decode what the strict decoder refuses: other encodings, NaN, half a surrogate pair; or say what is wrong."""
    try:
        value = json.loads(decode(data, place=place))
    except json.JSONDecodeError as error:
        why = error.msg.removesuffix(" at")
        raise ReadError(place, f"not valid JSON: {why} at character {error.pos + 1}") from error
    except RecursionError as error:
        raise ReadError(place, "not a document: the JSON is nested too deeply") from error
    except ValueError as error:  # a whole number of thousands of digits
        raise ReadError(place, f"not valid JSON: {error}") from error
    return _from_value(value, place)


def _from_value(value: object, place: str) -> Article:
    if not isinstance(value, dict):
        raise ReadError(place, f"not a document: this is {_kind(value)}, but a JSON object is expected")
    return Article(**{key: value[key] for key in Article.__struct_fields__ if key in value})


def _element_item(element: object, *, place: str, dates: DateKeys) -> Item:
    try:
        return dates.build(_from_value(element, place), place=place)
    except ReadError as error:
        return error


def _listed(article: Article) -> list[object] | None:
    if article.text is not None:
        return None
    lists = [listed for listed in (article.documents, article.articles) if isinstance(listed, list)]
    return [element for listed in lists for element in listed] if lists else None


def _kind(value: object) -> str:
    named = {list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return named.get(type(value), "a number")
