"""Suggestions for collapsing key concepts: pairs that may be one, each with the reason; people decide.

Source: our own; that a merged list is made by hand is Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004), section 2.3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import combinations

from meadow.model import Collapse, Concept
from meadow.reports.mentions import spelling_key
from meadow.text.phrases.name_forms import abbreviates

_ALIKE = 0.85
_SHORTEST = 5  # letters from which a spelling can be alike by more than chance
_LONGEST_ACRONYM = 6


def suggest_collapses(concepts: Sequence[Concept]) -> tuple[Collapse, ...]:
    """Return the pairs of concepts that may be one and the same, in the order of the concepts."""
    pairs = ((first, second, _reason(first, second)) for first, second in combinations(concepts, 2))
    return tuple(Collapse(first, second, reason) for first, second, reason in pairs if reason is not None)


def _reason(first: Concept, second: Concept) -> str | None:
    """Return why two concepts may be one; the surest reason first."""
    keys = [
        (spelling_key(first.text), spelling_key(second.text)),
        (spelling_key(second.text), spelling_key(first.text)),
    ]
    if keys[0][0] == keys[0][1]:
        return "the same but for case or accents"
    shared = {spelling_key(form) for form in first.aliases} & {spelling_key(form) for form in second.aliases}
    if shared:
        return f"both are called {min(shared)!r}"
    for short, long in keys:
        if _is_part(short, long):
            return f"{short!r} is a part of {long!r}"
    if any(_is_acronym(short, long) for short, long in ((first.text, second.text), (second.text, first.text))):
        return "one may abbreviate the other"
    alike = SequenceMatcher(None, *keys[0], autojunk=False).ratio()
    return "spelled almost alike" if alike >= _ALIKE and min(map(len, keys[0])) >= _SHORTEST else None


def _is_part(short: str, long: str) -> bool:
    """Say whether a form is made of words of a longer one, in order; without blanks between words, of its letters."""
    inner, outer = short.split(), long.split()
    if len(inner) == len(outer) == 1 and not short.isascii():
        return len(short) > 1 and short != long and short in long
    return len(inner) < len(outer) and any(
        outer[start : start + len(inner)] == inner for start in _starts(inner, outer)
    )


def _starts(inner: Sequence[str], outer: Sequence[str]) -> Iterator[int]:
    return iter(range(len(outer) - len(inner) + 1))


def _is_acronym(short: str, long: str) -> bool:
    letters = short.replace(".", "")
    return letters.isupper() and 1 < len(letters) <= _LONGEST_ACRONYM and " " in long and abbreviates(letters, long)
