"""Method specs: the one notation for a method and its parameters, everywhere.

`mmr`, `mmr(balance=0.7)`, `core(compress(words=8))`, and the shell-friendly `mmr:balance=0.7,first=3` all parse to a
`Spec`, whose `str()` is the canonical form and parses back to an equal value.

    spec   = name [ "(" [ item { "," item } ] ")" ]  |  name ":" item { "," item }
    item   = value | key "=" value
    value  = number | true | false | none | word | "quoted" | spec
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NoReturn

from meadow.errors import SpecError

_NAME = re.compile(r"[A-Za-z][\w+-]*")
_KEY = re.compile(r"[A-Za-z_][\w-]*")
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\w])")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_SPACE = re.compile(r"\s*")
_CONSTANTS: Mapping[str, bool | None] = {"true": True, "false": False, "none": None}
_DEEPEST_NESTING = 20


@dataclass(frozen=True, slots=True)
class Spec:
    """A method's name with its arguments, positional ones first; order of keywords is kept but does not matter."""

    name: str
    positional: tuple[int | float | bool | str | Spec | None, ...] = ()
    keywords: tuple[tuple[str, int | float | bool | str | Spec | None], ...] = ()

    def __str__(self) -> str:
        items = [_format_value(value) for value in self.positional]
        items += [f"{key}={_format_value(value)}" for key, value in self.keywords]
        return f"{self.name}({', '.join(items)})" if items else self.name


@lru_cache(maxsize=1024)
def parse_spec(text: str) -> Spec:
    """Return the spec that `text` writes down; raise `SpecError` with the place of the trouble."""
    reader = _Reader(text)
    spec = reader.spec(top=True)
    reader.skip_space()
    if reader.at < len(text):
        reader.fail("this does not belong here")
    return spec


def is_name(value: object) -> bool:
    """Return whether `value` can name a method in a spec."""
    return isinstance(value, str) and _NAME.fullmatch(value) is not None


def _format_value(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return str(value).lower()
    if isinstance(value, str):
        plain = is_name(value) and value.lower() not in _CONSTANTS
        return value if plain else json.dumps(value, ensure_ascii=False)
    return str(value)


class _Reader:
    """A recursive-descent reader over one spec text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0

    def fail(self, why: str) -> NoReturn:
        pointer = f"{self.text[: self.at]}⟨here⟩{self.text[self.at :]}"
        raise SpecError(
            f"The spec {self.text!r} cannot be read: {why}, at {pointer!r}.",
            given=self.text,
            allowed="A spec is a name with optional parameters, such as penalty, penalty(weight=0.5) or penalty:weight=0.5.",
        )

    def skip_space(self) -> None:
        match = _SPACE.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def take(self, pattern: re.Pattern[str]) -> str | None:
        match = pattern.match(self.text, self.at)
        if match is None:
            return None
        self.at = match.end()
        return match[0]

    def take_mark(self, mark: str) -> bool:
        self.skip_space()
        is_there = self.text.startswith(mark, self.at)
        self.at += len(mark) if is_there else 0
        return is_there

    def spec(self, *, top: bool = False) -> Spec:
        self.skip_space()
        name = self.take(_NAME)
        if name is None:
            self.fail("a name is expected")
        if self.take_mark("("):
            return self._filled(name, self._items(closing=True))
        if top and self.take_mark(":"):
            return self._filled(name, self._items(closing=False))
        return Spec(name)

    def _filled(self, name: str, items: Iterator[tuple[str | None, object]]) -> Spec:
        positional: list[object] = []
        keywords: dict[str, object] = {}
        for key, value in items:
            if key is None and keywords:
                self.fail("a value without a name cannot follow one with a name")
            elif key is None:
                positional.append(value)
            elif key in keywords:
                self.fail(f"{key!r} is given twice")
            else:
                keywords[key] = value
        return Spec(name, tuple(positional), tuple(keywords.items()))  # type: ignore[arg-type]

    def _items(self, *, closing: bool) -> Iterator[tuple[str | None, object]]:
        self.depth += 1
        if self.depth > _DEEPEST_NESTING:
            self.fail(f"specs nest at most {_DEEPEST_NESTING} deep")
        if closing and self.take_mark(")"):
            self.depth -= 1
            return
        while True:
            yield self._item()
            if not self.take_mark(","):
                break
        if closing and not self.take_mark(")"):
            self.fail("a comma or a closing parenthesis is expected")
        self.depth -= 1

    def _item(self) -> tuple[str | None, object]:
        self.skip_space()
        start = self.at
        key = self.take(_KEY)
        if key is not None and self.take_mark("="):
            return key, self._value()
        self.at = start
        return None, self._value()

    def _value(self) -> object:
        self.skip_space()
        number = self.take(_NUMBER)
        if number is not None:
            return self._number(number)
        quoted = self.take(_QUOTED)
        if quoted is not None:
            return self._unquoted(quoted)
        spec = self.spec()
        if spec.positional or spec.keywords:
            return spec
        # A bare word is a text; who expects a method there reads it as one. So `core(a)` and `core(a())` are the same.
        return _CONSTANTS.get(spec.name.lower(), spec.name)

    def _number(self, digits: str) -> int | float:
        if re.fullmatch(r"[+-]?\d{1,300}", digits):
            return int(digits)
        number = float(digits)
        if math.isinf(number):
            self.fail(f"{digits[:20]}… is too large a number")
        return number

    def _unquoted(self, quoted: str) -> str:
        try:
            return str(json.loads(quoted))
        except ValueError:
            self.fail(f"{quoted} is not a valid quoted text")
