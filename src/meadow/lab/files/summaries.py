"""Summaries as their sentences: from plain text, from lines, or from the JSON of `meadow summarize --json`."""

from __future__ import annotations

from collections.abc import Sequence

from meadow.cli.inputs import distinct_names, is_json, json_rows, read_file, text_field
from meadow.errors import ReadError, UsageError
from meadow.text.language import normalize_language
from meadow.text.sentences import split_sentences


def read_summaries(*, texts: Sequence[str], lines: Sequence[str], language: str) -> dict[str, list[str]]:
    """Return the sentences of each summary by its file's name; `lines` are files with a sentence per line."""
    paths = [*texts, *lines]
    if not paths:
        raise UsageError("There is no summary.", advice="Name one or more with --summary or --sentences.")
    code = normalize_language(language)
    split = [_split(read_file(path), path, code) for path in texts]
    listed = [[line.strip() for line in read_file(path).splitlines() if line.strip()] for path in lines]
    return dict(zip(distinct_names(paths), [*split, *listed], strict=True))


def _split(content: str, path: str, language: str) -> list[str]:
    if is_json(path, content):
        rows = json_rows(content, place=path)
        if len(rows) != 1:
            raise ReadError(path, f"it holds {len(rows)} summaries.", advice="Give one file per summary.")
        content = text_field(rows[0], ("text",), place=path)
    return [content[start:end] for start, end in split_sentences(content, language)]
