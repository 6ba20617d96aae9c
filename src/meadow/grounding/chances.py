"""How likely people would call a sentence supported: a logistic function of what is covered and what is changed.

Source: our own; the weights in `weights.json` are fitted by `python -m benchmarks.grounding --fit`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from meadow.grounding.reading import Read
from meadow.grounding.sources import Sources
from meadow.model import Change
from meadow.vectors.logistic import logistic

if TYPE_CHECKING:
    from meadow.grounding.checking import Finding

FEATURES = (
    "covered", "covered_by_all", "missing_names", "missing_figures", "missing_words", "changes", "length", "phrases",
)  # fmt: skip


def chance_of(
    sources: Sources, read: Read, candidates: Sequence[int], best: Finding, changes: Sequence[Change]
) -> float:
    """Return the chance of a sentence, from 0 to 1."""
    values = features(sources, read, candidates, best, changes)
    table = _weights()
    total = table["constant"] + sum(table[name] * values[name] for name in FEATURES)
    return float(logistic(np.array([total]))[0])


def features(
    sources: Sources, read: Read, candidates: Sequence[int], best: Finding, changes: Sequence[Change]
) -> dict[str, float]:
    """Return what the chance is made of."""
    places = [place for place, key in enumerate(read.keys) if key]
    weights = sources.weights([read.keys[place] for place in places])
    reads = [source for number in candidates if (source := sources.read(number)) is not None]
    anywhere = {key for source in reads for key in source.places}
    total = sum(weights) or 1.0
    lost = [place for place in places if read.keys[place] not in anywhere]
    lost_names = sum(read.tags[place] == "name" for place in lost)
    held_figures = {each.quantity.value for source in reads for each in source.figures}
    lost_figures = sum(each.quantity.value not in held_figures for each in read.figures)
    held = sum(weight for place, weight in zip(places, weights, strict=True) if read.keys[place] in anywhere)
    return {
        "covered": best.covered,
        "covered_by_all": held / total,
        "missing_names": float(np.log1p(lost_names)),
        "missing_figures": float(np.log1p(lost_figures)),
        "missing_words": float(np.log1p(len(lost))),
        "changes": float(np.log1p(len(changes))),
        "length": float(np.log1p(len(places))),
        "phrases": _phrases(read, reads),
    }


def _phrases(read: Read, reads: Sequence[Read]) -> float:
    """Return the share of pairs of neighbouring words that some source sentence has as neighbours too."""
    ours = _pairs(read)
    theirs = set().union(*(_pairs(source) for source in reads)) if reads else set()
    return len(ours & theirs) / len(ours) if ours else 1.0


def _pairs(read: Read) -> set[tuple[str, str]]:
    keys = [key for key in read.keys if key]
    return {tuple(sorted(pair)) for pair in zip(keys, keys[1:], strict=False)}  # type: ignore[misc]


@cache
def _weights() -> Mapping[str, float]:
    text = files("meadow.grounding").joinpath("weights.json").read_text(encoding="utf-8")
    table: dict[str, float] = json.loads(text)["weights"]
    return table
