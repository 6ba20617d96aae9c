"""Submodular: the objective is the formula, has diminishing returns, and lazy greedy choice is the plain one."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from budgets import budget_for, choose, cost
from meadow.errors import SpecError
from meadow.model import Document, FloatArray
from meadow.select.candidates import Candidates, find_candidates
from meadow.select.greedy import Objective, choose_greedily
from meadow.select.submodular import CoverageAndDiversity, parts_of
from meadow.vectors.view import StoryView, view_documents
from stories import FLAT, document, documents, view

STORY = view(["Ferry rock storm.", "Ferry rock storm.", "Ferry captain."], ["Quay harbour.", "Quay harbour families."])


def _objective(story: StoryView, rewards: FloatArray) -> CoverageAndDiversity:
    rows = story.counts("terms").unit_rows()
    return CoverageAndDiversity(rows, rewards, parts_of(rows, 3), enough=2.0 / len(story), diversity=0.5)


def _value(story: StoryView, rewards: FloatArray, chosen: set[int]) -> float:
    """Return the formula: L(S) in shares of the most there is, and half of R(S)."""
    rows = story.counts("terms").unit_rows()
    cosines, parts = (rows @ rows.T).toarray(), parts_of(rows, 3)
    enough = 2.0 / len(story) * cosines.sum(axis=1)
    picked = sorted(chosen)
    coverage = np.minimum(cosines[:, picked].sum(axis=1), enough).sum() / max(float(enough.sum()), 1e-300)
    reward = sum(math.sqrt(sum(rewards[row] for row in picked if parts[row] == part)) for part in set(parts.tolist()))
    return float(coverage + 0.5 * reward)


@given(documents, st.data())
def test_gains_are_those_of_the_formula_and_diminish(made: list[Document], data: st.DataObject) -> None:
    story = view_documents(made, background=FLAT)
    rewards = np.random.default_rng(len(story)).random(len(story))
    order = data.draw(st.permutations(range(len(story))))
    objective, chosen = _objective(story, rewards), set[int]()
    last, value = order[-1], 0.0
    former = float(objective.bounds[last])
    for row in order[:-1]:
        gain = objective.gain(last)
        assert -1e-12 <= gain <= former + 1e-12
        former = gain
        assert objective.gain(row) <= objective.bounds[row] + 1e-12
        value += objective.gain(row)
        objective.add(row)
        chosen.add(row)
        assert value == pytest.approx(_value(story, rewards, chosen))


TIED = [document("d0", ["Ferry ferry ferry ferry ferry capsized capsized capsized.", "Ferry ferry capsized."])]


@example(TIED, 50, 0.0)  # equal gains whose sums were rounded in two ways
@given(documents, st.integers(1, 60), st.sampled_from([0.0, 0.3, 1.0]))
def test_lazy_choice_is_the_plain_greedy_one(made: list[Document], words: int, power: float) -> None:
    story = view_documents(made, background=FLAT)
    rewards = np.random.default_rng(words).random(len(story)).round(1)
    found = find_candidates(rewards, budget_for(story, words, "words"))
    lazy = choose_greedily(_objective(story, rewards), found, power=power)
    assert lazy == _plain(_objective(story, rewards), _objective(story, rewards), found, power)


def _plain(objective: Objective, fresh: Objective, found: Candidates, power: float) -> tuple[int, ...]:
    """Return the greedy choice with every gain computed every time."""
    costs = dict(zip(found.rows.tolist(), found.costs.tolist(), strict=True))
    left, chosen, value = found.capacity, list[int](), 0.0
    while True:
        gains = {row: round(objective.gain(row), 12) for row in costs if row not in chosen and costs[row] <= left}
        worthy = {row: gain for row, gain in gains.items() if gain > 0}
        if not worthy:
            break
        best = min(worthy, key=lambda row: (-worthy[row] / costs[row] ** power, row))
        objective.add(best)
        chosen.append(best)
        value += worthy[best]
        left -= costs[best]
    alone = {row: round(fresh.gain(row), 12) for row in costs}
    single = min(alone, key=lambda row: (-alone[row], row), default=-1)
    return (single,) if alone and alone[single] > value else tuple(chosen)


class _Sum:
    """An objective without any overlap."""

    def __init__(self, gains: list[float]) -> None:
        self.bounds = np.array(gains)

    def gain(self, row: int) -> float:
        return float(self.bounds[row])

    def add(self, row: int) -> None:
        self.bounds[row] = 0.0


def test_one_sentence_that_is_worth_more_than_the_greedy_set_is_the_answer() -> None:
    found = Candidates(np.arange(2), np.array([10, 1]), capacity=10)
    assert choose_greedily(_Sum([10.0, 2.0]), found, power=0.0) == (0,)
    # By gain ÷ cost the short one comes first and leaves no room for the long one, which alone is worth more.
    assert choose_greedily(_Sum([10.0, 2.0]), found, power=1.0) == (0,)
    assert choose_greedily(_Sum([10.0, 2.0]), Candidates(found.rows, found.costs, 11), power=1.0) == (1, 0)


def test_a_repetition_waits_until_nothing_else_is_left() -> None:
    one_of_each = {(0, 3), (0, 4)}
    assert tuple(sorted(choose("submodular(diversity=0)", STORY, [1.0] * 5, 2))) in one_of_each
    assert tuple(sorted(choose("submodular", STORY, [1.0] * 5, 2))) in one_of_each


def test_diversity_listens_to_the_ranker() -> None:
    assert choose("submodular(diversity=0)", STORY, [1.0] * 5, 1) == choose(
        "submodular(diversity=0)", STORY, [1.0, 1.0, 9.0, 1.0, 1.0], 1
    )
    assert choose("submodular(diversity=50)", STORY, [0.1, 0.1, 9.0, 0.1, 0.1], 1) == (2,)


def test_only_the_best_scored_can_be_chosen() -> None:
    assert choose("submodular(first=1)", STORY, [0.1, 0.1, 9.0, 8.0, 0.1], 2) == (2, 3)
    assert set(choose("submodular(first=0, diversity=0)", STORY, [0.1, 0.1, 9.0, 8.0, 0.1], 2)) <= {0, 3, 4}


def test_a_story_without_words_or_scores_still_gives_its_first_sentences() -> None:
    story = view(["… !", "? …", "—"])
    assert choose("submodular", story, [0.0, 0.0, 0.0], 2) == (0, 1)


@given(documents, st.integers(1, 80))
def test_the_room_is_kept_and_parts_are_numbered(made: list[Document], characters: int) -> None:
    story = view_documents(made, background=FLAT)
    budget = budget_for(story, characters, "characters")
    chosen = choose("submodular", story, np.linspace(1, 0.1, len(story)).tolist(), budget)
    assert cost(budget, chosen) <= characters
    parts = parts_of(story.counts("terms").unit_rows(), 4)
    assert parts.shape == (len(story),)
    assert set(parts.tolist()) <= set(range(4))


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("submodular(diversity=-1)", "diversity=-1. diversity is at least 0."),
        ("submodular(saturation=-2)", "saturation=-2. saturation is at least 0."),
        ("submodular(groups=1.5)", "groups=1.5. groups is from 0 to 1."),
        ("submodular(cost_power=-0.3)", "cost_power=-0.3. cost_power is at least 0."),
        ("submodular(first=-1)", "first=-1. first is at least 0."),
    ],
)
def test_impossible_parameters_say_what_is_allowed(spec: str, words: str) -> None:
    with pytest.raises(SpecError) as caught:
        choose(spec, STORY, [1.0] * 5, 2)
    assert str(caught.value).startswith(f"submodular was given {words}")
