"""Budgets: counts, shares, their rounding, and what is refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import meadow
from meadow.errors import BudgetError
from meadow.model import Budget, Document
from meadow.model.budgets import MOST_AMOUNT, parse_budget
from meadow.select.budget import LazyBudget, RemainingBudget, best_first, limit_of, make_budget, sentence_share


@pytest.mark.golden("M6")
@pytest.mark.parametrize(
    ("total", "percent", "count"), [(50, 20, 10), (25, 10, 3), (12, 20, 2), (4, 50, 2), (3, 1, 1), (15, 20, 3)]
)
def test_a_share_of_sentences_is_rounded_half_up_and_at_least_one(total: int, percent: float, count: int) -> None:
    assert sentence_share(total, percent) == count


@pytest.mark.golden("M6")
def test_the_release_rounds_up() -> None:
    assert sentence_share(12, 20, "up") == 3
    assert sentence_share(100, 10, "up") == 10


@pytest.mark.golden("T13")
def test_a_share_of_characters_is_the_floor_over_all_sentences() -> None:
    assert limit_of(Budget("characters", 5, share=True), sentences=9, characters=1999) == 99


def test_one_hundred_words_without_any_budget() -> None:
    assert make_budget() == Budget("words", 100)


@pytest.mark.parametrize(
    ("given_lengths", "words"),
    [
        ({"sentences": 3, "words": 50}, "More than one length was given: sentences=3, words=50."),
        ({"percent": 101}, "over 0 and at most 100"),
        ({"percent": 0}, "over 0 and at most 100"),
        ({"sentences": 0}, "A whole number of sentences, 1 or more."),
        ({"words": -5}, "A whole number of words, 1 or more."),
        ({"words": 2.5}, "A whole number of words, 1 or more."),
        ({"characters": "many"}, "characters was given 'many'."),
        ({"characters": "120%"}, "over 0 and at most 100"),
        ({"words": "5%"}, "Only characters take a share"),
        ({"percent": float("nan")}, "over 0 and at most 100"),
        ({"sentences": True}, "A whole number of sentences"),
        ({"sentences": 10**20}, "At most 1,000,000,000 sentences."),
        ({"words": 10**9 + 1}, "At most 1,000,000,000 words."),
        ({"characters": "1e30"}, "At most 1,000,000,000 characters."),
    ],
)
def test_impossible_budgets_say_what_is_allowed(given_lengths: dict[str, object], words: str) -> None:
    with pytest.raises(BudgetError) as caught:
        make_budget(**given_lengths)  # type: ignore[arg-type]
    assert words in str(caught.value)
    assert caught.value.exit_code == 2


@pytest.mark.parametrize("text", ["words=99999999999999999999", "characters=1e+300", "sentences=1e+400"])
def test_a_budget_that_is_read_from_a_text_is_bounded_too(text: str) -> None:
    with pytest.raises(BudgetError):
        parse_budget(text)


def test_the_longest_budget_keeps_everything() -> None:
    text = "The ferry sank on Monday. Divers searched the wreck. The harbour was closed."
    for unit in ("sentences", "words", "characters"):
        given = {unit: MOST_AMOUNT}
        summary = meadow.summarize([Document("a", text=text)], **given)  # type: ignore[arg-type]
        assert "closed" in summary.text


def test_budgets_print_as_signatures_show_them() -> None:
    assert str(make_budget(characters="5%")) == "characters=5%"
    assert str(make_budget(percent=10)) == "sentences=10%"
    assert str(make_budget(words=60)) == "words=60"


def _budget(limit: int, sizes: list[int], *, gap: int = 0, unusable: frozenset[int] = frozenset()) -> RemainingBudget:
    usable = np.array([row not in unusable for row in range(len(sizes))], dtype=np.bool_)
    return RemainingBudget("words", limit, np.array(sizes, np.int32), usable, gap)


def test_filling_passes_over_what_does_not_fit_and_what_was_emptied() -> None:
    assert _budget(10, [6, 7, 4, 1]).fill([0, 1, 2, 3]) == (0, 2)
    assert _budget(10, [6, 7, 3, 1], unusable=frozenset({0})).fill([0, 1, 2, 3]) == (1, 2)


def test_the_gap_between_sentences_counts() -> None:
    assert _budget(10, [5, 5], gap=1).fill([0, 1]) == (0,)
    assert _budget(11, [5, 5], gap=1).fill([0, 1]) == (0, 1)


@given(st.integers(1, 60), st.lists(st.integers(0, 20), max_size=12), st.integers(0, 1))
def test_filling_never_exceeds_the_limit(limit: int, sizes: list[int], gap: int) -> None:
    chosen = _budget(limit, sizes, gap=gap).fill(range(len(sizes)))
    assert sum(sizes[row] for row in chosen) + gap * max(0, len(chosen) - 1) <= limit


def test_equal_values_keep_the_earlier_sentence_first() -> None:
    assert best_first(np.array([1.0, 2.0, 2.0, 0.5])) == [1, 2, 0, 3]


@given(st.lists(st.one_of(st.none(), st.integers(0, 9)), max_size=12), st.integers(1, 30), st.integers(0, 1))
def test_a_lazy_room_fills_as_one_that_is_measured_at_once(sizes: list[int | None], limit: int, gap: int) -> None:
    known = np.array([0 if size is None else size for size in sizes], np.int32)
    measured = RemainingBudget(
        "characters", limit, known, np.array([size is not None for size in sizes], np.bool_), gap
    )
    lazy = LazyBudget("characters", limit, len(sizes), lambda row: sizes[row], gap=gap)
    order = range(len(sizes))[::-1]
    assert lazy.fill(order) == measured.fill(order)
    assert lazy.sizes.tolist() == measured.sizes.tolist()
    assert lazy.usable.tolist() == measured.usable.tolist()


def test_a_lazy_room_measures_only_what_is_looked_at() -> None:
    looked_at: list[int] = []

    def measure(row: int) -> int:
        looked_at.append(row)
        return 5

    assert LazyBudget("words", 10, 1000, measure).fill(range(7, 1000)) == (7, 8)
    assert looked_at == [7, 8]
