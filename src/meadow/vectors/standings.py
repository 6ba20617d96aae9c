"""The standing of every sentence of a story: judged once, with what only the whole document tells.

What a credit closes is a caption (`meadow.vectors.captioned`), what is in capitals alone a heading or a shout
(`meadow.vectors.shouted`), and what lies inside a quotation of several sentences leans on the one that names its speaker
(`meadow.vectors.quoted`).
A bare surname leans on the sentence that introduced its bearer ("Harris said", after "Ed Harris, a lifeguard"). Who is known
without an introduction is told by the story itself: whoever a document names by surname alone in its first sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from meadow.text.language import UNSPACED
from meadow.text.standing import Standing, judge, judge_openings
from meadow.text.standing.lists import listed
from meadow.text.stopwords import stop_words
from meadow.vectors.captioned import captioned_rows
from meadow.vectors.quoted import quoted_rows
from meadow.vectors.sentence_marks import sentence_marks
from meadow.vectors.shouted import shouted_rows
from meadow.vectors.view import StoryView

_NAME = re.compile(
    r"[A-ZÀ-ÖØ-Þ][\w'’-]+(?:\s(?:[A-Z]\.\s)?(?:(?:van|von|de|del|der|den|bin|al|la|el|Van|De|Al)\s)*[A-ZÀ-ÖØ-Þ][\w’-]+)*"
)
# A bare name leans where it is the subject or the speaker: first in its sentence, or beside a verb of saying.
_BESIDE = re.compile(
    r"\s(?:said|says|told|added|wrote|asked|dijo|afirmó|añadió|explicó|señaló|aseveró|subrayó|indicó|declaró|aseguró|agregó|concluyó|zei|zegt"
    r"|vertelt|aldus)\b|\s(?:is|was|has|had|will|wants|says|plans|[a-z]{2,}ed)\b|\sand\s(?:his|her|other)\b"
)
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


def standings(view: StoryView) -> tuple[Standing, ...]:
    """Return the standing of each sentence of a story; they are judged once per view."""
    return view.kept(_judged)


def owed_surname(view: StoryView, row: int) -> str | None:
    """Return the surname alone by which a sentence speaks of somebody whom its document introduced before; or None.

    The same as `standings` say of a whole story, for those who ask about a few of its sentences.
    """
    language, sentence = view.language_of(row), view.sentences[row]
    if language in UNSPACED:
        return None
    before = view.documents[int(view.document_of[row])].text[: sentence.start]
    for match in _NAME.finditer(sentence.text):
        name = _surname_alone(_parts(match[0], language))
        if name is None or name in view.kept(_known):
            continue
        if _DESCRIBED.match(sentence.text, match.end()) is not None:
            continue
        if f" {name}" in before and _is_subject(sentence.text, match) and introduces(before, name, language):
            return name
    return None


def introduces(text: str, surname: str, language: str) -> bool:
    """Say whether a text has somebody's name in full: more than the surname, and more than a title before it."""
    if surname not in text:
        return False
    named = (_parts(match[0], language) for match in _NAME.finditer(text))
    return any(_is_full(parts, language) and _surname(parts) == surname for parts in named)


def opening_standings(view: StoryView, rows: Sequence[int]) -> list[Standing | None]:
    """Return the standing of each sentence that may be printed and read first; None where something speaks against that.

    Sentences are judged together, which takes less time than one by one.
    """
    unprintable = unprintable_rows(view)[list(rows)].tolist()
    asked = [row for row, out in zip(rows, unprintable, strict=True) if not out]
    found = iter(view.told_together(judge_openings, asked, sentence_marks(view)))
    return [None if out else next(found) for out in unprintable]


def opening_standing(view: StoryView, row: int) -> Standing | None:
    """Return the same of one sentence."""
    return opening_standings(view, (row,))[0]


def unprintable_rows(view: StoryView) -> NDArray[np.bool_]:
    """Return which sentences their surroundings speak against: captions, shouts, and the inside of quotations of several."""
    return view.kept(_unprintable)


def _unprintable(view: StoryView) -> NDArray[np.bool_]:
    return captioned_rows(view) | shouted_rows(view) | quoted_rows(view)


def _judged(view: StoryView) -> tuple[Standing, ...]:
    alone = view.told_of_all(judge)
    for row, surname in _owed_surnames(view).items():
        standing = alone[row]
        alone[row] = replace(
            standing, leans=standing.leans if standing.leans is not None else "surname", surname=surname
        )
    for row in np.flatnonzero(quoted_rows(view)).tolist():
        if not alone[row].junk:
            alone[row] = replace(alone[row], leans="reported", scene=False)
    for row in np.flatnonzero(captioned_rows(view) | shouted_rows(view)).tolist():
        alone[row] = Standing(junk=True)
    return tuple(alone)


def _owed_surnames(view: StoryView) -> dict[int, str]:
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
    return frozenset(name for row in first if view.language_of(row) not in UNSPACED for name in _bare_names(view, row))


def _bare_names(view: StoryView, row: int) -> Iterable[str]:
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
