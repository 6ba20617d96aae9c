"""Signatures are complete: whatever can change a result changes the line that says how it was made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from datetime import UTC, datetime
from inspect import signature
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import meadow
from meadow.brief.json import digest_value, summary_value
from meadow.errors import InputError, UsageError
from meadow.model import Budget, Document
from meadow.pipeline.presets import PRESETS, settled
from meadow.recipe import Recipe
from meadow.text.background import IdfTable

_START = datetime(2026, 3, 2, 8, tzinfo=UTC)
TEXTS = (
    "A ferry with 245 people aboard capsized off Skerra on Monday in heavy seas. Three people died. Schools are closed.",
    "Nine people died when a ferry capsized off Skerra, the coast guard said on Tuesday. Divers wait for calmer seas.",
    "Nine people died in the ferry accident off Skerra, its owner said. A door to the car deck had been left open.",
)
STORY = [
    Document(f"d{number}", f"Outlet {number}", f"Ferry {number}", text, _START.replace(day=2 + number), language="en")
    for number, text in enumerate(TEXTS)
]
# Each option with another value than the default's; `known` and `idf` are data, which a call gets in addition to its recipe.
CHANGES: dict[str, Any] = {
    "method": "mead",
    "rank": "mix(centroid=1, position=1)",
    "figures": "none",
    "select": "top",
    "rewrite": "none",
    "sentences": 1,
    "words": 20,
    "characters": 90,
    "percent": 40,
    "seed": 3,
    "question": "Why was the door open?",
    "since": "2026-03-03T12:00",
    "known": "Nine people died in the ferry accident off Skerra, its owner said.",
    "idf": IdfTable("flat", {}, 1.0),
}
CHANGED_RECIPES: dict[str, Any] = {
    "tracker": "meadow(threshold=0.9)",  # of the kind that windows divide
    "rank": "lead",
    "select": "top",
    "rewrite": "none",
    "headline": "phrase",
    "budget": Budget("sentences", 1),
    "seed": 3,
    "question": "Why was the door open?",
    "since": datetime(2026, 3, 3, 12, tzinfo=UTC),
    "figures": "none",
    "annotate": False,
    "all_figures": True,
    "group": "agglomerative",
    "by": "date",
    "top": 1,
    "min_sources": 4,
    "min_articles": 4,
    "windows": "2d+1d",
}
# What a recipe says of data that a call gets in addition; `known` and `idf` above change these.
OF_DATA = {"known", "extract", "background"}
# Arguments of a digest that do not change the result: engine, spill, and callbacks.
ARGUMENTS = {"documents", "recipe", "engine", "progress", "on_story", "spill"}


def test_no_part_of_a_recipe_and_no_option_is_left_out_here() -> None:
    assert CHANGED_RECIPES.keys() | OF_DATA == {each.name for each in fields(Recipe)}
    options = {*signature(meadow.digest).parameters, *signature(meadow.summarize).parameters}
    assert options - ARGUMENTS <= CHANGES.keys() | CHANGED_RECIPES.keys() | OF_DATA


def _differ_or_tell(make: Callable[[], Any], other: Callable[[], Any], value: Callable[[Any], Any]) -> None:
    one, two = make(), other()
    assert one.run.signature != two.run.signature or value(one) == value(two)


@pytest.mark.parametrize("option", CHANGES)
def test_an_option_changes_the_signature_of_a_summary_or_nothing(option: str) -> None:
    changed = {option: CHANGES[option]}
    _differ_or_tell(lambda: meadow.summarize(STORY), lambda: meadow.summarize(STORY, **changed), summary_value)


@pytest.mark.parametrize("option", [each for each in CHANGES if each not in ("since", "known")])
def test_an_option_changes_the_signature_of_a_digest_or_nothing(option: str) -> None:
    changed = {option: CHANGES[option]}
    _differ_or_tell(lambda: meadow.digest(STORY), lambda: meadow.digest(STORY, **changed), digest_value)


@pytest.mark.parametrize("field", CHANGED_RECIPES)
@pytest.mark.parametrize("base", [Recipe(), PRESETS["mead"].recipe(), PRESETS["random"].recipe()], ids=list("abc"))
def test_a_part_of_a_recipe_changes_the_signature_of_a_digest_or_nothing(field: str, base: Recipe) -> None:
    changed = replace(base, **{field: CHANGED_RECIPES[field]})
    _differ_or_tell(
        lambda: meadow.digest(STORY, recipe=base), lambda: meadow.digest(STORY, recipe=changed), digest_value
    )


options = st.fixed_dictionaries({}, optional={name: st.just(value) for name, value in CHANGED_RECIPES.items()})


@settings(max_examples=40, deadline=None)
@given(options, options)
def test_two_digests_that_differ_never_share_a_signature(one: dict[str, Any], other: dict[str, Any]) -> None:
    _differ_or_tell(
        lambda: meadow.digest(STORY, recipe=Recipe(**one)),
        lambda: meadow.digest(STORY, recipe=Recipe(**other)),
        digest_value,
    )


@settings(max_examples=30, deadline=None)
@given(options)
def test_the_signature_of_a_summary_is_a_recipe_that_makes_it_again(chosen: dict[str, Any]) -> None:
    summary = meadow.summarize(STORY, recipe=Recipe(**chosen))
    assert meadow.summarize(STORY, recipe=Recipe.parse(summary.run.signature)) == summary


@settings(max_examples=30, deadline=None)
@given(options)
def test_the_signature_of_a_digest_is_a_recipe_that_makes_it_again(chosen: dict[str, Any]) -> None:
    made = meadow.digest(STORY, recipe=Recipe(**chosen))
    assert meadow.digest(STORY, recipe=Recipe.parse(made.run.signature)) == made


@settings(deadline=None)
@given(options)
def test_a_settled_recipe_stays_as_it_is(chosen: dict[str, Any]) -> None:
    recipe = settled(Recipe(**chosen))
    assert settled(recipe) == recipe


def test_a_digest_of_no_story_is_made_again_from_its_signature() -> None:
    empty = meadow.digest(STORY, min_articles=9)
    assert empty.stories == ()
    assert meadow.digest(STORY, recipe=Recipe.parse(empty.run.signature)) == empty


def test_that_figures_are_kept_current_is_said_of_the_whole_digest_too() -> None:
    assert "|figures:current|" in meadow.digest(STORY).run.signature
    assert "figures" not in meadow.digest(STORY, method="mead").run.signature


def test_a_percentage_that_is_rounded_up_says_so() -> None:
    rounded = meadow.summarize(STORY, method="mead-release", percent=20).run.signature
    usual = meadow.summarize(STORY, method="mead", percent=20).run.signature
    assert "budget:sentences=20% up|" in rounded
    assert "budget:sentences=20%|" in usual


def test_two_tables_of_one_name_are_distinguished() -> None:
    one, other = (IdfTable("mine", {"ferry": value}) for value in (1.0, 9.0))
    signatures = {meadow.summarize(STORY, idf=table).run.signature for table in (one, other)}
    assert len(signatures) == 2
    assert all("background:mine#" in signature for signature in signatures)


def test_a_recipe_goes_with_no_other_option() -> None:
    with pytest.raises(UsageError, match="A recipe was given, and method=, words= as well"):
        meadow.summarize(STORY, recipe=Recipe(), words=20, method="mead")


def test_a_recipe_that_was_made_with_a_table_wants_that_table() -> None:
    table = IdfTable("mine", {"ferry": 1.0})
    summary = meadow.summarize(STORY, idf=table)
    recipe = Recipe.parse(summary.run.signature)
    assert meadow.summarize(STORY, idf=table, recipe=recipe) == summary
    for make in (meadow.summarize, meadow.explain, meadow.digest, meadow.headline, meadow.group):
        with pytest.raises(InputError, match="weighs words by 'mine#"):
            make(STORY, recipe=recipe)


def test_words_and_a_recipe_ask_for_the_same() -> None:
    recipe = meadow.make_recipe(method="mead", words=20, question="Why?", since="2026-03-03")
    asked = meadow.summarize(STORY, method="mead", words=20, question="Why?", since="2026-03-03")
    assert meadow.summarize(STORY, recipe=recipe) == asked
    assert meadow.headline(STORY, recipe=Recipe(headline="phrase")) == meadow.headline(STORY, method="phrase")
    assert meadow.group(STORY, recipe=Recipe(group="agglomerative")) == meadow.group(STORY, method="agglomerative")
    assert meadow.explain(STORY, recipe=meadow.make_recipe(rank="lead")) == meadow.explain(STORY, rank="lead")
