"""A Japanese sentence in ever shorter versions: its end says what happened, so it is shortened from its beginning.

Source: our own rules. Brackets and sources go first, then the ending behind a noun of action ("死亡した" becomes "死亡", as
Japanese headlines end), then pieces before a comma, those without a subject or topic first.
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
_LEAST = 8


def japanese_versions(body: str) -> Iterator[str]:
    """Yield the sentence without what no headline needs, and then shorter and shorter."""
    line = without_stop(without(body, prune(body, "ja")))
    yield line
    for shorter in (_without_brackets(line), _without_ending(_without_brackets(line))):
        if shorter != line and len(shorter) >= _LEAST:
            line = shorter
            yield line
    pieces = line.split("、")
    while (place := _least_needed(pieces)) is not None:
        pieces = pieces[:place] + pieces[place + 1 :]
        yield "、".join(pieces)


def _without_brackets(line: str) -> str:
    return _BRACKETS.sub("", line)


def _without_ending(line: str) -> str:
    return _COPULA.sub("", _ACTION_ENDING.sub("", line))


def _least_needed(pieces: list[str]) -> int | None:
    """Return which piece can go: the first without a subject, else the first; never the last, which has the verb."""
    spare = [
        place
        for place in range(len(pieces) - 1)
        if sum(map(len, pieces)) - len(pieces[place]) >= _LEAST and "「" not in "".join(pieces)
    ]
    return next((place for place in spare if _SUBJECT.search(pieces[place]) is None), spare[0] if spare else None)
