"""Lines that are no sentence of the story: boilerplate of wires and sites, captions, slugs, table rows, scraps.

The rules (`meadow.text.rulebook`) are those of the kinds junk (how lines begin), shape, label, caption, pictured and credit.
"""

from __future__ import annotations

import re

from meadow.text.boilerplate import credit_rule
from meadow.text.datelines import DASHES, is_date, is_dateline
from meadow.text.language import UNSPACED
from meadow.text.rulebook import OPENING_MARKS, Rulebook, RuleEntry, rulebook
from meadow.text.selfcontained.present import is_in_the_present

_DAY = re.compile(r"(\d{1,2}[^\W\d_]{0,3}\s[^:–—]{3,30}?)\s?[:–—]\s+\S")  # entry of a chronicle: "9 March: …"
_FEWEST_WORDS = 3
_HEAD = 120
_LONGEST_LABEL = 90
_MOST_DATE_WORDS = 7
_MOST_HEADING_WORDS = 8


def is_junk(text: str, words: int, language: str, flags: int) -> bool:
    """Say whether a line is no sentence of the story; `words` says how many it has, `flags` are those of its words."""
    if words < _FEWEST_WORDS and (language not in UNSPACED or not any(map(str.isalpha, text))):
        return True
    if junk_rule(text, language, flags) is not None:
        return True
    if len(text) <= _LONGEST_LABEL and _is_heading(text):
        return True
    if text[-1] in DASHES and is_dateline(text, language):
        return True
    return (words <= _MOST_DATE_WORDS and is_date(text)) or _is_entry(text)


def junk_rule(text: str, language: str, flags: int | None = None) -> RuleEntry | None:
    """Return the rule by which a line is no sentence of the story; None if no rule says so."""
    book = rulebook(language)
    head = text[:_HEAD].lower()
    bare = head.lstrip(OPENING_MARKS)
    found = book.kind("junk").find(bare, flags)
    if found is None and bare is not head and len(bare) < len(head):
        found = book.kind("junk").find(head, flags)
    if found is None:
        found = book.kind("shape").find(text, flags)
    if found is None and len(text) <= _LONGEST_LABEL:
        found = book.kind("label").find(text, flags)
    return found or _caption(text, flags, book) or credit_rule(text, language, flags)


def _caption(text: str, flags: int | None, book: Rulebook) -> RuleEntry | None:
    """Return the rule by which a line tells what a picture shows: in the present, with its day or who is on which side."""
    found = book.kind("caption").find(text, flags)
    if found is not None:
        return found
    found = book.kind("pictured").find(text, flags)
    return found if found is not None and is_in_the_present(text) else None


def _is_heading(text: str) -> bool:
    """Say whether a short line is in capitals and no sentence."""
    if not (text[:3].isupper() and text.isupper()) or text[-1] in '.!?…"”':
        return False
    return 2 <= len(text.split()) <= _MOST_HEADING_WORDS


def _is_entry(text: str) -> bool:
    """Say whether a line opens with a day and a colon or a dash: what follows is understood from the list around it."""
    day = _DAY.match(text) if text[:1].isdigit() else None
    return day is not None and is_date(day[1])
