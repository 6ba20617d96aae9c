"""What a number counts: the noun that follows it, or the toll that it is the value of."""

from __future__ import annotations

from collections.abc import Sequence

from meadow.text.phrases.lexicon import Lexicon
from meadow.text.phrases.values import TaggedWord

_REACH = 5  # words after a number among which its noun stands
_TOLL_REACH = 12  # words before a number among which "the death toll" stands
_SKIPPED = frozenset({
    "more", "other", "others", "further", "additional", "más", "otros", "otras", "meer", "andere", "de", "of", "the", "los",
    "las",
})  # fmt: skip
_SENTENCE_ENDS = frozenset(".!?;")


def counted(words: Sequence[TaggedWord], start: int, end: int, lists: Lexicon) -> str | None:
    """Return what the number at words `start` to `end` counts, in lower case ("missing climbers", "dead", "death toll").

    Adjectives before the noun belong to it; "nine more people" counts people. Where nothing countable follows, "the death
    toll rose to 17" counts the death toll. None where neither is found.
    """
    following = _following(words, end, lists)
    return following if following is not None else _toll(words, start, lists)


def _following(words: Sequence[TaggedWord], end: int, lists: Lexicon) -> str | None:
    place = end
    if place < len(words) and words[place].text.lower() in _SKIPPED:
        # "14 de sus 17" and "nine of the boats" are shares of something else; "medio millón de personas" is a number of it.
        linked = words[place].tag == "link"
        if linked and not _is_scale(words[end - 1], lists):
            return None
        place += 1
    gathered: list[str] = []
    found = False
    for word in words[place : place + _REACH]:
        lower = word.text.lower()
        countable = lower in lists.words("countable")
        if word.tag not in ("adjective", "noun", "name") and not countable:
            break
        gathered.append(lower)
        found = found or word.tag == "noun"
        # English puts nouns before nouns ("passenger trains"); elsewhere the first noun is the one that is counted.
        if found and lists.language != "en":
            break
    if found:
        return " ".join(gathered)
    return gathered[0] if gathered and gathered[0] in lists.words("countable") else None


def _is_scale(word: TaggedWord, lists: Lexicon) -> bool:
    return lists.table("numbers").get(word.text.lower(), "").startswith("x")


def _toll(words: Sequence[TaggedWord], start: int, lists: Lexicon) -> str | None:
    for index in range(start - 1, max(-1, start - 1 - _TOLL_REACH), -1):
        if words[index].text in _SENTENCE_ENDS or words[index].tag == "number":
            return None
        if words[index].text.lower() in lists.words("toll nouns"):
            return _toll_phrase(words, index)
    return None


def _toll_phrase(words: Sequence[TaggedWord], index: int) -> str:
    """Return "death toll", or "number of dead" with what follows its "of"."""
    first = index - 1 if index and words[index - 1].tag == "noun" else index
    last = index + 1
    if last < len(words) and words[last].tag == "link":
        after = last + 1
        while after < len(words) and words[after].tag in ("article", "determiner"):
            after += 1
        if after < len(words) and words[after].tag in ("noun", "adjective"):
            last = after + 1
    return " ".join(word.text.lower() for word in words[first:last])
