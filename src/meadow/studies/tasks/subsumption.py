"""Subsumption: one sentence is pinned, and sentences of other articles that share words with it are listed below."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from meadow.model import SentenceRef
from meadow.studies.answers.subsumption import SUBSUMPTION, pair_parts
from meadow.studies.guidelines import default_guidelines
from meadow.studies.material import StudyMaterial
from meadow.studies.slots import sentence_key
from meadow.studies.suggestions import SHOWN, partners
from meadow.studies.task import ItemState, Task
from meadow.studies.tasks.answered import (
    BLIND,
    JUDGE_KEYS,
    LASTING,
    Answered,
    answered,
    checker,
    material_in,
    missing_of,
    values_of,
)


@dataclass(frozen=True, slots=True)
class Pairing:
    """A candidate paired with the pinned sentence: the slot of the pair, and whether the pinned one is first in it.

    `holds` is how much of the pinned sentence's words it holds, `held` how much of its words the pinned one holds.
    """

    key: str
    slot: str
    forward: bool
    holds: float
    held: float


@dataclass(frozen=True, slots=True)
class Pinned:
    """A sentence to compare with others, and these, the closest first."""

    key: str
    pairings: tuple[Pairing, ...]


@dataclass(frozen=True, slots=True)
class SubsumptionView:
    """The content of the page: articles, and the candidates of every sentence."""

    base: Answered
    pinned: tuple[Pinned, ...]

    @property
    def json(self) -> str:
        """The candidates as the script reads them."""
        return json.dumps([asdict(each) for each in self.pinned])


def view(state: ItemState) -> SubsumptionView:
    """Return what the page of an item shows."""
    base = answered(SUBSUMPTION, state)
    limit = int(state.setting("candidates") or SHOWN)
    material = base.material
    pinned = (
        Pinned(sentence_key(ref), tuple(_pairing(material, ref, each) for each in _partners(material, ref, limit)))
        for ref in material.places
    )
    return SubsumptionView(base, tuple(pinned))


def live(state: ItemState) -> Mapping[str, Any]:
    """Return what the page shows as it changes: how much is settled, and the sentences that cover each other."""
    material, values = material_in(state), values_of(state)
    done, total = SUBSUMPTION.done(material, values)
    classes = SUBSUMPTION.read(material, values).classes
    return {"done": done, "total": total, "classes": [[sentence_key(ref) for ref in each] for each in classes]}


def _partners(material: StudyMaterial, ref: SentenceRef, limit: int) -> list[tuple[SentenceRef, float, float]]:
    return [(each.ref, round(each.holds, 2), round(each.held, 2)) for each in partners(material, ref, limit=limit)]


def _pairing(material: StudyMaterial, ref: SentenceRef, partner: tuple[SentenceRef, float, float]) -> Pairing:
    other, holds, held = partner
    parts, relation = pair_parts(material, ref, other, "covers")
    return Pairing(sentence_key(other), "/".join(parts), relation == "covers", holds, held)


TASK = Task(
    name="subsumption",
    title="Subsumption",
    about="Say which sentence covers all that another one says.",
    template="studies/subsumption.html",
    script="subsumption.js",
    guidelines=default_guidelines("subsumption").text,
    check=checker(SUBSUMPTION),
    missing=missing_of(SUBSUMPTION),
    view=view,
    live=live,
    keys=(
        ("c", "the pinned sentence covers the marked one"),
        ("b", "it is covered by it"),
        ("e", "both are equal"),
        ("n", "none"),
        ("Enter", "settle the pinned sentence, and on to the next"),
        ("← →", "previous, next pinned sentence"),
        *JUDGE_KEYS,
    ),
    settings={"candidates": SHOWN, **BLIND},
    lasting=LASTING,
    fewest_documents=2,
)
