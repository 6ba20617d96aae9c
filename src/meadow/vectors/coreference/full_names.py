"""Full names for bare surnames, from the full name earlier in the same document: "Ann" for "Lund said".

Source: our own rules. A name in brackets must be right, so it is given only if nothing contradicts it: the story has one
given name for the surname, no word of the document looks like the surname, and no place, organisation or "the" belongs
to it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from meadow.text.phrases.lexicon import Lexicon, lexicon
from meadow.text.phrases.roles import COURTESY, is_day, role_before, role_behind
from meadow.text.rulebook import ANY, rulebook
from meadow.text.stopwords import stop_words
from meadow.text.word_places import has_word, word_places
from meadow.vectors.coreference.surnames import bare_offsets, full_names, is_named_in_full
from meadow.vectors.view import StoryView

_MOST_WORDS = 4  # "Senate Majority Leader Mitch": with a longer title only the name is printed
_ENDS_A_SENTENCE = re.compile(r"(?:^|[.!?:…\n\"”’»)–—-])\s{0,3}$")
# "Al Lund" and "J. Lund" are whole already, and "a Corolla" or "the Lund" is no person; in Spanish "de Lund" may be a place.
_BEFORE_A_NAME = re.compile(
    r"(?:\b(?i:al|an?|bin|da|de|del|den|der|een|el|het|la|the|una?|van|von)|(?<![\w.])[A-ZÀ-ÖØ-Þ]\.)\s$"
)
_CAPITAL = r"[A-ZÀ-ÖØ-Þ][\w’'-]+"
# "Nils and Ann Lund": a bare "Lund" may be either.
_GIVEN_BEFORE = re.compile(rf"(?:({_CAPITAL})\s(?:and|y|en|&)\s)?({_CAPITAL})\s(?:[A-Z]\.\s)*$")
_GOES_ON = re.compile(rf"({_CAPITAL})\s$")
_WHERE = {
    "en": re.compile(r"\b(?:in|near|across|throughout|outside)\s$"),
    "es": re.compile(r"\b(?:en|cerca\sde)\s$"),
    "nl": re.compile(r"\b(?:in|bij|nabij)\s$"),
}
_POSSESSIVE = re.compile(r"['’]")  # "in Lund's harbour" is no place called Lund
_POSSESSIVE_OR_NAME = re.compile(r"['’]|\s[A-ZÀ-ÖØ-Þ]")  # "in Ann Lund's harbour"
_LONGEST_WHERE = 12  # characters, and blanks
_NO_GIVEN_NAMES = rulebook(ANY).words("no given names")
_NO_SURNAMES = ("organisation heads", "organisation ends", "place ends", "known places", "not names")
_NO_PARTS_OF_A_NAME = (
    "adjectives", "known places", "not names", "organisation heads", "particles", "place heads", "place prefixes",
)  # fmt: skip
_OF = re.compile(r"([^\W\d_]+)\s(?:of|for|de|del|van|voor)\s$")
_LONGEST_PARTICLE = 5  # characters, and a blank
_LETTERS = re.compile(r"[^\W\d_][^\d_]*")
_FAR = 60  # characters: longest distance of two given names and initials from the surname
_INITIAL = 2  # characters: "J."
_SHOUTED = 3  # capitals; a longer word of them is a dateline


class GivenName(NamedTuple):
    """The words that complete a surname: its offset in the sentence, and what is printed before it."""

    place: int
    words: str


def given_names(view: StoryView, row: int, surnames: Collection[str]) -> tuple[GivenName, ...]:
    """Return the words that complete some bare surnames of a sentence, in order; nothing if one of them is uncertain."""
    text, lists = view.sentences[row].text, lexicon(view.language_of(row))
    found: list[GivenName] = []
    for surname, place in bare_offsets(view, row).items():
        if surname in surnames:
            mentioned = _mentioned_before(view, row, surname)
            if mentioned is None or _BEFORE_A_NAME.search(text, max(0, place - _LONGEST_PARTICLE), place) is not None:
                return ()
            role, name = mentioned
            has_role = role != "" and not _title_before(text[:place], lists)
            found.append(GivenName(place, f"{role} {name}" if has_role else name))
    return tuple(found)


def _title_before(text: str, lists: Lexicon) -> str:
    """Return the title or role that a surname has in its own sentence: "Mr", "geologist"; empty where it has none."""
    last = text.rstrip().rpartition(" ")[2]
    return last if _is_title(last, lists) else role_before(text, lists.language)


def _mentioned_before(view: StoryView, row: int, surname: str) -> tuple[str, str] | None:
    """Return the role, if there is one, and the given name of a surname, as the document had them before.

    None if several people may be meant, or no person.
    """
    text, lists = view.documents[int(view.document_of[row])].text, lexicon(view.language_of(row))
    if not lists.sections or _is_word_or_place(surname, text, lists):
        return None
    before = text[: view.sentences[row].start]
    found: tuple[str, str] | None = None
    for start, end, parts in full_names(before, surname, lists.language):
        named = _role_and_given(parts, text, start, lists)
        if named is None:
            continue
        role, given = named
        if _is_nobody(given, text, lists) or (found is None and not _is_the_only_one(view, surname, given[-1], lists)):
            return None
        role = role or role_before(before[:start], lists.language) or role_behind(before[end:], lists.language)
        if role or found is None:
            found = role, " ".join(given)
        if role:
            break
    return found


def _is_word_or_place(surname: str, text: str, lists: Lexicon) -> bool:
    """Say whether a surname is an organisation's, or also a common word, a plural or a place in the text."""
    if any(surname.lower() in lists.words(section) for section in _NO_SURNAMES):
        return True
    if has_word(text, surname.lower()) or has_word(text, f"{surname}s"):
        return True
    return _is_where(surname, text, lists, unless=_POSSESSIVE)


def _is_where(name: str, text: str, lists: Lexicon, *, unless: re.Pattern[str]) -> bool:
    """Say whether a text has a name as a place, unless it goes on otherwise: "in Skerra", not "in Lund's"."""
    where = _WHERE.get(lists.language)
    return where is not None and any(
        where.search(text, max(0, place - _LONGEST_WHERE), place) is not None
        and unless.match(text, place + len(name)) is None
        for place in word_places(text, name)
    )


def _role_and_given(parts: Sequence[str], text: str, start: int, lists: Lexicon) -> tuple[str, list[str]] | None:
    """Return the role and the given names among the words before a surname, from where they start; None if unsure."""
    before = text[max(0, start - _FAR) : start]
    if _GOES_ON.search(before) is not None:
        return None  # the name is read in part only: "Ann" before "O'Brien Lund"
    opens = _ENDS_A_SENTENCE.search(before) is not None
    words = _without_neighbours(parts, text, lists, opens=opens)
    last = max((place for place, word in enumerate(words) if _is_title(word, lists)), default=-1)
    role, given = words[: last + 1], words[last + 1 :]
    of = _OF.search(before)
    inside = of is not None and _is_title(of[1], lists)
    # "the mayor of Skerra Ann Lund": the boundary between place and name is unknown. "The Ann Lund" is a ship.
    if not given or (not role and ((inside and len(given) > 1) or _has_article(parts[0], before, lists))):
        return None
    # "Secretary of Defense Ann Lund", "the Court of Skerra Bench Justice Ann Lund": only part of such a role is read.
    if len(words) > _MOST_WORDS or inside or (of is not None and not all(_is_title(word, lists) for word in role)):
        return "", given
    if role and not any(_small(word) in lists.words("titles") for word in role):
        return None
    return " ".join(word for word in role if _small(word) not in COURTESY), given


def _has_article(first: str, before: str, lists: Lexicon) -> bool:
    """Say whether an article opens a name, or stands right before it."""
    return any(word.lower() in lists.words("articles") for word in (first, *before.split()[-1:]))


def _without_neighbours(parts: Sequence[str], text: str, lists: Lexicon, *, opens: bool) -> list[str]:
    """Return words before a surname without neighbours that are no part of it: "Skerra's", a dateline, "Yesterday"."""
    words = list(parts)
    for place, word in enumerate(words):
        neighbour = word.endswith(("'s", "’s")) or is_day(word, lists.language)
        if neighbour or (len(word) > _SHOUTED and word.isupper()):
            return _without_neighbours(words[place + 1 :], text, lists, opens=False)
    if opens and len(words) > 1 and not _is_title(words[0], lists):
        # The first word is capitalised anyway: it is no name if the text also has it in small letters.
        small = words[0].lower()
        if small in stop_words(lists.language) or has_word(text, small):
            return words[1:]
    return words


def _is_title(word: str, lists: Lexicon) -> bool:
    return _small(word) in lists.words("titles") | lists.words("title parts")


def _small(word: str) -> str:
    return word.lower().rstrip(".")


def _is_nobody(given: Sequence[str], text: str, lists: Lexicon) -> bool:
    """Say whether words before a surname are those of a place, an organisation or a thing, or common words of the text."""
    unlikely = _NO_GIVEN_NAMES.union(*(lists.words(section) for section in _NO_PARTS_OF_A_NAME))
    if any(word.lower() in unlikely or not _LETTERS.fullmatch(word) for word in given):
        return True
    return any(
        _is_where(word, text, lists, unless=_POSSESSIVE_OR_NAME) or has_word(text, word.lower()) for word in given
    )


def _is_the_only_one(view: StoryView, surname: str, given: str, lists: Lexicon) -> bool:
    """Say whether no document of the story has another given name for the surname."""
    other = {name for document in view.documents for name in _given_before(document.text, surname, lists)}
    other = {name for name in other if not _is_title(name, lists) and name.lower() not in stop_words(lists.language)}
    return other <= {given} if len(given) > _INITIAL else len(other) <= 1


def _given_before(text: str, surname: str, lists: Lexicon) -> Iterator[str]:
    """Yield the words with a capital that may be given names before each mention of a surname, initials aside."""
    place = text.find(surname)
    while place >= 0:
        end = place + len(surname)
        start = max(0, place - _FAR)
        match = _GIVEN_BEFORE.search(text[start:place]) if not text[end : end + 1].isalnum() else None
        if match is not None and not is_day(match[2], lists.language):
            yield match[2]
            if match[1] is not None and _is_given_name(text, start + match.start(), match[1], lists):
                yield match[1]
        place = text.find(surname, end)


def _is_given_name(text: str, place: int, name: str, lists: Lexicon) -> bool:
    """Say whether a name is no surname: no other name precedes it, and it is no surname elsewhere."""
    before = _GOES_ON.search(text, max(0, place - _FAR), place)
    if before is not None and before[1].lower() not in stop_words(lists.language):
        return False
    return not is_named_in_full(text, name, lists.language)
