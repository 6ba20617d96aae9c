"""The word lists behind the checks, one file per language under `data/selfcontained/`; its head explains the sections."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from meadow.text.abbreviations import parse_sections

_NONE: frozenset[str] = frozenset()


@cache
def listed(language: str, section: str) -> frozenset[str]:
    """Return the words of a section in a language; none where it has no such list."""
    return _sections(language).get(section, _NONE)


@cache
def _sections(language: str) -> Mapping[str, frozenset[str]]:
    path = files("meadow.text").joinpath("data", "selfcontained", f"{language}.txt")
    return parse_sections(path.read_text(encoding="utf-8")) if language.isalpha() and path.is_file() else {}
