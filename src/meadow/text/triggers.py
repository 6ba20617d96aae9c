"""What a pattern cannot match without, derived from its literals: how a match begins, and words one of which is in it.

`re` parses the pattern; its tree is then read for the strings that each part can match, as long as they can be listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from re import _constants as code, _parser  # isort: skip

_LETTERS = 3  # of a head
_MOST = 400  # strings that are listed for one part of a pattern
_EDGE = "\0"  # where a word must have ended or must not have begun
_DIGIT = "0"
_FREQUENT = frozenset(".,:;-()'’\"“”")
_REPEATS = (code.MAX_REPEAT, code.MIN_REPEAT, code.POSSESSIVE_REPEAT)
_CATEGORIES = {code.CATEGORY_SPACE: " ", code.CATEGORY_DIGIT: _DIGIT}
_EDGES = (code.AT_BOUNDARY, code.AT_BEGINNING, code.AT_BEGINNING_STRING, code.AT_END, code.AT_END_STRING)
_WORD = re.compile(r"(?<=\W)[^\W\d_]+(?=\W)")

Strings = frozenset[str]
_EMPTY: Strings = frozenset({""})
_RUNS = (frozenset({" "}), frozenset({_DIGIT}))  # of which one stands for several


def head_of(text: str) -> str:
    """Return the head of a text: its first letters in small ones, at most three; else its first mark, or 0 for a figure."""
    head = text[:_LETTERS].lower()
    return head if head.isalpha() else _head(head)


def heads(pattern: str) -> Strings | None:
    """Return the heads of the texts that begin with a match; None if they cannot be listed."""
    found = _extended(_EMPTY, _parser.parse(pattern))
    return frozenset(map(_head, found)) if found and all(map(_is_whole, found)) else None


def trigger_words(pattern: str, common: Strings = frozenset()) -> Strings | None:
    """Return words, in small letters, of which every match has one, no `common` ones if there are others; or None."""
    return _best(_triggers(_parser.parse(pattern), common), common)


def trigger_marks(pattern: str) -> Strings | None:
    """Return characters of which every match has one, none of them a letter of ASCII, a digit or a blank; or None."""
    return _marks(_parser.parse(pattern))


def _head(text: str) -> str:
    letters = next((at for at, character in enumerate(text[:_LETTERS]) if not character.isalpha()), _LETTERS)
    return text[:letters] if letters else _DIGIT if text[:1].isdigit() else text[:1]


def _is_whole(head: str) -> bool:
    return len(head) >= _LETTERS or not (head == "" or head.isalpha())


def _extended(found: Strings, items: Iterable[tuple[Any, Any]]) -> Strings | None:
    """Return the first characters of matches that begin with those found and go on with these parts; None if too many."""
    for op, value in items:
        if all(map(_is_whole, found)):
            return found
        longer = _extended_by(found, op, value)
        if longer is None or len(longer) > _MOST:
            return None
        found = longer
    return found


def _extended_by(found: Strings, op: Any, value: Any) -> Strings | None:
    if op is code.SUBPATTERN:
        return _extended(found, value[-1])
    if op is code.BRANCH:
        return _united(_extended(found, branch) for branch in value[1])
    if op in _REPEATS:
        least, most, items = value
        each = [found]
        for _ in range(min(most, _LETTERS)):
            longer = _extended(each[-1], items)
            if longer is None:
                return None
            each.append(longer)
        return frozenset().union(*each[min(least, _LETTERS) :])
    strings = _strings(op, value)
    if strings is None:
        return None
    whole = frozenset(filter(_is_whole, found))
    return whole | {(head + string).lstrip(_EDGE)[: _LETTERS + 1] for head, string in product(found - whole, strings)}


def _marks(items: Iterable[tuple[Any, Any]]) -> Strings | None:
    each = [found for op, value in items if (found := _marks_of(op, value))]
    return min(each, key=lambda marks: (len(marks & _FREQUENT), len(marks)), default=None)


def _marks_of(op: Any, value: Any) -> Strings | None:
    if op in (code.LITERAL, code.IN):
        found = _strings(op, value) or frozenset()
        return None if any(each.isspace() or (each.isalnum() and each.isascii()) for each in found) else found
    if op is code.SUBPATTERN:
        return None if value[1] & re.IGNORECASE else _marks(value[-1])
    if op in _REPEATS:
        return _marks(value[2]) if value[0] else None
    if op is code.BRANCH:
        branches = [_marks(branch) for branch in value[1]]
        return None if None in branches else frozenset().union(*filter(None, branches))
    return None


def _triggers(items: Iterable[tuple[Any, Any]], common: Strings, run: Strings = _EMPTY) -> Iterator[Strings]:
    """Yield sets of words of which a match of these parts has one; `run` is what stands before them."""
    for op, value in items:
        strings = _strings(op, value)
        if strings is not None and len(run) * len(strings) <= _MOST:
            run = _joined(run, strings)
            continue
        yield from _words(run, common)
        inner = _inner(op, value, common, run) if strings is None else None
        is_apart = all(string and not string[-1].isalnum() for string in run)
        run = _EMPTY if strings is None else _joined(frozenset({_EDGE}), strings) if is_apart else strings
        if inner is not None:
            yield inner
    yield from _words(run, common)


def _inner(op: Any, value: Any, common: Strings, run: Strings) -> Strings | None:
    """Return the best trigger words inside a part whose strings cannot be listed."""
    if op is code.SUBPATTERN:
        return _best(_triggers(value[-1], common, run), common)
    if op in _REPEATS:
        return _best(_triggers(value[2], common), common) if value[0] > 0 else None
    if op is code.BRANCH:
        return _united(_best(_triggers(branch, common, run), common) for branch in value[1])
    return None


def _words(run: Strings, common: Strings) -> Iterator[Strings]:
    found = [_WORD.findall(string) for string in run]
    if all(found):
        yield frozenset(max(words, key=lambda word: (word not in common, len(word))) for words in found)
        for place in range(min(map(len, found))):
            yield frozenset(words[place] for words in found)
            yield frozenset(words[-1 - place] for words in found)


def _best(each: Iterable[Strings], common: Strings) -> Strings | None:
    """Return the set with the fewest common words, of several the one whose shortest word is the longest."""
    return max(each, key=lambda words: (-len(words & common), min(map(len, words)), -len(words)), default=None)


def _joined(first: Strings, second: Strings) -> Strings:
    return frozenset(one + other for one in first for other in second)


def _strings(op: Any, value: Any) -> Strings | None:
    """Return the strings that a part can match, in small letters, one blank and one digit for all; None if too many."""
    if op is code.LITERAL:
        return frozenset({chr(value).lower()})
    if op is code.AT:
        return frozenset({_EDGE}) if value in _EDGES else _EMPTY
    if op in (code.ASSERT, code.ASSERT_NOT):
        return _EMPTY
    if op is code.IN:
        return _class(value)
    if op is code.SUBPATTERN:
        return _sequence(value[-1])
    if op is code.BRANCH:
        return _united(_sequence(branch) for branch in value[1])
    return _repeated(*value) if op in _REPEATS else None


def _class(members: Sequence[tuple[Any, Any]]) -> Strings | None:
    found: set[str] = set()
    for op, value in members:
        if op is code.LITERAL:
            found.add(chr(value).lower())
        elif op is code.RANGE and value[1] - value[0] < _MOST:
            found.update(chr(each).lower() for each in range(value[0], value[1] + 1))
        elif op is code.CATEGORY and value in _CATEGORIES:
            found.add(_CATEGORIES[value])
        else:
            return None
    return frozenset(found)


def _repeated(least: int, most: int, items: Any) -> Strings | None:
    once = _sequence(items)
    if once in _RUNS:
        return once if least else once | _EMPTY
    if once is None or most > 2:
        return None
    return _united(_sequence([*items] * times) for times in range(least, most + 1))


def _sequence(items: Iterable[tuple[Any, Any]]) -> Strings | None:
    found = _EMPTY
    for op, value in items:
        strings = _strings(op, value)
        if strings is None or len(found) * len(strings) > _MOST:
            return None
        found = _joined(found, strings)
    return found


def _united(each: Iterable[Strings | None]) -> Strings | None:
    found: set[str] = set()
    for strings in each:
        if strings is None:
            return None
        found |= strings
    return frozenset(found) if len(found) <= _MOST else None
