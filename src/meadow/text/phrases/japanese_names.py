"""Japanese names by script and cue: 「アンナ・ウェッセル科学相」, 「潮見宇宙開発機構」, 「川辺市」, 「漁船「灰鷺丸」」.

Cues are titles and suffixes after a run of kanji or katakana; where Sudachi is installed, foreign words that it takes for
a proper noun or does not know count too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from meadow.text.phrases.japanese import KANJI, tag_japanese
from meadow.text.phrases.lexicon import lexicon
from meadow.text.phrases.name_forms import NameCandidate
from meadow.text.phrases.values import Mention, NameKind

_RUN = rf"[{KANJI}ァ-ヺー]"
_FOREIGN_PERSON = re.compile(r"(?<![ァ-ヺー])[ァ-ヺー]++(?:・[ァ-ヺー]++)++")
_FOREIGN = re.compile(r"[ァ-ヺー]{3,}")
_NUMBERED = re.compile(rf"(?<!号){_RUN}{{1,8}}\d+号(?!線|室|車|館|機)")
_QUOTED_THING = re.compile(r"(?:船|衛星|ロケット|号|機|台風|映画|小説|丸)「([^「」]{1,20})」")
_OFFICES = "市県町村委議社会院"  # a title that begins so, after a short run, names an office: "川辺市長"
_CUE, _STRONG_CUE = 6, 8

# Where a name starts and ends, its kind, and how sure that is.
_Found = tuple[int, int, NameKind, int]


def japanese_candidates(text: str, index: int) -> Iterator[NameCandidate]:
    """Yield the mentions of names in a Japanese text, apart from each other, in order; the text's index goes with them."""
    mentions = (*_people(text), *_suffixed(text), *_things(text), *_foreign_words(text))
    end = 0
    for start, stop, kind, weight in sorted(mentions, key=lambda item: (item[0], -item[1])):
        if start >= end:
            yield NameCandidate(Mention(start, stop, text[start:stop], index), Counter({kind: weight}))
            end = stop


def _people(text: str) -> Iterator[_Found]:
    for match in _FOREIGN_PERSON.finditer(text):
        yield *match.span(), "person", _CUE
    for match in _titled().finditer(text):
        office = len(match[0]) < 3 and text[match.end()] in _OFFICES
        if not office:
            yield *match.span(), "person", _CUE


def _suffixed(text: str) -> Iterator[_Found]:
    for match in _headed().finditer(text):
        if _generic().fullmatch(match[0]) is None:
            yield *match.span(), "organisation" if match["organisation"] is not None else "place", _CUE


def _things(text: str) -> Iterator[_Found]:
    for match in _QUOTED_THING.finditer(text):
        yield *match.span(1), "other", _STRONG_CUE
    for match in _NUMBERED.finditer(text):
        yield *match.span(), "other", _STRONG_CUE


def _foreign_words(text: str) -> Iterator[_Found]:
    for word in tag_japanese(text):
        if word.tag == "name" and _FOREIGN.fullmatch(word.text) is not None:
            yield word.start, word.end, "place", 1


@cache
def _titled() -> re.Pattern[str]:
    """Return the pattern of a run before a title; "外相" and its like are titles too."""
    titles = rf"(?:{_any('titles')}|[一-鿿]{{1,3}}相)"
    return re.compile(rf"(?<!{_RUN})(?:[{KANJI}]{{2,5}}?[ぁ-ん]{{0,3}}|[ァ-ヺー]{{2,12}})(?={titles}(?![{KANJI}]))")


@cache
def _headed() -> re.Pattern[str]:
    organisation = rf"(?P<organisation>(?:緑の)?{_RUN}{{1,12}}?(?:{_any('organisation heads')}))(?![{KANJI}])"
    place = rf"(?P<place>{_RUN}{{1,8}}?(?:{_any('place heads')}))(?=入り|[^{KANJI}]|$)"
    return re.compile(f"{organisation}|{place}")


@cache
def _generic() -> re.Pattern[str]:
    """Return the pattern of what has a suffix but is no name: "中央銀行", "調査委員会", "空港"."""
    heads = f"{_any('organisation heads')}|{_any('place heads')}"
    return re.compile(rf"(?:{_any('generic beginnings')})(?:{heads})|{_any('generic')}")


def _any(section: str) -> str:
    return "|".join(sorted(lexicon("ja").words(section), key=lambda word: (-len(word), word)))
