"""Sentences ready for comparison: sparse rows of words, terms, letter groups, names and numbers.

A letter group is a run of three letters of a term with its ends marked (two in scripts without spaces). A term's weight
is spread evenly over its groups, so that "strike" and "strikes", "flooding" and "floods" share most of theirs.

Source: our own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from meadow.model import FloatArray, IntArray
from meadow.text.per_word import PerWord
from meadow.vectors import cells
from meadow.vectors.cells import Cells, Longs, cells_of_rows, incidence, summed_cells
from meadow.vectors.ordering import distinct
from meadow.vectors.sameness.facts import sentence_facts
from meadow.vectors.view import StoryView

Encoder = Callable[[Sequence[str]], FloatArray]

_UNSPACED = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")


@dataclass(frozen=True, slots=True, eq=False)
class SentenceRows:
    """What comparison needs of some sentences, one row each.

    `words` and `terms` hold counts, `weighted` the same terms times inverse document frequency, `letters` the weight of
    each letter group, `names` and `numbers` a 1 for each; `days` has bits of the weekdays and months named; `denies` is 1
    for a sentence that denies something, `asks` for a question. `meaning` holds an encoder's vectors, if one was given.
    """

    words: Cells
    terms: Cells
    weighted: Cells
    letters: Cells
    names: Cells
    numbers: Cells
    days: Longs
    denies: FloatArray
    asks: FloatArray
    meaning: FloatArray | None = None


def sentence_rows(view: StoryView) -> SentenceRows:
    """Return the rows of all sentences of a view, made once and kept."""
    return view.kept(_all_rows)


def _all_rows(view: StoryView) -> SentenceRows:
    return read_rows(view, np.arange(len(view)))


def read_rows(
    view: StoryView, rows: Longs, *, words: Cells | None = None, letters: Cells | None = None
) -> SentenceRows:
    """Return the rows of some sentences of a view, in the order given; the others are not even read.

    `words` and `letters` are theirs, for those who have counted them already.
    """
    counts = view.counts("terms")
    terms = cells_of_rows(counts.matrix, rows)
    facts = [view.told(sentence_facts, row) for row in rows.tolist()]
    return SentenceRows(
        words=word_cells(view, rows) if words is None else words,
        terms=terms,
        weighted=terms._replace(weights=terms.weights * counts.idf[terms.columns]),
        letters=letter_cells(view, terms) if letters is None else letters,
        names=incidence([each.names for each in facts]),
        numbers=incidence([each.numbers for each in facts]),
        days=np.array([each.days for each in facts], dtype=np.int64),
        denies=np.array([each.denies for each in facts], dtype=np.float64),
        asks=np.array([each.asks for each in facts], dtype=np.float64),
    )


def word_cells(view: StoryView, rows: Longs) -> Cells:
    """Return how often each word stands in some sentences; where a story has one language, the others are not counted."""
    parts = view.words("words")
    if len(parts) != 1:
        return cells_of_rows(view.counts("words").matrix, rows)
    read = view.kept(_words_in_order).of_rows(rows)
    return summed_cells(read.owners, read.columns, read.weights, len(rows))


def _words_in_order(view: StoryView) -> Cells:
    """Return the words of a story of one language, row by row as they stand."""
    (part,) = view.words("words")
    ends = np.concatenate([[0], np.cumsum(part.lengths)])
    return Cells(ends, part.ids.astype(np.int64), np.ones(len(part.ids)))


def united(rows: SentenceRows, groups: Sequence[IntArray]) -> SentenceRows:
    """Return one row for each group of rows: what they say together; what they deny or ask is not known."""
    return SentenceRows(
        words=cells.united(rows.words, groups),
        terms=cells.united(rows.terms, groups),
        weighted=cells.united(rows.weighted, groups),
        letters=cells.united(rows.letters, groups),
        names=cells.united(rows.names, groups),
        numbers=cells.united(rows.numbers, groups),
        days=np.array([np.bitwise_or.reduce(rows.days[group]) for group in groups], dtype=np.int64),
        denies=np.zeros(len(groups)),
        asks=np.zeros(len(groups)),
    )


def letter_cells(view: StoryView, terms: Cells) -> Cells:
    """Return the weight of each letter group of some sentences, whose terms these are; each term counts once."""
    counts = view.counts("terms")
    texts, idf = counts.terms, counts.idf
    used, places = distinct(terms.columns)
    groups = [_groups_of_term[texts[term]] for term in used.tolist()]
    numbers: dict[str, int] = {}
    columns = [numbers.setdefault(group, len(numbers)) for each in groups for group in each]
    ends = np.concatenate([[0], np.cumsum(np.fromiter(map(len, groups), np.int64, len(groups)))])
    spread = Cells(ends, np.array(columns, np.int64), np.ones(len(columns))).of_rows(places)
    each = spread.owners
    weights = (idf[terms.columns] / np.maximum(spread.sizes, 1))[each]
    return summed_cells(terms.owners[each], spread.columns, weights, len(terms.ends) - 1)


def _letter_groups(term: str) -> tuple[str, ...]:
    width = 3 if term.isascii() or _UNSPACED.search(term) is None else 2
    marked = f" {term} "
    return tuple(dict.fromkeys(marked[start : start + width] for start in range(len(marked) - width + 1)))


_groups_of_term = PerWord(_letter_groups)
