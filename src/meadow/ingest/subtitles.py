"""Subtitles: one document per file, its cues joined into running text (SPEC H9: broadcasts are sources too).

- Sentences run on from cue to cue. A paragraph ends where another voice begins, after a pause of two seconds that a
  finished sentence precedes, and after any pause of five.
- A voice begins at `>> `, at a dash before a line, at `NAME:` in capitals and at `<v Name>`. The marks and names are no
  part of the text. A name that speaks on, as the one before, begins nothing.
- Tags, positions, text between music notes, and sounds are removed: `[applause]` anywhere, `(laughter)` as a whole
  line.
- Where captions roll, that is, where at least a quarter of the cues repeat lines of the cue before them or grow out of
  its last one, each line counts once. Elsewhere a repeated line was said twice.
- The title is WebVTT's own (after `WEBVTT`, or `NOTE title: …`), else the file's name; the source is its folder. The
  language is the header's or that of a name such as `news.nl.srt`, else the text's. Times of cues are no date.

Source: WebVTT (W3C, 2019) and SubRip, which has no standard.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import pairwise
from pathlib import PurePath

from meadow.errors import ReadError
from meadow.ingest.article import Article, StatedMetadata, build_document, known_language
from meadow.ingest.cues import Cue, parse_cues
from meadow.ingest.items import Item, Limits
from meadow.ingest.opening import Opened
from meadow.ingest.plain import folder_name, read_text

_VOICE = re.compile(r"<v(?:\.[^\s<>]{1,60})*[ \t]+([^<>]{1,200})>")
_TAG = re.compile(r"</?[A-Za-z0-9][^<>]{0,200}>|</>|\{\\?[A-Za-z][^{}]{0,200}\}")
_SUNG = re.compile(r"[♪♫♬][^♪♫♬]*[♪♫♬]?")
_SOUND = re.compile(r"\[[^\[\]]{1,60}\]")
_LONE_SOUND = re.compile(r"[-–—>\s]*\([^()]{1,60}\)")
_MARK = re.compile(r"(?:>{2,3}|[-–—‐])\s*")
_NAME = re.compile(r"(?=[^:]{2,40}:\s)([A-ZÀ-ÞĀ-Ž][^a-zß-ÿ:.!?]*):\s+")
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uff00-\uffef、。「」！？]")
_FINAL = tuple('.!?…。！？؟।"”’»)」』')
_LONGEST_OVERLAP = 4
_ROLLING_SHARE = 4
_PAUSE_AFTER_SENTENCE = 2.0
_LONG_PAUSE = 5.0
_ANYONE = ""


@dataclass(frozen=True, slots=True)
class _SubtitleLine:
    """A line of speech: `voice` is None where the one before speaks on, `_ANYONE` where somebody unnamed begins."""

    text: str
    voice: str | None
    pause: float


def read_subtitles(opened: Opened, limits: Limits) -> Iterator[Item]:
    """Yield the one document of a subtitle file; one without a word of speech is a `ReadError`."""
    whole, given = read_text(opened, limits)
    header, cues = parse_cues(whole)
    if not cues:
        raise ReadError(opened.place, "subtitles without a single cue")
    text = spoken_text(cues)
    if not text:
        raise ReadError(opened.place, "subtitles without a word of speech")
    stem = PurePath(opened.name).stem
    suffix = PurePath(stem).suffix.lstrip(".")
    article = Article(
        title=header.title or stem,
        text=text,
        source=folder_name(opened.path),
        language=known_language(header.language) or known_language(suffix),
    )
    yield build_document(article, place=opened.place, given=StatedMetadata(given))


def spoken_text(cues: Sequence[Cue]) -> str:
    """Return what is said in the cues, each paragraph one voice, with an empty line between paragraphs."""
    parts: list[str] = []
    speaker, last = None, ""
    for line in _lines(cues):
        is_other = line.voice is not None and (line.voice == _ANYONE or line.voice != speaker)
        is_over = line.pause >= (_PAUSE_AFTER_SENTENCE if last.endswith(_FINAL) else _LONG_PAUSE)
        if last:
            parts.append("\n\n" if is_other or is_over else _glue(last, line.text))
        parts.append(line.text)
        speaker, last = speaker if line.voice is None else line.voice, line.text
    return "".join(parts)


def _lines(cues: Sequence[Cue]) -> Iterator[_SubtitleLine]:
    before: float | None = None
    for cue, lines in zip(cues, _without_repeats([cue.lines for cue in cues]), strict=True):
        pause = 0.0 if before is None else cue.start - before
        for line in _SUNG.sub("", "\n".join(lines)).split("\n"):
            spoken = _spoken(line, pause)
            if spoken is not None:
                yield spoken
                pause = 0.0
                before = cue.end


def _spoken(written: str, pause: float) -> _SubtitleLine | None:
    """Return a line without tags, marks and sounds; None if nothing is said in it."""
    tagged = _VOICE.search(written)
    text = _SOUND.sub(" ", unescape(_TAG.sub("", written))).strip()
    text = "" if _LONE_SOUND.fullmatch(text) else text
    mark = _MARK.match(text)
    text = text if mark is None else text[mark.end() :]
    name = _NAME.match(text)
    text = text if name is None else text[name.end() :]
    tidy = " ".join(text.split())
    if not any(character.isalnum() for character in tidy):
        return None
    named = tagged or name
    return _SubtitleLine(tidy, named[1].strip() if named is not None else None if mark is None else _ANYONE, pause)


def _without_repeats(cues: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    """Return the lines of every cue, in rolling captions without those that the cue before it showed already."""
    tidy = [[line.strip() for line in lines if line.strip()] for lines in cues]
    fresh = [tidy[0], *(_fresh(before, after) for before, after in pairwise(tidy))]
    repeating = sum(new != lines for new, lines in zip(fresh, tidy, strict=True))
    is_rolling = repeating * _ROLLING_SHARE >= max(len(cues) - 1, 1)
    return list(fresh if is_rolling else tidy)


def _fresh(before: list[str], after: list[str]) -> list[str]:
    for count in range(min(len(before), len(after), _LONGEST_OVERLAP), 0, -1):
        if before[-count:] == after[:count]:
            return after[count:]
    if before and after and after[0].startswith(f"{before[-1]} "):
        return [after[0][len(before[-1]) + 1 :], *after[1:]]
    return after


def _glue(left: str, right: str) -> str:
    return "" if _UNSPACED.match(left[-1]) and _UNSPACED.match(right[0]) else " "
