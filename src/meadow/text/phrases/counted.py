"""What a number counts: the noun that follows it, or the toll that it is the value of."""

from __future__ import annotations

from collections.abc import Sequence

from meadow.text.phrases.lexicon import Lexicon
from meadow.text.phrases.values import Tag

NOUN_REACH = 5  # words after a number among which its noun stands
COUNTED_TOLL_REACH = 12  # words before a number among which "the death toll" stands
SKIPPED = frozenset({
    "more", "other", "others", "further", "additional", "más", "otros", "otras", "meer", "andere", "de", "of", "the", "los",
    "las",
})  # fmt: skip
_OBJECTS = frozenset({"number", "article", "determiner", "possessive", "name", "pronoun"})
_SENTENCE_ENDS = frozenset(".!?;")


def counted(words: Sequence[str], tags: Sequence[Tag], start: int, end: int, lists: Lexicon) -> str | None:
    """Return what the number at words `start` to `end`, in lower case, counts ("missing climbers", "dead", "death toll").

    Adjectives before the noun belong to it; "nine more people" counts people. Where nothing countable follows, "the death
    toll rose to 17" counts the death toll. None where neither is found.
    """
    following = _following(words, tags, end, lists)
    return following if following is not None else _toll(words, tags, start, lists)


def _following(words: Sequence[str], tags: Sequence[Tag], end: int, lists: Lexicon) -> str | None:
    start = end
    if start < len(words) and words[start] in SKIPPED:
        # "14 de sus 17" and "nine of the boats" are shares of something else; "medio millón de personas" is a number of it.
        if tags[start] == "link" and not _is_scale(words[end - 1], lists):
            return None
        start += 1
    gathered: list[str] = []
    has_noun = False
    for index in range(start, min(start + NOUN_REACH, len(words))):
        word, tag = words[index], tags[index]
        if tag not in ("adjective", "noun", "name") and word not in lists.words("countable"):
            break
        # "12 killed" counts the killed; "a quake of magnitude 6.3 killed 12" tells what the quake did.
        if tag == "verb" and tags[index + 1 : index + 2] and tags[index + 1] in _OBJECTS:
            break
        gathered.append(word)
        has_noun = has_noun or tag == "noun"
        # English puts nouns before nouns ("passenger trains"); elsewhere the first noun is the one that is counted.
        if has_noun and lists.language != "en":
            break
    if has_noun:
        return " ".join(gathered)
    return gathered[0] if gathered and gathered[0] in lists.words("countable") else None


def _is_scale(word: str, lists: Lexicon) -> bool:
    return lists.table("numbers").get(word, "").startswith("x")


def _toll(words: Sequence[str], tags: Sequence[Tag], start: int, lists: Lexicon) -> str | None:
    for index in range(start - 1, max(-1, start - 1 - COUNTED_TOLL_REACH), -1):
        if words[index] in _SENTENCE_ENDS or tags[index] == "number":
            return None
        if words[index] in lists.words("toll nouns"):
            return _toll_phrase(words, tags, index)
    return None


def _toll_phrase(words: Sequence[str], tags: Sequence[Tag], index: int) -> str:
    """Return "death toll", or "number of dead" with what follows its "of"."""
    first = index - 1 if index and tags[index - 1] == "noun" else index
    last = index + 1
    if last < len(words) and tags[last] == "link":
        after = last + 1
        while after < len(words) and tags[after] in ("article", "determiner"):
            after += 1
        if after < len(words) and tags[after] in ("noun", "adjective"):
            last = after + 1
    return " ".join(words[first:last])
