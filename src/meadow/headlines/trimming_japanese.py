"""A Japanese sentence in ever shorter versions: its end says what happened, so it is shortened from its beginning.

Source: our own rules. Sources and that it became known ("…ことが分かった") go first, then brackets, the ending behind a
noun of action ("死亡した" becomes "死亡", as Japanese headlines end), days, and pieces before a comma, those without a
subject or topic first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from meadow.headlines.readable import without_stop
from meadow.text.phrases.pruning import prune, without
from meadow.text.rulebook import pattern

_ACTION_ENDING, _COPULA, _SUBJECT, _KNOWN, _DAY, _OPENED = (
    pattern("cut", name, "ja") for name in ("action", "copula", "subject", "became known", "day", "opened")
)
_BRACKETS = re.compile(r"[(（][^()（）]{0,80}[)）]")
_LEAST = 8


def japanese_versions(body: str) -> Iterator[str]:
    """Yield the sentence without what no headline needs, and then shorter and shorter."""
    line = _without_report(without_stop(without(body, prune(body, "ja"))))
    yield line
    for trim in (_without_brackets, _without_ending, _without_days):
        shorter = trim(line)
        if shorter != line and len(shorter) >= _LEAST:
            line = shorter
            yield line
    pieces = _pieces(line)
    while (index := _least_needed(pieces)) is not None:
        pieces = pieces[:index] + pieces[index + 1 :]
        yield _OPENED.sub("", "、".join(pieces))


def _without_brackets(line: str) -> str:
    return _BRACKETS.sub("", line)


def _without_report(line: str) -> str:
    shorter = _KNOWN.sub("", line)
    return shorter if len(shorter) >= _LEAST else line


def _without_days(line: str) -> str:
    return _DAY.sub("", line)


def _without_ending(line: str) -> str:
    return _COPULA.sub("", _ACTION_ENDING.sub("", line))


def _pieces(line: str) -> list[str]:
    """Return the line parted at its commas, but not inside quotation marks; a line whose marks are odd is one piece."""
    pieces: list[str] = []
    for piece in line.split("、"):
        if pieces and pieces[-1].count("「") > pieces[-1].count("」"):
            pieces[-1] = f"{pieces[-1]}、{piece}"
        else:
            pieces.append(piece)
    return pieces if line.count("「") == line.count("」") else [line]


def _least_needed(pieces: list[str]) -> int | None:
    """Return which piece can go: the first without a subject, else the first; never the last, which has the verb."""
    spare = [index for index in range(len(pieces) - 1) if sum(map(len, pieces)) - len(pieces[index]) >= _LEAST]
    return next((index for index in spare if _SUBJECT.search(pieces[index]) is None), spare[0] if spare else None)
