"""What Meadow can propose to a judge: sentences that may say the same as one, and groups to begin with.

Candidates only order what the judge looks at. Groups are a machine's opinion, which colours people's: a study says whether
its judges may ask for them.

Source: Radev, Jing, Styś and Tam (2004), section 2.2, for containment; `meadow group` for groups.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from meadow.errors import UsageError
from meadow.judging.answer_slots import Parts, parse_sentence
from meadow.judging.material import Material
from meadow.judging.slots import sentence_key
from meadow.model import SentenceRef
from meadow.pipeline import group_view
from meadow.vectors.products import overlaps_with

SHOWN = 12
SUGGESTED = "m"  # how keys of suggested groups begin: m1, m2 …


@dataclass(frozen=True, slots=True)
class Partner:
    """A sentence to compare with: how much of the asked one it holds, and how much of it the asked one holds (0 to 1)."""

    ref: SentenceRef
    holds: float
    held: float


def partners(material: Material, ref: SentenceRef, *, limit: int = SHOWN) -> tuple[Partner, ...]:
    """Return the sentences of other documents that share words with one, by containment either way, the most first."""
    asked = parse_sentence(sentence_key(ref), material)
    view = material.view
    row = next(number for number, sentence in enumerate(view.sentences) if sentence.ref == asked)
    counts = view.counts("terms")
    lengths = np.asarray(counts.matrix.sum(axis=1)).ravel().astype(np.int32)
    shared = overlaps_with(counts.matrix, lengths, row) * (lengths + lengths[row]) / 2
    found = [
        Partner(sentence.ref, shared[number] / lengths[row], shared[number] / lengths[number])
        for number, sentence in enumerate(view.sentences)
        if shared[number] > 0 and sentence.ref.document_id != asked.document_id
    ]
    found.sort(key=lambda each: (-max(each.holds, each.held), -min(each.holds, each.held), material.places[each.ref]))
    return tuple(found[:limit])


def suggested_groups(material: Material, *, allowed: bool) -> tuple[tuple[Parts, object], ...]:
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
    found: list[tuple[Parts, object]] = []
    for key, group in zip(keys, groups, strict=True):
        found += ((("group", sentence_key(ref)), key) for ref in group.members)
        found.append((("label", key), sentence_key(group.label)))
    return (*found, (("ranking",), keys))
