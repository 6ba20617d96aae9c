"""First-sentence overlap: sentences score by what they share with their document's first sentence (M4).

Source: Radev, Jing, Styś and Tam (2004), "Centroid-based summarization of multiple documents", section 3.5.3 and Table 3.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meadow.model import Scores
from meadow.rank.readings import COSINE_WORDS, COUNTED_WORDS, check_reading
from meadow.vectors.counts import Counts, CountScheme
from meadow.vectors.products import paired_products
from meadow.vectors.view import StoryView


def first(view: StoryView, *, reading: str = "table3", dialect: str = "meadow", title: bool = False) -> Scores:
    """Return the IDF-weighted cosine with the first sentence (`table3`), or the inner product of counts (`section3`).

    With `title` a document's title takes the place of its first sentence, where it has one.
    """
    check_reading(reading, dialect)
    scheme = (COSINE_WORDS if reading == "table3" else COUNTED_WORDS)[dialect]
    counts = _with_titles(view, scheme) if title else view.counts(scheme)
    rows = counts.unit_rows() if reading == "table3" else counts.matrix
    values = paired_products(rows, np.arange(len(view)), _leading_rows(view, title=title))
    return Scores(values, {"first": values})


def _with_titles(view: StoryView, scheme: CountScheme) -> Counts:
    return view.counts_with([document.title or "" for document in view.documents], view.languages, scheme)


def _leading_rows(view: StoryView, *, title: bool) -> NDArray[np.int64]:
    """Return for each sentence the row it is compared with: its document's first sentence, or the title's row."""
    leading = np.flatnonzero(view.number == 1)
    of_document = np.zeros(len(view.documents), np.int64)
    of_document[view.document_of[leading]] = leading
    if title:
        titled = [i for i, document in enumerate(view.documents) if document.title is not None]
        of_document[titled] = len(view) + np.array(titled, np.int64)
    return of_document[view.document_of]
