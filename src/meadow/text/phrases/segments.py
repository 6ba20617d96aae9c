"""A sentence as its commas part it: the pieces that clause rules judge.

Commas inside quotation marks and brackets do not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from meadow.text.phrases.values import TaggedWord

_OPENING = "“«„‘(「"
_CLOSING = "”»’)」"
_FINAL_MARKS = frozenset(".!?…")
# A quotation that begins, ends or stands beside a segment, or a stronger mark than a comma inside it.
_BREAKS = frozenset("\"“”«»„‘’';:")


@dataclass(frozen=True, slots=True)
class ClauseSegment:
    """The words between two commas, and the stretch of text that goes when they go.

    It is `whole` if no quotation touches it and no semicolon or colon stands inside it.
    """

    words: tuple[TaggedWord, ...]
    removable: tuple[int, int]
    first: bool
    last: bool
    whole: bool

    @property
    def lower(self) -> tuple[str, ...]:
        """The words in lower case."""
        return tuple(word.text.lower() for word in self.words)


def segments(text: str, words: Sequence[TaggedWord], start: int, end: int) -> list[ClauseSegment]:
    """Return the segments of the sentence from `start` to `end`; the marks that end it belong to none."""
    body = _without_final_marks(words)
    commas = _commas(body)
    bounds = [-1, *commas, len(body)]
    return [_segment(text, body, bounds, index, start, end) for index in range(len(bounds) - 1)]


def _without_final_marks(words: Sequence[TaggedWord]) -> Sequence[TaggedWord]:
    end = len(words)
    while end and words[end - 1].text[0] in _FINAL_MARKS:
        end -= 1
    return words[:end]


def _commas(words: Sequence[TaggedWord]) -> list[int]:
    commas, depth, straight = [], 0, False
    for index, word in enumerate(words):
        if word.text == '"':
            straight = not straight
        elif word.text in _OPENING:
            depth += 1
        elif word.text in _CLOSING:
            depth = max(0, depth - 1)
        elif word.text == "," and depth == 0 and not straight:
            commas.append(index)
    return commas


def _segment(
    text: str, words: Sequence[TaggedWord], bounds: Sequence[int], index: int, start: int, end: int
) -> ClauseSegment:
    left, right = bounds[index], bounds[index + 1]
    inner = tuple(words[left + 1 : right])
    first, last = left < 0, right == len(words)
    beginning = start if first else words[left].start
    ending = (words[-1].end if words else end) if last else words[right].end
    if first and not last:  # the blank behind the comma goes too
        ending += len(text[ending:end]) - len(text[ending:end].lstrip())
    around = words[max(0, left - 1) : left + 2] if not first else words[:1]
    whole = not any(word.text in _BREAKS for word in (*around, *inner))
    return ClauseSegment(inner, (beginning, ending), first, last, whole)
