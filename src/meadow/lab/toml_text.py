"""Values as TOML text: what `tomllib` reads back as it was.

Source: TOML 1.0 (toml.io).
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any


def parse_toml(text: str) -> dict[str, Any]:
    """Return what TOML text holds; text that is none, or is nested beyond reason, raises a `TOMLDecodeError`."""
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise tomllib.TOMLDecodeError("its lists or tables are nested too deeply") from error


def quoted(text: str) -> str:
    """Return a TOML text: JSON's quoting does, but for DEL, and for half characters that a file name may hold."""
    whole = text.encode("utf-8", "replace").decode("utf-8")
    return json.dumps(whole, ensure_ascii=False).replace("\x7f", "\\u007f")


def value(given: object) -> str:
    """Return a text, a number, a truth, a list or a mapping as TOML writes it on one line."""
    if isinstance(given, str):
        return quoted(given)
    if isinstance(given, bool):
        return str(given).lower()
    if isinstance(given, int | float):
        return repr(given)
    if isinstance(given, Mapping):
        return "{ " + ", ".join(f"{quoted(str(key))} = {value(each)}" for key, each in given.items()) + " }"
    if isinstance(given, Sequence):
        return "[" + ", ".join(map(value, given)) + "]"
    raise TypeError(f"TOML has no value for {type(given).__name__}")
