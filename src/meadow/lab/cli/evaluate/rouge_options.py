"""From what the command line says to the options of ROUGE."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from meadow.cli.inputs import read_file
from meadow.errors import UsageError
from meadow.lab.evaluate.rouge import Dialect, Multiple, RougeOptions, parse_exceptions
from meadow.text.language import normalize_language


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
