"""Subsumption: closure and classes, what an extract earns, and how far judges agree."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError
from meadow.lab.evaluate.subsumption import (
    Answer,
    agreement_levels,
    agreement_scores,
    counted_shares,
    equivalence_classes,
    greedy_extract,
    possible_subsumers,
    transitive_closure,
)

TOTAL = 6
links_between = st.lists(st.tuples(st.integers(0, TOTAL - 1), st.integers(0, TOTAL - 1)), max_size=12)

# Table 8: what five judges name as subsumers of the first seven sentences of cluster A.
TABLE_8: list[list[Answer]] = [
    [None, {"A2-1"}, {"A2-1"}, None, {"A2-1"}],
    [{"A2-5"}, {"A2-5"}, set(), set(), {"A2-5"}],
    [set(), set(), set(), set(), {"A2-10"}],
    ["A2-10", "A2-10", "A2-10", None, "A2-10"],
    [set(), {"A2-1"}, set(), {"A2-2"}, {"A2-4"}],
    [set(), set(), set(), set(), {"A2-7"}],
    [set(), set(), set(), set(), {"A2-8"}],
]
# Table 9: for 5, 4, 3 and 2 agreeing judges the "+" and "−" counts of each cluster, and the cluster's sentences.
TABLE_9 = {
    "A": ([(0, 7), (1, 6), (3, 6), (1, 1)], 25),
    "B": ([(0, 24), (3, 6), (4, 5), (2, 1)], 45),
    "C": ([(0, 45), (1, 10), (4, 4), (1, 0)], 65),
    "D": ([(0, 88), (9, 37), (28, 20), (7, 0)], 189),
    "F": ([(0, 61), (0, 11), (3, 7), (1, 0)], 83),
}


def _earned(
    utilities: list[int], chosen: list[int], subsumers: tuple[frozenset[int], ...], credit: Fraction
) -> Fraction:
    """Return what the definition says: E times the utility where the extract holds a subsumer."""
    return sum(
        (utilities[one] * (credit if subsumers[one] & set(chosen) else Fraction(1)) for one in chosen),
        start=Fraction(0),
    )


@pytest.mark.golden("M11")
def test_figure_1_as_links() -> None:
    # Sentences 1–10 of the first article are 0–9, those of the second 10–19.
    links = [(1, 11), (3, 11), (4, 11), (8, 12), (8, 13)]
    subsumers = possible_subsumers(links, 20)
    assert {one: sorted(others) for one, others in enumerate(subsumers) if others} == {
        1: [11], 3: [11], 4: [11], 8: [12, 13],
    }  # fmt: skip
    assert all(len(group) == 1 for group in equivalence_classes(links, 20))


@pytest.mark.golden("M11")
def test_sentences_that_subsume_each_other_are_equivalent() -> None:
    links = [(0, 2), (2, 4), (4, 0), (1, 2), (3, 3)]
    assert list(map(sorted, equivalence_classes(links, 5))) == [[0, 2, 4], [1], [3]]
    # Sentence 1 is subsumed by the whole class, through its link to one member; in the class the earlier ones count.
    assert list(map(sorted, possible_subsumers(links, 5))) == [[], [0, 2, 4], [0], [], [0, 2]]


def test_credit_is_given_once_and_to_the_earliest_of_equals() -> None:
    subsumers = possible_subsumers([(0, 1), (1, 0), (1, 2), (0, 2)], 3)
    assert counted_shares([0, 1, 2], subsumers, credit=0.5).tolist() == [0.5, 0.5, 1]
    assert counted_shares([0, 1], subsumers, credit=0.5).tolist() == [1, 0.5, 0]
    assert counted_shares([1], subsumers, credit=0.5).tolist() == [0, 1, 0]


@given(links_between)
def test_classes_are_mutual_reachability(links: list[tuple[int, int]]) -> None:
    closure = transitive_closure(links, TOTAL)
    classes = equivalence_classes(links, TOTAL)
    assert sorted(one for group in classes for one in group) == list(range(TOTAL))
    home = {one: group for group in classes for one in group}
    for a in range(TOTAL):
        for b in range(TOTAL):
            mutual = a == b or (b in closure[a] and a in closure[b])
            assert (home[a] == home[b]) == mutual


@given(links_between)
def test_the_closure_is_closed(links: list[tuple[int, int]]) -> None:
    closure = transitive_closure(links, TOTAL)
    assert all(b in closure[a] for a, b in links if a != b)
    assert all(closure[b] <= closure[a] for a in range(TOTAL) for b in closure[a])


@given(
    links_between,
    st.lists(st.integers(0, 10), min_size=TOTAL, max_size=TOTAL),
    st.integers(1, TOTAL),
    st.sampled_from([Fraction(0), Fraction(1, 10), Fraction(1, 2), Fraction(7, 10), Fraction(1)]),
)
def test_the_greedy_extract_is_the_one_its_definition_gives(
    links: list[tuple[int, int]], utilities: list[int], count: int, credit: Fraction
) -> None:
    subsumers = possible_subsumers(links, TOTAL)
    expected: list[int] = []
    for _ in range(count):
        left = [one for one in range(TOTAL) if one not in expected]
        expected.append(max(left, key=lambda one: (_earned(utilities, [*expected, one], subsumers, credit), -one)))
    floats = np.array(utilities, dtype=np.float64)
    assert list(greedy_extract(floats, subsumers, count=count, credit=float(credit))) == expected


def test_rounding_does_not_break_ties() -> None:
    # After 4, 3 and 2, sentence 0 adds 1, and sentence 1 adds 3 − (1 − 0.8)·10, which floats make a little more than 1.
    utilities = np.array([1.0, 3.0, 3.0, 6.0, 10.0])
    assert greedy_extract(utilities, possible_subsumers([(4, 1)], 5), count=4, credit=0.8) == (4, 3, 2, 0)


@pytest.mark.golden("M13")
def test_table_8() -> None:
    # The paper prints +4 for the sixth sentence, but four judges named none there.
    assert agreement_scores(TABLE_8) == [3, 3, -4, 4, -2, -4, -4]


@pytest.mark.golden("M13")
@pytest.mark.parametrize("cluster", TABLE_9)
def test_table_9_counts_every_sentence_once(cluster: str) -> None:
    rows, sentences = TABLE_9[cluster]
    answers: list[list[Answer]] = []
    for level, (plus, minus) in zip((5, 4, 3, 2), rows, strict=True):
        # So many judges agree; the others each name a sentence that nobody else names.
        odd: list[Answer] = [{f"odd {judge}"} for judge in range(5 - level)]
        answers += [[*[{"x"}] * level, *odd] for _ in range(plus)]
        answers += [[*[None] * level, *odd] for _ in range(minus)]
    levels = agreement_levels(answers)
    assert [levels[level] for level in (5, 4, 3, 2)] == rows
    assert levels[1] == (0, 0)
    assert sum(map(sum, levels.values())) == sentences


def test_equal_scores_count_as_no_subsumption() -> None:
    assert agreement_scores([[{"a"}, {"a", "b"}, None, set()]]) == [-2]
    assert agreement_scores([[{"a", "b"}, {"b"}, None]]) == [2]


def test_bad_answers_and_links_are_explained() -> None:
    with pytest.raises(InputError, match=r"answers of 1, 2 judges. Every sentence has one answer per judge"):
        agreement_scores([[None], [None, None]])
    with pytest.raises(InputError, match="answers of no judges"):
        agreement_levels([])
    with pytest.raises(InputError, match=r"link \(0, 6\) names a sentence that is not there. Sentences .* 0 to 5"):
        equivalence_classes([(0, 6)], 6)
