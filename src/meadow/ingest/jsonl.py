"""JSON Lines, read and written: one document per line, so that one bad line costs one document.

A document has the keys `id, title, text, source, published, url, language`, or others that are known for them (`columns`);
only a text or a title is needed. `spans` are sentence boundaries, as pairs of code points of `text`, where the source itself
gives them. An object without a text may wrap a list of documents, as answers of news services do.

Source: JSON Lines (jsonlines.org), JSON being that of RFC 8259.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any, TypeGuard

import msgspec

from meadow.errors import LimitError, ReadError
from meadow.ingest.columns import NO_COLUMNS, Columns
from meadow.ingest.items import Item, Limits, Skipped
from meadow.ingest.opening import Opened, iter_lines
from meadow.ingest.records import Records
from meadow.ingest.shapes import Record, ShapedRecord, shape_of
from meadow.model import Document, WireMetadata
from meadow.text.clean import decode

_DECODER = msgspec.json.Decoder(dict[str, Any])
# Keys under which an object wraps a list of documents; under the first two every list is one.
_OWN_LISTS = ("documents", "articles")
_WRAPPERS = (
    *_OWN_LISTS,
    "results",
    "items",
    "docs",
    "data",
    "news",
    "posts",
    "entries",
    "stories",
    "value",
    "response",
)
_ENCODER = msgspec.json.Encoder()
# A string is taken whole, brackets in it and all. The mark alone begins one that is never closed: nothing follows it.
_BRACKET = re.compile(rb'"(?:[^"\\]++|\\.)*+"|["\[\]{}]', re.DOTALL)


def read_jsonl(opened: Opened, limits: Limits, *, columns: Columns = NO_COLUMNS) -> Iterator[Item]:
    """Yield one item per line that is not blank, with the place `path:line`."""
    longest, records = limits.item_bytes, Records(opened.place, columns, opened)
    lines = iter_lines(opened.chunks, longest=longest)
    yield from iter_numbered(opened.place, lines, limits, longest=longest, records=records)
    yield from records.notes()


def iter_numbered(
    path: str, lines: Iterable[bytes | None], limits: Limits, *, longest: int, records: Records, before: int = 0
) -> Iterator[Item]:
    """Yield one item per line that is not blank; None is a line that is longer than `longest` bytes.

    `before` is how many lines of the file come before these. `records` has notes afterwards.
    """
    for number, line in enumerate(lines, start=before + 1):
        if line is None:
            yield LimitError(f"{path}:{number}", f"longer than {longest:,} bytes, the limit for one document")
        elif line.strip():
            yield from iter_object(line, limits, place=f"{path}:{number}", records=records)


def iter_object(data: bytes, limits: Limits, *, place: str, records: Records) -> Iterator[Item]:
    """Yield the document of one JSON object, or those of the lists that it wraps."""
    try:
        check_depth(data, place=place, deepest=limits.nesting)
        record = decode_object(data, place=place)
    except ReadError as error:
        yield error
        return
    listed = _listed(record) if shape_of(record) is None else None
    if listed is None:
        yield from iter_record(record, limits, place=place, records=records)
    elif not listed:
        yield Skipped(place, "an empty list of documents")
    for position, element in enumerate(listed or (), start=1):
        yield from iter_record(element, limits, place=f"{place}:{position}", records=records)


def iter_record(value: object, limits: Limits, *, place: str, records: Records) -> Iterator[Item]:
    """Yield the document that an object is, or those that its shape says it holds."""
    try:
        record = _from_value(value, place)
        shape = shape_of(record)
        if shape is None:
            yield records.build(record, place=place)
            return
    except ReadError as error:
        yield error
        return
    for each in shape.expand(record, place, limits):
        yield records.shaped(each, shape.name, place) if isinstance(each, ShapedRecord) else each


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


def decode_object(data: bytes, *, place: str) -> Record:
    """Return the keys and values of one JSON object; what is no JSON object raises a `ReadError`."""
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
    values = {
        "id": document.id,
        "title": document.title,
        "text": document.text,
        "source": document.source,
        "published": document.published_text,
        "url": document.url,
        "language": document.language,
        "spans": document.spans,
        "authors": document.authors or None,
        "sections": document.sections or None,
        "wire": None if document.wire is None else _stated(document.wire),
        "pages": document.pages,
    }
    return {key: value for key, value in values.items() if value is not None}


def _stated(wire: WireMetadata) -> dict[str, object]:
    named = {each.name: getattr(wire, each.name) for each in fields(wire)}
    return {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in named.items()
        if value is not None and value != ()
    }


def _decode_patiently(data: bytes, place: str) -> Record:
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


def _from_value(value: object, place: str) -> Record:
    if not isinstance(value, dict):
        raise ReadError(place, f"not a document: this is {_kind(value)}, but a JSON object is expected")
    return value


def _listed(record: Record) -> list[object] | None:
    """Return the elements of the lists that an object wraps, one object further in at most; None of a document."""
    if record.get("text") is not None:
        return None
    inner = [record, *(value for key in _WRAPPERS if isinstance(value := record.get(key), Mapping))]
    lists = [value for each in inner for key in _WRAPPERS if _is_list_of_objects(value := each.get(key), key)]
    return [element for each in lists for element in each] if lists else None


def _is_list_of_objects(value: object, key: str) -> TypeGuard[list[object]]:
    return isinstance(value, list) and (key in _OWN_LISTS or any(isinstance(each, dict) for each in value))


def _kind(value: object) -> str:
    named = {list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return named.get(type(value), "a number")
