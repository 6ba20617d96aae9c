"""How an address asks for a story: length, method, a second method next to it, a time in the past."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from starlette.datastructures import QueryParams

from meadow.errors import BudgetError, check_choice
from meadow.ingest.moments import parse_moment
from meadow.pipeline.presets import DEFAULT_METHOD, PRESETS, make_recipe
from meadow.recipe import Recipe
from meadow.select.budget import DEFAULT_WORDS
from meadow.web.addresses import story_url, verb_url

# By how much a press on "shorter" or "longer" changes a length.
STEPS: Mapping[str, int] = {"words": 25, "sentences": 1, "characters": 150, "percent": 5}
UNITS = tuple(STEPS)
METHODS = tuple(PRESETS)
_AMOUNT = re.compile(r"\d{1,7}(?:\.\d{1,3})?%?")
_SPECS = ("rank", "figures", "select", "rewrite")


@dataclass(frozen=True, slots=True)
class StoryPresentation:
    """The parameters of a story's address, named as the options on the command line."""

    amount: str = str(DEFAULT_WORDS)
    unit: str = "words"
    method: str = DEFAULT_METHOD
    beside: str = ""
    rank: str = ""
    figures: str = ""
    select: str = ""
    rewrite: str = ""
    at: str = ""
    why: bool = False
    placed: bool = False

    @classmethod
    def parse(cls, query: QueryParams) -> StoryPresentation:
        """Return what a query asks for: a length as `unit` and `amount`, or under its unit's own name."""
        named = {name: query.get(name, "").strip() for name in ("beside", "at", *_SPECS)}
        lengths = [(unit, query[unit].strip()) for unit in UNITS if query.get(unit, "").strip()]
        given = (query.get("unit", "").strip() or "words", query.get("amount", "").strip())
        unit, amount = lengths[0] if lengths else given
        check_choice("unit", unit, UNITS)
        method = query.get("method", "").strip() or DEFAULT_METHOD
        usual = amount or (str(DEFAULT_WORDS) if unit == "words" else str(5 * STEPS[unit]))
        return cls(
            amount=usual,
            unit=unit,
            method=method,
            why=query.get("why", "") != "",
            placed=query.get("placed", "") != "",
            **named,
        )

    @property
    def length(self) -> str:
        """The length in words: 100 words, 10 percent."""
        return f"{self.amount} {self.unit[:-1] if self.amount == '1' and self.unit != 'percent' else self.unit}"

    def recipe(self, method: str | None = None) -> Recipe:
        """Return the recipe that is asked for, or the same length by another method."""
        if _AMOUNT.fullmatch(self.amount) is None:
            raise BudgetError(
                f"{self.amount!r} is no length.", given=self.amount, allowed="A number of up to seven digits.",
                advice="Give a number such as 100; characters may be a share such as 5%.",
            )  # fmt: skip
        length: dict[str, Any] = {self.unit: self.amount}
        steps: dict[str, Any] = {name: getattr(self, name) or None for name in _SPECS if method is None}
        return make_recipe(method=method or self.method, **length, **steps)

    def moment(self, now: datetime) -> datetime | None:
        """Return the time in the past that is asked for."""
        return parse_moment(self.at, now=now).first if self.at else None

    def url(self, story_id: str, **changes: str | None) -> str:
        """Return the address of a story presented like this, with some parameters changed."""
        return story_url(story_id, **(self.parameters | changes))

    def stepped(self, story_id: str, sign: int) -> str:
        """Return the address of a shorter or a longer summary."""
        step = STEPS[self.unit]
        size = float(self.amount.rstrip("%")) + sign * step
        amount = f"{max(size, min(step, 1 if self.unit != 'percent' else step)):g}"
        return self.url(story_id, **{self.unit: amount + ("%" if self.amount.endswith("%") else "")})

    def export_url(self, form: str, story_id: str) -> str:
        """Return the address of the export of a story presented like this."""
        return verb_url(f"export/{form}", story_id, **self.parameters)

    @property
    def parameters(self) -> dict[str, str | None]:
        """The query that says the same, without what is as usual."""
        usual = StoryPresentation()
        length = None if (self.amount, self.unit) == (usual.amount, usual.unit) else self.amount
        return {
            self.unit: length, "method": None if self.method == usual.method else self.method,
            **{name: getattr(self, name) or None for name in ("beside", *_SPECS, "at")}, "why": "1" if self.why else None,
            "placed": "1" if self.placed else None,
        }  # fmt: skip
