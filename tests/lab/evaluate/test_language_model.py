from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.lab.evaluate.language_model import END, START, UNSEEN, Prediction, good_turing_discounts, train

TINY = [["a", "b"], ["a", "b"], ["a", "c"]]
TEXTS = st.lists(st.lists(st.sampled_from("abcde"), max_size=7), min_size=1, max_size=12)


def test_single_words_equal_a_hand_computation() -> None:
    model = train(TINY)

    # Counts a 3, b 2, c 1, end 3: n_1 = 1, n_2 = 1, n_3 = 2. The ratios 2·1/1, 3·2/2 and 0 all break down, so raw
    # counts stay, beside them the class of unseen words with the weight n_1 = 1; together 10.
    assert {word: model.probability(word) for word in sorted(model.vocabulary)} == pytest.approx(
        {"a": 0.3, "b": 0.2, "c": 0.1, END: 0.3, UNSEEN: 0.1}
    )


def test_pairs_equal_a_hand_computation() -> None:
    model = train(TINY)

    # Pairs (start a) 3, (a b) 2, (a c) 1, (b end) 2, (c end) 1: n_1 = 2, n_2 = 2, n_3 = 1, so a 2 counts 3·1/(2·2) = ¾
    # of itself, and 1 and 3 stay. After a: 1.5/3 and 1/3; what is left, 0.5/3, goes to the 0.7 that are not b or c.
    assert model.probability("b", ["a"]) == pytest.approx(1 / 2)
    assert model.probability("c", ["a"]) == pytest.approx(1 / 3)
    assert model.probability("a", ["a"]) == pytest.approx(1 / 6 / 0.7 * 0.3)
    assert model.probability(END, ["b"]) == pytest.approx(1.5 / 2)
    # After the start and after c nothing was set free: the denominator grows by one.
    assert model.probability("a", [START]) == pytest.approx(3 / 4)
    assert model.probability(END, ["c"]) == pytest.approx(1 / 2)
    assert model.probability("a", ["c"]) == pytest.approx(1 / 2 / 0.7 * 0.3)


def test_a_sentence_equals_a_hand_computation() -> None:
    model = train(TINY)

    # Triples (start a b) 2, (start a c) 1, (a b end) 2, (a c end) 1 stay raw: n_1 = n_2 = 2, ratios 2 and 0.
    seen = model.predict([["a", "b"]])
    assert seen.events == 3
    assert seen.log_probability == pytest.approx(math.log(3 / 4 * 2 / 4 * 2 / 3))
    assert seen.perplexity == pytest.approx(4 ** (1 / 3))

    # A new word after (start a): ¼ is free there for the 1/6 that is not b or c after a, times its 1/42 after a;
    # nothing is known after the new word, so the sentence end has its 0.3.
    new = model.predict([["a", "new"]])
    assert math.exp(new.log_probability) == pytest.approx(3 / 4 * (1 / 4 / (1 / 6)) * (1 / 6 / 0.7 * 0.1) * 0.3)


def test_discounts_equal_katz_and_set_free_the_mass_of_singletons() -> None:
    number = {1: 100, 2: 40, 3: 22, 4: 14, 5: 10, 6: 7, 7: 6, 8: 3, 20: 2}
    counts = [count for count, how_many in number.items() for _ in range(how_many)]

    discounts = good_turing_discounts(counts)

    assert set(discounts) == {1, 2, 3, 4, 5, 6, 7}
    assert discounts[1] == pytest.approx((2 * 40 / 100 - 8 * 3 / 100) / (1 - 8 * 3 / 100))
    assert discounts[7] == pytest.approx((8 * 3 / (7 * 6) - 8 * 3 / 100) / (1 - 8 * 3 / 100))
    assert sum(count * (1 - discounts.get(count, 1)) for count in counts) == pytest.approx(100)


def test_unseen_words_have_the_share_of_singletons_where_nothing_breaks_down() -> None:
    number = {1: 100, 2: 40, 3: 22, 4: 14, 5: 10, 6: 7, 7: 6, 8: 3}
    text = [[f"w{count}-{i}"] for count, how_many in number.items() for i in range(how_many) for _ in range(count)]

    assert train(text).probability("new") == pytest.approx(100 / (2 * len(text)))


@pytest.mark.parametrize(
    ("counts", "wanted"),
    [
        ([], {}),
        ([2, 2, 3], {2: 1.0, 3: 1.0}),  # nothing seen once
        ([1, 1, 1, 1, 2], {1: 0.5, 2: 1.0}),  # no 3: the ratio of 2 is 0
        ([1, 2, 2], {1: 1.0, 2: 1.0}),  # the ratio of 1 is 4
        ([1, 8, 8], {1: 1.0}),  # 8·2/1: nothing is left to set free; an 8 is above the limit
    ],
)
def test_raw_counts_stay_where_discounts_break_down(counts: list[int], wanted: dict[int, float]) -> None:
    assert good_turing_discounts(counts) == pytest.approx(wanted)


@given(TEXTS, st.lists(st.sampled_from(["a", "b", "c", "new", START]), max_size=3))
def test_probabilities_sum_to_one_after_any_history(text: list[list[str]], history: list[str]) -> None:
    model = train(text)
    each = [model.probability(word, history) for word in model.vocabulary]

    assert all(0 <= probability <= 1 for probability in each)
    assert sum(each) == pytest.approx(1 if any(text) else 0, abs=1e-9)


@given(TEXTS, st.integers(1, 4), st.integers(0, 9))
def test_probabilities_sum_to_one_after_every_seen_history(text: list[list[str]], order: int, discounted: int) -> None:
    model = train(text, order=order, discounted=discounted)

    for history in model.histories:
        assert sum(model.probability(word, history) for word in model.vocabulary) == pytest.approx(1, abs=1e-9)


@given(TEXTS, TEXTS)
def test_predictions_of_parts_add_up(text: list[list[str]], other: list[list[str]]) -> None:
    model = train(text)
    parts = model.predict(text) + model.predict(other)
    whole = model.predict(text + other)

    assert parts.events == whole.events == sum(len(words) + 1 for words in text + other if words)
    assert parts.log_probability == pytest.approx(whole.log_probability)


def test_a_longer_history_than_the_order_is_cut() -> None:
    model = train(TINY)

    assert model.probability("b", ["c", "c", START, "a"]) == model.probability("b", [START, "a"]) == 0.5
    assert train(TINY, order=1).probability("b", ["a"]) == pytest.approx(0.2)


def test_without_singletons_a_new_word_is_impossible() -> None:
    prediction = train([["a"], ["a"]]).predict([["new"]])

    assert prediction.perplexity == math.inf
    assert prediction.mean_probability == 0


def test_an_empty_text_makes_nothing_probable_and_nothing_to_predict_has_no_perplexity() -> None:
    assert train([[], []]).predict([["a"]]).perplexity == math.inf
    assert train([]).vocabulary == frozenset()
    assert train(TINY).predict([[]]) == Prediction(0.0, 0)
    assert Prediction().perplexity is None
