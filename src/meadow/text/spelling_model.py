"""The model that knows a language by its spelling: py3langid's, whose file takes a third of a second to unpack.

It is unpacked once for the languages that are wanted and [kept](kept_tables.py), in 30 MB: the 39 MB of its automaton as
what sets each row apart from the first. The package's global identifier stays untouched.
"""

from __future__ import annotations

from array import array
from collections.abc import Set
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from meadow.provenance import content_id
from meadow.text.kept_tables import Table, kept_table

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

_CODES = {2: "H", 4: "I", 8: "L"}
_BYTES = 256  # where a row of the automaton leads from its state, for each byte that may come


def load_identifier(languages: Set[str]) -> LanguageIdentifier:
    """Return an identifier of those of some languages that it knows."""
    from py3langid.langid import MODEL_DIR, MODEL_FILE, LanguageIdentifier

    path = Path(MODEL_DIR, MODEL_FILE)
    table = kept_table(f"py3langid-{content_id(*sorted(languages))}", path, partial(_unpacked, path, languages))
    return LanguageIdentifier(
        table["ptc"], table["pc"], table["classes"].tolist(), _plain(_whole_rows(table)), table["output"].tolist(),
        tk_row=_plain(table["row"]),
    )  # fmt: skip


def _unpacked(path: Path, languages: Set[str], _: bytes) -> Table:
    """Return the parts of a model, of its classes those of some languages."""
    from py3langid.modelio import load_model

    ptc, pc, classes, nextmove, row, output = load_model(path)
    wanted = [index for index, language in enumerate(classes) if language in languages]
    rows = np.asarray(nextmove).reshape(-1, _BYTES)
    apart = rows != rows[0]
    return {
        "ptc": ptc[:, wanted], "pc": pc[wanted], "classes": np.array(classes)[wanted],
        "first": rows[0], "sizes": apart.sum(axis=1), "bytes": apart.nonzero()[1].astype(np.uint8), "states": rows[apart],
        "row": np.asarray(row), "output": np.array(output, np.int32),
    }  # fmt: skip


def _whole_rows(table: Table) -> NDArray[Any]:
    """Return the automaton, row after row."""
    sizes = table["sizes"]
    rows = np.tile(table["first"], len(sizes))
    rows[np.repeat(np.arange(len(sizes)) * _BYTES, sizes) + table["bytes"]] = table["states"]
    return rows


def _plain(numbers: NDArray[Any]) -> array[int]:
    """Return numbers as the identifier walks them: one by one, for which Python's own arrays are faster."""
    return array(_CODES[numbers.dtype.itemsize], numbers.tobytes())
