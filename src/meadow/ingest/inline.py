"""Markdown inside a paragraph, as plain text: links become their text, images go, emphasis and code lose their marks.

Every pass is linear: marks are paired on stacks instead of being searched for by patterns that may look ahead for ever.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape

_PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
# Marks that are meant literally hide as lone surrogates, which no decoded text holds, until the others are gone.
_HIDDEN = {ord(mark): chr(0xDC00 + ord(mark)) for mark in _PUNCTUATION}
_SHOWN = {ord(hidden): chr(mark) for mark, hidden in _HIDDEN.items()}

_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_TICKS = re.compile(r"`+")
_BRACKET = re.compile(r"!?\[|\]")
_TARGET = re.compile(r"\((?:[^()]++|\([^()]*+\))*+\)")
_LABEL = re.compile(r"\[([^\[\]]*+)\]")
_FOOTNOTE = re.compile(r"\[\^[^\[\]\s]{1,60}\]")
_AUTOLINK = re.compile(r"<((?:https?|ftp|mailto):[^<>\s]*+|[^<>\s@]{1,64}@[^<>\s@]{1,255})>")
_BREAK = re.compile(r"<br ?/?>", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][^<>]*+>")
_BLANKS = re.compile(r" {2,}")
_RUN = re.compile(r"\*+|_+|~~")

Cut = tuple[int, int]


def strip_inline(text: str, labels: frozenset[str] = frozenset()) -> str:
    """Return a paragraph of Markdown as plain text; `labels` are the links defined elsewhere, in small letters."""
    text = _ESCAPE.sub(lambda match: _HIDDEN[ord(match[1])], text).replace("\\\n", "\n")
    text = _hide_code(text)
    text = _AUTOLINK.sub(lambda match: match[1].translate(_HIDDEN), text)
    text = _TAG.sub("", _BREAK.sub("\n", text))
    text = _FOOTNOTE.sub("", text)
    text = _without(text, _link_cuts(text, labels))
    text = _without(text, _emphasis_cuts(text))
    return _BLANKS.sub(" ", unescape(text)).translate(_SHOWN)


def _hide_code(text: str) -> str:
    """Take the backticks off code spans and hide the marks inside; a run without a partner of its length stays."""
    runs = list(_TICKS.finditer(text))
    later: dict[int, list[int]] = {}
    for number in range(len(runs) - 1, -1, -1):
        later.setdefault(len(runs[number][0]), []).append(number)
    parts, at, number = [], 0, 0
    while number < len(runs):
        same = later[len(runs[number][0])]
        while same[-1] < number:
            same.pop()
        same.pop()
        if same:
            opening, closing = runs[number], runs[same[-1]]
            parts += [text[at : opening.start()], text[opening.end() : closing.start()].strip().translate(_HIDDEN)]
            at, number = closing.end(), same[-1]
        number += 1
    return "".join((*parts, text[at:]))


def _link_cuts(text: str, labels: frozenset[str]) -> list[Cut]:
    cuts: list[Cut] = []
    opened: list[re.Match[str]] = []
    covered = 0
    for bracket in _BRACKET.finditer(text):
        if bracket.start() < covered:  # inside a target or a label
            continue
        if bracket[0] != "]":
            opened.append(bracket)
        elif opened:
            opening = opened.pop()
            end = _link_end(text, opening.end(), bracket.start(), labels)
            if end is not None:
                is_image = opening[0] == "!["
                cuts += [(opening.start(), end)] if is_image else [opening.span(), (bracket.start(), end)]
                covered = end
    return cuts


def _link_end(text: str, start: int, closing: int, labels: frozenset[str]) -> int | None:
    """Return where a link ends whose text is `text[start:closing]`, or None if the brackets are no link."""
    target = _TARGET.match(text, closing + 1)
    if target is not None:
        return target.end()
    label = _LABEL.match(text, closing + 1)
    named = label[1] if label is not None and label[1] else text[start : min(closing, start + 200)]
    if named.strip().lower() not in labels:
        return None
    return closing + 1 if label is None else label.end()


def _emphasis_cuts(text: str) -> list[Cut]:
    """Pair runs of marks that open (text follows) with runs that close (text precedes), innermost first."""
    cuts: list[Cut] = []
    opened: dict[str, list[Cut]] = {"*": [], "_": [], "~": []}
    for run in _RUN.finditer(text):
        mark, (start, end) = run[0][0], run.span()
        before, after = text[start - 1 : start], text[end : end + 1]
        inside_word = mark == "_" and before.isalnum() and after.isalnum()
        if before.strip() and not inside_word:
            start = _close(opened[mark], start, end, cuts)
        if start < end and after.strip() and not inside_word:
            opened[mark].append((start, end))
    return cuts


def _close(opened: list[Cut], start: int, end: int, cuts: list[Cut]) -> int:
    """Pair as much of the closing run as has been opened and return where the unpaired rest begins."""
    while opened and start < end:
        left, right = opened.pop()
        paired = min(right - left, end - start)
        cuts += [(right - paired, right), (start, start + paired)]
        start += paired
        if right - paired > left:
            opened.append((left, right - paired))
    return start


def _without(text: str, cuts: Iterable[Cut]) -> str:
    parts, at = [], 0
    for start, end in sorted(cuts):
        if end > at:
            parts.append(text[at : max(start, at)])
            at = end
    return "".join((*parts, text[at:]))
