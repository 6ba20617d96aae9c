"""Whether the first verb of an English sentence is in the present, as in captions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from meadow.text.phrases.lexicon import lexicon
from meadow.text.phrases.tagger import tag_tokens
from meadow.text.phrases.tokens import Tokens, read_tokens
from meadow.text.phrases.values import Tag

_BEGINNING = 14  # words that are tagged first
_NO_CAPTION = frozenset({"was", "has", "does", "says", "goes"})


def is_in_the_present(text: str) -> bool:
    """Say whether the first verb of a sentence is in the present; "arriving" and "accused" are none."""
    words = read_tokens(text, "en")
    # The first verb is nearly always among the first words, and what a word is depends on no more than two behind it.
    some = Tokens(text, words.texts[:_BEGINNING], words.lower[:_BEGINNING], words.plain[:_BEGINNING])
    tells = _tells_in_the_present(some.lower, tag_tokens(some, "en")[: _BEGINNING - 2])
    if tells is None and len(words) > _BEGINNING - 2:
        tells = _tells_in_the_present(words.lower, tag_tokens(words, "en"))
    return tells is True


def _tells_in_the_present(words: Sequence[str], tags: Sequence[Tag]) -> bool | None:
    """Say whether the first verb among tagged words is in the present; None where they have none."""
    before = ""
    for word, (kind, following) in zip(words, pairwise(tags)):  # noqa: B905 - fewer words may be tagged
        last, before = before, word
        if word in ("is", "are"):
            return True
        if kind in ("verb", "auxiliary") and not word.endswith("ing"):
            return _is_present(word)
        # "lies on", "divers wait for": nouns by their form, verbs by what stands around them.
        if kind == "noun" and following == "preposition" and word in lexicon("en").noun_verbs:
            return word.endswith("s") or last.endswith("s")
    return None


def _is_present(verb: str) -> bool:
    lists = lexicon("en")
    bare = verb in lists.verbs.bare or verb in lists.noun_verbs.bare
    return (verb.endswith("s") and verb not in _NO_CAPTION) or (bare and not verb.endswith("ed"))
