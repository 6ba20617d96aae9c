"""What a reader stumbles over in a headline: marks without a partner, and ends that dangle.

Source: our own rules, for the readability that van Kesteren and Kraaij (2005) had people judge.
"""

from __future__ import annotations

import re

from meadow.headlines.tagging import tag
from meadow.text.language import UNSPACED
from meadow.text.phrases import TaggedWord
from meadow.text.rulebook import ANY, rulebook
from meadow.text.shortening import MARK

_PAIRS = ("“”", "«»", "「」", "『』", "()", "（）", "[]", "【】")
_CUT_SHORT = (MARK, "...")
_OPEN_ENDS = (",", ";", ":", "-", "–", "—", "、", "・", "/", "|", "&")
_CLOSED_STARTS = tuple(",;:.)]}”»」』）、。!?")
# Words that join what comes after them; particles ("is out", "shut down") end many a good line.
_JOINING = frozenset({"article", "preposition", "conjunction", "possessive", "link", "subordinator", "relative"})
_PARTICLES = rulebook(ANY).words("particles that end a line")
_SINGLE_OPENING = re.compile(r"(?<!\w)['‘](?=\w)")
_SINGLE_CLOSING = re.compile(r"(?<=[\w.,!?])['’](?!\w)")


def flaws(text: str, language: str = "en") -> tuple[str, ...]:
    """Return what is wrong with a headline as a reader sees it; nothing for one that reads well.

    `wordless`, `unpaired marks`, `dangling start`, `dangling end` or `cut short`. An apostrophe at the end of a word is not
    held against a line, an opening one without a closing one is.
    """
    line = text.strip()
    if not any(map(str.isalnum, line)):
        return ("wordless",)
    words = tag(line, language)
    checks = {
        "unpaired marks": not _is_paired(line),
        "dangling start": line.startswith(_CLOSED_STARTS) or words[0].tag == "conjunction",
        "dangling end": line.endswith(_OPEN_ENDS) or _dangles(words, language),
        "cut short": line.endswith(_CUT_SHORT),
    }
    return tuple(name for name, holds in checks.items() if holds)


def without_stop(text: str) -> str:
    """Return a sentence without the stop at its end; questions and abbreviations keep their marks."""
    if text.endswith("。"):
        return text[:-1]
    last = text.rsplit(None, 1)[-1] if text else ""
    abbreviated = "." in last[:-1] and not last[0].isdigit()
    return text[:-1].rstrip() if text.endswith(".") and not abbreviated and not text.endswith("..") else text


def _is_paired(line: str) -> bool:
    low = line.count("„")  # German and Dutch open low and close with the mark that opens elsewhere
    unequal = [pair for pair in _PAIRS if line.count(pair[0]) != line.count(pair[1])]
    if line.count('"') % 2 or (unequal and not (low and unequal == ["“”"])):
        return False
    return len(_SINGLE_OPENING.findall(line)) <= len(_SINGLE_CLOSING.findall(line))


def _dangles(words: tuple[TaggedWord, ...], language: str) -> bool:
    last = words[-1]
    if last.tag not in _JOINING or (last.text.lower() in _PARTICLES and len(words) > 1):
        return False
    return language in UNSPACED or len(last.text) > 1 or last.text.islower()  # "Plan B", "group A"
