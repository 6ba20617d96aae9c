"""From clusters of rows to groups: the rules every group keeps, the sentence that speaks for it, and their order.

A sentence is in one group at most; a group has two sentences or more, from two documents or more, in one language. What
no group takes stays ungrouped. A group's label is its most central sentence that can be read alone and has no dateline.
Groups are ranked by the outlets behind them, then by documents, then by how much of the story's centroid the label holds.

Source: Geiss (2009), "Creating a gold standard for sentence clustering in multi-document summarization": the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from scipy import sparse

from meadow.model import FloatArray, Group
from meadow.text.datelines import dateline_length
from meadow.text.selfcontained import is_self_contained
from meadow.vectors.centroid import story_centroid
from meadow.vectors.view import StoryView

Rows = tuple[int, ...]


def groups_of(view: StoryView, labels: Sequence[int]) -> tuple[Rows, ...]:
    """Return the rows of each label that make a group by the rules, in the order of their first rows."""
    members: dict[tuple[int, str], list[int]] = {}
    for row, (label, language) in enumerate(zip(labels, view.row_languages, strict=True)):
        members.setdefault((label, language), []).append(row)
    return tuple(tuple(rows) for rows in members.values() if len(set(view.document_of[rows].tolist())) > 1)


def make_groups(
    view: StoryView, clusters: Sequence[Rows], *, copies: Mapping[str, str] | None = None
) -> tuple[Group, ...]:
    """Return groups with their labels, the most important first.

    `copies` maps the id of a document to that of the one it was copied from: both count as one outlet.
    """
    weights, outlets, units = _centroid_weights(view), _outlets(view, copies or {}), view.counts("terms").unit_rows()
    refs = [sentence.ref for sentence in view.sentences]
    ranked = []
    for rows in clusters:
        documents = set(view.document_of[list(rows)].tolist())
        label = _label(view, rows, units)
        rank = (-len({outlets[document] for document in documents}), -len(documents), -float(weights[label]), rows)
        ranked.append((rank, Group(refs[label], tuple(refs[row] for row in rows))))
    return tuple(group for _, group in sorted(ranked, key=lambda each: each[0]))


def _label(view: StoryView, rows: Rows, units: sparse.csr_array) -> int:
    """Return the most central row: the nearest to all others, of those that can be read alone if any can."""
    group_units = units[list(rows)]
    nearness = group_units @ np.asarray(group_units.sum(axis=0)).ravel()
    alone = [_reads_alone(view.sentences[row].text, view.language_of(row)) for row in rows]
    if any(alone):
        nearness = np.where(alone, nearness, -1.0)
    # Equal words in another order of addition may differ in the last digit, and then the earlier one must win.
    return rows[int(np.argmax(np.round(nearness, 9)))]


def _reads_alone(text: str, language: str) -> bool:
    return is_self_contained(text, language) and dateline_length(text, language) == 0


def _outlets(view: StoryView, copies: Mapping[str, str]) -> list[str]:
    """Return who speaks in each document: its outlet, or that of the document it copies; without a source the id."""
    by_id = {document.id: document for document in view.documents}
    origins = (by_id.get(copies.get(document.id, document.id), document) for document in view.documents)
    return [f"id {origin.id}" if origin.source is None else f"source {origin.source}" for origin in origins]


def _centroid_weights(view: StoryView) -> FloatArray:
    """Return how much of the story's centroid each sentence holds, every term once."""
    counts = view.counts("terms")
    incidence = counts.matrix.copy()
    incidence.data = np.ones_like(incidence.data)
    weights: FloatArray = incidence @ story_centroid(counts, len(view.documents)).weights
    return weights
