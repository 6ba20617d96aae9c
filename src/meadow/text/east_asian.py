"""Where sentences end in scripts without spaces: a mark ends one unless the quotation or the name it stands in goes on."""

from __future__ import annotations

import re

from meadow.text.sentence_marks import BoundaryCandidate

NEEDS_NO_SPACE = frozenset("。！？｡．।॥")
_JAPANESE_LETTER = re.compile("[々〆ぁ-ゖァ-ヺ㐀-鿿「『]")
# What follows a quotation that is part of its sentence: a particle or a copula, not the connective that looks like one.
_JAPANESE_GOES_ON = re.compile(
    r"[、，]|と(?!ても|ころが|にかく|はいえ)|って|など|は|が|の|を|に|で(?!も|は|す)|も(?!し|う|っと)|や|へ|から|まで"
    r"|だ(?!が|けど|から|って)|です(?!が|から)"
)
# More quotations in a row: what stands behind the last one decides.
_JAPANESE_QUOTATIONS = re.compile(r"(?:「[^「」]{0,60}+」|『[^『』]{0,60}+』)+(?=[。、とのがをには])")
_JAPANESE_SPEAKER = re.compile(
    r"[^。！？、，「」\s]{1,10}[はが](?:言う|言った|言い|叫んだ|答えた|尋ねた|つぶやいた|話した|述べた)"
)
_CHINESE_SPEAKER = re.compile(r"[^。！？，\s]{1,8}(?:说|说道|问|问道|喊|喊道|表示|叫道|回答)")


def is_ideographic(candidate: BoundaryCandidate) -> bool:
    """Say whether the mark needs no blank after it: its script has none, or Japanese stands right behind a "!" or "?"."""
    if candidate.mark[-1] in NEEDS_NO_SPACE:
        return True
    shouts = candidate.mark[-1] in "!?" and not candidate.spaced
    return shouts and candidate.language == "ja" and _JAPANESE_LETTER.match(candidate.right) is not None


def ends_sentence(candidate: BoundaryCandidate) -> bool:
    """Judge a mark of a script without spaces; a quotation goes on in 「…。」と述べた, a name in Yahoo！ニュース."""
    if candidate.mark == "．" and (candidate.right[:1].isdigit() or _is_initial(candidate)):
        return False
    exclaims = candidate.mark[-1] in "！？!?"
    if exclaims and candidate.left[-1:].isascii() and candidate.left[-1:].isalpha() and not candidate.spaced:
        return False
    if candidate.language == "ja":
        return not ((candidate.closers or exclaims) and _goes_on(candidate))
    if candidate.closers and candidate.right[:1] in ("，", "、", ","):
        return False
    return not (candidate.closers and exclaims and _CHINESE_SPEAKER.match(candidate.right))


def _is_initial(candidate: BoundaryCandidate) -> bool:
    """Say whether a wide stop follows a single wide capital: the B of Ｂ．Ｋ．ロウ."""
    letter, before = candidate.left[-1:], candidate.left[-2:-1]
    return "Ａ" <= letter <= "Ｚ" and not "Ａ" <= before <= "Ｚ"


def _goes_on(candidate: BoundaryCandidate) -> bool:
    right = candidate.right
    if _JAPANESE_GOES_ON.match(right) is not None:
        return True
    return bool(candidate.closers) and (_JAPANESE_SPEAKER.match(right) or _JAPANESE_QUOTATIONS.match(right)) is not None
