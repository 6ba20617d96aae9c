"""How an address asks for a story."""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.datastructures import QueryParams

from meadow.errors import BudgetError, MeadowError, UnknownNameError
from meadow.model import Budget
from meadow.pipeline.presets import PRESETS
from meadow.web.presentation import METHODS, UNITS, StoryPresentation

NOW = datetime(2026, 3, 6, 12, tzinfo=UTC)


def parse(query: str) -> StoryPresentation:
    return StoryPresentation.parse(QueryParams(query))


@pytest.mark.parametrize(
    ("query", "budget"),
    [
        ("", Budget("words", 100)),
        ("sentences=3", Budget("sentences", 3)),
        ("amount=3&unit=sentences", Budget("sentences", 3)),
        ("amount=&unit=sentences", Budget("sentences", 5)),
        ("characters=5%25", Budget("characters", 5, share=True)),
        ("percent=2.5", Budget("sentences", 2.5, share=True)),
    ],
)
def test_a_length_is_read_as_on_the_command_line(query: str, budget: Budget) -> None:
    assert parse(query).recipe().budget == budget


@pytest.mark.parametrize(
    "query", ["words=0", "words=x", "words=1e9", "words=99999999", "percent=101", "sentences=2%25"]
)
def test_a_length_that_is_none_is_explained(query: str) -> None:
    with pytest.raises(BudgetError):
        parse(query).recipe()


def test_names_that_are_not_known_are_explained() -> None:
    with pytest.raises(UnknownNameError, match="unit"):
        parse("unit=miles&amount=3")
    with pytest.raises(UnknownNameError, match="summarizer"):
        parse("method=lexrnk").recipe()
    with pytest.raises(MeadowError):
        parse("at=soon").moment(NOW)


def test_a_method_and_its_steps_are_in_the_address() -> None:
    presentation = parse("method=mead&select=mmr(balance=0.7)")
    assert presentation.recipe().rank == PRESETS["mead"].rank
    assert presentation.recipe().select == "mmr(balance=0.7)"
    assert presentation.recipe("lexrank").select == PRESETS["lexrank"].select
    assert parse("rank=lead&select=top").recipe().figures == "none"
    assert parse("rank=lead&figures=current").recipe().figures == "current"
    assert parse("figures=none").url("a") == "/s/a?figures=none"


def test_what_is_as_usual_is_not_in_the_address() -> None:
    assert parse("").url("a b") == "/s/a%20b"
    assert parse("words=100&method=meadow&beside=&at=").url("a") == "/s/a"
    assert parse("words=60&why=1").url("a", why=None) == "/s/a?words=60"
    assert parse("at=yesterday").export_url("json", "a/b") == "/export/json/a%2Fb?at=yesterday"


presentations = st.builds(
    StoryPresentation,
    amount=st.integers(1, 500).map(str), unit=st.sampled_from(UNITS), method=st.sampled_from(METHODS),
    beside=st.sampled_from(["", *METHODS]), at=st.sampled_from(["", "yesterday", "2026-03-01"]), why=st.booleans(),
)  # fmt: skip


@given(presentations)
def test_an_address_is_read_back_as_what_it_says(presentation: StoryPresentation) -> None:
    assert parse(urlsplit(presentation.url("story")).query) == presentation


@given(presentations, st.sampled_from([-1, 1]))
def test_shorter_and_longer_are_lengths_too(presentation: StoryPresentation, sign: int) -> None:
    stepped = parse(urlsplit(presentation.stepped("story", sign)).query)
    assert stepped.unit == presentation.unit
    assert float(stepped.amount) >= 1
    assert sign < 0 or float(stepped.amount) > float(presentation.amount)
    assert sign > 0 or float(stepped.amount) <= max(float(presentation.amount), 5)


def test_lengths_in_words() -> None:
    assert [parse(query).length for query in ("", "sentences=1", "percent=1")] == [
        "100 words",
        "1 sentence",
        "1 percent",
    ]
