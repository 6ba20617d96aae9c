"""Somebody spoken of by surname alone: "Harris said", after "Ed Harris, a lifeguard", leans on whatever introduced him.

Source: our own rules. Who is known without an introduction is told by the story itself: whoever a document names by surname
alone in its first sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from meadow.text.language import UNSPACED
from meadow.text.standing.lists import listed
from meadow.text.stopwords import stop_words
from meadow.vectors.view import StoryView

_NAME = re.compile(
    r"[A-ZÀ-ÖØ-Þ][\w'’-]+(?:\s(?:[A-Z]\.\s)?(?:(?:van|von|de|del|der|den|bin|al|la|el|Van|De|Al)\s)*[A-ZÀ-ÖØ-Þ][\w’-]+)*"
)
# A bare name leans where it is the subject or the speaker: first in its sentence, or beside a verb of saying.
_BESIDE = re.compile(
    r"\s(?:said|says|told|added|wrote|asked|dijo|afirmó|añadió|explicó|señaló|aseveró|subrayó|indicó|declaró|aseguró|agregó|concluyó|zei|zegt"
    r"|vertelt|aldus)\b|\s(?:is|was|has|had|will|wants|says|plans|[a-z]{2,}ed)\b|\sand\s(?:his|her|other)\b"
)
# The end of a word that a surname may stand behind in a name in full: "Ann", "J.", "van der".
_NAME_GOES_ON = re.compile(r"(?:^|[^\w’'-])(?:[A-ZÀ-ÖØ-Þ][\w’'-]+|[A-Z]\.|van|von|de|del|der|den|bin|al|la|el)\s$")
_LONGEST_WORD, _LONGEST_NAME = 40, 120
_WOULD = re.compile(
    r"\s(?:would|could)\b"
)  # behind many as often as behind one: "House Republicans … Republicans would"
_YOUNGER = frozenset({"Jr", "Sr", "II", "III"})
_COURTESY = frozenset({"Mr", "Mrs", "Ms", "Miss"})  # they tell nobody who that is
_SIDES = frozenset({"Central", "East", "Eastern", "New", "North", "Northern", "South", "Southern", "West", "Western"})
# "Jackson, the police chief, said": the sentence itself says who that is.
_DESCRIBED = re.compile(
    r"\s?,\s(?:the|an?|who(?!\s(?:declined|said|says|told|added|asked|spoke|confirmed|refused)\b)|whose|el|la|un|una|quien|de|het|een|die)\s"
)
_AFTER_SAYING = re.compile(
    r"\b(?:said|says|added|dijo|afirmó|añadió|explicó|señaló|aseveró|subrayó|indicó|declaró|aseguró|agregó|concluyó|zei|zegt|aldus"
    r"|according\sto|según|volgens)\s$"
)


def owed_surname(view: StoryView, row: int) -> str | None:
    """Return the surname alone by which a sentence speaks of somebody whom its document introduced before; or None.

    The same as `standings` say of a whole story, for those who ask about a few of its sentences.
    """
    return view.kept_of(_owed_surname, row)


def _owed_surname(view: StoryView, row: int) -> str | None:
    language, sentence = view.language_of(row), view.sentences[row]
    before = view.documents[int(view.document_of[row])].text[: sentence.start]
    for name, match in _bare_names(view, row):
        if _DESCRIBED.match(sentence.text, match.end()) is not None:
            continue
        if f" {name}" in before and _is_subject(sentence.text, match) and introduces(before, name, language):
            return name
    return None


def bare_places(view: StoryView, row: int) -> Mapping[str, int]:
    """Return each surname alone in a sentence of somebody whom its document named in full before, and where it first stands.

    Nobody whom the sentence itself names in full, or describes, is among them.
    """
    return view.kept_of(_bare_places, row)


def _bare_places(view: StoryView, row: int) -> Mapping[str, int]:
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
    """Yield the surnames alone in a sentence of people who need an introduction, each with its match."""
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
    """Yield where a text has names in full that end in a surname, from where to where, and the words before it."""
    place = text.find(surname)
    while place >= 0:
        # Most mentions are of the surname alone: only what stands behind a word that may be of a name is read.
        if _NAME_GOES_ON.search(text, max(0, place - _LONGEST_WORD), place) is not None:
            yield from _full_name_at(text, place, surname, language)
        place = text.find(surname, place + 1)


def _full_name_at(text: str, place: int, surname: str, language: str) -> Iterator[tuple[int, int, list[str]]]:
    """Yield the name in full whose surname stands at a place, if there is one."""
    start = text.find(" ", place - _LONGEST_NAME) if place > _LONGEST_NAME else 0
    for match in _NAME.finditer(text, min(start, place)):
        if match.end() <= place:
            continue
        parts = _parts(match[0], language)
        if _is_full(_untitled(parts, language), language) and _surname(parts) == surname:
            yield match.start(), match.end(), parts[: -2 if _stem(parts[-1]) != surname else -1]
        return


def owed_surnames(view: StoryView) -> dict[int, str]:
    """Return the sentences that speak of somebody by a surname which another sentence of their document introduced."""
    known = view.kept(_known)
    owed: dict[int, str] = {}
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
                owed.setdefault(row, alone)
    return owed


def _known(view: StoryView) -> frozenset[str]:
    """Return who needs no introduction: whoever a first sentence names by surname alone."""
    first = np.flatnonzero(view.number == 1).tolist()
    return frozenset(
        name for row in first if view.language_of(row) not in UNSPACED for name in _opening_names(view, row)
    )


def _opening_names(view: StoryView, row: int) -> Iterable[str]:
    language = view.language_of(row)
    for match in _NAME.finditer(view.sentences[row].text):
        parts = _parts(match[0], language)
        if len(parts) == 1 or (parts and parts[0].lower() in listed(language, "titles")):
            yield _stem(parts[-1])


def _parts(name: str, language: str) -> list[str]:
    """Return the words of a name without a small word that is capital only because it opens its sentence: "When Lund".

    An article stays: "The Post" is nobody's surname.
    """
    parts = name.split()
    first = parts[0].lower()
    return parts[1:] if first in stop_words(language) and first not in listed(language, "articles") else parts


def _is_full(parts: list[str], language: str) -> bool:
    """Say whether a name has more than a surname: no title alone, nor the side of a place ("South Skerra")."""
    return len(parts) > 1 and parts[0] not in _SIDES and parts[0].lower() not in listed(language, "titles")


def _untitled(parts: list[str], language: str) -> list[str]:
    """Return the words of a name without the titles that it opens with: "President Ann Lund"."""
    titles = listed(language, "titles")
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
    if match.start() == 0 or _BESIDE.match(text, match.end()) is not None:
        return True
    if match[0][-1] != "s" and _WOULD.match(text, match.end()) is not None:
        return True
    return _AFTER_SAYING.search(text, max(0, match.start() - 14), match.start()) is not None


def _stem(name: str) -> str:
    return name.removesuffix("'s").removesuffix("’s").rstrip("'’-")
