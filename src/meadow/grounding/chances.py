"""How likely people would call a sentence supported: a logistic function of what its sources cover and what they lack.

Source: our own; the weights in `weights.json` are fitted by `python -m benchmarks.grounding --fit`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

import numpy as np

from meadow.grounding.reading import Read
from meadow.grounding.sources import Sources
from meadow.vectors.logistic import logistic

FEATURES = ("covered_by_three", "covered_by_one", "missing_words", "missing_names", "missing_figures")
_JOINED = 3  # sentences whose words may cover a claim together: 1, 2, 3 gave areas of .752, .793, .805 on WiCE dev


def chance_of(sources: Sources, read: Read, candidates: Sequence[int], within: frozenset[int] | None) -> float:
    """Return the chance of a sentence, from 0 to 1."""
    values, table = features(sources, read, candidates, within), _weights()
    total = table["constant"] + sum(table[name] * values[name] for name in FEATURES)
    return float(logistic(np.array([total]))[0])


def features(
    sources: Sources, read: Read, candidates: Sequence[int], within: frozenset[int] | None
) -> dict[str, float]:
    """Return what the chance is made of; counts enter as ln(1 + n)."""
    keys = list(dict.fromkeys(key for key in sources.keys_of(read.text)))
    weights = dict(zip(keys, sources.weights(keys), strict=True))
    total = sum(weights.values())
    rest, covered = keys, [0.0]
    for _ in range(_JOINED):
        for number in sources.candidates(rest, within)[:1]:
            held = sources.keys_in(number)
            rest = [key for key in rest if key not in held]
        covered.append(1 - sum(weights[key] for key in rest) / total if total else 1.0)
    reads = [source for number in candidates if (source := sources.read(number)) is not None]
    anywhere = {key for source in reads for key in source.places}
    values = {figure.quantity.value for source in reads for figure in source.figures}
    names = sum(tag == "name" and key not in anywhere for tag, key in zip(read.tags, read.keys, strict=True) if key)
    figures = sum(figure.quantity.value not in values for figure in read.figures)
    return {
        "covered_by_three": covered[-1],
        "covered_by_one": covered[1],
        "missing_words": float(np.log1p(len(rest))),
        "missing_names": float(np.log1p(names)),
        "missing_figures": float(np.log1p(figures)),
    }


@cache
def _weights() -> Mapping[str, float]:
    text = files("meadow.grounding").joinpath("weights.json").read_text(encoding="utf-8")
    table: dict[str, float] = json.loads(text)["weights"]
    return table
