"""Recipes: one frozen value for all that is asked of a result, which prints, parses back and keys a cache."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, fields, replace
from datetime import UTC, datetime, timedelta, timezone
from urllib.parse import quote, unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import BudgetError, MeadowError, SpecError, UnknownNameError
from meadow.model import Budget, parse_budget
from meadow.recipe import Recipe

specs = st.sampled_from(["lexrank", "mix(centroid=1, position=2)", "mmr:balance=0.7", 'focus(question="a|b")', "none"])
zones = st.sampled_from([UTC, timezone(timedelta(hours=5, minutes=45)), timezone(timedelta(hours=-3)), None])
shares = st.floats(0.01, 100).map(lambda amount: int(amount) if amount.is_integer() else amount)
budgets = st.one_of(
    st.builds(Budget, st.sampled_from(["sentences", "words", "characters"]), st.integers(1, 10**9)),
    st.builds(Budget, st.sampled_from(["sentences", "characters"]), shares, st.just(True)),
    st.builds(Budget, st.just("sentences"), shares, st.just(True), st.just("up")),
)
recipes = st.builds(
    Recipe,
    tracker=specs,
    rank=specs,
    select=specs,
    rewrite=specs,
    headline=specs,
    group=specs,
    question=st.none() | st.text(),
    by=st.sampled_from(["auto", "time", "instances"]),
    seed=st.none() | st.integers(),
    budget=budgets,
    since=st.none() | st.datetimes(timezones=zones),
    top=st.none() | st.integers(1),
    min_sources=st.none() | st.integers(1),
    min_articles=st.none() | st.integers(1),
    known=st.none() | st.text("0123456789abcdef", min_size=16, max_size=16),
    figures=st.sampled_from(["none", "current"]),
    annotate=st.booleans(),
    all_figures=st.booleans(),
    background=st.none() | st.text(min_size=1),
)


@given(recipes)
def test_a_recipe_parses_back_from_what_it_prints(recipe: Recipe) -> None:
    assert Recipe.parse(str(recipe)) == recipe
    assert Recipe.parse(unquote(quote(str(recipe)))) == recipe


@given(recipes)
def test_a_recipe_travels_to_a_worker_and_is_a_key(recipe: Recipe) -> None:
    again = pickle.loads(pickle.dumps(recipe))  # noqa: S301 - our own bytes
    assert again == recipe
    assert {recipe: 1}[again] == 1


@given(recipes, recipes)
def test_two_recipes_print_alike_only_if_they_are_equal(one: Recipe, other: Recipe) -> None:
    assert (str(one) == str(other)) == (one == other)


def test_the_spelling_of_a_spec_does_not_matter() -> None:
    assert (
        Recipe(select="mmr:balance=0.7") == Recipe(select="mmr( balance = 0.7 )") == Recipe(select="mmr(balance=0.7)")
    )


def test_a_naive_time_is_utc() -> None:
    assert Recipe(since=datetime(2026, 3, 4)) == Recipe(since=datetime(2026, 3, 4, tzinfo=UTC))


def test_a_recipe_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Recipe().rank = "lead"  # type: ignore[misc]


def test_the_line_that_the_docs_show() -> None:
    recipe = Recipe(
        tracker="one", rank="lexrank", select="penalty", figures="none", budget=Budget("words", 60), question="Why?"
    )
    assert str(recipe) == (
        "tracker:one|rank:lexrank|select:penalty|rewrite:trim|headline:title|group:statements"
        '|question:"Why?"|by:auto|budget:words=60'
    )


def test_the_signature_of_a_result_is_read_without_what_is_not_asked() -> None:
    read = Recipe.parse("rank:lexrank|select:top|rewrite:none|budget:words=60|data:897809da12345678|v:0.1.0+6c520cf9")
    assert read == Recipe(rank="lexrank", select="top", rewrite="none", budget=Budget("words", 60), figures="none")


def test_parts_are_printed_in_one_order_and_only_those_that_are_asked_for() -> None:
    recipe = replace(Recipe(), seed=7)
    assert list(recipe.parts("budget", "seed", "rank")) == ["rank", "seed", "budget"]
    assert list(Recipe().parts("seed", "since", "known", "annotate")) == []


def test_every_field_shows_in_what_a_recipe_prints() -> None:
    other = Recipe(
        tracker="cidr", rank="lead", select="top", rewrite="none", headline="phrase", group="agglomerative",
        question="Why?", by="time", seed=1, budget=Budget("sentences", 3), since=datetime(2026, 3, 4), known="ab",
        extract="cd", figures="none", annotate=False, background="mine", top=1, min_sources=2, min_articles=3,
        windows="14d+3d", all_figures=True,
    )  # fmt: skip
    for field in fields(Recipe):
        changed = replace(Recipe(), **{field.name: getattr(other, field.name)})
        assert str(changed) != str(Recipe()), field.name


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("rnk:lexrank", UnknownNameError, "Did you mean 'rank'"),
        ("rank", SpecError, "'rank' is no part of one"),
        ("", SpecError, "a part is empty"),
        ("rank:lead||select:top", SpecError, "a part is empty"),
        ("rank:lead|rank:lexrank", SpecError, "'rank' is given twice"),
        ('question:"Why', SpecError, "a quotation does not end"),
        ('question:"Why"x', SpecError, "no quoted text"),
        ("rank:mix(", SpecError, "cannot be read"),
        ("budget:words", BudgetError, "words=N"),
        ("seed:1.5", SpecError, "a whole number is expected"),
        ("since:yesterday", SpecError, "ISO 8601"),
        ("annotate:yes", SpecError, "true or false"),
    ],
)
def test_what_is_no_recipe_is_refused_with_what_is_allowed(text: str, error: type[MeadowError], message: str) -> None:
    with pytest.raises(error, match=message) as raised:
        Recipe.parse(text)
    assert raised.value.allowed


@given(budgets)
def test_a_budget_parses_back(budget: Budget) -> None:
    assert parse_budget(str(budget)) == budget


@pytest.mark.parametrize("text", ["words=60 up", "words=", "pages=3", "words=60%%", "sentences=ten"])
def test_what_is_no_length_is_refused(text: str) -> None:
    with pytest.raises(BudgetError, match="cannot be read"):
        parse_budget(text)
