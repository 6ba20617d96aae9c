"""Pruning: which clauses a sentence can spare, so that what is left still reads as a sentence.

Only whole clauses go, each with the marks around it, the most dispensable kind first; conditions and everything in quotation
marks stay. The rewriter and the headline of the same name both prune; what they do with the rest is their own.

Source: our own rules, in the manner of Jing (2000), "Sentence reduction for automatic text summarization".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from meadow.text.language import UNSPACED
from meadow.text.phrases.clauses import clauses
from meadow.text.phrases.values import Clause, Span

# What can go, the most dispensable first; the first two always go, the others only to reach a length.
_ALWAYS = ("parenthetical", "attribution")
_IF_NEEDED = ("participial", "relative", "subordinate")
_LEAST_WORDS = 5  # fewer are a fragment, not a sentence
_BROKEN = re.compile(
    r"^[\s,;:.)\]）、。]|[,;:、](?=[\"”’»」]?\s*[.!?。]?[\"”’»」]?$)|\(\)|,\s*,|[,;:]\s*[.!?]|\s[.,;:]"
)
_NEGATIONS = frozenset(["not", "no", "never", "without", "niet", "geen", "nooit", "zonder", "nunca", "sin", "jamás"])
_BLANKS = re.compile(r"\s+")


def prune(text: str, language: str = "en", *, enough: Callable[[str], bool] | None = None) -> tuple[Clause, ...]:
    """Return the clauses to leave out of a sentence, in the order of the text.

    Parentheses and attributions always go; participles, relative and subordinate clauses, one kind after another, until
    what is left is `enough`. Without that question they stay.
    """
    gone: tuple[Clause, ...] = ()
    candidates = _candidates(text, language)
    for kind in (*_ALWAYS, *_IF_NEEDED):
        if kind in _IF_NEEDED and (enough is None or enough(without(text, gone))):
            break
        for clause in candidates:
            if clause.kind == kind and _reads_on(text, (*gone, clause), language):
                gone = (*gone, clause)
    return tuple(sorted(gone, key=lambda clause: clause.start))


def without(text: str, gone: Sequence[Span]) -> str:
    """Return the text without some spans, on one line; two blanks that meet become one."""
    pieces: list[str] = []
    kept_from = 0
    for span in sorted(gone, key=lambda span: span.start):
        pieces.append(text[kept_from : span.start])
        kept_from = span.end
    pieces.append(text[kept_from:])
    return _BLANKS.sub(" ", "".join(pieces)).strip()


def _candidates(text: str, language: str) -> list[Clause]:
    """Return the clauses that may go, the last first: an ending reads on more safely."""
    removable = [clause for clause in clauses(text, language) if clause.kind != "main" and not _is_needed(text, clause)]
    return removable[::-1]


def _is_needed(text: str, clause: Clause) -> bool:
    """Say whether leaving a clause out would lose a name or turn a statement round: "does not (always) help"."""
    inner = clause.text.strip(" ,\xa0")
    named = clause.kind == "parenthetical" and inner[:1].isupper()
    before = text[: clause.start].rsplit(None, 1)
    return named or (bool(before) and before[-1].lower() in _NEGATIONS)


def _reads_on(text: str, gone: Sequence[Clause], language: str) -> bool:
    """Say whether what is left reads as a sentence: it begins and ends as one and is long enough to say something."""
    left = without(text, gone)
    whole = text.strip()
    if not left or _BROKEN.search(left) is not None or left[0].islower() != whole[0].islower():
        return False
    if left[-1] != whole[-1] or left.count('"') % 2 or left.count("“") != left.count("”"):
        return False
    return len(left.split()) >= _LEAST_WORDS or (language in UNSPACED and len(left) >= 2 * _LEAST_WORDS)
