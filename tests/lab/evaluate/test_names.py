"""The names that scripts are written against: functions of `meadow.evaluate` with their arguments."""

from __future__ import annotations

import inspect
from importlib import import_module

import pytest

# Arguments that calls of each function may give; whatever else it has needs a default.
CALLS = {
    "utility": ("relative_utility(judges, count, extract)", "with_subsumption(judges, links, count, credit, extract)"),
    "extraction": (
        "precision_recall(extract, ideal)", "percent_agreement(extract, ideal, total)", "ideal_by_majority(extracts)",
    ),
    "coverage": (
        "parse_gold(text)", "minimum_cover(gold)", "precision(extract, gold)", "coverage(extract, gold)",
        "weighted_coverage(extract, gold, ranks, weights)", "redundant(extract, gold)",
    ),
    "pseudo_qa": ("exact(sentences, answers)", "edit(sentences, answers)"),
    "clustering": (
        "compare(clusters, classes)", "with_singletons(labels)", "with_bucket(labels)", "differences(a, b)",
        "random_baseline(classes, draws, seed)", "split_merge_study(classes, seed)",
    ),
    "headlines": (
        "brevity_penalty(headlines, references)", "length_penalty(headlines, references)",
        "score(headlines, references, metric, penalty)",
    ),
    "agreement": ("spearman(a, b)", "krippendorff_alpha(judges)", "cohen_kappa(a, b)", "alpha_interval(judges)"),
    "significance": ("bootstrap(values)", "paired_permutation(a, b, resamples, seed)", "holm(p_values)"),
}  # fmt: skip


@pytest.mark.parametrize("call", [f"{module}.{call}" for module, calls in CALLS.items() for call in calls])
def test_calls_go_on_working(call: str) -> None:
    module, _, rest = call.partition(".")
    name, _, arguments = rest.rstrip(")").partition("(")
    signature = inspect.signature(getattr(import_module(f"meadow.evaluate.{module}"), name))
    signature.bind(**dict.fromkeys(arguments.split(", ")))


@pytest.mark.parametrize("module", [*CALLS, "rouge", "synthesis", "subsumption", "metric"])
def test_every_listed_name_is_there(module: str) -> None:
    listed = import_module(f"meadow.lab.evaluate.{module}").__all__
    assert len(set(listed)) == len(listed)
    assert all(hasattr(import_module(f"meadow.evaluate.{module}"), name) for name in listed)
