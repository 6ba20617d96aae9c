"""Loops over arrays, compiled ahead of time where Meadow was installed with a C compiler, run as they are where not.

The files are Python; `setup.py` compiles each and puts the result into the folder `compiled`, which is searched first. What
was compiled from another version of a file is not used. `MEADOW_KERNELS=plain` or `compiled` forces one of the two.
"""

from __future__ import annotations

import os
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from meadow.errors import UsageError

HERE = Path(__file__).parent
FOLDER = HERE / "compiled"
SOURCES = FOLDER / "sources.txt"  # the digest of each file that was compiled, then its name
CHOICE = "MEADOW_KERNELS"
_NOT_COMPILED = ("__init__.py", "types.py")


def digests() -> str:
    """Return the digest and the name of each file of loops, as `sources.txt` has them of those that were compiled."""
    files = sorted(file for file in HERE.glob("*.py") if file.name not in _NOT_COMPILED)
    return "".join(f"{sha256(file.read_bytes()).hexdigest()} {file.stem}\n" for file in files)


def state() -> str:
    """Return whether the loops are `compiled`, or why they are not: `not compiled`, or compiled from `other sources`."""
    known = SOURCES.read_text(encoding="utf-8") if SOURCES.is_file() else ""
    names = [line.split()[1] for line in known.splitlines()]
    if not names or not all(any((FOLDER / f"{name}{end}").is_file() for end in EXTENSION_SUFFIXES) for name in names):
        return "not compiled"
    return "compiled" if known == digests() else "other sources"


def _choose() -> bool:
    """Return whether to run compiled loops; raise where those that are asked for are not there."""
    choice = os.environ.get(CHOICE, "")
    if choice not in ("", "plain", "compiled"):
        raise UsageError(
            f"{CHOICE} is {choice!r}.", given=choice, allowed="It can be plain or compiled, or not be set at all."
        )
    found = "plain" if choice == "plain" else state()
    if choice == "compiled" and found != "compiled":
        raise UsageError(
            f"{CHOICE} asks for compiled loops, and there are none for this Python and these sources ({found}).",
            given=choice,
            advice="Install Meadow where there is a C compiler, or unset the variable: the answers are the same.",
        )
    return found == "compiled"


COMPILED = _choose()
if COMPILED:
    __path__.insert(0, str(FOLDER))
