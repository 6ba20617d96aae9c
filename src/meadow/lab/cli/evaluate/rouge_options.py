"""From what the command line says to the options of ROUGE."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import cast, get_args

from meadow.cli.inputs import read_file
from meadow.errors import UsageError, check_choice
from meadow.lab.evaluate.rouge import Dialect, Multiple, RougeOptions, parse_exceptions
from meadow.lab.tables import Table
from meadow.lab.tables.sheet import Sheet
from meadow.text.language import normalize_language

_BOTH = "both"
_DIALECTS: tuple[str, ...] = get_args(Dialect)


def make_options(
    *,
    dialect: str,
    stem: bool,
    language: str,
    stopwords: bool = False,
    stop_list: str | None = None,
    exceptions: Sequence[str] | None = None,
    words: int | None = None,
    characters: int | None = None,
    utf8_bytes: int | None = None,
    multiple: str | None = None,
    alpha: float = 0.5,
    split_sentences: bool = False,
) -> RougeOptions:
    """Return the options, with the files that they name read; ROUGE itself checks the values."""
    if stopwords and stop_list is not None:
        raise UsageError("--stopwords and --stop-list were both given.", given="--stopwords", advice="Choose one.")
    listed = "\n".join(read_file(path) for path in exceptions or ())
    return {
        "dialect": cast("Dialect", dialect),
        "stem": stem,
        "stopwords": stopwords if stop_list is None else read_file(stop_list).split(),
        "exceptions": parse_exceptions(listed) if exceptions else None,
        "words": words,
        "characters": characters,
        "utf8_bytes": utf8_bytes,
        "language": normalize_language(language),
        "multiple": cast("Multiple | None", multiple),
        "alpha": alpha,
        "split_sentences": split_sentences,
    }


def by_dialect(dialect: str, sheet_in: Callable[[str], Sheet]) -> Sheet:
    """Return the sheet in a dialect; for `both` that of each dialect, its tables titled and its value kept by the name."""
    check_choice("ROUGE dialect", dialect, (*_DIALECTS, _BOTH))
    if dialect != _BOTH:
        return sheet_in(dialect)
    sheets = {name: sheet_in(name) for name in _DIALECTS}
    return Sheet(
        blocks=[_titled(block, name) for name, sheet in sheets.items() for block in sheet.blocks],
        value={
            "measure": sheets[_DIALECTS[0]].value["measure"],
            "dialects": {name: sheet.value for name, sheet in sheets.items()},
        },
        notes=[note for sheet in sheets.values() for note in sheet.notes],
        signatures=[line for sheet in sheets.values() for line in sheet.signatures],
    )


def one_dialect(dialect: str, *, why: str) -> str:
    """Return the dialect; `both` is an error where only one can be used."""
    if dialect == _BOTH:
        raise UsageError(
            f"{why} and --dialect both were both given.",
            given=dialect,
            allowed=f"--dialect {' or '.join(_DIALECTS)}.",
            advice=f"Name the dialect to start from; {why} names the other.",
        )
    return dialect


def _titled(block: Table | str, dialect: str) -> Table | str:
    if isinstance(block, str):
        return block
    return replace(block, title=f"{block.title}, dialect {dialect}" if block.title else f"Dialect {dialect}")
