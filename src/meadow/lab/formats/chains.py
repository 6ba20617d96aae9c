"""Groups of sentences out of chains: which sentences mention mostly the same events.

A chain lists the sentences that mention one event, and most sentences mention several, so a chain is no group yet.
Sentences belong together if at least half of the events that either mentions are mentioned by both, on average over the
group. A group within one document says nothing twice and is left out, as the rules of Geiss (2009) have it.

Source: Cybulska and Vossen (2014), "Using a sledgehammer to crack a nut? Lexical diversity and event coreference
resolution", for the chains of ECB+; the reading is our own, that of `benchmarks/groups.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import pdist

from meadow.model import SentenceRef

Refs = tuple[SentenceRef, ...]

_FARTHEST = 0.5


def groups_from_chains(chains: Iterable[Iterable[SentenceRef]], order: Sequence[SentenceRef]) -> tuple[Refs, ...]:
    """Return the groups of the sentences in `order`: those of most documents, then of most sentences, come first."""
    # Ties between links go by place in the matrix: by name, so that no group depends on where a document was read.
    refs = sorted(order)
    mentions = _mentions(chains, refs)
    if not mentions.any() or len(refs) < 2:
        return ()
    labels = fcluster(linkage(pdist(mentions, "jaccard"), "average"), _FARTHEST, "distance")
    group_of = {refs[row]: int(labels[row]) for row in np.flatnonzero(mentions.any(axis=1)).tolist()}
    groups: dict[int, list[SentenceRef]] = {}
    for ref in order:
        if ref in group_of:
            groups.setdefault(group_of[ref], []).append(ref)
    shared = [tuple(group) for group in groups.values() if _documents(group) > 1]
    return tuple(sorted(shared, key=lambda group: (-_documents(group), -len(group))))


def _mentions(chains: Iterable[Iterable[SentenceRef]], refs: Sequence[SentenceRef]) -> NDArray[np.bool_]:
    row_of = {ref: row for row, ref in enumerate(refs)}
    inside = [rows for chain in chains if (rows := [row_of[ref] for ref in chain if ref in row_of])]
    mentions = np.zeros((len(refs), len(inside)), dtype=bool)
    for column, rows_of_chain in enumerate(inside):
        mentions[rows_of_chain, column] = True
    return mentions


def _documents(group: Iterable[SentenceRef]) -> int:
    return len({ref.document_id for ref in group})
