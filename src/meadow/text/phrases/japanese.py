"""Japanese words with parts of speech: Sudachi's where the extra `ja` is installed, else runs of one script.

Without the extra, a run of kanji or katakana is a noun, hiragana is a pronoun in our sense (it ends every phrase), の is
the link, and digits are numbers: enough for names and noun phrases, not for verbs written with kanji.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from meadow.text.japanese import SUDACHI_LIMIT, has_sudachi, sudachi, whole_characters
from meadow.text.phrases.lexicon import lexicon
from meadow.text.phrases.values import Tag, TaggedWord

KATAKANA = r"ァ-ヺー・ヽヾｦ-ﾟ"
KANJI = r"々〆〇一-鿿㐀-䶿豈-﫿"
_FOREIGN = re.compile(r"[ァ-ヺー]{3,}")
_RUN = re.compile(
    rf"(?P<katakana>[{KATAKANA}]+)|(?P<kanji>[{KANJI}]+)|(?P<number>[0-9０-９]+(?:[.,．，][0-9０-９]+)*+)"
    r"|(?P<kana>[ぁ-ゟ]+)|(?P<word>[^\W\d_]+)|(?P<mark>[^\s])"
)
_TAGS: dict[str, Tag] = {
    "名詞": "noun", "代名詞": "pronoun", "動詞": "verb", "形容詞": "adjective", "形状詞": "adjective",
    "連体詞": "determiner", "副詞": "adverb", "接続詞": "conjunction", "感動詞": "adverb", "助動詞": "auxiliary",
    "助詞": "preposition", "接頭辞": "adjective", "接尾辞": "noun",
    "補助記号": "punctuation", "記号": "punctuation", "空白": "punctuation",
}  # fmt: skip


def tag_japanese(text: str) -> tuple[TaggedWord, ...]:
    """Return the short units of a Japanese text, tagged; runs of one script where Sudachi is not installed."""
    return tuple(_by_sudachi(text) if has_sudachi() else _by_script(text))


def _by_sudachi(text: str) -> Iterator[TaggedWord]:
    tokenizer, mode = sudachi()
    for offset in range(0, len(text), SUDACHI_LIMIT):
        units = list(tokenizer.tokenize(whole_characters(text[offset : offset + SUDACHI_LIMIT]), mode))
        verbal = _verbal_nouns(units)
        for unit in units:
            start, end = offset + unit.begin(), offset + unit.end()
            if text[start:end].strip():
                tag: Tag = "verb" if unit.begin() in verbal else _tag(unit, text[start:end])
                yield TaggedWord(start, end, text[start:end], tag)


def _verbal_nouns(units: Sequence[Any]) -> frozenset[int]:
    """Return where nouns begin that are part of a verb: "視察し", "共同開発した"."""
    starts: set[int] = set()
    for index in range(len(units) - 2, -1, -1):
        unit, after = units[index], units[index + 1]
        compound = (
            after.begin() in starts and unit.part_of_speech()[0] == "名詞" and unit.part_of_speech()[1] == "普通名詞"
        )
        if compound or _is_verbal(unit, after):
            starts.add(unit.begin())
    return frozenset(starts)


def _is_verbal(unit: Any, after: Any) -> bool:
    """Say whether a noun is made a verb by what follows: "視察し", "分離される"."""
    if unit.part_of_speech()[2] not in ("サ変可能", "サ変形状詞可能"):
        return False
    return after.part_of_speech()[0] == "動詞" and after.dictionary_form() in ("する", "できる", "為る", "出来る")


def _tag(unit: Any, surface: str) -> Tag:
    kind, *details = unit.part_of_speech()
    if (surface, kind) in (("の", "助詞"), ("な", "助動詞")) or surface == "・":
        return "link"  # "違法な網": what stands before it belongs to the noun; "アンナ・ウェッセル" is one name
    if surface == "約":
        return "determiner"
    if not any(map(str.isalnum, surface)):
        return "punctuation"
    if kind == "名詞":
        return _noun_tag(unit, surface, details[0])
    if kind == "形容詞" and details[4].startswith("連用形"):
        return "adverb"
    if kind == "連体詞" and surface.endswith("な"):
        return "adjective"  # "大きな"
    return _TAGS.get(kind, "noun")


def _noun_tag(unit: Any, surface: str, detail: str) -> Tag:
    if surface in lexicon("ja").words("formal nouns"):
        return "pronoun"
    if detail == "数詞":
        return "number"
    foreign = unit.is_oov() and _FOREIGN.fullmatch(surface) is not None
    return "name" if foreign or detail == "固有名詞" else "noun"


def _by_script(text: str) -> Iterator[TaggedWord]:
    for match in _RUN.finditer(text):
        yield TaggedWord(match.start(), match.end(), match[0], _script_tag(match))


def _script_tag(match: re.Match[str]) -> Tag:
    if match[0] in ("の", "な"):
        return "link"
    kinds: dict[str, Tag] = {
        "katakana": "noun", "kanji": "noun", "number": "number", "kana": "pronoun", "word": "name", "mark": "punctuation",
    }  # fmt: skip
    return kinds[match.lastgroup or "mark"]
