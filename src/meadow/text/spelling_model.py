"""The model that knows a language by its spelling: py3langid's, whose file takes a third of a second to unpack.

It is unpacked once and [kept](kept_tables.py). The package's global identifier stays untouched.
"""

from __future__ import annotations

from array import array
from collections.abc import Set
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from meadow.text.kept_tables import Table, kept_table

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

_PARTS = ("ptc", "pc", "classes", "nextmove", "row", "output")  # in the order of py3langid's loader
_CODES = {2: "H", 4: "I", 8: "L"}


def load_identifier(languages: Set[str]) -> LanguageIdentifier:
    """Return an identifier of those of some languages that it knows."""
    from py3langid.langid import MODEL_DIR, MODEL_FILE, LanguageIdentifier

    path = Path(MODEL_DIR, MODEL_FILE)
    table = kept_table("py3langid", path, partial(_unpacked, path))
    identifier = LanguageIdentifier(
        table["ptc"], table["pc"], table["classes"].tolist(), _plain(table, "nextmove"), table["output"].tolist(),
        tk_row=_plain(table, "row"),
    )  # fmt: skip
    identifier.set_languages(languages & set(identifier.labels))
    return identifier


def _unpacked(path: Path, _: bytes) -> Table:
    from py3langid.modelio import load_model

    return {name: np.asarray(part) for name, part in zip(_PARTS, load_model(path), strict=True)}


def _plain(table: Table, name: str) -> array[int]:
    """Return numbers as the identifier walks them: one by one, for which Python's own arrays are faster."""
    numbers = table[name]
    return array(_CODES[numbers.dtype.itemsize], numbers.tobytes())
