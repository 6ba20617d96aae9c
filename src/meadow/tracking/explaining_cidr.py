"""Why CIDR, in the paper's form or as released, put each document into its story.

Source: our own, by the formulas of `cidr` and `cidr_release`. A document is decided on once, so there is one step: its
similarity with the closest story when it came. What it shares is seen from the end, beside the finished story.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from scipy import sparse

from meadow.kernels.postings_rows import Longs, Rules
from meadow.model import Assignment, Document, FloatArray, IntArray, LinkStep, Reason
from meadow.tracking.explaining import Vectors, explain
from meadow.tracking.terms import DocumentTerms


def explain_cidr(
    documents: Sequence[Document], log: Sequence[Assignment], terms: DocumentTerms, rules: Rules
) -> list[Reason]:
    """Return the reason of each document; `terms` are those of an empty stream with the tracker's settings."""
    ends, columns, counts, idf = terms.rows(documents)
    weights = counts * idf
    width = int(columns.max(initial=-1)) + 1
    owners = np.repeat(np.arange(len(documents)), np.diff(ends))
    lengths = np.sqrt(np.bincount(owners, weights**2, minlength=len(documents)))
    asking = weights * idf / np.where(lengths > 0, lengths, 1.0)[owners]
    vectors = Vectors(
        _rows(asking, columns, ends, width),
        _rows(weights, columns, ends, width),
        terms.names(np.arange(width, dtype=np.int32)),
        unit=True,
        keep_over=rules.keep_over,
    )
    return explain(documents, log, vectors, _steps(log, rules.threshold))


def explain_release(
    documents: Sequence[Document],
    log: Sequence[Assignment],
    rows: Sequence[Mapping[str, float]],
    *,
    threshold: float,
    keep_over: float,
    keep_at_least: int,
) -> list[Reason]:
    """Return the reason of each document, given its words with their weights times IDF."""
    names = list(dict.fromkeys(word for row in rows for word in row))
    column_of = {word: column for column, word in enumerate(names)}
    columns = np.array([column_of[word] for row in rows for word in row], np.int32)
    weights = np.array([weight for row in rows for weight in row.values()], np.float64)
    ends = np.cumsum([0, *map(len, rows)])
    lengths = np.array([np.sqrt(sum(weight**2 for weight in row.values())) for row in rows])
    asking = weights / np.repeat(np.where(lengths > 0, lengths, 1.0), np.diff(ends))
    vectors = Vectors(
        _rows(asking, columns, ends, len(names)),
        _rows(weights, columns, ends, len(names)),
        names,
        unit=True,
        keep_over=keep_over,
        keep_at_least=keep_at_least,
    )
    return explain(documents, log, vectors, _steps(log, threshold))


def _steps(log: Sequence[Assignment], threshold: float) -> dict[str, tuple[LinkStep, ...]]:
    """Return the one decision of each document: its similarity with the closest story, which it joined or not."""
    sizes: dict[str, int] = {}
    steps: dict[str, tuple[LinkStep, ...]] = {}
    for each in log:
        rule = "alone" if each.opened else "closest"
        steps[each.document_id] = (LinkStep(rule, sizes.get(each.story_id, 0), each.similarity, threshold),)
        sizes[each.story_id] = sizes.get(each.story_id, 0) + 1
    return steps


def _rows(weights: FloatArray, columns: IntArray, ends: Longs, width: int) -> sparse.csr_array:
    return sparse.csr_array((weights, columns.astype(np.int64), ends), shape=(len(ends) - 1, width))
