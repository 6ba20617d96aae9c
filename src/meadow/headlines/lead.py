"""Lead: what the openings of the newest documents say happened, whole if it is short, else pruned to a line.

Source: our own rule, after what editors do without a title: the first sentences of a report say what happened.

The first sentences of each document that can stand alone are looked at, so that nothing needs to be ranked. Each is printed
as a line first, and the lines compete: a cut that lost what the story is about loses its place with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from meadow.headlines.candidate import Candidate, Rank
from meadow.headlines.closeness import counted, counted_closeness, sentence_closeness
from meadow.headlines.compress import compress
from meadow.headlines.extent import extents, sentence_extents
from meadow.headlines.figures import has_old_figures
from meadow.headlines.lines import SourceLine, lines_of
from meadow.headlines.states import is_overtaken, is_pending, newness
from meadow.headlines.telling import strength
from meadow.text.clean import clean_line
from meadow.text.parting import joined
from meadow.text.selfcontained import check_sentence
from meadow.vectors.coreference.surnames import unresolved_surname
from meadow.vectors.view import StoryView

_RECENT = 0.4  # what the first document's lead loses beside the last one's
_GAIN = 1.3  # how much closer to the story than its sentence a line usually gets at most
_TRIED = 6  # openings that can be printed, the closest first
_LOOKED_AT = 8  # sentences of a document, for those that stand
_TAKEN = 3  # of these
_LATER = 0.25  # what each later one loses
_BY_SURNAME = 0.7  # what a line keeps that speaks of somebody by a surname which its document introduced before
_LONGEST = 600  # characters; what is longer is no sentence, and its parts would be tried one by one


def lead(view: StoryView, rank: Rank) -> Candidate:
    """Return the line of an opening that is close to the story's centroid and says most of what several documents say.

    Newer lines come first, and whole ones before cut ones.
    Openings with figures that later documents correct, or about what was still to come, are left out, and scenes,
    questions and fragments lose much. Where none can be printed, the most salient sentence is compressed.
    """
    openings = list(_printed(view))
    if not openings:
        return compress(view, rank)
    words = counted(view, [each.line.text for each in openings], [view.language_of(each.row) for each in openings])
    cosines = counted_closeness(view, words)
    best = int(np.argmax(cosines * extents(view, words) * [each.weight for each in openings]))
    opening = openings[best]
    return Candidate(opening.line.text, (view.sentences[opening.row].ref,), float(cosines[best]))


class _Opening(NamedTuple):
    """A sentence among the first of its document, a line made of it, and what place, time and form leave of its worth."""

    row: int
    weight: float
    line: SourceLine


def _printed(view: StoryView) -> Iterator[_Opening]:
    """Yield the lines of the closest openings, until no other is close enough to be better than a whole line at hand."""
    tried, value = 0, 0.0
    for row, weight, near in _best_openings(view):
        if tried == _TRIED or near * weight * _GAIN < value:
            return
        lines = _lines(view, row, weight)
        tried += bool(lines)
        value = max([value, *(near * each.weight for each in lines if each.line.kept == 1)])
        yield from lines


def _best_openings(view: StoryView) -> Iterator[tuple[int, float, float]]:
    """Yield the openings, those that tell most of the story first, with what place and time are worth, and how much."""
    openings = list(_openings(view))
    rows = [row for row, _ in openings]
    if not rows:
        return
    near = (sentence_closeness(view) * sentence_extents(view))[rows]  # no line says more than its sentence
    placed = 1 - _LATER * np.array([earlier for _, earlier in openings])
    weights = placed * (1 - _RECENT * (1 - newness(view)[view.document_of[rows]]))
    for each in np.argsort(-near * weights, kind="stable").tolist()[: _LOOKED_AT * _TRIED]:
        yield rows[each], float(weights[each]), float(near[each])


def _openings(view: StoryView) -> Iterator[tuple[int, int]]:
    """Yield the first sentences of each document that stand alone, each with how many were before it."""
    taken = [0] * len(view.documents)
    for row in np.flatnonzero(view.number <= _LOOKED_AT).tolist():
        document = int(view.document_of[row])
        if taken[document] < _TAKEN and _stands(view, row) and len(view.sentences[row].text) <= _LONGEST:
            yield row, taken[document]
            taken[document] += 1


def _stands(view: StoryView, row: int) -> bool:
    return view.told(check_sentence, row).printable_anywhere


def _lines(view: StoryView, row: int, weight: float) -> list[_Opening]:
    """Return how an opening can be printed; nothing if it is out of date."""
    text = _text(view, row)
    if _is_old(view, row, text):
        return []
    language = view.language_of(row)
    weight *= 1.0 if unresolved_surname(view, row) is None else _BY_SURNAME
    return [
        _Opening(row, weight * line.kept * strength(line.text, language), line) for line in lines_of(text, language)
    ]


def _is_old(view: StoryView, row: int, text: str) -> bool:
    document = int(view.document_of[row])
    if not is_overtaken(view, document):
        return False
    return is_pending(text, view.language_of(row)) or has_old_figures(view, document, text)


def _text(view: StoryView, row: int) -> str:
    """Return a sentence on one line, without the blanks that programs which part words put before marks."""
    return joined(clean_line(view.sentences[row].text), view.language_of(row))
