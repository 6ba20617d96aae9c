"""The names that scripts are written against: utility, extraction, coverage and pseudo_qa."""

from __future__ import annotations

import importlib
import inspect

import pytest

# Module, function: what is given by position, and what by name.
CONTRACT: dict[str, dict[str, tuple[list[str], list[str]]]] = {
    "utility": {
        "relative_utility": (["judges"], ["count", "extract"]),
        "with_subsumption": (["judges", "links"], ["count", "credit", "extract"]),
    },
    "extraction": {
        "precision_recall": (["extract", "ideal"], []),
        "percent_agreement": (["extract", "ideal"], ["total"]),
        "ideal_by_majority": (["extracts"], []),
    },
    "coverage": {
        "parse_gold": (["text"], []),
        "minimum_cover": (["gold"], []),
        "precision": (["extract", "gold"], []),
        "coverage": (["extract", "gold"], []),
        "weighted_coverage": (["extract", "gold", "ranks"], ["weights"]),
        "redundant": (["extract", "gold"], []),
    },
    "pseudo_qa": {"exact": (["sentences", "answers"], []), "edit": (["sentences", "answers"], [])},
}
FUNCTIONS = [(module, name) for module, functions in CONTRACT.items() for name in functions]


@pytest.mark.parametrize(("module", "name"), FUNCTIONS)
def test_the_contract_holds(module: str, name: str) -> None:
    entries = inspect.signature(
        getattr(importlib.import_module(f"meadow.lab.evaluate.{module}"), name)
    ).parameters.values()
    data, parameters = CONTRACT[module][name]
    assert [entry.name for entry in entries if entry.kind is entry.POSITIONAL_OR_KEYWORD] == data
    by_name = {entry.name: entry for entry in entries if entry.kind is entry.KEYWORD_ONLY}
    assert set(parameters) <= set(by_name)
    # Whatever was added since has a default, so that calls written against the contract go on working.
    assert all(entry.default is not entry.empty for key, entry in by_name.items() if key not in parameters)


def test_a_result_has_the_attributes_of_the_contract() -> None:
    from meadow.lab.evaluate.utility import relative_utility, with_subsumption

    plain = relative_utility([[3, 1], [1, 3]], count=1, extract=[0])
    linked = with_subsumption([[3, 1], [1, 3]], [(0, 1)], count=1, credit=0.5, extract=[0])
    for result in (plain, linked):
        for name in ("matrix", "per_judge", "agreement", "random", "system", "normalized"):
            assert hasattr(result, name)
        with pytest.raises(AttributeError):
            result.agreement = 1.0  # type: ignore[misc]
    assert plain == relative_utility([[3, 1], [1, 3]], count=1, extract={0})


@pytest.mark.parametrize("module", ["utility", "coverage"])
def test_every_listed_name_is_there(module: str) -> None:
    loaded = importlib.import_module(f"meadow.lab.evaluate.{module}")
    assert sorted(set(loaded.__all__), key=str) == sorted(loaded.__all__, key=str)
    assert all(hasattr(loaded, name) for name in loaded.__all__)


@pytest.mark.parametrize(
    "module",
    ["utility", "utility_scores", "judge_tables", "subsumption", "extraction", "coverage",
     "gold_format", "minimum_cover", "gold_alignment", "pseudo_qa"],
)  # fmt: skip
def test_every_module_names_its_source(module: str) -> None:
    lines = (importlib.import_module(f"meadow.lab.evaluate.{module}").__doc__ or "").splitlines()
    assert any(line.startswith("Source: ") for line in lines)
