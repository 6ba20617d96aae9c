"""The judgement itself: each question in turn, the cheap ones first.

It runs on every sentence of a stream, so it works on word lists and a few patterns that read a sentence once; a sentence of
news takes some ten microseconds.
"""

from __future__ import annotations

import re

from meadow.text.language import UNSPACED
from meadow.text.parting import joined
from meadow.text.standing.cues import read_wording
from meadow.text.standing.forecasts import is_forecast
from meadow.text.standing.fusion import is_fused
from meadow.text.standing.junk import is_junk
from meadow.text.standing.leaning import leaning
from meadow.text.standing.marks import Wording
from meadow.text.standing.quotations import Quotations, read_quotations
from meadow.text.standing.speakers import has_speaker
from meadow.text.standing.value import Standing
from meadow.text.standing.verbless import is_verbless
from meadow.text.standing.voice import is_own_voice, is_scene

_WORD = re.compile(r"\w+")
_COUNTED = 8  # words: only short lines are judged by their length
_PLAIN = Standing()  # what most sentences are that stand
_LONGEST = 2_000  # beyond it a line is a table or a list that lost its breaks


def judge(text: str, language: str = "en") -> Standing:
    """Return what one sentence is and whether it stands, seen by itself."""
    text = joined(text, language)
    every = read_wording(text, language)
    if _is_none(text, every, language):
        return Standing(junk=True)
    quotations = read_quotations(text)
    words = _outside(quotations, every, language)
    if is_verbless(text, words, language):
        return Standing(junk=True)
    quoted = quotations.is_clause(spaced=language not in UNSPACED)
    leans = leaning(text, quotations, every.marks, words, language)
    voice = is_own_voice(quotations.outside, words, language)
    return Standing(
        leans=leans,
        fused=is_fused(text, language),
        voice=voice,
        scene=leans is None and not voice and not quoted and is_scene(quotations.outside, words, language),
        forecast=is_forecast(quotations.outside, words.marks, language),
        speaker=has_speaker(quotations, language) if quoted else None,
    )


def judge_opening(text: str, language: str = "en") -> Standing | None:
    """Return the same of a sentence that may be printed and read first; None as soon as something speaks against that."""
    text = joined(text, language)
    every = read_wording(text, language)
    if _is_none(text, every, language):
        return None
    quotations = read_quotations(text)
    words, outside = _outside(quotations, every, language), quotations.outside
    if is_verbless(text, words, language):
        return None
    if leaning(text, quotations, every.marks, words, language) is not None or is_own_voice(outside, words, language):
        return None
    quoted = quotations.is_clause(spaced=language not in UNSPACED)
    if is_fused(text, language) or (quoted and not has_speaker(quotations, language)):
        return None
    scene, forecast = not quoted and is_scene(outside, words, language), is_forecast(outside, words.marks, language)
    if not (quoted or scene or forecast):
        return _PLAIN
    return Standing(scene=scene, forecast=forecast, speaker=True if quoted else None)


def stands_alone(text: str, language: str = "en") -> bool:
    """Say whether a sentence can be read first: it opens with no back reference and its quotation marks are paired."""
    text = joined(text, language)
    quotations, every = read_quotations(text), read_wording(text, language)
    return leaning(text, quotations, every.marks, _outside(quotations, every, language), language) is None


def _is_none(text: str, words: Wording, language: str) -> bool:
    """Say whether a text is no sentence of a story: it has no word, is far too long, or is junk."""
    if len(text) > _LONGEST or _WORD.search(text) is None:
        return True
    return is_junk(text, _size(text) if language not in UNSPACED else len(text), language, words.marks)


def _size(text: str) -> int:
    """Return how many words a text has, up to some; nearly all have more, which single blanks tell at once."""
    if text.count(" ") > _COUNTED and "  " not in text and text.isprintable():  # of all blanks only " " is printable
        return _COUNTED + 1
    return len(text.split(None, _COUNTED))


def _outside(quotations: Quotations, every: Wording, language: str) -> Wording:
    """Return the words outside quotations: all of them where nothing is quoted."""
    return read_wording(quotations.outside, language) if quotations.inside or not quotations.paired else every
