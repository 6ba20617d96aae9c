"""Values that threads must not share, such as a tokenizer with a memory of its own: each thread makes its own, once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import local
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Made = TypeVar("Made")


class _Answers(local):
    """What was made so far; each thread that looks finds a dictionary of its own."""

    def __init__(self) -> None:
        self.by_arguments: dict[tuple[object, ...], Any] = {}


def once_per_thread(make: Callable[Given, Made]) -> Callable[Given, Made]:
    """Return the function with its answers kept, by its positional arguments, for the thread that asked."""
    answers = _Answers()

    @wraps(make)
    def kept(*given: Given.args, **named: Given.kwargs) -> Made:
        known: dict[tuple[object, ...], Made] = answers.by_arguments
        if given not in known:
            known[given] = make(*given, **named)
        return known[given]

    return kept
