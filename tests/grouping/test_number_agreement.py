from __future__ import annotations

from decimal import Decimal
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.grouping.figures.agreement import agree, interval, rounding, written
from meadow.text.phrases import numbers
from meadow.text.phrases.values import Bound, Quantity


def quantity(text: str, language: str = "en") -> Quantity:
    (found,) = numbers(text, language)
    return found


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("at least 12 dead", "14 dead"),
        ("more than 200 homes", "212 homes"),
        ("about 500 people", "487 people"),
        ("nearly 500 people", "487 people"),
        ("500 people", "487 people"),
        ("10 to 15 boats", "13 boats"),
        ("3 billion crowns", "3.1 billion crowns"),
        ("up to 20 boats", "3 boats"),
        ("7 per cent", "6.9 per cent"),
    ],
)
def test_statements_that_can_both_be_true_agree(first: str, second: str) -> None:
    assert agree(quantity(first), quantity(second))
    assert agree(quantity(second), quantity(first))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("at least 12 dead", "10 dead"),
        ("12 dead", "14 dead"),
        ("12.1 tonnes", "12.3 tonnes"),
        ("about 500 people", "600 people"),
        ("260 million crowns", "300 million crowns"),
        ("10 to 15 boats", "16 boats"),
        ("30 boats", "28 boats"),
        ("4 per cent", "4.9 per cent"),
    ],
)
def test_statements_that_cannot_both_be_true_differ(first: str, second: str) -> None:
    assert not agree(quantity(first), quantity(second))
    assert not agree(quantity(second), quantity(first))


def test_a_foreign_separator_is_no_difference() -> None:
    assert agree(quantity("60.000 páginas", "es"), quantity("60,000 páginas", "es"))
    assert not agree(quantity("600 páginas", "es"), quantity("60 páginas", "es"))


@pytest.mark.parametrize(
    ("value", "margin"),
    [("500", "25"), ("12", "0"), ("6.1", "0"), ("0", "0"), ("1200", "50"), ("3000000", "150000"), ("120", "0")],
)
def test_a_round_number_may_be_rounded(value: str, margin: str) -> None:
    assert rounding(Decimal(value)) == Decimal(margin)


@pytest.mark.parametrize(
    ("text", "language", "number"),
    [
        ("fourteen dead", "en", "14"),
        ("12,000 people", "en", "12,000"),
        ("3.2 billion crowns", "en", "3.2 billion"),
        ("$3.2 billion", "en", "3.2 billion"),
        ("61.4 per cent", "en", "61.4"),
        ("3.400 mensen", "nl", "3.400"),
        ("1,8 miljoen klanten", "nl", "1,8 miljoen"),
        ("12 millones de coronas", "es", "12 millones"),
        ("4億1千万クラウン", "ja", "4億1千万"),
        ("14人", "ja", "14"),
        ("10 to 15 boats", "en", "10–15"),
    ],
)
def test_the_bare_number_is_as_a_reader_knows_it(text: str, language: str, number: str) -> None:
    assert written(quantity(text, language)) == number


_BOUNDS = st.sampled_from([None, ">=", ">", "<=", "<", "~"])
_VALUES = st.decimals(min_value=0, max_value=10**9, allow_nan=False, places=1)
quantities = st.builds(
    lambda value, bound: Quantity(0, 0, "", value, bound=cast("Bound | None", bound)), _VALUES, _BOUNDS
)


@given(quantities, quantities)
def test_agreement_goes_both_ways(first: Quantity, second: Quantity) -> None:
    assert agree(first, second) == agree(second, first)
    assert agree(first, first)


@given(quantities)
def test_a_statement_allows_its_own_number(statement: Quantity) -> None:
    low, high = interval(statement)
    assert low <= statement.value <= high
