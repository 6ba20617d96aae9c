"""Lead: the opening of the story's newest state, whole if it is short, else pruned to a line.

Source: our own rule, after what editors do without a title: the first sentence of a report says what happened.

Only first sentences that can stand alone are looked at, so that nothing needs to be ranked: the closest to the story wins,
newer ones before older ones. A short lead is printed whole; only where none is short, one is cut.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from meadow.headlines.candidate import Candidate, Rank
from meadow.headlines.closeness import closeness
from meadow.headlines.complements import has_main_verb
from meadow.headlines.compress import compress, pruned, resting_on, room
from meadow.headlines.figures import has_old_figures
from meadow.headlines.readable import flaws
from meadow.headlines.states import is_overtaken, is_pending, newness
from meadow.headlines.trimming import versions
from meadow.text.clean import clean_line
from meadow.text.language import UNSPACED
from meadow.text.standing import judge
from meadow.vectors.view import StoryView

_SHORT = 110  # characters of a line; half of that where words are not spaced
_RECENT = 0.4  # what the first document's lead loses beside the last one's
_TRIED = 6
_LOOKED_AT = 4  # sentences of a document, for the first that stands


def lead(view: StoryView, rank: Rank) -> Candidate:
    """Return the lead that is closest to the story's centroid, newer ones first, whole if it is short.

    Leads with figures that later documents correct, or about what was still to come, are left out. Where none can be
    printed, the most salient sentence is compressed.
    """
    rows = list(_leads(view))
    if not rows:
        return compress(view, rank)
    texts = [clean_line(view.sentences[row].text) for row in rows]
    languages = [view.language_of(row) for row in rows]
    near = closeness(view, texts, languages)
    new = newness(view)[view.document_of[rows]]
    order = np.argsort(-near * (1 - _RECENT * (1 - new)), kind="stable").tolist()
    for print_line in (_whole, _cut):
        for place in order[:_TRIED]:
            row, line = rows[place], print_line(texts[place], languages[place])
            if line is not None and not _is_old(view, row, texts[place]):
                return resting_on(view, row, line)
    return compress(view, rank)


def _leads(view: StoryView) -> Iterator[int]:
    """Yield the first sentence of each document that stands alone, of its first few."""
    done: set[int] = set()
    for row in np.flatnonzero(view.number <= _LOOKED_AT).tolist():
        document = int(view.document_of[row])
        if document not in done and judge(view.sentences[row].text, view.language_of(row)).stands:
            done.add(document)
            yield row


def _is_old(view: StoryView, row: int, text: str) -> bool:
    document = int(view.document_of[row])
    if not is_overtaken(view, document):
        return False
    return is_pending(text, view.language_of(row)) or has_old_figures(view, document, text)


def _whole(text: str, language: str) -> str | None:
    """Return a lead without dateline and attribution, if that is short and reads well."""
    line = next(iter(versions(text, language)))
    good = len(line) <= _most(language) and has_main_verb(line, language) and not flaws(line, language)
    return line if good else None


def _cut(text: str, language: str) -> str | None:
    return pruned(text, language, room(language, _most(language), None))


def _most(language: str) -> int:
    return _SHORT // 2 if language in UNSPACED else _SHORT
