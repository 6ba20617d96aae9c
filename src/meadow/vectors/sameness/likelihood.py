"""How surely two sentences say the same: as people judged pairs like them.

Two factors. The first is how far each is covered by the other (`meadow.vectors.sameness.scoring`): it tells what is said of
the same thing from the rest of a story. The second is a logistic function of what the two share, what each adds, and how
they put it (`meadow.vectors.sameness.wording`): it tells a paraphrase from a sentence that only looks like one. Fitted to
pairs that were all alike to begin with, it knows nothing of the rest, so that neither does without the other.

Each feature of one side comes as the smaller and the larger of the two, so that the order within a pair does not matter.
Short sentences, such as headlines and captions, are told by what they are about; in long ones of news, which share that,
details decide. So there are two tables of weights, and sentences between 12 and 18 words are judged by both.

Source: our own. The weights stand in `likelihood.json`, which says how they were fitted;
`benchmarks/_sameness_likelihood.py` fits them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import numpy as np

from meadow.model import FloatArray
from meadow.vectors.logistic import logistic
from meadow.vectors.sameness.comparison import Comparison
from meadow.vectors.sameness.scoring import CONSTANT, Table, same
from meadow.vectors.sameness.wording import SharedWording

SHORT, LONG, LINE = "short", "long", "line"
SLOPE = "slope"
_SHORT, _LONG = 12.0, 18.0  # words, the mean of the two
_MOST_NUMBERS = 3.0
_LEAST = 1e-12
_COVERED = 0.5  # from here on coverage says enough, and wording decides

# What letters, names, numbers and denials tell is kept on the side of zero that a reader expects: 1, more of it never
# lowers the likelihood; -1, never raises it. The others may take any weight, because each only corrects what the rest of
# them says: of two pairs that share as many words, the one with fewer runs in common is the more likely to say it otherwise.
SIGNS: Mapping[str, int] = {
    "shared_less": 0, "shared_more": 0, "pairs_less": 0, "pairs_more": 0, "runs_less": 0, "runs_more": 0,
    "held_less": 1, "held_more": 1, "weight_added_less": 0, "weight_added_more": 0, "terms_added_less": 0,
    "terms_added_more": 0, "function_words_added_less": 0, "function_words_added_more": 0, "names_added_less": -1,
    "numbers_added_less": -1, "numbers_added_more": -1, "numbers_shared": 1, "denial": -1, "terms_less": 0,
    "terms_more": 0, "words_less": 0, "words_more": 0,
}  # fmt: skip


def likelihood_features(comparison: Comparison, wording: SharedWording) -> dict[str, FloatArray]:
    """Return what the likelihood is made of; counts and weights enter as ln(1 + n)."""
    one, other = comparison.forward, comparison.backward
    sides = {
        "shared": wording.words,
        "pairs": wording.pairs,
        "runs": wording.runs,
        "held": (one.held, other.held),
        "weight_added": (np.log1p(one.weight_added), np.log1p(other.weight_added)),
        "terms_added": (np.log1p(one.terms_added), np.log1p(other.terms_added)),
        "function_words_added": (np.log1p(one.function_words_added), np.log1p(other.function_words_added)),
        "names_added": (np.log1p(one.names_added), np.log1p(other.names_added)),
        "numbers_added": (np.log1p(one.numbers_added), np.log1p(other.numbers_added)),
        "terms": tuple(np.log1p(side.terms_added + comparison.terms_shared) for side in (one, other)),
        "words": (np.log1p(one.length), np.log1p(other.length)),
    }
    features = {"numbers_shared": np.minimum(comparison.numbers_shared, _MOST_NUMBERS), "denial": comparison.denial}
    for name, (ours, theirs) in sides.items():
        features[f"{name}_less"], features[f"{name}_more"] = np.minimum(ours, theirs), np.maximum(ours, theirs)
    return {name: features[name] for name in SIGNS}


def share_of_long(comparison: Comparison) -> FloatArray:
    """Return how much the table for long sentences counts for each pair, from 0 to 1."""
    mean = (comparison.forward.length + comparison.backward.length) / 2
    return np.clip((mean - _SHORT) / (_LONG - _SHORT), 0.0, 1.0)


@cache
def shipped_likelihood() -> Mapping[str, Table]:
    """Return what comes with the package: the tables `short` and `long`, a weight per feature, and the `line`."""
    text = files("meadow.vectors.sameness").joinpath("likelihood.json").read_text(encoding="utf-8")
    tables: dict[str, Table] = json.loads(text)["weights"]
    return tables


def likelihood(
    comparison: Comparison, wording: SharedWording, weights: Mapping[str, Table] | None = None
) -> FloatArray:
    """Return for each pair, from 0 to 1, how surely both say the same; by the shipped weights unless others are given."""
    tables = shipped_likelihood() if weights is None else weights
    line, product = tables[LINE], both_hold(comparison, wording, tables)
    return np.where(product > 0, logistic(line[CONSTANT] + line[SLOPE] * logit_of(product)), 0.0)


def both_hold(comparison: Comparison, wording: SharedWording, tables: Mapping[str, Table]) -> FloatArray:
    """Return the product of both factors: what is the same is covered both ways, and put as the same is put."""
    values, long = likelihood_features(comparison, wording), share_of_long(comparison)
    sums = {
        name: sum((weight * values[each] for each, weight in table.items() if each != CONSTANT), table[CONSTANT])
        for name, table in tables.items()
        if name != LINE
    }
    covered_both = np.minimum(same(comparison) / _COVERED, 1.0)
    product: FloatArray = covered_both * logistic((1 - long) * sums[SHORT] + long * sums[LONG])
    return product


def logit_of(chance: FloatArray) -> FloatArray:
    """Return ln(p / (1 - p)), bounded."""
    kept = np.clip(chance, _LEAST, 1 - _LEAST)
    return np.log(kept) - np.log1p(-kept)
