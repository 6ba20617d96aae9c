"""A light tagger: parts of speech from closed lists, derived verb forms, endings, capitals and the neighbouring words.

It exists to tell noun phrases from verbs and function words, and is right about that more often than about the fine
distinctions. Limits: an unknown word is a noun; past tense and participle are both `verb`; a noun that is also a verb is
judged by its neighbours only; irony, poetry and headlines without articles are beyond it. In Japanese, Sudachi's parts
of speech are used where the extra `ja` is there, else runs of one script. In a language without lists only function words
(stop words), capitals, digits and marks are told apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from meadow.text.per_word import PerWord
from meadow.text.phrases.context import Guess, settle, settled_alone
from meadow.text.phrases.japanese import tag_japanese
from meadow.text.phrases.lexicon import Lexicon, lexicon
from meadow.text.phrases.number_words import is_spelled
from meadow.text.phrases.tokens import Tokens, read_tokens
from meadow.text.phrases.values import Tag, TaggedWord

_CLOSING = frozenset({"”", "»", "’", ")", "]"})
_CLOSING_REACH = (
    8  # marks that close quotes and brackets after one sentence; a page of brackets must not be walked for each
)
_SENTENCE_ENDS = frozenset(".!?…:\"“„«‘'([—–-¿¡•*")
# Which list of endings tells what a word is that no other list has; an earlier one wins.
_ENDINGS: tuple[tuple[str, Guess], ...] = (
    ("adverb endings", "adverb"), ("verb endings", "verb"), ("participle endings", "participle"),
    ("gerund endings", "gerund"), ("adjective endings", "adjective"),
)  # fmt: skip
_SHORTEST_WITH_ENDING = 5


def tag(text: str, language: str = "en") -> tuple[TaggedWord, ...]:
    """Return the words and marks of a text, each with its part of speech and exact place."""
    if language == "ja":
        return tag_japanese(text)
    tokens = read_tokens(text, language)
    tags = tag_tokens(tokens, language)
    return tuple(map(TaggedWord, tokens.starts, tokens.ends, tokens.texts, tags))


def tag_tokens(tokens: Tokens, language: str) -> list[Tag]:
    """Return the part of speech of each word and mark of a text in a language that parts words by spaces."""
    lists, by_word = lexicon(language), _guesses(language)
    guesses = [
        guess if guess is not None else _guess_capital(tokens, index, lists)
        for index, guess in enumerate(map(by_word.__getitem__, tokens.texts))
    ]
    return settle(tokens.lower, guesses, lists)


def tags_by_form(tokens: Tokens, language: str) -> list[Tag]:
    """Return the part of speech of each word whose form alone tells it, and `noun` for those that may be anything."""
    return list(map(tags_of_words(language).__getitem__, tokens.texts))


def begins_sentence(texts: Sequence[str], index: int) -> bool:
    """Say whether a token may have its capital from its place only: first of all, or after a mark that ends or opens."""
    before, least = index - 1, max(0, index - 1 - _CLOSING_REACH)
    while before > least and texts[before] in _CLOSING:
        before -= 1
    return index == 0 or texts[before][0] in _SENTENCE_ENDS or texts[index - 1][0] in _SENTENCE_ENDS


@cache
def _guesses(language: str) -> PerWord[Guess | None]:
    """Return what each word is if its form alone tells; None for a word with a capital, which its place decides."""
    lists = lexicon(language)
    return PerWord(lambda word: _guess(word, lists))


@cache
def tags_of_words(language: str) -> PerWord[Tag]:
    """Return the part of speech of each word by form alone."""
    guesses = _guesses(language)
    return PerWord(lambda word: settled_alone(guesses[word]) or "noun")


@cache
def _small_guesses(language: str) -> PerWord[Guess]:
    """Return what each word in small letters is."""
    lists = lexicon(language)
    return PerWord(lambda word: _guess_lower(word, lists))


def _guess(word: str, lists: Lexicon) -> Guess | None:
    if (not word[0].isalnum() and len(word) == 1) or not any(map(str.isalnum, word)):
        return "conjunction" if word == "&" else "punctuation"
    if word[0].isdigit():
        return (
            "number"
            if not word[-1].isalpha() or word.lstrip("0123456789.,").lower() in lists.table("numbers")
            else "adjective"
        )
    return None if word[0].isupper() else _guess_lower(word.lower().replace("’", "'"), lists)


def _guess_capital(tokens: Tokens, index: int, lists: Lexicon) -> Guess:
    word, lower = tokens.texts[index], tokens.plain[index]
    if begins_sentence(tokens.texts, index):
        return _guess_first(tokens, index, lists)
    if len(word) > 1 and word.isupper():
        return "name"
    if _opens_name(tokens, index, lists):
        return "name"  # "sporthal De Kolk"
    # "Joost de Wilde", "Will Haddock": a verb or an adverb has no capital inside a sentence, an article in a title may.
    closed = lists.closed.get(lower, "name")
    return "name" if closed in ("auxiliary", "adverb", "subordinator") else closed


def _opens_name(tokens: Tokens, index: int, lists: Lexicon) -> bool:
    """Say whether a capital article inside a sentence belongs to the capital behind it; English "The" seldom does."""
    lower = tokens.plain[index]
    after = tokens.texts[index + 1] if index + 1 < len(tokens) else ""
    return lower in lists.words("articles") and lower != "the" and len(lower) > 1 and after[:1].isupper()


def _guess_first(tokens: Tokens, index: int, lists: Lexicon) -> Guess:
    """Guess a word whose capital may come from its place: a word that the lists do not know, before a capital, is a name."""
    guess = _small_guesses(lists.language)[tokens.plain[index]]
    followed = index + 1 < len(tokens) and tokens.texts[index + 1][0].isupper()
    return "name" if followed and guess in ("noun", "noun or verb", "adjective") else guess


def _guess_lower(word: str, lists: Lexicon) -> Guess:
    if word in lists.closed:
        return lists.closed[word]
    if is_spelled(word, lists.table("numbers")):
        return "number"
    if "-" in word and is_spelled(word.partition("-")[0], lists.table("numbers")):
        return "adjective"  # "a six-page note"
    if word in lists.words("nouns"):
        return "noun"
    if word in lists.words("adjectives"):
        return "adjective"
    return _guess_verb(word, lists) or _guess_ending(word, lists)


def _guess_verb(word: str, lists: Lexicon) -> Guess | None:
    """Guess a form of a verb; None for a word that no verb of ours has."""
    verbs, others = lists.verbs, lists.noun_verbs
    if _may_be_noun(word, lists):
        return "noun or verb"
    if word in verbs.participle or word in others.participle:
        return "participle"
    if word in verbs.gerund or word in others.gerund:
        return "gerund"
    if word in verbs.bare or word in others.bare:
        return "infinitive"
    if word in verbs.finite or word in others.finite:
        return "verb"
    return _guess_compound(word, lists)


def _may_be_noun(word: str, lists: Lexicon) -> bool:
    """Say whether a verb form is a noun too: in English "plan(s)", in Spanish "ayuda", in Dutch "plannen"."""
    forms = lists.noun_verbs
    if word in lists.words("noun irregular"):
        return True
    if lists.language == "es":
        past = word.endswith(("aba", "ía", "ara", "iera", "ase", "iese"))
        return word in forms.finite and word.removesuffix("s")[-1:] in tuple("aeo") and not past
    return word in forms.bare or (lists.language == "en" and word in forms.finite)


def _guess_compound(word: str, lists: Lexicon) -> Guess | None:
    """Guess a Dutch verb behind a separable particle: "uitgeeft", "aangekondigd", "aankondigen"."""
    for cut in range(2, min(8, len(word) - 3)):
        if word[:cut] in lists.words("separable particles"):
            rest = word[cut:].removeprefix("te")
            for forms in (lists.verbs, lists.noun_verbs):
                if rest in forms:
                    return "participle" if rest in forms.participle else "infinitive" if rest in forms.bare else "verb"
    if lists.language == "nl" and word.endswith("e") and word[:-1] in lists.verbs.participle:
        return "adjective"
    return None


def _guess_ending(word: str, lists: Lexicon) -> Guess:
    if len(word) >= _SHORTEST_WITH_ENDING:
        for section, guess in _ENDINGS:
            if word.endswith(lists.endings(section)):
                return guess
    return "noun"
