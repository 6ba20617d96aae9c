"""The names that scripts are written against: clustering, headlines, agreement and significance."""

from __future__ import annotations

import importlib
import inspect

import pytest

CONTRACT = {
    "clustering": {
        "compare": ["clusters", "classes"],
        "with_singletons": ["labels"],
        "with_bucket": ["labels"],
        "random_baseline": ["classes", "draws", "seed"],
        "split_merge_study": ["classes", "seed"],
        "differences": ["a", "b"],
    },
    "headlines": {
        "brevity_penalty": ["headlines", "references"],
        "length_penalty": ["headlines", "references"],
        "score": ["headlines", "references", "metric", "penalty"],
    },
    "agreement": {"spearman": ["a", "b"], "krippendorff_alpha": [], "cohen_kappa": [], "subsumption_agreement": []},
    "significance": {
        "bootstrap": ["values"],
        "paired_permutation": ["a", "b", "resamples", "seed"],
        "holm": ["p_values"],
    },
}
FUNCTIONS = [(module, name) for module, functions in CONTRACT.items() for name in functions]


@pytest.mark.parametrize(("module", "name"), FUNCTIONS)
def test_the_contract_holds(module: str, name: str) -> None:
    function = getattr(importlib.import_module(f"meadow.lab.evaluate.{module}"), name)
    known = inspect.signature(function).parameters
    expected = CONTRACT[module][name]
    assert [key for key in known if key in expected] == expected
    # Whatever the contract does not name has a default, so that calls written against it go on working.
    required = [
        key for key, entry in known.items() if entry.default is entry.empty and entry.kind is not entry.VAR_KEYWORD
    ]
    assert not expected or set(required) <= set(expected)


@pytest.mark.parametrize("module", ["clustering", "agreement"])
def test_every_listed_name_is_there(module: str) -> None:
    loaded = importlib.import_module(f"meadow.lab.evaluate.{module}")
    assert len(set(loaded.__all__)) == len(loaded.__all__)
    assert all(hasattr(loaded, name) for name in loaded.__all__)


def test_a_comparison_has_the_attributes_of_the_contract() -> None:
    from meadow.lab.evaluate.clustering import compare

    attributes = [
        "homogeneity", "completeness", "v", "v_half", "v_beta", "mutual_information", "nmi", "vi", "nvi", "rand",
        "entropy", "purity", "precision", "recall", "f", "bcubed_f",
    ]  # fmt: skip
    found = compare([0, 0, 1], [0, 1, 1])
    assert all(isinstance(getattr(found, name), float) for name in attributes)
