"""What a question asks for: a cause, somebody, a number, a time, a place, an event, or anything on a topic.

The words that ask ("How many", "¿Por qué", "Generate a report on") are told from those that say what about. "Which" and
"what" ask for what the noun behind them is: a city is a place, a year a time. A text that asks for nothing is a topic.

Source: our own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import get_args

from meadow.model import QuestionKind
from meadow.reports.wordings import pattern

_SENTENCE_END = re.compile(r"(?<=[\w)\"”][.?!])\s+(?=[\"“¿A-ZÁÉÍÓÚ])")
_MARKS = " \t\n¿?¡!.。？「」\"'“”"
_LOOSE = _MARKS + ",:"


@dataclass(frozen=True, slots=True)
class Asking:
    """A question without its asking words: what kind of answer it wants, and what it is about.

    `asks` says whether it asks at all: a bare topic, or a report asked for on one, is answered by the story of it.
    `opening` are the words that ask.
    """

    kind: QuestionKind
    about: str
    asks: bool
    opening: str = ""


def read_asking(text: str, language: str) -> Asking:
    """Return what a text in one language asks for."""
    bare = " ".join(text.split()).strip(_MARKS)
    if language == "ja":
        return _read_japanese(bare)
    about = " ".join(_unframed(part, language) for part in _SENTENCE_END.split(bare))
    if _SENTENCE_END.search(bare) is not None:
        # What takes several sentences to ask for is not told in one: it is a topic.
        return Asking("open", about, asks=False)
    # "Is the ferry safe" may be a title; with its mark it is a question.
    marked = f"{about}?" if text.rstrip().endswith(("?", "？")) else about
    kinds: tuple[QuestionKind, ...] = get_args(QuestionKind)
    for kind in kinds:
        opening = pattern(language, kind)
        match = None if opening is None else opening.match(marked)
        rest = "" if match is None else marked[match.end() :].strip(_LOOSE)
        if match is not None and rest:
            return Asking(kind, rest, asks=True, opening=match[0].lower())
    return Asking("open", about, asks=False)


def _unframed(bare: str, language: str) -> str:
    """Return a text without what it asks to be made: "Write a report on the ferry" is about the ferry."""
    tail, frame, link = (pattern(language, name) for name in ("tails", "frames", "frame links"))
    rest = bare if tail is None else tail.sub("", bare)
    match = None if frame is None else frame.match(rest)
    if match is None:
        return rest
    after = rest[match.end() :].strip(_LOOSE)
    linked = None if link is None else link.match(after)
    return (after if linked is None else after[linked.end() :].strip(_LOOSE)) or after or rest


def _read_japanese(bare: str) -> Asking:
    """Return what a Japanese question asks for; its asking words may stand anywhere."""
    ends = pattern("ja", "ends")
    framed = bare if ends is None else ends.sub("", bare)
    kinds: tuple[QuestionKind, ...] = get_args(QuestionKind)
    for kind in kinds:
        asking = pattern("ja", kind)
        match = None if asking is None else asking.search(framed)
        if match is not None:
            rest = f"{framed[: match.start()]} {framed[match.end() :]}".strip()
            return Asking(kind, rest or framed, asks=True, opening=match[0])
    return Asking("open", framed or bare, asks=False)
