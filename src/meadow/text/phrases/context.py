"""What a word is that could be two things: its neighbours decide, from left to right, in one pass."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast

from meadow.text.phrases.lexicon import Lexicon
from meadow.text.phrases.values import Tag

Guess = Tag | Literal["noun or verb", "infinitive", "participle", "gerund"]

_OPENS_NOUN = frozenset({"article", "determiner", "possessive", "adjective", "number", "link", "preposition"})
_HOLDS_NOUN = frozenset({"article", "possessive", "number", "adjective"})
_NOUNLIKE = frozenset({"noun", "name", "noun or verb", "adjective", "number", "participle", "gerund"})
_ENDS_PHRASE = frozenset(
    {"verb", "auxiliary", "punctuation", "preposition", "conjunction", "link", "relative", "subordinator"}
)
_AFTER_SUBJECT = frozenset({"pronoun", "relative", "auxiliary", "adverb"})
_BEGINS_OBJECT = frozenset({"article", "determiner", "possessive", "pronoun", "subordinator", "adverb", "number"})

# Guesses that neighbours may overturn; all others stand.
_DOUBTFUL = frozenset({"noun or verb", "infinitive", "participle", "gerund", "verb", "adjective", "adverb", "noun"})


def settle(words: Sequence[str], guesses: Sequence[Guess], lists: Lexicon) -> list[Tag]:
    """Return one tag for each word, given in lower case with a first guess."""
    tags: list[Tag] = []
    for index, guess in enumerate(guesses):
        if guess not in _DOUBTFUL:
            tags.append(cast("Tag", guess))
            continue
        before: Tag | None = tags[-1] if tags else None
        after: Guess = guesses[index + 1] if index + 1 < len(guesses) else "punctuation"
        if before == "adverb" and guess == "participle" and len(tags) > 1:
            before = tags[-2]  # "two badly damaged ships"
        tags.append(_settled(index, guess, before, after, words, lists))
    return tags


def settled_alone(guess: Guess | None) -> Tag | None:
    """Return the tag that a guess is whatever stands beside it; None where neighbours may decide, or nothing is guessed."""
    return None if guess is None or guess in _DOUBTFUL else cast("Tag", guess)


def _settled(index: int, guess: Guess, before: Tag | None, after: Guess, words: Sequence[str], lists: Lexicon) -> Tag:
    word, previous = words[index], _before(index, words, lists)
    if guess == "noun or verb":
        return _noun_or_verb(word, previous, before, after, words[index + 1 : index + 2], lists)
    if guess == "infinitive":
        return _infinitive(word, previous, before, after, lists)
    if guess in ("participle", "gerund"):
        return _participle(guess, before, after, lists)
    if guess == "verb":
        return _finite(word, before, after, lists)
    if guess in ("adjective", "adverb"):
        if after == "verb" and lists.language == "en" and words[index + 1].endswith("s"):
            after = "noun or verb"  # "the heavy sacks"
        return _modifier(word, cast("Tag", guess), previous, before, after, lists)
    return _noun(word, previous, before, after, lists)


def _before(index: int, words: Sequence[str], lists: Lexicon) -> str:
    """Return the word before, or the one before its adverb: "would rather breed"."""
    position = index - 1
    if position > 0 and lists.closed.get(words[position]) == "adverb":
        position -= 1
    return words[position] if position >= 0 else ""


def _noun(word: str, previous: str, before: Tag | None, after: Guess, lists: Lexicon) -> Tag:
    """Return a noun, but for ", killing two" and "to photograph the door", and the verb after a Dutch "ik" or "hij"."""
    opens_object = after in ("article", "number", "determiner", "possessive")
    if lists.language == "en" and opens_object and word.endswith("ing"):
        return "verb" if before in ("punctuation", "auxiliary") else "noun"
    if lists.language == "en" and (
        (opens_object and previous == "to") or (before == "auxiliary" and previous in lists.words("modals"))
    ):
        return "verb"  # "to photograph the door", "would frobnicate"
    if lists.language == "es" and before == "auxiliary" and word.endswith(lists.endings("participle endings")):
        return "verb"  # "fueron detenidos"
    return "verb" if lists.language == "nl" and previous in ("ik", "hij", "jij") else "noun"


def _modifier(word: str, guess: Tag, previous: str, before: Tag | None, after: Guess, lists: Lexicon) -> Tag:
    """Return a noun for an adjective or adverb in its place: "the rich", "14 dead", "la tarde", "the man's flat"."""
    if guess == "adjective":
        inflected = lists.language != "nl" or word.endswith(("e", "en"))
        opened = before in ("article", "number") or previous.endswith(("'s", "’s"))
        return "noun" if opened and inflected and after in _ENDS_PHRASE else "adjective"
    if before != "article":
        return "adverb"
    if word == "only":
        return "adjective"
    return "noun" if after not in _NOUNLIKE and lists.language == "es" else "adverb"


def _finite(word: str, before: Tag | None, after: Guess, lists: Lexicon) -> Tag:
    """Return no verb after an article ("the find", "een ondergelopen straat"); Spanish "la" may be a pronoun."""
    if lists.language == "en" and word.endswith("s") and before in _OPENS_NOUN and before != "determiner":
        return "noun"  # "plastic sacks"
    if before not in ("article", "possessive") or lists.language == "es":
        return "verb"
    return "adjective" if after in ("noun", "noun or verb", "name") else "noun" if lists.language == "en" else "verb"


def _noun_or_verb(
    word: str, previous: str, before: Tag | None, after: Guess, following: Sequence[str], lists: Lexicon
) -> Tag:
    english = lists.language == "en"
    if previous in lists.words("modals"):
        return "verb" if word in lists.noun_verbs.bare or lists.language == "nl" else "noun"
    if english and word in lists.words("noun irregular") and before in ("noun", "name", "conjunction"):
        return "verb"  # "the ferry left port"
    if before in _OPENS_NOUN:
        return "noun"
    if before in _AFTER_SUBJECT:
        return "verb"
    if before in ("noun", "name"):
        if english and word.endswith("s") == previous.endswith("s"):
            # A verb has an s where its subject has none, unless a phrase is between: "rest between two shifts rises from".
            return "verb" if word.endswith("s") and (after in _BEGINS_OBJECT or after == "preposition") else "noun"
        takes_object = after in _BEGINS_OBJECT or bool(following and following[0] in ("to", "a", "que"))
        ends_clause = lists.language == "nl" and after in ("preposition", "punctuation", "conjunction")
        return "verb" if takes_object or ends_clause else "noun"
    return "verb" if english and before == "punctuation" and after in ("article", "possessive") else "noun"


def _infinitive(word: str, previous: str, before: Tag | None, after: Guess, lists: Lexicon) -> Tag:
    """Return a verb for a bare form, but a noun after an article ("het varen")."""
    if previous in lists.words("modals") or before not in _HOLDS_NOUN or word in lists.words("irregular"):
        return "verb"
    return "noun" if lists.language == "en" or after not in _NOUNLIKE or before != "adjective" else "verb"


def _participle(guess: Guess, before: Tag | None, after: Guess, lists: Lexicon) -> Tag:
    """Tell what stands before a noun ("the rescued crew") and what is one ("los detenidos", "the finding") from a verb."""
    spanish = lists.language == "es"
    if spanish and guess == "participle":
        return "noun" if before in ("article", "determiner", "possessive", "number") else "verb"
    opens = (
        before in _HOLDS_NOUN or before == "determiner" or (before in ("preposition", "link") and guess == "participle")
    )
    if opens and after in _NOUNLIKE and after != "number":
        return "adjective"
    if before in ("article", "possessive") or (before == "adjective" and guess == "gerund"):
        return "noun"
    return "verb"
