"""Compress: sentences without datelines, parentheses, attributions and, where they must be short, subordinate clauses.

Source: our own rules for the rewriting that Hirao et al. (2004) ask for as the third step (T1), in the manner of
Jing (2000), "Sentence reduction for automatic text summarization".

Only whole clauses go, each with the marks around it, and only where what is left still reads as a sentence; conditions and
everything in quotation marks stay. Nothing is reworded, so no fact changes, and every cut is recorded.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from meadow.errors import SpecError
from meadow.rewrite.rewritten import Cut, Rewritten
from meadow.rewrite.shorten import MARK, shorten
from meadow.rewrite.trim import trim
from meadow.text.phrases import Clause, clauses

# What can go, the most dispensable first; the first two always go, the others only to reach a length.
_ALWAYS = ("parenthetical", "attribution")
_IF_NEEDED = ("participial", "relative", "subordinate")
_LEAST_WORDS = 5  # fewer are a fragment, not a sentence
_BROKEN = re.compile(
    r"^[\s,;:.)\]）、。]|[,;:、](?=[\"”’»」]?\s*[.!?。]?[\"”’»」]?$)|\(\)|,\s*,|[,;:]\s*[.!?]|\s[.,;:]"
)
_NEGATIONS = frozenset(["not", "no", "never", "without", "niet", "geen", "nooit", "zonder", "nunca", "sin", "jamás"])
_BLANKS = re.compile(r"\s+")


def compress(text: str, language: str = "en", *, characters: int | None = None) -> Rewritten:
    """Return the sentence without what can be spared; with `characters`, pruned until it is at most so long.

    Where no clause is left to prune, a sentence that is still too long is cut at a clause and marked "…".
    """
    _check_length(characters)
    trimmed = trim(text, language)
    if not trimmed.text:
        return trimmed
    kept = trimmed.cuts
    candidates = _candidates(text, language, kept)
    for kind in (*_ALWAYS, *_IF_NEEDED):
        if kind in _IF_NEEDED and (characters is None or len(_printed(text, kept)) <= characters):
            break
        for cut in candidates:
            if cut.kind == kind and _reads_on(text, (*kept, cut), language):
                kept = (*kept, cut)
    printed = _printed(text, kept)
    if characters is not None and len(printed) > characters:
        return _cut_short(text, printed, kept, characters)
    return Rewritten(printed, tuple(sorted(kept, key=lambda cut: cut.start)))


def _check_length(characters: int | None) -> None:
    if characters is not None and characters < 1:
        raise SpecError(
            f"compress was given characters={characters}.", given=str(characters),
            allowed="A whole number of characters, 1 or more.", advice="Leave it out to prune lightly.",
        )  # fmt: skip


def _candidates(text: str, language: str, cuts: Sequence[Cut]) -> list[Cut]:
    """Return the clauses that may go, behind what was trimmed, the last first: an ending reads on more safely."""
    start = max((cut.end for cut in cuts), default=0)
    found = [
        Cut(clause.kind, start + clause.start, start + clause.end)
        for clause in clauses(text[start:], language)
        if clause.kind != "main" and not _is_needed(text[start:], clause)
    ]
    return found[::-1]


def _is_needed(text: str, clause: Clause) -> bool:
    """Say whether leaving a clause out would lose a name or turn a statement round: "does not (always) help"."""
    inner = clause.text.strip(" ,\xa0")
    named = clause.kind == "parenthetical" and inner[:1].isupper()
    before = text[: clause.start].rsplit(None, 1)
    return named or (bool(before) and before[-1].lower() in _NEGATIONS)


def _printed(text: str, cuts: Sequence[Cut]) -> str:
    """Return the text without the cuts, on one line; two blanks that meet become one."""
    pieces: list[str] = []
    place = 0
    for cut in sorted(cuts, key=lambda cut: cut.start):
        pieces.append(text[place : cut.start])
        place = cut.end
    pieces.append(text[place:])
    return _BLANKS.sub(" ", "".join(pieces)).strip()


def _reads_on(text: str, cuts: Sequence[Cut], language: str) -> bool:
    """Say whether what is left reads as a sentence: it begins and ends as one and is long enough to say something."""
    left = _printed(text, cuts)
    whole = text.strip()
    if not left or _BROKEN.search(left) is not None or left[0].islower() != whole[0].islower():
        return False
    if left[-1] != whole[-1] or left.count('"') % 2 or left.count("“") != left.count("”"):
        return False
    return len(left.split()) >= _LEAST_WORDS or (language in ("ja", "zh", "th") and len(left) >= 2 * _LEAST_WORDS)


def _cut_short(text: str, printed: str, cuts: Sequence[Cut], characters: int) -> Rewritten:
    short = shorten(printed, partial(_is_within, characters=characters))
    if not short:
        return Rewritten("", (Cut("shortened", 0, len(text)),))
    tail = _place_after(text, cuts, len(_BLANKS.sub("", short.removesuffix(MARK))))
    kept = [cut for cut in cuts if cut.end <= tail]
    return Rewritten(short, tuple(sorted([*kept, Cut("shortened", tail, len(text))], key=lambda cut: cut.start)))


def _is_within(part: str, *, characters: int) -> bool:
    return len(part) <= characters


def _place_after(text: str, cuts: Sequence[Cut], letters: int) -> int:
    """Return the place in the source behind so many printed characters that are not blank."""
    gone = {place for cut in cuts for place in range(cut.start, cut.end)}
    for place, character in enumerate(text):
        if letters == 0:
            return place
        letters -= place not in gone and not character.isspace()
    return len(text)
