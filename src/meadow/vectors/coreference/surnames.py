"""Bare surnames and the sentences that introduce them: "Harris said", after "Ed Harris, a lifeguard".

Source: our own rules. A person whom some document names by surname alone in its first sentence needs no introduction.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from meadow.text.language import UNSPACED
from meadow.text.rulebook import ANY, rulebook
from meadow.text.stopwords import stop_words
from meadow.vectors.view import StoryView

_NAME = re.compile(
    r"[A-ZÀ-ÖØ-Þ][\w'’-]+(?:\s(?:[A-Z]\.\s)?(?:(?:van|von|de|del|der|den|bin|al|la|el|Van|De|Al)\s)*[A-ZÀ-ÖØ-Þ][\w’-]+)*"
)
# A bare name needs an introduction if it is the subject or the speaker: first in its sentence, or next to a verb of saying.
_NEXT_TO = re.compile(
    rf"\s(?:{'|'.join(sorted(rulebook(ANY).words('next to surnames')))})\b"
    r"|\s(?:is|was|has|had|will|wants|says|plans|[a-z]{2,}ed)\b|\sand\s(?:his|her|other)\b"
)
# The end of a word that may precede a surname in a full name: "Ann", "J.", "van der".
_NAME_GOES_ON = re.compile(r"(?:^|[^\w’'-])(?:[A-ZÀ-ÖØ-Þ][\w’'-]+|[A-Z]\.|van|von|de|del|der|den|bin|al|la|el)\s$")
_LONGEST_WORD, _LONGEST_NAME = 40, 120
_WOULD = re.compile(
    r"\s(?:would|could)\b"
)  # behind many as often as behind one: "House Republicans … Republicans would"
_YOUNGER = frozenset({"Jr", "Sr", "II", "III"})
_COURTESY = frozenset({"Mr", "Mrs", "Ms", "Miss"})  # they introduce nobody
_SIDES = frozenset({"Central", "East", "Eastern", "New", "North", "Northern", "South", "Southern", "West", "Western"})
# "Jackson, the police chief, said": the sentence itself introduces the person.
_DESCRIBED = re.compile(
    r"\s?,\s(?:the|an?|who(?!\s(?:declined|said|says|told|added|asked|spoke|confirmed|refused)\b)|whose|el|la|un|una|quien|de|het|een|die)\s"
)
_BEFORE = "|".join(sorted(rulebook(ANY).words("before surnames"))).replace("_", r"\s")
_AFTER_SAYING = re.compile(rf"\b(?:{_BEFORE})\s$")


def unresolved_surname(view: StoryView, row: int) -> str | None:
    """Return a bare surname of a sentence that an earlier sentence of its document introduced; or None.

    The same as `unresolved_surnames` gives for a whole story, for a few of its sentences.
    """
    return view.kept_of(_unresolved_surname, row)


def _unresolved_surname(view: StoryView, row: int) -> str | None:
    language, sentence = view.language_of(row), view.sentences[row]
    before = view.documents[int(view.document_of[row])].text[: sentence.start]
    for name, match in _bare_names(view, row):
        if _DESCRIBED.match(sentence.text, match.end()) is not None:
            continue
        if f" {name}" in before and _is_subject(sentence.text, match) and introduces(before, name, language):
            return name
    return None


def bare_offsets(view: StoryView, row: int) -> Mapping[str, int]:
    """Return each bare surname of a sentence whose full name its document had before, with its first offset.

    Names that the sentence itself has in full, or describes, are left out.
    """
    return view.kept_of(_bare_offsets, row)


def _bare_offsets(view: StoryView, row: int) -> Mapping[str, int]:
    text, language = view.sentences[row].text, view.language_of(row)
    before = view.documents[int(view.document_of[row])].text[: view.sentences[row].start]
    places: dict[str, int] = {}
    described: set[str] = set()
    for name, match in _bare_names(view, row):
        if _DESCRIBED.match(text, match.end()) is not None:
            described.add(name)
        elif name not in places and is_named_in_full(before, name, language):
            places[name] = match.end() - len(match[0].split()[-1])
    return {
        name: place
        for name, place in places.items()
        if name not in described and not is_named_in_full(text, name, language)
    }


def _bare_names(view: StoryView, row: int) -> Iterator[tuple[str, re.Match[str]]]:
    """Yield the bare surnames of a sentence that need an introduction, each with its match."""
    language = view.language_of(row)
    for match in _NAME.finditer(view.sentences[row].text) if language not in UNSPACED else ():
        name = _surname_alone(_parts(match[0], language))
        if name is not None and name not in view.kept(_known):
            yield name, match


def introduces(text: str, surname: str, language: str) -> bool:
    """Say whether a text has somebody's name in full: more than the surname, and more than a title before it."""
    if surname not in text:
        return False
    named = (_parts(match[0], language) for match in _NAME.finditer(text))
    return any(_is_full(parts, language) and _surname(parts) == surname for parts in named)


def is_named_in_full(text: str, surname: str, language: str) -> bool:
    """Say whether a text has a name in full that ends in a surname, with or without a title before it."""
    return next(full_names(text, surname, language), None) is not None


def full_names(text: str, surname: str, language: str) -> Iterator[tuple[int, int, list[str]]]:
    """Yield start and end of full names that end in a surname, with the words before the surname."""
    place = text.find(surname)
    while place >= 0:
        # Most mentions are bare surnames: only those after a word that may belong to a name are read.
        if _NAME_GOES_ON.search(text, max(0, place - _LONGEST_WORD), place) is not None:
            yield from _full_name_at(text, place, surname, language)
        place = text.find(surname, place + 1)


def _full_name_at(text: str, place: int, surname: str, language: str) -> Iterator[tuple[int, int, list[str]]]:
    """Yield the full name whose surname starts at an offset, if there is one."""
    start = text.find(" ", place - _LONGEST_NAME) if place > _LONGEST_NAME else 0
    for match in _NAME.finditer(text, min(start, place)):
        if match.end() <= place:
            continue
        parts = _parts(match[0], language)
        if _is_full(_untitled(parts, language), language) and _surname(parts) == surname:
            yield match.start(), match.end(), parts[: -2 if _stem(parts[-1]) != surname else -1]
        return


def unresolved_surnames(view: StoryView) -> dict[int, str]:
    """Return the sentences with a bare surname that another sentence of their document introduced."""
    known = view.kept(_known)
    unresolved: dict[int, str] = {}
    introduced: set[str] = set()
    for row, sentence in enumerate(view.sentences):
        if view.number[row] == 1:
            introduced = set()
        language = view.language_of(row)
        if language in UNSPACED:
            continue
        for match in _NAME.finditer(sentence.text):
            parts = _parts(match[0], language)
            alone = _surname_alone(parts)
            if _is_full(parts, language):
                introduced.add(_surname(parts))
            elif alone in introduced and alone not in known and _is_subject(sentence.text, match):
                unresolved.setdefault(row, alone)
    return unresolved


def _known(view: StoryView) -> frozenset[str]:
    """Return the surnames that need no introduction: those that a first sentence has bare."""
    first = np.flatnonzero(view.number == 1).tolist()
    return frozenset(
        name for row in first if view.language_of(row) not in UNSPACED for name in _opening_names(view, row)
    )


def _opening_names(view: StoryView, row: int) -> Iterable[str]:
    language = view.language_of(row)
    for match in _NAME.finditer(view.sentences[row].text):
        parts = _parts(match[0], language)
        if len(parts) == 1 or (parts and parts[0].lower() in rulebook(language).words("name titles")):
            yield _stem(parts[-1])


def _parts(name: str, language: str) -> list[str]:
    """Return the words of a name without a small word that is capital only because it opens its sentence: "When Lund".

    An article stays: "The Post" is nobody's surname.
    """
    parts = name.split()
    first = parts[0].lower()
    return (
        parts[1:]
        if first in stop_words(language) and first not in rulebook(language).words("taken up articles")
        else parts
    )


def _is_full(parts: list[str], language: str) -> bool:
    """Say whether a name has more than a surname: no title alone, nor the side of a place ("South Skerra")."""
    return len(parts) > 1 and parts[0] not in _SIDES and parts[0].lower() not in rulebook(language).words("name titles")


def _untitled(parts: list[str], language: str) -> list[str]:
    """Return the words of a name without the titles that it opens with: "President Ann Lund"."""
    titles = rulebook(language).words("name titles")
    return parts[next((place for place, part in enumerate(parts) if part.lower() not in titles), len(parts) - 1) :]


def _surname(parts: list[str]) -> str:
    """Return the last word of a name in full that is no "Jr"."""
    last = parts[-2] if len(parts) > 2 and parts[-1].rstrip(".") in _YOUNGER else parts[-1]
    return _stem(last)


def _surname_alone(parts: list[str]) -> str | None:
    """Return the surname of a name that has no more, but for "Mr" or "Ms" before it; or None."""
    if len(parts) == 1:
        return _stem(parts[0])
    return _stem(parts[1]) if len(parts) == 2 and parts[0] in _COURTESY else None


def _is_subject(text: str, match: re.Match[str]) -> bool:
    if match[0].endswith(("'s", "’s")):
        # "Rubin's film was shown" is about Rubin; "Rubin's, on Chapel Street," is a shop.
        return match.start() == 0 and text[match.end() + 1 : match.end() + 2].islower()
    if match.start() == 0 or _NEXT_TO.match(text, match.end()) is not None:
        return True
    if match[0][-1] != "s" and _WOULD.match(text, match.end()) is not None:
        return True
    return _AFTER_SAYING.search(text, max(0, match.start() - 14), match.start()) is not None


def _stem(name: str) -> str:
    return name.removesuffix("'s").removesuffix("’s").rstrip("'’-")
