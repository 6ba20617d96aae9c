"""The order of print: an opening, then time."""

from meadow.select.order import Ordered, opening_first, printed_order


def test_the_best_opening_that_was_chosen_comes_first() -> None:
    assert opening_first((4, 1, 7), [9, 7, 1]) == (7, 1, 4)
    assert opening_first((4, 1, 7), []) == (1, 4, 7)


def test_only_a_choice_with_an_order_of_its_own_keeps_it() -> None:
    assert printed_order(Ordered([7, 1, 4])) == [7, 1, 4]
    assert printed_order((7, 1, 4)) == [1, 4, 7]
