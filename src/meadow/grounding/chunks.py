"""A sentence as a row of chunks: noun phrases, verb groups and the words that part them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from meadow.text.phrases.values import Tag

ChunkKind = Literal["noun", "verb", "preposition", "of", "relative", "conjunction", "subordinator", "comma", "mark"]
_NOUN_WORDS = frozenset({"article", "determiner", "possessive", "adjective", "noun", "name", "number"})
_HEADS = frozenset({"noun", "name", "number", "pronoun", "adjective"})
_OPENERS = frozenset({"article", "determiner", "possessive", "number"})
_MODIFYING = ("ing", "ed", "en")
_WHO = frozenset({"who", "which", "whom", "whose"})
_STRONG = frozenset(";:()[]–—")
_QUOTES = frozenset('"“”„«»')


@dataclass(frozen=True, eq=False, slots=True)
class Chunk:
    """Some words that belong together; `head` is the word that says what they are about."""

    kind: ChunkKind
    first: int
    end: int
    head: int
    pronoun: bool = False


def chunked(words: Sequence[str], tags: Sequence[Tag]) -> list[Chunk]:
    """Return the chunks of a sentence in order; together they hold every word."""
    found: list[Chunk] = []
    place = 0
    while place < len(words):
        chunk = _chunk(words, tags, place, found[-1] if found else None)
        found.append(chunk)
        place = chunk.end
    return found


def _chunk(words: Sequence[str], tags: Sequence[Tag], place: int, before: Chunk | None) -> Chunk:
    word, tag = words[place], tags[place]
    if word == "," or word in _STRONG:
        return Chunk("comma", place, place + 1, place)
    if tag == "punctuation" or word in _QUOTES:
        return Chunk("mark", place, place + 1, place)
    if word in _WHO or (word == "that" and _that_is_relative(tags, place, before)):
        return Chunk("relative", place, place + 1, place)
    if (
        word == "that"
        and before is not None
        and before.kind in ("verb", "noun")
        and not _opens_noun(tags, place + 1, before)
    ):
        return Chunk("subordinator", place, place + 1, place)
    if _opens_verb(words, tags, place):
        end = _verb_end(words, tags, place)
        return Chunk("verb", place, end, _main_verb(tags, place, end))
    if tag == "pronoun":
        return Chunk("noun", place, place + 1, place, pronoun=True)
    if tag in _NOUN_WORDS or _modifies(words, tags, place):
        end = _noun_end(words, tags, place)
        heads = [each for each in range(place, end) if tags[each] in _HEADS]
        return Chunk("noun", place, end, heads[-1] if heads else end - 1)
    kinds: dict[str, ChunkKind] = {
        "preposition": "preposition", "link": "of", "relative": "relative", "conjunction": "conjunction",
        "subordinator": "subordinator",
    }  # fmt: skip
    return Chunk(kinds.get(tag, "mark"), place, place + 1, place)


def _that_is_relative(tags: Sequence[Tag], place: int, before: Chunk | None) -> bool:
    after = tags[place + 1] if place + 1 < len(tags) else "punctuation"
    return before is not None and before.kind == "noun" and after in ("verb", "auxiliary", "adverb")


def _opens_noun(tags: Sequence[Tag], place: int, before: Chunk) -> bool:
    """Say whether "that" behind a verb points at a noun ("saw that ship") rather than opens a clause."""
    return before.kind == "verb" and place < len(tags) and tags[place] == "noun" and place + 1 == len(tags)


def _opens_verb(words: Sequence[str], tags: Sequence[Tag], place: int) -> bool:
    index = place
    if words[index] == "to":
        index += 1
        while index < len(tags) and tags[index] == "adverb":
            index += 1
        return index < len(tags) and tags[index] in ("verb", "auxiliary") and not words[index].endswith("ing")
    while index < len(tags) and tags[index] == "adverb":
        index += 1
    if index >= len(tags) or tags[index] not in ("verb", "auxiliary"):
        return False
    return not _modifies(words, tags, index)


def _verb_end(words: Sequence[str], tags: Sequence[Tag], place: int) -> int:
    end = place + (words[place] == "to")
    has_verb = False
    while end < len(tags):
        tag = tags[end]
        if tag in ("verb", "auxiliary"):
            if has_verb and tag == "auxiliary":
                break
            if _modifies(words, tags, end) and end > place and tags[end - 1] not in ("auxiliary", "adverb"):
                break
            has_verb = has_verb or tag == "verb"
        elif tag != "adverb":
            break
        end += 1
    while end - 1 > place and tags[end - 1] == "adverb" and end < len(tags) and tags[end] == "adjective":
        end -= 1
    return max(end, place + 1)


def _main_verb(tags: Sequence[Tag], first: int, end: int) -> int:
    verbs = [place for place in range(first, end) if tags[place] == "verb"]
    if verbs:
        return verbs[-1]
    auxiliaries = [place for place in range(first, end) if tags[place] == "auxiliary"]
    return auxiliaries[-1] if auxiliaries else end - 1


def _modifies(words: Sequence[str], tags: Sequence[Tag], place: int) -> bool:
    """Say whether a form of a verb stands before its noun: "the confirmed dead", "a rising sea"."""
    if tags[place] != "verb" or not words[place].endswith(_MODIFYING) or place + 1 >= len(tags):
        return False
    before = tags[place - 1] if place else "punctuation"
    return before in ("article", "possessive", "determiner", "adjective") and tags[place + 1] in (
        "noun", "adjective", "name",
    )  # fmt: skip


def _noun_end(words: Sequence[str], tags: Sequence[Tag], place: int) -> int:
    end, has_head = place, False
    while end < len(tags):
        tag = tags[end]
        if tag not in _NOUN_WORDS and not (_modifies(words, tags, end) and end > place):
            break
        if has_head and tag in _OPENERS and not words[end - 1].endswith(("'s", "s'")):
            break
        if words[end] in ("that", "which") and end > place:
            break
        has_head = has_head or tag in ("noun", "name")
        end += 1
    return max(end, place + 1)
