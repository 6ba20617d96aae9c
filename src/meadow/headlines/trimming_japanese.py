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

_ACTION_ENDING = re.compile(r"(?<=[一-鿿ァ-ヺー々]{2})(?:している|していた|しました|します|した|する)$")
_COPULA = re.compile(r"(?<=[一-鿿ァ-ヺー々人件円%])(?:だった|である|であった|でした|です|だ)$")
_BRACKETS = re.compile(r"[(（][^()（）]{0,80}[)）]")
_SUBJECT = re.compile(r"[一-鿿ァ-ヺー々A-Za-zＡ-Ｚ0-9）)」』](?:は|が)(?=$|[^、]{1,30}$)")
# "…遅れていることが三日までに明らかになった": what became known is told, that it did is not.
_KNOWN = re.compile(
    r"(?:である|という)?こと(?:が|を)[^「」。]{0,30}?(?:明らか(?:に|と)なった|明らかにした|[分わ]かった|判明した|発表(?:された|した)"
    r"|確認された|報じられた|伝えられた)$"
)
_DAY = re.compile(
    r"(?:現地時間(?:の)?)?(?:\d{4}年)?(?:\d{1,2}月)?\d{1,2}日(?:[午前後早朝夜未明昼夕方深]{2})?(?:\d{1,2}時(?:\d{1,2}分)?(?:ごろ|頃)?)?"
    r"(?:までに|に|、)"
)
_OPENED = re.compile(r"^(?:また|なお|さらに|一方|しかし)、?")
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
