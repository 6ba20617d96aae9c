"""Values as JSON and back: every value of `meadow.model`, and the recipe, under its type and a version.

    {"type": "SentenceRef", "version": 1, "value": {"document_id": "a", "index": 0}}

This is how Meadow keeps and sends its values, whole. What commands print with `--json` is another shape, made for readers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np

from meadow import model
from meadow.errors import InputError, NewerFormatError, UnknownNameError
from meadow.recipe import Recipe

VERSION = 1
TYPES: Mapping[str, type] = {
    name: kind
    for name, kind in (*((name, getattr(model, name)) for name in model.__all__), ("Recipe", Recipe))
    if isinstance(kind, type) and is_dataclass(kind)
}
_SURROGATE = re.compile("[\ud800-\udfff]")


def to_json(value: object) -> str:
    """Return a value as one line of JSON that `from_json` reads back as an equal value."""
    name = type(value).__name__
    if TYPES.get(name) is not type(value):
        raise UnknownNameError("type of value", name, TYPES)
    try:
        text = json.dumps(
            {"type": name, "version": VERSION, "value": _plain(value)}, ensure_ascii=False, allow_nan=False
        )
    except ValueError as error:
        raise InputError(f"This {name} holds a number that is not finite, which JSON cannot write.") from error
    # Half a character pair, which broken articles hold, can be escaped but not encoded.
    return _SURROGATE.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


def from_json(text: str | bytes) -> Any:
    """Return the value that `to_json` wrote; another type or a newer version is an error that says so."""
    try:
        shape = json.loads(text)
    except ValueError as error:
        raise InputError(f"This is no JSON: {error}.", given=_shown(text), advice="Give what to_json wrote.") from error
    if not isinstance(shape, dict) or set(shape) != {"type", "version", "value"}:
        raise InputError(
            "This JSON is no value of Meadow.", given=_shown(text), allowed="An object with type, version and value.",
            advice="What commands print with --json has another shape; to_json writes this one.",
        )  # fmt: skip
    kind = TYPES.get(str(shape["type"]))
    if kind is None:
        raise UnknownNameError("type of value", str(shape["type"]), TYPES)
    if shape["version"] != VERSION:
        raise NewerFormatError(f"The {shape['type']}", shape["version"], VERSION)
    return _read(kind, shape["value"], str(shape["type"]))


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, date):  # a time is one too
        return value.isoformat()
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(item) for item in value]
    return value


def _read(kind: Any, data: Any, place: str) -> Any:
    """Return plain data as a value of a type, by the reader of that type."""
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        (one,) = (each for each in get_args(kind) if each is not NoneType)
        return None if data is None else _read(one, data, place)
    if is_dataclass(kind):
        return _read_fields(kind, data, place)
    return _READERS[kind if origin is None else origin](kind, data, place)


def _read_fields(kind: Any, data: Any, place: str) -> Any:
    _check(isinstance(data, dict), place, data, "an object")
    hints = _hints(kind)
    for name in data:
        if name not in hints:
            raise UnknownNameError(f"field of {place}", name, hints)
    needed = [each.name for each in fields(kind) if each.default is MISSING and each.default_factory is MISSING]
    missing = [name for name in needed if name not in data]
    _check(not missing, place, data, f"an object that also has {', '.join(missing)}")
    return kind(**{name: _read(hints[name], item, f"{place}.{name}") for name, item in data.items()})


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _read_tuple(kind: Any, data: Any, place: str) -> tuple[Any, ...]:
    _check(isinstance(data, list), place, data, "a list")
    kinds = get_args(kind)
    if kinds[-1] is Ellipsis:
        kinds = (kinds[0],) * len(data)
    _check(len(kinds) == len(data), place, data, f"a list of {len(kinds)}")
    return tuple(_read(each, item, f"{place}[{i}]") for i, (each, item) in enumerate(zip(kinds, data, strict=True)))


def _read_mapping(kind: Any, data: Any, place: str) -> dict[str, Any]:
    _check(isinstance(data, dict), place, data, "an object")
    return {key: _read(get_args(kind)[1], item, f"{place}.{key}") for key, item in data.items()}


def _read_array(kind: Any, data: Any, place: str) -> Any:
    number = get_args(get_args(kind)[1])[0]
    _check(isinstance(data, list) and all(_is_number(item) for item in data), place, data, "a list of numbers")
    return np.array(data, dtype=number)


def _read_time(_: Any, data: Any, place: str) -> datetime:
    try:
        return datetime.fromisoformat(data)
    except (TypeError, ValueError):
        raise _wrong(place, data, "a time in ISO 8601") from None


def _read_day(_: Any, data: Any, place: str) -> date:
    try:
        return date.fromisoformat(data)
    except (TypeError, ValueError):
        raise _wrong(place, data, "a day in ISO 8601") from None


def _read_choice(kind: Any, data: Any, place: str) -> Any:
    _check(data in get_args(kind), place, data, " or ".join(map(repr, get_args(kind))))
    return data


def _read_number(_: Any, data: Any, place: str) -> float:
    _check(_is_number(data), place, data, "a number")
    return float(data) if isinstance(data, float) else int(data)


def _read_exactly(kind: type, data: Any, place: str) -> Any:
    _check(type(data) is kind, place, data, f"a value of type {kind.__name__}")
    return data


_READERS: Mapping[Any, Callable[[Any, Any, str], Any]] = {
    tuple: _read_tuple, Mapping: _read_mapping, np.ndarray: _read_array, datetime: _read_time, date: _read_day,
    Literal: _read_choice, float: _read_number, int: _read_exactly, str: _read_exactly, bool: _read_exactly,
}  # fmt: skip


def _is_number(data: object) -> bool:
    return isinstance(data, int | float) and not isinstance(data, bool)


def _check(holds: bool, place: str, data: object, wanted: str) -> None:
    if not holds:
        raise _wrong(place, data, wanted)


def _wrong(place: str, data: object, wanted: str) -> InputError:
    return InputError(f"{place} is {_shown(data)}.", given=_shown(data), allowed=f"It must be {wanted}.")


def _shown(data: object) -> str:
    text = repr(data)
    return text if len(text) <= 60 else f"{text[:60]}…"
