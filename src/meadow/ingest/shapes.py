"""Objects of JSON that other programs write in a shape of their own: which shape one has, and its documents in our names.

A shape is detected by keys that no other has. Most collectors need none, since their keys are known names (`columns`);
those in `_PATHS` use `source` for something else, or keep the text inside: a row leads each field to its possible paths.
JSON Feed and ninjs have files of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from meadow.errors import ReadError
from meadow.ingest.article import StatedMetadata
from meadow.ingest.items import Limits, Skipped

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ShapedRecord:
    """A document of an object, under the names of our own fields, and the keys that were not read.

    `given` is the markup that its text was made out of; None of a text as it is. `inside` is the path to the document
    within the object, from 1; empty of an object that is one document.
    """

    record: Record
    given: StatedMetadata | None = None
    inside: str = ""
    dropped: tuple[str, ...] = ()


Shaped = ShapedRecord | Skipped | ReadError
Expand = Callable[[Record, str, Limits], Iterator[Shaped]]


@dataclass(frozen=True, slots=True)
class Shape:
    """What an object's keys say it is: the name that users know, and how to get at its documents."""

    name: str
    expand: Expand


Paths = Mapping[str, Sequence[str]]
# name -> the keys that are its sign, and where each field may be; `*` means each element of a list.
_PATHS: Mapping[str, tuple[frozenset[str], Paths]] = {
    "trafilatura": (
        frozenset({"source-hostname", "hostname"}),
        {"source": ("source-hostname", "hostname"), "url": ("source",), "text": ("text", "raw_text"),
         "sections": ("categories",), "authors": ("author",)},
    ),
    "fundus": (
        frozenset({"publishing_date", "topics"}),
        {"published": ("publishing_date",), "text": ("plaintext", "body.sections.*.paragraphs.*", "body"),
         "sections": ("topics",), "url": ("html.requested_url",), "source": ("html.source_info.publisher", "publisher")},
    ),
    "GDELT": (frozenset({"seendate", "sourcecountry"}), {"source": ("domain",), "published": ("seendate",)}),
    "Media Cloud": (
        frozenset({"media_name", "publish_date"}),
        {"source": ("media_name",), "published": ("publish_date",), "id": ("id", "stories_id")},
    ),
    # What is no article, and would be read as one for its title or description.
    "GeoJSON": (frozenset({"type", "geometry", "properties"}), {}),
    "a Jupyter notebook": (frozenset({"nbformat", "cells"}), {}),
    "a JSON Schema": (frozenset({"$schema", "properties"}), {}),
    "an OpenAPI description": (frozenset({"openapi", "paths"}), {}),
    "ActivityStreams": (frozenset({"@context", "actor", "object"}), {}),
}  # fmt: skip
_NO_DOCUMENTS = frozenset(name for name, (_, paths) in _PATHS.items() if not paths)
_MOST_PARTS = 100_000


def shape_of(record: Record) -> Shape | None:
    """Return the shape of an object; None of one whose keys are looked up one by one."""
    keys = record.keys()
    for name, (signs, paths) in _PATHS.items():
        if signs <= keys:
            return Shape(name, partial(_renamed, name, paths))
    return next((Shape(name, _expander(name)) for name, sign in _SIGNS.items() if sign(record)), None)


def found_at(value: object, path: str) -> Any:
    """Return what is at a path such as `body.text`; texts of a list (`sections.*`) are joined as paragraphs."""
    first, _, rest = path.partition(".")
    if first == "*":
        parts = (
            [found_at(each, rest) if rest else each for each in value[:_MOST_PARTS]] if isinstance(value, list) else []
        )
        return "\n\n".join(part for part in parts if isinstance(part, str)) or None
    inner = value.get(first) if isinstance(value, Mapping) else None
    return found_at(inner, rest) if rest and inner is not None else inner


def filled(record: Record, paths: Paths) -> dict[str, Any]:
    """Return for each field the first of its paths that holds something."""
    values = {field: (found_at(record, path) for path in choices) for field, choices in paths.items()}
    found = {field: next((each for each in held if each not in (None, "", [])), None) for field, held in values.items()}
    return {field: value for field, value in found.items() if value is not None}


def _is_json_feed(record: Record) -> bool:
    return isinstance(version := record.get("version"), str) and "jsonfeed.org/version/" in version


def is_ninjs(record: Record) -> bool:
    """Say whether an object is an item of ninjs, of any version."""
    if "uri" not in record:
        return False
    keys = {key.lower() for key in record}
    return bool(keys & _NINJS_KEYS) or any(key.startswith(("body_", "headline_")) for key in keys)


_NINJS_KEYS = frozenset(
    {"versioncreated", "bodies", "headlines", "renditions", "associations", "eventdetails", "representationtype"}
)
_SIGNS: Mapping[str, Callable[[Record], bool]] = {"JSON Feed": _is_json_feed, "ninjs": is_ninjs}


def _expander(name: str) -> Expand:
    # Loaded when met: who reads plain JSON Lines pays for no reader of markup.
    if name == "ninjs":
        from meadow.ingest.ninjs import expand_ninjs

        return expand_ninjs
    from meadow.ingest.jsonfeed import expand_feed

    return expand_feed


def _renamed(name: str, paths: Paths, record: Record, place: str, limits: Limits) -> Iterator[Shaped]:  # noqa: ARG001 - Expand
    if name in _NO_DOCUMENTS:
        yield ReadError(place, f"{name}, which is not read.", advice="Remove it from what you name.")
        return
    used = {path.partition(".")[0] for choices in paths.values() for path in choices}
    yield ShapedRecord({key: value for key, value in record.items() if key not in used} | filled(record, paths))
