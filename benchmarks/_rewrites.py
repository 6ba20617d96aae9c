"""Sentences that say the same in other words: seven ways, two patterns for each, as in `benchmarks._mutations`."""

from __future__ import annotations

import re

from benchmarks._mutations import (
    MONTHS,
    WEEKDAYS,
    Given,
    Pattern,
    arguments_of,
    capital,
    replaced,
    small,
    subject_end,
    swapped_word,
)
from meadow.text.phrases import clauses, dates, names, tag

_SYNONYMS = {
    "began": "started", "begin": "start", "started": "began", "ended": "finished", "injured": "wounded", "help": "aid",
    "lawyer": "attorney", "doctors": "physicians", "close to": "near", "big": "large", "allowed": "permitted",
}  # fmt: skip
_SYNONYMS_UNSEEN = {
    "said": "stated", "large": "big", "bought": "purchased", "fell": "dropped", "rose": "climbed", "company": "firm",
    "chosen": "selected", "near": "close to", "almost": "nearly", "built": "constructed",
    "stopped": "halted", "happened": "occurred", "shows": "reveals", "car": "automobile",
}  # fmt: skip


def _without(given: Given, kinds: frozenset[str]) -> str | None:
    for each in clauses(given.text):
        if each.kind in kinds and "“" not in given.text and '"' not in given.text:
            return capital(re.sub(r"\s+", " ", given.text[: each.start] + given.text[each.end :]).strip())
    return None


def cut_aside(given: Given) -> str | None:
    return _without(given, frozenset({"parenthetical", "relative"}))


def cut_last(given: Given) -> str | None:
    """Cut ", and" with what follows it, where that has a verb."""
    head, comma, tail = given.text.rpartition(", and ")
    if not comma or not any(each.tag in ("verb", "auxiliary") for each in tag(tail)) or subject_end(head) is None:
        return None
    return f"{head}." if "“" not in given.text and '"' not in given.text else None


def passive(given: Given) -> str | None:
    found = arguments_of(given)
    if found is None:
        return None
    (one, two), (three, four) = found
    text = given.text
    head = tag(text[three:four])[-1].text
    be = "were" if head.endswith("s") or head == "people" else "was"
    return f"{capital(text[three:four])} {be}{text[two:three]}by {small(text[one:two])}{text[four:]}"


def active(given: Given) -> str | None:
    match = re.match(r"^([A-Z][\w ]{2,40}) (?:was|were) (\w+ed) by ((?:the|a|an) [\w]+(?: [\w]+)?)([.,])", given.text)
    return None if match is None else f"{capital(match[3])} {match[2]} {small(match[1])}."


def move_apposition(given: Given) -> str | None:
    match = re.match(r"^([A-Z]\w+(?: [A-Z]\w+)+), (the [a-z ’']{4,40}), ", given.text)
    return None if match is None else f"{capital(match[2])}, {match[1]}, {given.text[match.end() :]}"


def apposition_before(given: Given) -> str | None:
    match = re.match(r"^(The [a-z ’']{4,40}), ([A-Z]\w+(?: [A-Z]\w+)+), ", given.text)
    return None if match is None else f"{match[2]}, {small(match[1])}, {given.text[match.end() :]}"


def synonym(given: Given) -> str | None:
    return swapped_word(given, _SYNONYMS)


def synonym_unseen(given: Given) -> str | None:
    return swapped_word(given, _SYNONYMS_UNSEEN)


def _fusable(given: Given) -> bool:
    first = tag(given.following)[:1]
    marks = set('“”"?!:;()')
    return bool(first) and first[0].tag != "pronoun" and not marks & set(given.text + given.following)


def fuse_and(given: Given) -> str | None:
    return f"{given.text.rstrip('.')}, and {small(given.following)}" if _fusable(given) else None


def fuse_while(given: Given) -> str | None:
    return f"{given.text.rstrip('.')}, while {small(given.following)}" if _fusable(given) else None


def resolve_day(given: Given) -> str | None:
    for each in dates(given.text, anchor=given.published):
        if each.day is not None and each.text in WEEKDAYS:
            return replaced(given.text, each.start, each.end, f"{each.day.day} {MONTHS[each.day.month - 1]}")
    return None


def resolve_day_american(given: Given) -> str | None:
    for each in dates(given.text, anchor=given.published):
        if each.day is not None and each.text in (*WEEKDAYS, "yesterday", "today"):
            shown = f"{MONTHS[each.day.month - 1]} {each.day.day}, {each.day.year}"
            on = "" if given.text[: each.start].endswith("on ") else "on "
            return replaced(given.text, each.start, each.end, on + shown)
    return None


def surname(given: Given) -> str | None:
    for each in names(given.text):
        parts = each.text.split()
        if each.kind == "person" and len(parts) == 2:
            return replaced(given.text, each.spans[0].start, each.spans[0].end, parts[1])
    return None


def full_name(given: Given) -> str | None:
    for each in names(given.before):
        parts = each.text.split()
        match = re.search(rf"(?<![A-Z]\w )\b{re.escape(parts[-1])}\b(?!['’])", given.text)
        if each.kind == "person" and len(parts) == 2 and match and each.text not in given.text and match.start() > 0:
            before = given.text[: match.start()].split()[-1]
            return None if before[0].isupper() else replaced(given.text, *match.span(), each.text)
    return None


TRUE: dict[str, tuple[Pattern, Pattern]] = {
    "clause cut": (cut_aside, cut_last), "passive": (passive, active), "apposition": (move_apposition, apposition_before),
    "synonym": (synonym, synonym_unseen), "fused": (fuse_and, fuse_while), "date": (resolve_day, resolve_day_american),
    "surname": (surname, full_name),
}  # fmt: skip
