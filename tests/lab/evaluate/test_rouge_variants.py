"""RougeVariant notation: what parses, what it parses to, and that it parses back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import SpecError, UnknownNameError
from meadow.lab.evaluate.rouge_rules import RougeVariant, parse_metric

METRICS = st.one_of(
    st.builds(RougeVariant, st.just("N"), length=st.integers(1, 9)),
    st.sampled_from([RougeVariant("L"), RougeVariant("Lsum")]),
    st.builds(RougeVariant, st.sampled_from(["S", "SU"]), skip=st.none() | st.integers(0, 999_999)),
    st.builds(RougeVariant, st.just("W"), weight=st.floats(1, 1e6)),
)


@given(METRICS)
def test_notation_parses_back(metric: RougeVariant) -> None:
    assert parse_metric(str(metric)) == metric


@pytest.mark.parametrize(
    ("text", "metric"),
    [
        ("rouge1", RougeVariant("N", length=1)),
        ("rouge9", RougeVariant("N", length=9)),
        ("rougeL", RougeVariant("L")),
        ("rougeLsum", RougeVariant("Lsum")),
        ("rougeW", RougeVariant("W", weight=1.2)),
        ("rougeW(weight=1.2)", RougeVariant("W")),
        ("rougeW:weight=2", RougeVariant("W", weight=2.0)),
        ("rougeS", RougeVariant("S")),
        ("rougeS4", RougeVariant("S", skip=4)),
        ("rougeSU", RougeVariant("SU")),
        ("rougeSU0", RougeVariant("SU", skip=0)),
    ],
)
def test_notation(text: str, metric: RougeVariant) -> None:
    assert parse_metric(text) == metric


@pytest.mark.parametrize(
    ("text", "canonical"),
    [("rougeW(weight=1.2)", "rougeW"), ("rougeW(weight=2)", "rougeW(weight=2.0)"), ("rougeSU4", "rougeSU4")],
)
def test_canonical_notation(text: str, canonical: str) -> None:
    assert str(parse_metric(text)) == canonical


@pytest.mark.parametrize("text", ["rouge0", "rouge10", "ROUGE-1", "rougel", "rougeS04", "rougeS1234567", "bleu"])
def test_an_unknown_metric_names_the_known(text: str) -> None:
    with pytest.raises(UnknownNameError, match=r"There is no ROUGE metric called .* Known: .*rougeSU4") as caught:
        parse_metric(text)
    assert caught.value.given == text


@pytest.mark.parametrize(
    "text",
    [
        "rouge2(weight=2)",
        "rougeW(2)",
        "rougeW(weight=2, skip=1)",
        "rougeW(skip=2)",
        "rougeW(weight=0.5)",
        "rougeW(weight=true)",
        "rougeW(weight=heavy)",
        "rougeS(skip=4)",
    ],
)
def test_parameters_that_a_metric_does_not_take(text: str) -> None:
    with pytest.raises(SpecError, match=r"does not take.*rougeW\(weight=1.2\)"):
        parse_metric(text)
