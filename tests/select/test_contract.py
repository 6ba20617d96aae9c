"""The contract of selectors: settings do not break it, and each way of breaking it is found out."""

from __future__ import annotations

import pytest

from meadow.model import Scores
from meadow.select import SELECTORS
from meadow.select.budget import RemainingBudget, best_first
from meadow.testing import ContractError, check_selector
from meadow.vectors.view import StoryView

# As they are by default, tests/pipeline/test_contracts.py tries them all.
SPECS = (
    "distinct(dialect=release)",
    "icsi(blend=1)",
    "mmr(first=0, balance=0.5)",
    "submodular(cost_power=0.3)",
    "ward(first=1)",
    "coverage(standalone=false, likeness=0)",
)


@pytest.mark.parametrize("spec", SPECS)
def test_selectors_keep_the_contract_under_other_settings(spec: str) -> None:
    check_selector(SELECTORS.build(spec))


def _top(view: StoryView, scores: Scores, budget: RemainingBudget) -> tuple[int, ...]:
    return budget.fill(best_first(scores.values))


def test_a_selector_that_forgets_the_gap() -> None:
    def careless(view: StoryView, scores: Scores, budget: RemainingBudget) -> tuple[int, ...]:
        if budget.unit != "characters":
            return _top(view, scores, budget)
        return RemainingBudget("characters", budget.limit, budget.sizes, budget.usable).fill(best_first(scores.values))

    with pytest.raises(ContractError, match=r"exceed the budget of \d+ characters"):
        check_selector(careless)


def test_a_selector_that_takes_what_is_not_usable() -> None:
    def greedy(view: StoryView, scores: Scores, budget: RemainingBudget) -> tuple[int, ...]:
        return (1,) if len(view) > 1 and budget.sizes[1] <= budget.limit else _top(view, scores, budget)

    with pytest.raises(ContractError, match="not usable"):
        check_selector(greedy)


def test_a_selector_that_is_too_choosy() -> None:
    with pytest.raises(ContractError, match="nothing was chosen, though 1 sentences hold a sentence"):
        check_selector(lambda view, scores, budget: ())


def test_a_selector_that_remembers() -> None:
    calls: list[int] = []

    def moody(view: StoryView, scores: Scores, budget: RemainingBudget) -> tuple[int, ...]:
        calls.append(1)
        return _top(view, scores, budget)[: 1 + len(calls) % 2]

    with pytest.raises(ContractError, match="the second call, or another order of documents"):
        check_selector(moody)


def test_a_selector_that_prefers_the_later_of_equals() -> None:
    def latest(view: StoryView, scores: Scores, budget: RemainingBudget) -> tuple[int, ...]:
        return budget.fill(sorted(range(len(view)), key=lambda row: (-scores.values[row], -row)))

    with pytest.raises(ContractError, match="hold the copy"):
        check_selector(latest)
