"""Relative utility: the paper's tables, the judges of GA3, and what must hold for any judges."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError, UsageError
from meadow.lab.evaluate.utility import (
    all_rates,
    parse_extract,
    parse_sentjudge,
    relative_utility,
    sentence_count,
    with_subsumption,
)
from shared import shared

TABLE_6 = [[10, 8, 2, 5], [10, 9, 3, 6], [5, 8, 4, 9]]

GA3_AGREEMENT = [0.765335, 0.778573, 0.792826, 0.823989, 0.846355, 0.864201, 0.888567, 0.925309, 0.957593]
GA3_RANDOM = [0.538102, 0.574572, 0.612478, 0.658876, 0.707090, 0.753139, 0.810199, 0.867648, 0.925241]


@st.composite
def judged_stories(draw: st.DrawFn) -> tuple[list[list[int]], int, frozenset[int]]:
    """Small stories: up to four judges, up to six sentences, a length and an extract of that length."""
    total = draw(st.integers(1, 6))
    scores = st.lists(st.integers(0, 10), min_size=total, max_size=total)
    judges = draw(st.lists(scores, min_size=1, max_size=4))
    count = draw(st.integers(1, total))
    extract = draw(st.permutations(range(total)))[:count]
    return judges, count, frozenset(extract)


@st.composite
def linked_stories(draw: st.DrawFn) -> tuple[list[list[int]], list[tuple[int, int]], int]:
    judges, count, _ = draw(judged_stories())
    sentence = st.integers(0, len(judges[0]) - 1)
    return judges, draw(st.lists(st.tuples(sentence, sentence), max_size=8)), count


@pytest.mark.golden("M10")
def test_table_7_the_cross_judge_matrix() -> None:
    result = relative_utility(TABLE_6, count=2)
    # Judges 1 and 2 pick sentences 1 and 2, judge 3 picks 2 and 4; their best are worth 18, 19 and 17.
    assert result.matrix[0] == pytest.approx([18 / 18, 19 / 19, 13 / 17])
    assert result.matrix[1] == pytest.approx([18 / 18, 19 / 19, 13 / 17])
    assert result.matrix[2] == pytest.approx([13 / 18, 15 / 19, 17 / 17])
    assert result.per_judge == pytest.approx([0.882353, 0.882353, 517 / 684], abs=1e-6)
    assert result.agreement == pytest.approx(29309 / 34884, abs=1e-12)
    assert result.random == pytest.approx(25535 / 34884, abs=1e-12)
    assert result.system is None
    assert result.normalized is None


@pytest.mark.golden("M10")
@pytest.mark.parametrize(
    ("extract", "system", "normalized"),
    [
        ("12", 0.9216, 389 / 222),
        ("13", 0.6268, -0.972708),
        ("14", 0.8330, 3523 / 3774),
        ("23", 0.6310, -0.933492),
        ("24", 0.8372, 3671 / 3774),
        ("34", 0.5424, -1.752252),
    ],
)
def test_the_six_extracts_of_table_6(extract: str, system: float, normalized: float) -> None:
    result = relative_utility(TABLE_6, count=2, extract=[int(number) - 1 for number in extract])
    assert result.system == pytest.approx(system, abs=5e-5)
    assert result.normalized == pytest.approx(normalized, abs=1e-6)


@pytest.mark.golden("M10")
def test_table_6_at_the_other_rates() -> None:
    rates = all_rates(TABLE_6, percents=(25, 75, 100))
    assert [rate.agreement for rate in rates.values()] == pytest.approx([379 / 540, 1, 1])
    assert [rate.random for rate in rates.values()] == pytest.approx([737 / 1080, 10717 / 12650, 1])
    whole = relative_utility(TABLE_6, count=4, extract=range(4))
    assert whole.system == 1
    assert whole.normalized is None
    assert any("no better than chance" in note for note in whole.notes)


@pytest.mark.golden("M10")
def test_the_judges_of_ga3_at_every_rate() -> None:
    table = parse_sentjudge(shared("data", "mead", "GA3", "GA3.sentjudge").read_text(encoding="utf-8"))
    assert (len(table.sentences), len(table.judges)) == (97, 9)
    rates = list(all_rates(table.utilities).values())
    assert [rate.agreement for rate in rates] == pytest.approx(GA3_AGREEMENT, abs=5e-7)
    assert [rate.random for rate in rates] == pytest.approx(GA3_RANDOM, abs=5e-7)
    # At 90 % the judges are so near to chance that D hardly means anything, and the result says so.
    assert [bool(rate.notes) for rate in rates] == [False] * 8 + [True]
    assert "J − R is only 0.0324" in rates[-1].notes[0]


@pytest.mark.golden("M10")
@pytest.mark.parametrize(
    ("count", "agreement", "random", "system", "normalized"),
    [(10, 0.765335, 0.538102, 0.729295, 0.841394), (20, 0.780340, 0.578967, 0.721050, 0.705574)],
)
def test_the_published_extracts_of_ga3(
    count: int, agreement: float, random: float, system: float, normalized: float
) -> None:
    table = parse_sentjudge(shared("data", "mead", "GA3", "GA3.sentjudge").read_text(encoding="utf-8"))
    published = shared("data", "mead", "GA3", f"GA3.{count}.extract").read_text(encoding="utf-8")
    result = relative_utility(table.utilities, count=count, extract=parse_extract(published, table))
    scores = (result.agreement, result.random, result.system, result.normalized)
    assert scores == pytest.approx((agreement, random, system, normalized), abs=5e-7)


@pytest.mark.golden("M12")
@pytest.mark.parametrize(("extract", "reached"), [([0, 2], 18), ([2, 3], 15)])
def test_table_5_gives_credit_for_less_than_ideal_sentences(extract: list[int], reached: int) -> None:
    result = relative_utility([[10, 9, 8, 7]], count=2, extract=extract)
    assert result.system == pytest.approx(reached / 19)


@pytest.mark.golden("M11")
@pytest.mark.parametrize(
    ("credit", "earned", "best", "random"), [(1.0, 20, 20, 0.658333), (0.5, 15, 19, 0.688995), (0.0, 10, 19, 0.685008)]
)
def test_figure_7_by_credit(credit: float, earned: int, best: int, random: float) -> None:
    # Article by article, four sentences each; the first sentence of the first is subsumed by that of the second.
    utilities = [10, 8, 2, 5, 10, 9, 3, 6, 5, 8, 4, 9]
    result = with_subsumption([utilities], [(0, 4)], count=2, credit=credit, extract={0, 4})
    assert result.system == pytest.approx(earned / best)
    assert result.random == pytest.approx(random, abs=5e-7)
    assert result.agreement is None
    assert f"credit={credit:g}" in result.signature


@given(judged_stories())
def test_random_in_closed_form_is_the_mean_over_all_extracts(
    story: tuple[list[list[int]], int, frozenset[int]],
) -> None:
    judges, count, _ = story
    result = relative_utility(judges, count=count)
    useful = [row for row in judges if any(row)]
    if not useful:
        assert result.random is None
        return
    extracts = list(combinations(range(len(judges[0])), count))
    reached = [
        Fraction(sum(row[sentence] for sentence in extract), sum(sorted(row)[-count:]))
        for extract in extracts
        for row in useful
    ]
    assert result.random == pytest.approx(float(mean(reached)))


@given(judged_stories())
def test_scores_stay_within_their_bounds(story: tuple[list[list[int]], int, frozenset[int]]) -> None:
    judges, count, extract = story
    result = relative_utility(judges, count=count, extract=extract)
    cells = [cell for row in result.matrix for cell in row if cell is not None]
    assert all(0 <= cell <= 1 + 1e-12 for cell in cells)
    if result.system is not None and result.agreement is not None and result.normalized is not None:
        assert result.random is not None
        rebuilt = result.random + result.normalized * (result.agreement - result.random)
        assert rebuilt == pytest.approx(result.system, abs=1e-9)


@given(linked_stories(), st.sampled_from([0.0, 0.3, 0.5, 1.0]))
def test_random_with_subsumption_is_the_mean_over_all_extracts(
    story: tuple[list[list[int]], list[tuple[int, int]], int], credit: float
) -> None:
    judges, links, count = story
    result = with_subsumption(judges, links, count=count, credit=credit)
    extracts = combinations(range(len(judges[0])), count)
    systems = [with_subsumption(judges, links, count=count, credit=credit, extract=one).system for one in extracts]
    if result.random is None:
        assert systems == [None] * len(systems)
    else:
        assert result.random == pytest.approx(mean(system for system in systems if system is not None))


@given(linked_stories())
def test_full_credit_makes_subsumption_disappear(story: tuple[list[list[int]], list[tuple[int, int]], int]) -> None:
    judges, links, count = story
    plain = relative_utility(judges, count=count, extract=range(count))
    linked = with_subsumption(judges, links, count=count, credit=1, extract=range(count))
    # The two sum in another order, so a figure in a note may differ in its last digit.
    assert [re.sub(r"[\d.]+", "", note) for note in linked.notes] == [
        re.sub(r"[\d.]+", "", note) for note in plain.notes
    ]
    pairs = [(linked.agreement, plain.agreement), (linked.random, plain.random), (linked.system, plain.system)]
    for row, other in zip(linked.matrix, plain.matrix, strict=True):
        pairs += zip(row, other, strict=True)
    for left, right in pairs:
        assert left == (None if right is None else pytest.approx(right))


def test_ties_go_to_the_earlier_sentence() -> None:
    result = relative_utility([[5, 5, 5], [0, 0, 10]], count=1)
    assert result.matrix == ((1.0, 0.0), (1.0, 1.0))


def test_a_judge_who_finds_nothing_useful_is_left_out() -> None:
    result = relative_utility([[10, 0], [0, 0], [0, 10]], count=1, extract=[0])
    assert result.matrix == ((1.0, None, 0.0), (None, None, None), (0.0, None, 1.0))
    assert result.per_judge == (0.0, None, 0.0)
    assert (result.agreement, result.random, result.system) == (0.0, 0.5, 0.5)
    assert "Judge 1 finds nothing useful" in result.notes[0]


def test_one_judge_cannot_agree() -> None:
    result = relative_utility([[3, 1]], count=1, extract=[1])
    assert (result.agreement, result.normalized, result.per_judge) == (None, None, (None,))
    assert result.system == pytest.approx(1 / 3)
    assert "needs two judges" in result.notes[0]


def test_a_short_extract_is_scored_and_noted() -> None:
    result = relative_utility(TABLE_6, count=2, extract=[0, 0])
    assert result.system == pytest.approx((10 / 18 + 10 / 19 + 5 / 17) / 3)
    assert result.notes == ("The extract has only 1 of the 2 sentences that it may have.",)


@pytest.mark.golden("M10")
@pytest.mark.parametrize(
    ("total", "percent", "count"), [(50, 20, 10), (25, 10, 3), (12, 20, 2), (4, 50, 2), (3, 10, 1), (97, 20, 19)]
)
def test_rates_are_rounded_half_up(total: int, percent: int, count: int) -> None:
    assert sentence_count(total, percent) == count


@pytest.mark.parametrize(
    ("judges", "words"),
    [
        ([[1, 2], [3]], "rows differ in length"),
        ([[1, None]], "holds nan"),
        ([[1, -1]], r"holds -1.0 \(judge 0, sentence 1\)"),
        ([[]], r"has the shape \(1, 0\)"),
        ([1, 2], r"has the shape \(2,\)"),
    ],
)
def test_bad_judges_are_named(judges: list[object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        relative_utility(judges, count=1)  # type: ignore[arg-type]


def test_bad_lengths_and_extracts_are_named() -> None:
    with pytest.raises(UsageError, match=r"An extract of 5 sentences cannot be drawn from 4. count is between 1 and 4"):
        relative_utility(TABLE_6, count=5)
    with pytest.raises(InputError, match=r"names sentence 4, which is not there. Sentences are numbered 0 to 3"):
        relative_utility(TABLE_6, count=2, extract=[4])
    with pytest.raises(UsageError, match=r"has 3 sentences, but count is 2.*compare it at count=3"):
        relative_utility(TABLE_6, count=2, extract=[0, 1, 2])
    with pytest.raises(UsageError, match="no extract for 20 %"):
        all_rates(TABLE_6, percents=(10, 20), extracts={10: [0]})
    with pytest.raises(UsageError, match="A rate of 0 % is impossible"):
        sentence_count(10, 0)
    with pytest.raises(UsageError, match=r"cannot earn 1.5 of its utility. credit \(E\) lies between 0 and 1"):
        with_subsumption(TABLE_6, [], count=2, credit=1.5)
