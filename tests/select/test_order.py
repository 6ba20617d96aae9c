"""In which order a choice is printed, and what it says of names."""

from __future__ import annotations

from copy import deepcopy

from meadow.select.order import Ordered, named_in, opening_first, printed_order


def test_a_choice_is_printed_in_the_order_of_the_story_unless_it_has_one() -> None:
    assert printed_order((3, 1, 2)) == [1, 2, 3]
    assert printed_order(Ordered((3, 1, 2))) == [3, 1, 2]
    assert printed_order(opening_first([4, 3, 1], [3])) == [3, 1, 4]


def test_only_an_order_says_which_surnames_are_printed_in_full() -> None:
    order = Ordered((3, 1), {1: ("Lund",)})
    assert named_in(order) == {1: ("Lund",)}
    assert order == (3, 1) == Ordered(order)
    assert named_in(Ordered((3, 1))) == named_in((3, 1)) == {}


def test_a_copy_of_an_order_has_its_names() -> None:
    order = deepcopy(Ordered((3, 1), {1: ("Lund",)}))
    assert (order, named_in(order)) == ((3, 1), {1: ("Lund",)})
    assert named_in(deepcopy(Ordered((3, 1)))) == {}
