"""LexRank against other programs, against the equations solved outright, and its two twins against each other."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from meadow.errors import SpecError
from meadow.model import Document, FloatArray
from meadow.rank import RANKERS
from meadow.rank.lexrank import lexrank, link_walk, similarity_walk, similarity_walk_plainly
from meadow.vectors.products import unit_rows
from meadow.vectors.view import StoryView, view_documents
from real_rows import real_matrices
from stories import FERRY, FLAT, documents, view


def ferry() -> StoryView:
    return view_documents(FERRY, background=FLAT)


def solved(weights: FloatArray, damping: float) -> FloatArray:
    """Return p of `p = (1 − d)/n + d·Bᵀp`, where B has the rows of `weights` at sum one."""
    n = len(weights)
    if n == 0:
        return np.zeros(0)
    steps = weights / weights.sum(axis=1, keepdims=True)
    return np.linalg.solve(np.eye(n) - damping * steps.T, np.full(n, (1 - damping) / n))


def cosines(story: StoryView) -> FloatArray:
    rows = story.counts("terms").unit_rows()
    similar: FloatArray = (rows @ rows.T).toarray()
    return similar


def test_continuous_form_has_the_numbers_of_networkx() -> None:
    # networkx 3.6.1: pagerank(graph of the cosines with self-links, alpha=0.85, tol=1e-14).
    wanted = [0.15389637, 0.10719073, 0.10818369, 0.16308246, 0.10878701, 0.125, 0.11262588, 0.12123386]
    assert lexrank(ferry()).values == pytest.approx(wanted, abs=1e-6)


def test_thresholded_form_has_the_numbers_of_networkx() -> None:
    # The same with a link of weight 1 for each cosine over 0.1.
    wanted = [0.15106952, 0.08183386, 0.12276505, 0.15106952, 0.07880668, 0.125, 0.13319749, 0.15625789]
    assert lexrank(ferry(), continuous=False).values == pytest.approx(wanted, abs=1e-6)


def test_without_starting_anew_it_has_the_numbers_of_the_lexrank_package() -> None:
    # lexrank 0.1.0: stationary_distribution of the same links, which has no damping.
    wanted = [0.16203704, 0.06481481, 0.12962963, 0.16203704, 0.06481481, 0.125, 0.12962963, 0.16203704]
    assert RANKERS.build("lexrank(continuous=false, damping=1)")(ferry()).values == pytest.approx(wanted, abs=1e-6)


def test_by_hand() -> None:
    story = view(["Red fox."], ["Red fox."], ["Grey owl."])
    # The foxes form a pair, the owl has itself: each is visited as often as any.
    assert lexrank(story).values == pytest.approx([1 / 3] * 3)
    # "red fox", "red owl", "red": cosines ½ and √½ twice; degrees 1.5 + √½ twice and 1 + 2√½.
    rows = np.array([[1, 0.5, 0.5**0.5], [0.5, 1, 0.5**0.5], [0.5**0.5, 0.5**0.5, 1]])
    assert cosines(view(["Red fox.", "Red owl.", "Red!"])) == pytest.approx(rows)
    degrees = rows.sum(axis=1)
    # Without starting anew, a walk on symmetric weights visits in proportion to the degree.
    found = lexrank(view(["Red fox.", "Red owl.", "Red!"]), damping=1.0).values
    assert found == pytest.approx(degrees / degrees.sum(), abs=1e-6)


@given(documents, st.sampled_from([0.0, 0.5, 0.85]))
@settings(max_examples=60, deadline=None)
def test_the_walk_that_never_forms_the_matrix_solves_the_dense_equations(made: list[Document], damping: float) -> None:
    story = view_documents(made, background=FLAT)
    worded = np.diff(story.counts("terms").matrix.indptr) > 0
    similar = cosines(story)[np.ix_(worded, worded)]
    found = lexrank(story, damping=damping).values
    assert found[worded] == pytest.approx(solved(similar, damping), abs=1e-6)
    assert (found[~worded] == 0).all()
    assert found.sum() == pytest.approx(float(worded.any()))


@given(documents, st.sampled_from([0.1, 0.35]))
@settings(max_examples=40, deadline=None)
def test_the_thresholded_walk_solves_the_dense_equations(made: list[Document], threshold: float) -> None:
    rows = view_documents(made, background=FLAT).counts("terms").unit_rows()
    rows = rows[np.diff(rows.indptr) > 0]
    links = ((rows @ rows.T).toarray() > threshold).astype(np.float64)
    assert link_walk(rows, threshold, 0.85) == pytest.approx(solved(links, 0.85), abs=1e-6)


def _by_loops(rows: sparse.csr_array, damping: float) -> FloatArray:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("meadow.rank.lexrank.COMPILED", True)
        return similarity_walk(rows, damping)


@settings(deadline=None)
@given(real_matrices(empty_rows=False), st.floats(0, 1))
def test_loops_give_the_same_bits(matrix: sparse.csr_array, damping: float) -> None:
    rows = unit_rows(matrix, np.random.default_rng(0).random(matrix.shape[1]) + 0.1)
    assert _by_loops(rows, damping).tobytes() == similarity_walk_plainly(rows, damping).tobytes()


def test_one_row_is_visited_always_and_no_row_never() -> None:
    one = sparse.csr_array(np.array([[0.6, 0.8]]))
    assert _by_loops(one, 0.85).tolist() == similarity_walk_plainly(one, 0.85).tolist() == [1.0]
    none = sparse.csr_array((0, 2))
    assert len(_by_loops(none, 0.85)) == len(similarity_walk_plainly(none, 0.85)) == 0


def test_products_are_rounded_before_they_are_added() -> None:
    # (1 + ε)² = 1 + 2ε + ε²: one rounding, of the sum with 1, keeps what two roundings lose.
    near = 1 + 2.0**-52
    rows = sparse.csr_array(np.array([[1.0, near, 2.0**-30]]))
    assert _by_loops(rows, 0.5).tobytes() == similarity_walk_plainly(rows, 0.5).tobytes()


@pytest.mark.parametrize("setting", ["damping=1.5", "damping=-0.1", "threshold=2"])
def test_settings_out_of_range_say_what_is_allowed(setting: str) -> None:
    with pytest.raises(SpecError, match="from 0 to 1"):
        RANKERS.build(f"lexrank({setting})")(ferry())
