"""The types that loops are written with, each of which stands for one C type when a file is compiled, and how to run a loop.

Arrays are passed as memory views: uncompiled, they give Python's own numbers, which neither wrap round nor warn. A `Word` is
an unsigned number of 64 bits; what could become longer is cut with `& _ALL_BITS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

import numpy as np

Result = TypeVar("Result")
Held = TypeVar("Held")

Word: TypeAlias = int
# For the type checker all arrays of whole numbers are alike; the compiler takes their width from the name.
Text: TypeAlias = "memoryview[int]"  # bytes that are only read
Bytes: TypeAlias = "memoryview[int]"
Flags: TypeAlias = "memoryview[int]"
Ints: TypeAlias = "memoryview[int]"
Longs: TypeAlias = "memoryview[int]"
Words: TypeAlias = "memoryview[int]"
Reals: TypeAlias = "memoryview[float]"


def run(loop: Callable[..., Result], *given: object) -> Result:
    """Return what a loop returns for numbers and arrays; each array must be in one piece and of the loop's type."""
    return loop(*(each.data if isinstance(each, np.ndarray) else each for each in given))


def hold(kind: type[Held], **parts: object) -> Held:
    """Return an object of a loop's class that holds arrays and numbers under their names."""
    held = kind()
    for name, part in parts.items():
        setattr(held, name, part.data if isinstance(part, np.ndarray) else part)
    return held


def lengthen(held: object, *names: str) -> None:
    """Make arrays of a loop's object twice as long."""
    for name in names:
        old = np.asarray(getattr(held, name))
        setattr(held, name, np.concatenate([old, np.zeros_like(old)]).data)
