"""Measures by notation: they parse back, agree with the measures they stand for, and explain what they do not take."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import MeadowError
from meadow.evaluate import rouge
from meadow.lab.measures import Measure, Written, measure_many, parse_measure, redundancy

ONE = Written(("A ferry capsized off Skerra on Monday.", "Nine people died."))
REFERENCES = ["Nine people died when a ferry capsized.", "A ferry sank off Skerra and nine died."]

names = st.sampled_from(["rouge1", "rouge2", "rougeL", "rougeSU4", "rougeW(weight=1.5)", "rougeS"])
options = st.dictionaries(st.sampled_from(["stem", "stopwords"]), st.booleans(), max_size=2)


@given(names, options, st.sampled_from(["precision", "recall", "f"]))
def test_a_notation_parses_back(name: str, chosen: dict[str, bool], part: str) -> None:
    measure = Measure(name, part, tuple(sorted(chosen.items())))  # type: ignore[arg-type]
    assert parse_measure(str(measure)) == measure


@pytest.mark.parametrize(
    ("notation", "metric", "part", "settings"),
    [
        ("rouge1", "rouge1", "f", {}),
        ("rouge2(stem=false).recall", "rouge2", "recall", {"stem": False}),
        ("rougeL(dialect=google).precision", "rougeL", "precision", {"dialect": "google"}),
    ],
)
def test_rouge_is_that_of_evaluate(notation: str, metric: str, part: str, settings: dict[str, object]) -> None:
    (found,) = measure_many([ONE], [REFERENCES], [parse_measure(notation)])
    asked = {"dialect": "rouge155", **settings}
    expected = rouge.score(ONE.text, REFERENCES, metrics=[metric], **asked)[metric]  # type: ignore[arg-type]
    assert found == {notation: getattr(expected, part)}


def test_many_summaries_in_several_languages_are_scored_each_in_its_own() -> None:
    summaries = [ONE, Written(("Negen mensen kwamen om.",), "nl"), ONE]
    rows = measure_many(summaries, [REFERENCES, ["Negen mensen kwamen om."], []], [parse_measure("rouge1")])
    assert [row["rouge1"] for row in rows] == [pytest.approx(rows[0]["rouge1"]), 1.0, None]


def test_plain_measures_count_what_is_printed() -> None:
    asked = [parse_measure(name) for name in ("words", "characters", "sentences", "redundancy")]
    (found,) = measure_many([ONE], [[]], asked)
    assert found == {"words": 10.0, "characters": 55.0, "sentences": 2.0, "redundancy": 0.0}
    assert measure_many([Written(())], [[]], asked)[0]["words"] == 0.0


def test_redundancy_is_the_mean_of_the_largest_overlaps() -> None:
    # a b c / a b d: 2·2/6 both ways; x y overlaps with none.
    assert redundancy(Written(("a b c", "a b d", "x y"))) == pytest.approx((2 / 3 + 2 / 3 + 0) / 3)


@pytest.mark.parametrize(
    ("notation", "message"),
    [
        ("meteor", "no measure called 'meteor'"),
        ("rouge1.x", "no part of a measure called 'x'"),
        ("rouge1(stm=true)", "no option of rouge1 called 'stm'. Did you mean 'stem'"),
        ("rouge1(dialect=perl)", "perl"),
        ("words.f", "takes no options"),
        ("rouge1(words=-3)", "-3"),
        ("rouge1(", "cannot be read"),
    ],
)
def test_what_is_not_a_measure_is_explained(notation: str, message: str) -> None:
    with pytest.raises(MeadowError, match=message):
        parse_measure(notation)


def test_which_end_is_good() -> None:
    assert [parse_measure(name).better for name in ("rouge1", "redundancy", "words")] == ["higher", "lower", None]
