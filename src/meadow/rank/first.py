"""First-sentence overlap: sentences score by what they share with their document's first sentence (M4).

Source: Radev, Jing, Styś and Tam (2004), "Centroid-based summarization of multiple documents", section 3.5.3 and Table 3.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from meadow.model import FloatArray, Scores
from meadow.rank.readings import COSINE_WORDS, COUNTED_WORDS, check_reading
from meadow.vectors.counts import Counts, CountScheme
from meadow.vectors.view import StoryView


def first(view: StoryView, *, reading: str = "table3", dialect: str = "meadow", title: bool = False) -> Scores:
    """Return the IDF-weighted cosine with the first sentence (`table3`), or the inner product of counts (`section3`).

    With `title` a document's title takes the place of its first sentence, where it has one.
    """
    check_reading(reading, dialect)
    scheme = (COSINE_WORDS if reading == "table3" else COUNTED_WORDS)[dialect]
    counts = _with_titles(view, scheme) if title else view.counts(scheme)
    rows = counts.unit_rows() if reading == "table3" else counts.matrix
    values = _row_products(rows[: len(view)], rows[_leading_rows(view, title=title)])
    return Scores(values, {"first": values})


def _row_products(left: sparse.csr_array, right: sparse.csr_array) -> FloatArray:
    products: FloatArray = np.asarray(left.multiply(right).sum(axis=1)).ravel()
    return products


def _with_titles(view: StoryView, scheme: CountScheme) -> Counts:
    return view.counts_with([document.title or "" for document in view.documents], view.languages, scheme)


def _leading_rows(view: StoryView, *, title: bool) -> NDArray[np.int64]:
    """Return for each sentence the row it is compared with: its document's first sentence, or the title's row."""
    leading = np.flatnonzero(view.number == 1)
    of_document = dict(zip(view.document_of[leading].tolist(), leading.tolist(), strict=True))
    if title:
        of_document |= {i: len(view) + i for i, document in enumerate(view.documents) if document.title is not None}
    return np.array([of_document[document] for document in view.document_of.tolist()], dtype=np.int64)
