"""Document frequencies: how many documents of a story contain each of its terms."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meadow.vectors.view import StoryView


def documents_holding(view: StoryView) -> NDArray[np.int64]:
    """Return for each term of a story how many of its documents hold it; counted once per view."""
    return view.kept(_counted)


def _counted(view: StoryView) -> NDArray[np.int64]:
    counts, documents = view.counts("terms"), max(1, len(view.documents))
    owners = np.repeat(view.document_of.astype(np.int64), np.diff(counts.matrix.indptr))
    cells = np.sort(counts.matrix.indices.astype(np.int64) * documents + owners)
    new = np.ones(len(cells), np.bool_)
    np.not_equal(cells[1:], cells[:-1], out=new[1:])
    return np.bincount(cells[new] // documents, minlength=len(counts.terms)).astype(np.int64, copy=False)
