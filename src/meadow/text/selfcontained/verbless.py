"""Lines without a verb that end like sentences.

Captions ("Ambulances at the harbour after the blast."), labels and bullets look so. The tagger knows most verbs, not all,
so a line is accused only if none of its words could be one, or only a participle that describes what is shown
(`meadow.text.selfcontained.participles`). English only: the lists of other languages are too short.
"""

from __future__ import annotations

from functools import cache

from meadow.text.per_word import PerWord
from meadow.text.phrases import tag
from meadow.text.phrases.lexicon import lexicon
from meadow.text.rulebook import rulebook
from meadow.text.selfcontained.participles import is_reduced
from meadow.text.selfcontained.wording import FlaggedWords

_LANGUAGE = "en"
_FEWEST, _MOST = 4, 25  # words: shorter ones are bits of talk, longer ones hold a verb that nobody knew
_CLAUSES = frozenset("'’:;\"“”")  # "it's", "Paris: why": more is going on than a label


def is_verbless(text: str, words: FlaggedWords, language: str) -> bool:
    """Say whether an English line has no word that is, or could be, a verb; `words` are its own in small letters."""
    if (
        language != _LANGUAGE or words.flags & rulebook(language).verbs or not text.endswith((".", "!"))
    ):  # a title need not have a verb
        return False
    # A verb in small letters between blanks is one whatever the tagger makes of it: few lines need their tags.
    if any(map(_plain_verbs().__getitem__, text.split())):
        return is_reduced(text) and _may_be_a_label(text, words)
    return _may_be_a_label(text, words) and not any(
        word.tag in ("verb", "auxiliary") or _could_be(word.text, word.tag) for word in tag(text, language)
    )


def _may_be_a_label(text: str, words: FlaggedWords) -> bool:
    return _FEWEST <= len(words.every) <= _MOST and _CLAUSES.isdisjoint(text) and not text.isupper()


@cache
def _plain_verbs() -> PerWord[bool]:
    """Return for each piece between blanks whether it is one word in small letters that could be a verb: never a name."""
    return PerWord(lambda piece: len(piece) > 1 and piece.isalpha() and piece[0].islower() and _could_be(piece, ""))


def _could_be(word: str, kind: str) -> bool:
    lists, small = lexicon(_LANGUAGE), word.lower()
    if kind == "name":
        return False
    return small in lists.verbs or small in lists.noun_verbs or small.endswith("ed")
