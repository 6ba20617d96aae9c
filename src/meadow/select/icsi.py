"""ICSI: the sentences that together hold the heaviest bigrams, found exactly.

Source: Gillick and Favre (2009), "A scalable global model for summarization", as ICSI's system at TAC 2008 used it.

A bigram weighs as many documents as hold it and counts once, however many chosen sentences hold it: maximise `Σ_i w_i c_i`
where `c_i` is at most the number of chosen sentences with bigram i, within the room. Bigrams of two stop words and bigrams
of fewer than three documents are left out; a story of three to five documents asks for two, a smaller one for one. HiGHS
solves this to the optimum. Of equal optima the one whose bigrams stand in better-scored sentences wins. Where that leaves
room, sentences follow that add most weight of bigrams, rare ones included; one that adds nothing stays out.
"""

from __future__ import annotations

import warnings

import numpy as np
from scipy import sparse

from meadow.errors import SolverWarning, check_range
from meadow.model import FloatArray, Scores
from meadow.select.budget import RemainingBudget
from meadow.select.candidates import Candidates, find_candidates, relevance
from meadow.select.cover import CoverProblem, Solution, extend_cover, solve_cover
from meadow.vectors.bigrams import story_bigrams
from meadow.vectors.view import StoryView

_USUAL_DOCUMENTS = 3


def icsi(
    view: StoryView,
    scores: Scores,
    budget: RemainingBudget,
    *,
    documents: int = 0,
    blend: float = 0.0,
    time_limit: float = 10.0,
) -> tuple[int, ...]:
    """Return the sentences that cover the largest weight of bigrams, best-scored first.

    Bigrams of fewer than `documents` documents do not count; 0 fits that to the size of the story. With `blend` from 0 to
    1 a bigram's weight is multiplied by `1 − blend + blend · r`, r being the best score, in shares of the story's best,
    among the sentences that hold it; 0 is the paper's weight. After `time_limit` seconds the best choice so far is
    returned, with a `SolverWarning` that says how good it is at least.
    """
    check_range("icsi", "documents", documents, least=0)
    check_range("icsi", "blend", blend, least=0, most=1)
    check_range("icsi", "time_limit", time_limit, least=0.001)
    candidates, relevant = find_candidates(scores.values, budget), np.maximum(relevance(scores.values), 0.0)
    least = documents if documents > 0 else min(_USUAL_DOCUMENTS, 1 + len(view.documents) // _USUAL_DOCUMENTS)
    problem = _problem(view, candidates, relevant, least=least, blend=blend)
    solution = solve_cover(problem, seconds=time_limit)
    if not solution.exact:
        _warn(solution, time_limit)
    places = extend_cover(_problem(view, candidates, relevant, least=1, blend=blend), solution.places)
    best_first = sorted(candidates.rows.tolist(), key=lambda row: (-relevant[row], row))
    chosen = set(candidates.rows[places].tolist())
    return budget.fill([row for row in best_first if row in chosen] or best_first)


def _problem(
    view: StoryView, candidates: Candidates, relevant: FloatArray, *, least: int, blend: float
) -> CoverProblem:
    """Return the bigrams of the candidates that so many documents hold, with their weights."""
    bigrams = view.kept(story_bigrams)
    matrix = bigrams.matrix[candidates.rows]
    kept = np.flatnonzero((bigrams.documents >= least) & (np.bincount(matrix.indices, minlength=matrix.shape[1]) > 0))
    cover = matrix[:, kept]
    weights, best = bigrams.documents[kept].astype(np.float64), _best_holders(cover, relevant[candidates.rows])
    # Without a blend the scores add less than one document in all, so that they decide only between optima.
    weights = weights * (1 - blend + blend * best) if blend > 0 else weights + best / (2 * max(1, len(kept)))
    return CoverProblem(cover, weights, candidates.costs, candidates.capacity)


def _best_holders(cover: sparse.csr_array, relevant: FloatArray) -> FloatArray:
    """Return for each bigram the best relevance of a sentence that holds it."""
    best = np.zeros(cover.shape[1])
    np.maximum.at(best, cover.indices, np.repeat(relevant, np.diff(cover.indptr)))
    return best


def _warn(solution: Solution, time_limit: float) -> None:
    warnings.warn(
        f"icsi stopped after {time_limit:g} s: its choice is worth at least {100 * solution.share:.1f} % of the best one. "
        f"Give it more time with icsi(time_limit={10 * time_limit:g}), or choose another selector.",
        SolverWarning,
        stacklevel=3,
    )
