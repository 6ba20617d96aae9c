"""The recipe: all that is asked of a result, as one frozen value.

It is what a signature prints, a cache is keyed by, an address holds and a worker receives:

    tracker:one|rank:lexrank|figures:current|select:penalty|rewrite:trim|headline:title|group:statements|by:auto|budget:words=60

`str(recipe)` is that line and `Recipe.parse` reads it back. It also reads the signature of a result, which prints the parts
that the result depends on, then a digest of the documents and the version.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from meadow.errors import SpecError, UnknownNameError
from meadow.model import Budget, parse_budget
from meadow.spec import parse_spec

# The default: the best that has been shown so far, which signatures spell out (docs/decisions says how).
DEFAULT_RANK = "mix(centroid=1, position=0.1)"
DEFAULT_FIGURES = "current"
DEFAULT_SELECT = "sequence"
DEFAULT_REWRITE = "trim"
DEFAULT_HEADLINE = "title"
# The default tracker with all its settings, found as docs/decisions/0017 describes.
DEFAULT_TRACKER = "meadow(threshold=0.16, join=0.45, stray=0.35, half_life_days=7300, window_documents=20000)"
DEFAULT_GROUPER = "statements"
DEFAULT_BUDGET = Budget("words", 100)

_SPECS = ("tracker", "rank", "figures", "select", "rewrite", "headline", "group")
_SILENT: Mapping[str, object] = {"figures": "none", "annotate": True, "all_figures": False}  # what lines do not say
_OF_RESULTS = ("data", "v", "report", "pack", "tokens", "table", "japanese")  # what signatures say in addition
_PART = re.compile(r'(?:[^|"]|"(?:[^"\\]|\\.)*")+')
_PLAIN = re.compile(r"[\w.#+/-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """What to make and how: the steps as specs, the length, and all else that can change a result.

    Specs are kept in their canonical spelling, so that equal recipes are equal values. `figures` says what becomes of the
    scores of sentences whose figures were replaced; a line that does not name it means none. Without `annotate` only the
    text is made: not who else says what a sentence says, and not what sources disagree on; with `all_figures`
    findings on figures are listed however small their chance is. `by` is how a report is ordered.
    With `since`, only what later documents add is said. A digest has the `top` stories among those of
    `min_sources` and `min_articles` or more. With `windows`, such as `14d+3d`, a stream is tracked in windows of time that
    overlap. `known` is a digest of what was read elsewhere, `extract` one of sentences that were chosen before, and
    `background` the name of a table of word frequencies; all three are data, which a call gets in addition to its recipe.
    """

    tracker: str = DEFAULT_TRACKER
    rank: str = DEFAULT_RANK
    figures: str = DEFAULT_FIGURES
    select: str = DEFAULT_SELECT
    rewrite: str = DEFAULT_REWRITE
    headline: str = DEFAULT_HEADLINE
    group: str = DEFAULT_GROUPER
    question: str | None = None
    by: str = "auto"
    seed: int | None = None
    budget: Budget = DEFAULT_BUDGET
    top: int | None = None
    min_sources: int | None = None
    min_articles: int | None = None
    windows: str | None = None
    since: datetime | None = None
    known: str | None = None
    extract: str | None = None
    annotate: bool = True
    all_figures: bool = False
    background: str | None = None

    def __post_init__(self) -> None:
        for name in _SPECS:
            object.__setattr__(self, name, _written(getattr(self, name)))
        if self.since is not None and self.since.tzinfo is None:
            object.__setattr__(self, "since", self.since.replace(tzinfo=UTC))

    def __str__(self) -> str:
        return "|".join(f"{name}:{value}" for name, value in self.parts().items())

    def parts(self, *names: str) -> dict[str, str]:
        """Return the named parts, or all of them, as a signature prints them; what is absent is left out."""
        wanted = names or tuple(_READERS)
        values = {name: getattr(self, name) for name in _READERS if name in wanted}
        return {name: _format(name, value) for name, value in values.items() if not _is_silent(name, value)}

    @classmethod
    def parse(cls, text: str) -> Recipe:
        """Return the recipe that a line writes down: one that `str` gave, or the signature of a result."""
        given = {name: value for name, value in _split(text).items() if name not in _OF_RESULTS}
        for name in given:
            if name not in _READERS:
                raise UnknownNameError("part of a recipe", name, _READERS)
        read = {name: _READERS[name](value) for name, value in given.items()}
        return cls(**{**_SILENT, **read})


@lru_cache(maxsize=256)
def _written(spec: str) -> str:
    """Return a spec as signatures write it; a recipe is made several times on the way to a summary, of the same few."""
    return str(parse_spec(spec))


def _is_silent(name: str, value: object) -> bool:
    return value is None or value == _SILENT.get(name)


def _format(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime):
        return value.isoformat()
    if name == "question" or (name in ("background", "known", "extract", "by") and _PLAIN.fullmatch(value) is None):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def _split(text: str) -> dict[str, str]:
    """Return the parts of a line by their names; a bar within quotes divides nothing."""
    found = _PART.findall(text)
    if "|".join(found) != text or not found:
        raise _unreadable(text, "a part is empty or a quotation does not end")
    parts: dict[str, str] = {}
    for part in found:
        name, colon, value = part.strip().partition(":")
        if not colon or name in parts:
            raise _unreadable(text, f"{part.strip()!r} is no part of one" if not colon else f"{name!r} is given twice")
        parts[name] = value
    return parts


def _read_text(text: str) -> str:
    if not text.startswith('"'):
        return text
    try:
        return str(json.loads(text))
    except ValueError:
        raise _unreadable(text, "this is no quoted text") from None


def _read_flag(text: str) -> bool:
    if text not in ("true", "false"):
        raise _unreadable(text, "true or false is expected")
    return text == "true"


def _read_number(text: str) -> int:
    if re.fullmatch(r"-?\d{1,300}", text) is None:
        raise _unreadable(text, "a whole number is expected")
    return int(text)


def _read_time(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise _unreadable(text, "a time in ISO 8601 is expected") from None


def _unreadable(text: str, why: str) -> SpecError:
    return SpecError(
        f"The recipe {text!r} cannot be read: {why}.",
        given=text,
        allowed="A recipe is parts of name:value with | between them, such as rank:lexrank|budget:words=60.",
        advice=f"Parts: {', '.join(_READERS)}.",
    )


_SPECIAL_READERS: Mapping[str, Callable[[str], Any]] = {
    "question": _read_text, "by": _read_text, "known": _read_text, "extract": _read_text, "background": _read_text,
    "seed": _read_number, "top": _read_number, "min_sources": _read_number, "min_articles": _read_number,
    "budget": parse_budget, "since": _read_time, "annotate": _read_flag, "all_figures": _read_flag,
}  # fmt: skip
_READERS: Mapping[str, Callable[[str], Any]] = {
    each.name: _SPECIAL_READERS.get(each.name, str) for each in fields(Recipe)
}
