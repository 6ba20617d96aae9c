"""ICSI: the optimum is that of brute force, weights and pruning are the paper's, and a time-out says so."""

from __future__ import annotations

import itertools
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from budgets import budget_for, choose, cost
from meadow.errors import SolverWarning, SpecError
from meadow.model import Document
from meadow.select.cover import CoverProblem, covered_weight, extend_cover, greedy_cover, solve_cover
from meadow.vectors.bigrams import story_bigrams
from meadow.vectors.view import view_documents
from stories import FLAT, documents, view

STORY = view(
    ["Ferry capsized off Skerra.", "Captain Denko survived."],
    ["Ferry capsized near Skerra.", "Families waited ashore."],
    ["Captain Denko survived unhurt.", "Wolves returned."],
)


def _problem(rows: int, columns: int, seed: int, *, density: float = 0.3) -> CoverProblem:
    rng = np.random.default_rng(seed)
    cover = sparse.csr_array((rng.random((rows, columns)) < density).astype(float))
    return CoverProblem(
        cover, rng.integers(1, 9, columns).astype(float), rng.integers(1, 12, rows), int(rng.integers(5, 30))
    )


def _best_by_brute_force(problem: CoverProblem) -> float:
    subsets = itertools.chain.from_iterable(
        itertools.combinations(range(len(problem.costs)), size) for size in range(len(problem.costs) + 1)
    )
    fitting = (list(rows) for rows in subsets if problem.costs[list(rows)].sum() <= problem.capacity)
    return max(covered_weight(problem, rows) for rows in fitting)


@settings(max_examples=25)
@given(st.integers(1, 8), st.integers(1, 14), st.integers(0, 1_000_000))
def test_the_cover_is_the_heaviest_of_all_subsets(rows: int, columns: int, seed: int) -> None:
    problem = _problem(rows, columns, seed)
    solution = solve_cover(problem, seconds=10)
    chosen = solution.places.tolist()
    assert solution.exact
    assert problem.costs[chosen].sum() <= problem.capacity
    assert covered_weight(problem, chosen) == pytest.approx(_best_by_brute_force(problem))
    for row in chosen:
        others = [other for other in chosen if other != row]
        assert covered_weight(problem, others) < covered_weight(problem, chosen), "a row adds nothing"


@settings(max_examples=25)
@given(documents, st.integers(5, 40))
def test_the_choice_is_worth_what_the_best_set_of_sentences_is(made: list[Document], words: int) -> None:
    story = view_documents(made[:2], background=FLAT)
    budget = budget_for(story, words, "words")
    bigrams = story_bigrams(story)
    problem = CoverProblem(bigrams.matrix, bigrams.documents.astype(float), budget.sizes.astype(np.int64), words)
    chosen = choose("icsi", story, [1.0] * len(story), budget)
    assert cost(budget, chosen) <= words
    few = problem if len(story) <= 10 else problem._replace(cover=problem.cover[:10], costs=problem.costs[:10])
    assert covered_weight(problem, list(chosen)) >= _best_by_brute_force(few) - 1e-9


@given(st.integers(1, 12), st.integers(1, 20), st.integers(0, 1_000_000))
def test_the_greedy_cover_fits_and_reaches_a_third_of_the_best(rows: int, columns: int, seed: int) -> None:
    problem = _problem(min(rows, 8), columns, seed)
    chosen = greedy_cover(problem)
    assert problem.costs[chosen].sum() <= problem.capacity
    # Cost-scaled greedy choice or the best single row is proved to reach (1 − 1/√e) of the best: 0.39.
    assert covered_weight(problem, chosen) >= 0.39 * _best_by_brute_force(problem) - 1e-9


def test_an_extension_adds_only_what_is_new_and_fits() -> None:
    cover = sparse.csr_array(np.array([[1, 1, 0, 0], [1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 0, 1]], dtype=float))
    problem = CoverProblem(cover, np.array([5.0, 4.0, 3.0, 2.0]), np.array([3, 3, 3, 3]), 9)
    assert extend_cover(problem, np.array([0])).tolist() == [0, 2, 3]
    assert extend_cover(problem._replace(capacity=6), np.array([0])).tolist() == [0, 2]
    assert extend_cover(problem._replace(capacity=5), np.array([0])).tolist() == [0]


def test_bigrams_go_by_stems_and_leave_out_pairs_of_stop_words() -> None:
    story = view(["Ferries capsized in the storm."], ["The ferry capsizes in the harbour in the storm."])
    bigrams = story_bigrams(story)
    # "ferri capsiz", "capsiz in", "the storm" in both; "the ferri", "the harbour", "harbour in" in the second alone.
    assert sorted(bigrams.documents.tolist()) == [1, 1, 1, 2, 2, 2]
    assert bigrams.matrix.sum(axis=1).tolist() == [3, 6]


def test_a_bigram_counts_once_and_weighs_its_documents() -> None:
    # Three documents: bigrams of two or more count. "ferri capsiz" and "captain denko", "denko surviv" have two each.
    assert set(choose("icsi", STORY, [1.0, 1.0, 1.0, 1.0, 0.9, 0.5], 2)) == {0, 1}
    # Sentence 4 has one bigram more than 1 once a single document is enough; of 0 and 2, worth the same, the better-scored.
    assert set(choose("icsi(documents=1)", STORY, [1.0, 0.9, 0.8, 0.9, 0.9, 0.5], 2)) == {0, 4}
    assert set(choose("icsi(documents=1)", STORY, [0.8, 0.9, 1.0, 0.9, 0.9, 0.5], 2)) == {2, 4}


def test_blend_lets_the_scores_weigh() -> None:
    scores = [0.01, 0.02, 0.01, 1.0, 0.02, 0.01]
    assert choose("icsi(documents=1)", STORY, scores, 1) == (4,)
    assert choose("icsi(documents=1, blend=1)", STORY, scores, 1) == (3,)


def test_a_story_of_single_words_still_gives_its_best_sentences() -> None:
    story = view(["Fire.", "Flood.", "Storm."])
    assert choose("icsi", story, [1.0, 3.0, 2.0], 2) == (1, 2)


def test_running_out_of_time_is_said_and_the_choice_still_fits() -> None:
    problem = _problem(120, 400, 7, density=0.05)._replace(capacity=120)
    solution = solve_cover(problem, seconds=0.001)
    assert not solution.exact
    assert problem.costs[solution.places].sum() <= problem.capacity
    assert covered_weight(problem, solution.places.tolist()) >= covered_weight(problem, greedy_cover(problem)) > 0
    assert 0 < solution.share < 1


def test_the_note_after_a_time_out_says_how_good_the_choice_is() -> None:
    rng = np.random.default_rng(5)
    names = [f"name{number}" for number in range(60)]
    texts = [[" ".join(rng.choice(names, 12)) + "." for _ in range(40)] for _ in range(4)]
    story = view(*texts)
    with pytest.warns(SolverWarning, match=r"^icsi stopped after 0\.001 s: its choice is worth at least \d+\.\d % of "):
        chosen = choose("icsi(time_limit=0.001)", story, [1.0] * len(story), budget_for(story, 150, "words"))
    assert cost(budget_for(story, 150, "words"), chosen) <= 150
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        choose("icsi", STORY, [1.0] * 6, 2)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("icsi(documents=-1)", "documents=-1. documents is at least 0."),
        ("icsi(blend=2)", "blend=2. blend is from 0 to 1."),
        ("icsi(time_limit=0)", "time_limit=0. time_limit is at least 0.001."),
    ],
)
def test_impossible_parameters_say_what_is_allowed(spec: str, words: str) -> None:
    with pytest.raises(SpecError) as caught:
        choose(spec, STORY, [1.0] * 6, 2)
    assert str(caught.value) == f"icsi was given {words} `meadow methods icsi` explains it."
