"""Stop words: the function words of a language, from lists of our own that ship with the package."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from meadow.text.tokens import fold


@cache
def stop_words(language: str) -> frozenset[str]:
    """Return the lower-case function words of a language; the empty set for a language without a list.

    There are lists for ar, cs, de, el, en, es, fr, he, hi, ja, nl, ru and zh. Words stand as our tokenizer gives them:
    a contraction is one word ("don't"), and what folding changes (Greek final sigma) is there in both forms.
    """
    path = files("meadow.text").joinpath("data", "stopwords", f"{language}.txt")
    if not language.isalpha() or not path.is_file():
        return frozenset()
    lines = path.read_text(encoding="utf-8").splitlines()
    words = [word for line in lines if not line.startswith("#") for word in line.split()]
    return frozenset(words) | frozenset(map(fold, words))
