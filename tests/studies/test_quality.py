"""Training, repeats, attention and deadlines."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from meadow.errors import UsageError
from meadow.model import ItemRole
from meadow.studies.answer_slots import Parts
from meadow.studies.quality import (
    attends,
    choose_repeats,
    deadline,
    feedback,
    ordered_items,
    repeat_id,
    repeated,
    self_agreement,
)

NOW = datetime(2026, 3, 2, tzinfo=UTC)


def test_feedback_says_what_was_right() -> None:
    expected: dict[Parts, Any] = {("utility", "a#0"): 9, ("utility", "a#1"): 0, ("utility", "a#2"): 5}
    given: dict[Parts, Any] = {("utility", "a#0"): 8, ("utility", "a#1"): 4, ("utility", "a#9"): 1}
    assert [(each.slot[1], each.given, each.right) for each in feedback(expected, given)] == [
        ("a#0", 8, True), ("a#1", 4, False), ("a#2", None, False),
    ]  # fmt: skip


def test_groups_are_right_by_their_company_whatever_their_keys() -> None:
    expected: dict[Parts, Any] = {("group", "a#0"): "g1", ("group", "b#0"): "g1", ("group", "a#1"): "aside"}
    given: dict[Parts, Any] = {("group", "a#0"): "x", ("group", "b#0"): "x", ("group", "a#1"): "aside"}
    assert attends(expected, given)
    assert not attends(expected, {**given, ("group", "c#0"): "x"})
    assert not attends(expected, {**given, ("group", "a#1"): "y"})


def test_words_are_right_whatever_their_case() -> None:
    assert attends({("written",): "Mill gone"}, {("written",): " mill  GONE "})
    assert not attends({("submitted",): True}, {})


def test_a_judge_agrees_with_themselves_as_far_as_they_do() -> None:
    first: dict[Parts, Any] = {("utility", "a#0"): 9, ("utility", "a#1"): 2, ("submitted",): True}
    again: dict[Parts, Any] = {
        ("utility", "a#0"): 9,
        ("utility", "a#1"): 7,
        ("submitted",): True,
        ("utility", "b#0"): 1,
    }
    found = self_agreement("mill", first, again)
    assert (found.same, found.both) == (1, 2)


def test_repeats_are_drawn_alike_each_time() -> None:
    items = [f"i{number}" for number in range(10)]
    drawn = choose_repeats(items, share=0.25, seed=4)
    assert len(drawn) == 3
    assert drawn == choose_repeats(items, share=0.25, seed=4)
    with pytest.raises(UsageError, match="From 0 to 1"):
        choose_repeats(items, share=2, seed=0)


@pytest.mark.parametrize("participant", ["ana", "bram", "cleo", "dora"])
def test_training_comes_first_and_a_repeat_after_what_it_repeats(participant: str) -> None:
    items = [f"i{number}" for number in range(8)]
    roles: dict[str, ItemRole] = {
        "t2": "training",
        **dict.fromkeys(items, "judged"),
        "t1": "training",
        "look": "attention",
    }
    roles |= {repeat_id(item): "repeat" for item in items[:3]}
    order = ordered_items(roles, seed=7, participant=participant)
    assert sorted(order) == sorted(roles)
    assert order[:2] == ("t2", "t1")
    assert all(order.index(item) < order.index(repeat_id(item)) for item in items[:3])
    assert order == ordered_items(roles, seed=7, participant=participant)


def test_orders_differ_between_participants() -> None:
    roles: dict[str, ItemRole] = dict.fromkeys("abcdefgh", "judged")
    assert len({ordered_items(roles, seed=0, participant=name) for name in ("ana", "bram", "cleo")}) == 3


def test_an_id_says_what_it_repeats() -> None:
    assert repeated(repeat_id("mill")) == "mill"
    assert repeated("mill") is None


@pytest.mark.parametrize(
    ("left", "state"),
    [(None, "none"), (timedelta(days=3), "open"), (timedelta(hours=3), "soon"), (timedelta(0), "closed")],
)
def test_deadlines(left: timedelta | None, state: str) -> None:
    assert deadline(None if left is None else NOW + left, NOW) == state
