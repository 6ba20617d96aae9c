"""Where the characters of a text that was made out of markup stand in the markup, so that its citations lead there too.

Readers of markup drop tags, decode entities and leave whole blocks out, some of them in libraries that keep no offsets. So
the text is found again: the markup is stripped to its character data, each character with where it stood (`strip_markup`),
and the paragraphs of the text are searched there in their order, white space aside. What the reader dropped and stripping
did not (list marks, times of subtitles, menus) is passed over; every character of the text must be met, or there is no
result. All searches go forward, and those that find nothing are bounded, so the time is linear.

Source: our own design.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from meadow.text.offsets import Origin, clean_with_origin, offsets_of

_Offsets = NDArray[np.int64]

_TOKEN = re.compile(
    r"<!--|<!\[CDATA\[|\]\]>|<(?P<raw>script|style)(?=[\s/>])|</?[A-Za-z][\w.-]*+(?=[\s/>])[^<>]*+>"
    r"|&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});?",
    re.IGNORECASE,
)
# A paragraph is looked for by its beginning, first by many characters, then by fewer; near the one before it, and then
# anywhere after it, which takes long where it is not found and is done for few paragraphs of a text.
_ANCHORS = (24, 12, 6, 3, 1)
_MOST_BEGINNINGS = 4  # places at which it may seem to begin
_NEAR = 16_000
_MOST_SCANS = 64
_WINDOW = 4_000  # how far its next characters may be, past the target of a link for instance
# Letters picked out of other text are no paragraph: stretches have four characters on average, but for the first few.
_FEW_RUNS, _SHORTEST_RUN = 4, 4
# Most of a page is menus and scripts: to strip what its article hardly takes up costs more than all else here.
_BEGINNINGS = ("<main", "<article", "<h1")
_SPREAD, _LONGEST_HEAD = 8, 8_000  # characters of markup for each of text, and before the text


@dataclass(frozen=True, slots=True)
class Stripped:
    """Character data, and from where to where each character stood in the markup."""

    text: str
    starts: _Offsets
    ends: _Offsets


def strip_markup(markup: str) -> Stripped:
    """Return markup without tags, comments, scripts and style sheets, its entities decoded."""
    parts = list(_pieces(markup))
    lengths = np.array([len(text) for text, *_ in parts], dtype=np.int64)
    first = np.repeat(np.array([start for _, start, _ in parts], dtype=np.int64), lengths)
    is_entity = np.repeat(np.array([end - start != len(text) for text, start, end in parts], dtype=np.bool_), lengths)
    inside = np.arange(len(first)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    starts = np.where(is_entity, first, first + inside)
    last = np.repeat(np.array([end for *_, end in parts], dtype=np.int64), lengths)
    return Stripped("".join(text for text, *_ in parts), starts, np.where(is_entity, last, starts + 1))


def _pieces(markup: str) -> Iterator[tuple[str, int, int]]:
    at = 0
    never_closed = set[str]()
    while (token := _TOKEN.search(markup, at)) is not None:
        if token.start() > at:
            yield markup[at : token.start()], at, token.start()
        at = token.end()
        if token[0].startswith("&"):
            yield unescape(token[0]), *token.span()
        elif token[0] == "<!--" or token["raw"]:
            closing = "-->" if token[0] == "<!--" else f"</{token['raw']}"
            end = -1 if closing in never_closed else markup.find(closing, at)
            if end < 0:
                never_closed.add(closing)
            else:
                at = end + len(closing)
    if at < len(markup):
        yield markup[at:], at, len(markup)


def strip_escaped(markup: str) -> Stripped:
    """Return the text of markup that holds escaped markup, as the texts of feeds do."""
    outer = strip_markup(markup)
    inner = strip_markup(outer.text)
    return Stripped(inner.text, outer.starts[inner.starts], outer.ends[inner.ends - 1])


def as_written(markup: str) -> Stripped:
    """Return markup as its own text, for what shows tags and entities as they are written: the code in Markdown."""
    places = np.arange(len(markup), dtype=np.int64)
    return Stripped(markup, places, places + 1)


Strip = Callable[[str], Stripped]


def align(text: str, markup: str, *, strips: Sequence[Strip] = (strip_markup,), start: int = 0) -> Origin | None:
    """Return where clean text stood in the markup it was made of, `start` characters further on; None if not all is found.

    `strips` are tried in order until one gives the text. See `meadow.text.offsets` for the form; where something else than
    white space lies between two characters, two pairs have the same offset of the text.
    """
    for strip in strips:
        for first, last in _stretches(markup, len(text)):
            stretch = markup[first:last]
            source = _without_blanks(strip(stretch))
            places = _places(text, source.text)
            if places is not None:
                visible = np.flatnonzero(_codes(text) > ord(" "))
                found = _as_pairs(visible, source.starts[places], source.ends[places], stretch)
                return tuple((here, there + first + start) for here, there in found)
    return None


def _stretches(markup: str, length: int) -> Iterator[tuple[int, int]]:
    """Yield where a text of so many characters may stand: where a page says that its article begins, then everywhere."""
    first = max(map(markup.find, _BEGINNINGS))
    last = first + _SPREAD * length + _LONGEST_HEAD
    if first >= 0 and last - first < len(markup) // 2:
        yield first, last
    yield 0, len(markup)


def _codes(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")


def _without_blanks(stripped: Stripped) -> Stripped:
    """Return stripped markup cleaned as the text was, without white space."""
    clean, origin = clean_with_origin(stripped.text)
    offsets = offsets_of(origin, len(clean) + 1)
    is_visible = _codes(clean) > ord(" ")
    first, after = offsets[:-1][is_visible], offsets[1:][is_visible]
    # What was composed with a letter, or dropped behind it, goes with it.
    return Stripped("".join(clean.split()), stripped.starts[first], stripped.ends[np.maximum(first, after - 1)])


def _places(text: str, source: str) -> _Offsets | None:
    """Return for each visible character of a text which one of the source it is; None if one is not found."""
    runs: list[tuple[int, int]] = []
    at, scans = 0, _MOST_SCANS
    for paragraph in filter(None, ("".join(part.split()) for part in text.split("\n\n"))):
        found = _find(paragraph, source, at, min(at + _NEAR, len(source)))
        if found is None and scans:
            scans -= 1
            found = _find(paragraph, source, at, len(source))
        if found is None:
            return None
        runs += found
        at = sum(found[-1])
    return np.concatenate([np.arange(first, first + count) for first, count in runs]) if runs else None


def _find(paragraph: str, source: str, at: int, last: int) -> list[tuple[int, int]] | None:
    """Return the stretches of the source, by start and length, that are a paragraph which begins before `last`."""
    for size in _ANCHORS:
        begin = at
        for _ in range(_MOST_BEGINNINGS):
            begin = source.find(paragraph[:size], begin, last)
            if begin < 0:
                break
            runs = _follow(paragraph, source, begin)
            if runs is not None:
                return runs
            begin += 1
    return None


def _follow(paragraph: str, source: str, at: int) -> list[tuple[int, int]] | None:
    """Return the same of a paragraph that may begin at a place; None if it does not go on, or only letter by letter."""
    runs: list[tuple[int, int]] = []
    done = 0
    while at >= 0 and len(runs) <= _FEW_RUNS + done // _SHORTEST_RUN:
        count = _common(paragraph, done, source, at)
        runs.append((at, count))
        done, at = done + count, at + count
        if done == len(paragraph):
            return runs
        ahead = (source.find(paragraph[done : done + size], at, at + _WINDOW) for size in _ANCHORS)
        at = next((place for place in ahead if place >= 0), -1)
    return None


def _common(first: str, at: int, second: str, place: int) -> int:
    """Return how many characters are equal from two places on."""
    count, step = 0, 64
    while True:
        one, other = first[at + count : at + count + step], second[place + count : place + count + step]
        if one != other or not one:
            pairs = zip(one, other, strict=False)  # one of them may end first
            return count + sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        count, step = count + len(one), 2 * step


def _as_pairs(visible: _Offsets, starts: _Offsets, ends: _Offsets, markup: str) -> Origin:
    """Return the pairs for visible characters of a text that stood from `starts` to `ends`."""
    pairs: list[tuple[int, int]] = [(0, int(starts[0]))]
    steps = np.diff(visible)
    goes_on = (steps == np.diff(starts)) & (steps == np.diff(ends)) & (ends[:-1] == starts[:-1] + 1)
    goes_on &= (steps == 1) | (_codes(markup)[ends[:-1]] <= ord(" "))
    for row in np.flatnonzero(~goes_on).tolist():
        here, end, there = int(visible[row + 1]), int(ends[row]), int(starts[row + 1])
        if visible[row] + 1 < here:
            pairs.append((int(visible[row]) + 1, end))
        if not _is_blank(markup, end, there):
            pairs.append((here, end))
        pairs.append((here, there))
    pairs.append((int(visible[-1]) + 1, int(ends[-1])))
    return tuple(pairs)


def _is_blank(markup: str, start: int, end: int) -> bool:
    return start <= end and not unescape(markup[start:end]).strip()
