"""Time grows with the length of a text and no faster, whatever its shape: reading, splitting, digest, summarize, track.

A loop over sentences that copies or counts what is left of the text is quadratic; on four times the text it takes sixteen
times as long. The small sizes run in `make test`, where only the outcome is looked at.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from math import log
from random import Random

import pytest

import meadow
from ingest.support import documents_of
from meadow.model import Document
from meadow.text.sentences import document_sentences

_MEBIBYTE = 1 << 20
_SIZES = (1 * _MEBIBYTE, 4 * _MEBIBYTE, 15 * _MEBIBYTE)
_SMALL = 20_000
_MOST_EXPONENT = (
    1.25  # caches and Python's search for garbage take a share: measured up to 1.21; a quadratic loop has 2
)
# What is read sooner says nothing of its growth: starting, compiling and what is bounded take as long for every size.
_LEAST_SECONDS = 0.1
_TITLE = "Ferry sinks off Skerra\n\nThe ferry sank off Skerra on Monday with 12 people aboard.\n\n"

_DRAW = Random(5)
_WORDS = [
    *("ferry", "Skerra", "harbour", "minister", "said", "people", "the", "of", "in", "a", "were", "found", "Monday"),
    *("".join(_DRAW.choices("abcdefghijklmnopqrstuvwxyz", k=_DRAW.randint(3, 9))) for _ in range(2_000)),
]


def _sentence(count: int) -> str:
    return " ".join(_DRAW.choices(_WORDS, k=count)).capitalize()


# Each shape is repeated, some thousand characters of it made once: what grows is the text, not its vocabulary.
SHAPES: Mapping[str, str] = {
    "lines": "".join(f"{_sentence(8)}\n" for _ in range(50)),
    "names between lines": "".join(f"{_sentence(5)}\nAnn Lund\n" for _ in range(50)),
    "line ends of two characters": "".join(f"{_sentence(8)}\r\n" for _ in range(50)),
    "one line": "".join(f"{_sentence(12)}. " for _ in range(50)),
    "no full stop": "".join(f"{_sentence(12)} " for _ in range(50)),
    "paragraphs": "".join(f"{_sentence(12)}. {_sentence(9)}. {_sentence(12)}.\n\n" for _ in range(20)),
    "credits": "".join(f"{_sentence(6)}. | Reuters\n" for _ in range(50)),
    "signed paragraphs": "".join(f"{_sentence(20)}. {_sentence(9)}.\n(Ann Lund/The Post)\n\n" for _ in range(20)),
    "quotes": "".join(f"“{_sentence(8)},” Ann {_sentence(1)} said. {_sentence(6)}.\n\n" for _ in range(20)),
    "numbers": "".join(f"{_sentence(5)} {number * 977} people, {number} died. " for number in range(50)),
    "digits": "9", "digits and commas": "1,", "ranks": "1st", "letters and digits": "a1", "one word": "x", "marks": "! ",
    "initials": "A. ", "an open quote": "He said “that. ", "stops": ".", "hyphens": "1-a", "apostrophes": "a'",
    "commas": "ferry, ", "names": "Ann ", "days": "March 3, ", "an address": "http://a.b/c", "accents": "e\u0301",
    "blanks": " x" + " " * 998, "short paragraphs": "a\n\n", "Chinese": "港口发现一艘船。",
}  # fmt: skip
STEPS: Mapping[str, Callable[[list[Document]], object]] = {
    "split": lambda documents: [document_sentences(document) for document in documents],
    "digest": meadow.digest,
    "summarize": meadow.summarize,
    "track": meadow.track,
}


def _texts(shape: str, size: int) -> tuple[str, str]:
    """Return two articles on one event, so that every step compares them."""
    text = shape * (size // len(shape.encode()))
    return f"{_TITLE}{text}", f"{_TITLE}{text[: len(text) // 2]} It was raised."


def _seconds(shape: str, size: int) -> dict[str, float]:
    started = time.process_time()
    documents = [document for text in _texts(shape, size) for document in documents_of(text)]
    seconds = {"read": time.process_time() - started}
    for name, step in STEPS.items():
        started = time.process_time()
        step(documents)
        seconds[name] = time.process_time() - started
    return seconds


@pytest.mark.parametrize("name", list(SHAPES))
def test_every_shape_goes_through_every_step(name: str) -> None:
    assert set(_seconds(SHAPES[name], _SMALL)) == {"read", *STEPS}


@pytest.mark.drill
@pytest.mark.parametrize("name", list(SHAPES))
def test_time_grows_no_faster_than_the_text(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    _seconds(SHAPES[name], _SMALL)  # loads and compiles
    seconds = [_seconds(SHAPES[name], size) for size in _SIZES]
    over = {}
    for step in seconds[0]:
        first, last = seconds[0][step], seconds[-1][step]
        exponent = log(max(last, _LEAST_SECONDS) / max(first, _LEAST_SECONDS)) / log(_SIZES[-1] / _SIZES[0])
        with capsys.disabled():
            shown = " ".join(f"{each[step]:7.2f} s" for each in seconds)
            sys.stdout.write(f"\n{name:28} {step:10} {shown}   exponent {exponent:.2f}")
        if exponent > _MOST_EXPONENT:
            over[step] = round(exponent, 2)
    assert over == {}
