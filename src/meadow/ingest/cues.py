"""The cues of a subtitle file, SubRip (.srt) or WebVTT (.vtt): when each is shown, and its lines unchanged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_CLOCK = r"(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})"
_TIMING = re.compile(rf"\s*{_CLOCK}\s*-->\s*{_CLOCK}(?:\s.*)?", re.ASCII)
_EMPTY_LINES = re.compile(r"\n{2,}")
_HEADER = "WEBVTT"
_SETTINGS = ("STYLE", "REGION", "NOTE")
_NOTE_TITLE = re.compile(r"NOTE\s+title\b\s*[:=-]?\s*(.+)", re.IGNORECASE)
_LANGUAGE = re.compile(r"language:\s*(\S{1,40})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Cue:
    """Lines that are shown together, and from which second to which."""

    start: float
    end: float
    lines: list[str]


@dataclass(frozen=True, slots=True)
class Header:
    """What a file says about itself before its cues."""

    title: str | None = None
    language: str | None = None


def parse_cues(text: str) -> tuple[Header, list[Cue]]:
    """Return the header and the cues of a subtitle file whose text is clean; whatever is neither is passed over.

    Empty lines part cues, but a cue also ends before the next one's times; text after an empty line inside a
    SubRip cue still belongs to it.
    """
    blocks = [block.split("\n") for block in _EMPTY_LINES.split(text.strip()) if block.strip()]
    is_vtt = text.startswith(_HEADER)
    cues: list[Cue] = []
    for block in blocks:
        parsed = list(_iter_cues(block))
        if not parsed and cues and not is_vtt:
            cues[-1].lines.extend(block)
        cues += parsed
    return _header(blocks) if is_vtt else Header(), cues


def _iter_cues(block: list[str]) -> Iterator[Cue]:
    if block[0].split(None, 1)[0] in _SETTINGS:
        return
    timings = [(number, match) for number, line in enumerate(block) if (match := _TIMING.fullmatch(line)) is not None]
    ends = [*(number for number, _ in timings[1:]), len(block)]
    for (number, match), after in zip(timings, ends, strict=False):
        lines = block[number + 1 : after]
        if after < len(block) and lines and lines[-1].strip().isdigit():  # the number of the next cue
            lines = lines[:-1]
        yield Cue(_seconds(match.groups()[:4]), _seconds(match.groups()[4:]), lines)


def _seconds(parts: tuple[str | None, ...]) -> float:
    hours, minutes, seconds, fraction = ((part or "0") for part in parts)
    return int(hours) * 3600 + int(minutes) * 60 + int(seconds) + int(fraction.ljust(3, "0")) / 1000


def _header(blocks: list[list[str]]) -> Header:
    named = blocks[0][0].removeprefix(_HEADER).strip(" \t-–—:")
    notes = (_NOTE_TITLE.match(" ".join(block)) for block in blocks[1:])
    noted = next((note[1].strip() for note in notes if note is not None), None)
    languages = (_LANGUAGE.match(line.strip()) for line in blocks[0][1:])
    return Header(named or noted, next((match[1] for match in languages if match is not None), None))
