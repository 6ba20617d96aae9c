"""What Meadow can propose to a judge: sentences that may say the same as one, and groups to begin with.

Candidates only order what the judge looks at. Groups are a machine's opinion, which colours people's: a study says whether
its judges may ask for them.

Source: Radev, Jing, Styś and Tam (2004), section 2.2, for containment; `meadow group` for groups.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from meadow.errors import UsageError
from meadow.model import IntArray, SentenceRef
from meadow.pipeline import group_view
from meadow.studies.answer_slots import Parts, parse_sentence
from meadow.studies.material import StudyMaterial
from meadow.studies.slots import sentence_key
from meadow.vectors.products import overlaps_with
from meadow.vectors.view import StoryView

SHOWN = 12
SUGGESTED = "m"  # how keys of suggested groups begin: m1, m2 …


@dataclass(frozen=True, slots=True)
class Partner:
    """A sentence to compare with: how much of the asked one it holds, and how much of it the asked one holds (0 to 1)."""

    ref: SentenceRef
    holds: float
    held: float


@dataclass(frozen=True, slots=True, eq=False)
class _Words:
    """The content words of an item's sentences: counts, how many each has, and which row is whose."""

    matrix: sparse.csr_array
    lengths: IntArray
    row_of: Mapping[SentenceRef, int]


def _analysed(view: StoryView) -> _Words:
    matrix = view.counts("terms").matrix
    lengths = np.asarray(matrix.sum(axis=1)).ravel().astype(np.int32)
    return _Words(matrix, lengths, {sentence.ref: row for row, sentence in enumerate(view.sentences)})


def partners(material: StudyMaterial, ref: SentenceRef, *, limit: int = SHOWN) -> tuple[Partner, ...]:
    """Return the sentences of other documents that share words with one, by containment either way, the most first."""
    asked = parse_sentence(sentence_key(ref), material)
    words = material.view.kept(_analysed)
    row = words.row_of[asked]
    shared = overlaps_with(words.matrix, words.lengths, row) * (words.lengths + words.lengths[row]) / 2
    document_of = material.view.document_of
    rows = np.flatnonzero((shared > 0) & (document_of != document_of[row]))
    holds, held = shared[rows] / words.lengths[row], shared[rows] / words.lengths[rows]
    order = np.lexsort((rows, -np.minimum(holds, held), -np.maximum(holds, held)))[:limit]
    refs = [material.view.sentences[number].ref for number in rows[order].tolist()]
    return tuple(map(Partner, refs, holds[order].tolist(), held[order].tolist()))


def suggested_groups(material: StudyMaterial, *, allowed: bool) -> tuple[tuple[Parts, object], ...]:
    """Return groups that Meadow would make, as slots with answers; an error where the study does not allow it."""
    if not allowed:
        raise UsageError(
            "This study does not show its judges what a machine would group.",
            given="suggestions",
            allowed="Suggestions are off unless the study was made with them.",
            advice="Make the study with --suggest if judges may see groups by Meadow.",
        )
    groups = group_view(material.view).groups
    keys = [f"{SUGGESTED}{number}" for number in range(1, len(groups) + 1)]
    slots: list[tuple[Parts, object]] = []
    for key, group in zip(keys, groups, strict=True):
        slots += ((("group", sentence_key(ref)), key) for ref in group.members)
        slots.append((("label", key), sentence_key(group.label)))
    return (*slots, (("ranking",), keys))
