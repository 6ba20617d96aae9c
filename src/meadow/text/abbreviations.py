"""What a full stop after a word means: abbreviations by what follows them, and the words that begin sentences.

The lists are ours, under `data/abbreviations/`; the head of `en.txt` explains the sections. A language without a list
has only its stop words as sentence starters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from meadow.text.stopwords import stop_words

_SECTION = re.compile(r"^\[([a-z ]+)\]")
_COMMENT = re.compile(r"(?:^|\s)#.*$")


@dataclass(frozen=True, slots=True)
class Abbreviations:
    """One language's lists: each is a set of lower-case words without their last stop."""

    name: frozenset[str] = frozenset()
    number: frozenset[str] = frozenset()
    phrase: frozenset[str] = frozenset()
    list: frozenset[str] = frozenset()
    clock: frozenset[str] = frozenset()
    place: frozenset[str] = frozenset()
    time: frozenset[str] = frozenset()
    starters: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()

    def knows(self, word: str) -> bool:
        """Say whether the word is an abbreviation of one kind or another."""
        return word in self.name or word in self.phrase or word in self.list or word in self.clock


@cache
def abbreviations(language: str) -> Abbreviations:
    """Return the lists of a language; without a file of its own it has stop words only."""
    stops = stop_words(language)
    path = files("meadow.text").joinpath("data", "abbreviations", f"{language}.txt")
    if not language.isalpha() or not path.is_file():
        return Abbreviations(starters=stops, words=stops)
    sections = parse_sections(path.read_text(encoding="utf-8"))
    known = {word for name in ("name", "phrase", "list", "clock") for word in sections[name]}
    return Abbreviations(
        starters=(stops | sections["starters"]) - sections["not starters"],
        words=(stops | sections["words"]) - known,
        **{name: sections[name] for name in ("name", "number", "phrase", "list", "clock", "place", "time")},
    )


def parse_sections(text: str) -> Mapping[str, frozenset[str]]:
    """Return the words of each `[section]` of a list; a `#` begins a comment."""
    sections: dict[str, list[str]] = {}
    current: list[str] = []
    for line in text.splitlines():
        heading = _SECTION.match(line)
        if heading is not None:
            current = sections.setdefault(heading[1], [])
        else:
            current += _COMMENT.sub("", line).split()
    return {name: frozenset(words) for name, words in sections.items()}
