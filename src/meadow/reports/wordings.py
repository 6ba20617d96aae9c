"""How questions are put and causes told, language by language: lists that ship with the package.

A file has named sections; a line is an alternative of a regular expression in which a blank stands for any white space.
Alternatives end where a word ends, but for those that look at what follows. Without a file a language has no wordings.

Source: our own lists; the wordings of topics are those of Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004), Table 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from meadow.text.language import UNSPACED
from meadow.text.stems import stem_words

LANGUAGES = ("en", "es", "nl", "ja")
"""The languages whose questions are understood; of others every word counts."""


@cache
def pattern(language: str, section: str) -> re.Pattern[str] | None:
    """Return the alternatives of a section as one expression; None where a language has none."""
    lines = _sections(language).get(section, ())
    if not lines:
        return None
    spaced = language not in UNSPACED
    alternatives = (_alternative(line, spaced=spaced) for line in lines)
    start = r"(?<!\w)" if spaced else ""
    return re.compile(f"{start}(?:{'|'.join(alternatives)})", re.IGNORECASE)


@cache
def kin(language: str) -> Mapping[str, frozenset[str]]:
    """Return for each stem the words that tell of the same event, those with that stem among them.

    Stems join the forms of one word; these lists join words that news uses for one another.
    """
    gathered: dict[str, frozenset[str]] = {}
    for line in _sections(language).get("kin", ()):
        members = line.split()
        for stem in stem_words(members, language):
            gathered[stem] = gathered.get(stem, frozenset()) | frozenset(members)
    return gathered


def _alternative(line: str, *, spaced: bool) -> str:
    source = line.replace(" ", r"\s+")
    return source if not spaced or "(?=" in line or line.endswith("$") else rf"(?:{source})(?!\w)"


@cache
def _sections(language: str) -> Mapping[str, tuple[str, ...]]:
    if language not in LANGUAGES:
        return {}
    text = files("meadow.reports").joinpath("data", f"{language}.txt").read_text(encoding="utf-8")
    sections: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith("["):
            sections[line.strip("[]")] = []
        elif line and not line.startswith("#"):
            sections[next(reversed(sections))].append(line)
    return {name: tuple(lines) for name, lines in sections.items()}
