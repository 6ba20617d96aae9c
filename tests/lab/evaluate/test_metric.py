"""Metrics: every one keeps the contract, notations parse back, and scores are what the families' own functions give."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from inspect import signature
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import meadow
from meadow.errors import MeadowError
from meadow.lab.evaluate import METRICS, rouge
from meadow.lab.evaluate.headlines import score as headline_scores
from meadow.lab.evaluate.headlines import score_signature
from meadow.lab.evaluate.metric import (
    Item,
    Measure,
    Metric,
    corpus_interval,
    full_notation,
    parse_measure,
    score_corpus,
    score_items,
)
from meadow.lab.evaluate.metric_plain import largest_overlaps
from meadow.lab.evaluate.rouge_rules import rules_for
from meadow.model import Document, FloatArray
from meadow.registry import load_plugin, parameters
from meadow.spec import Spec
from meadow.testing import ContractError, check_metric

REFERENCES = ("Nine people died when a ferry capsized.", "A ferry sank off Skerra and nine died.")
ONE = Item(("A ferry capsized off Skerra on Monday.", "Nine people died."), REFERENCES)
TWO = Item(("The ferry sank.",), REFERENCES)
NONE = Item((), REFERENCES)

names = st.sampled_from(["rouge1", "rouge2", "rougeL", "rougeSU4", "rougeS"])
options = st.dictionaries(st.sampled_from(["stem", "stopwords", "pooled"]), st.booleans(), max_size=3)
sentences = st.lists(st.sampled_from(["A ferry sank.", "Nine died.", "Divers wait."]), max_size=3).map(tuple)


@pytest.mark.parametrize("name", list(METRICS))
def test_every_metric_keeps_the_contract(name: str) -> None:
    check_metric(METRICS.function(name))


@pytest.mark.parametrize("name", [name for name in METRICS if "dialect" in parameters(METRICS.function(name))])
def test_every_rouge_keeps_it_in_the_other_dialect_and_with_several_references(name: str) -> None:
    check_metric(METRICS.function(name), dialect="google", multiple="jackknife", stem=False)


@pytest.mark.parametrize("settings", [{"pooled": True}, {"stopwords": True}, {"words": 5}, {"alpha": 0.9}])
def test_the_parameters_of_rouge_keep_it_too(settings: dict[str, object]) -> None:
    check_metric(METRICS.function("rouge2"), **settings)


def test_the_registry_is_public_and_a_spec_prints_as_it_was_given() -> None:
    assert meadow.METRICS is METRICS
    assert str(METRICS.build("rouge2(stem=true)").spec) == "rouge2(stem=true)"
    assert str(METRICS.build("rouge2:stem=true").spec) == "rouge2(stem=true)"


@given(names, options, st.sampled_from(["precision", "recall", "f"]))
def test_a_notation_parses_back(name: str, chosen: dict[str, bool], part: str) -> None:
    spec = Spec(name, (), tuple(sorted(chosen.items())))
    measure = Measure(spec, part, METRICS.build(spec)())
    assert parse_measure(str(measure)) == measure


@pytest.mark.parametrize(
    ("notation", "metric", "part", "settings"),
    [
        ("rouge1", "rouge1", "f", {}),
        ("rouge2(stem=false).recall", "rouge2", "recall", {"stem": False}),
        ("rougeL(dialect=rouge155).precision", "rougeL", "precision", {"dialect": "rouge155"}),
        ("rougeW(weight=1.5)", "rougeW(weight=1.5)", "f", {}),
        ("rougeSU4(alpha=0.25)", "rougeSU4", "f", {"alpha": 0.25}),
    ],
)
def test_rouge_is_that_of_evaluate(notation: str, metric: str, part: str, settings: dict[str, object]) -> None:
    (found,) = score_items([ONE], [parse_measure(notation)])
    expected = rouge.score(ONE.text, REFERENCES, metrics=[metric], **settings)[metric]  # type: ignore[arg-type]
    assert found == {notation: getattr(expected, part)}


def test_only_headlines_have_another_default_dialect() -> None:
    from meadow.lab.families import headlines as headline_family
    from meadow.lab.families import rouge as rouge_family
    from meadow.lab.kinds.headline_tables import HeadlineTablesOptions

    named = {parameters(METRICS.function(name))["dialect"].default for name in METRICS if name.startswith("rouge")}
    named |= {signature(each).parameters["dialect"].default for each in (rouge.score, rouge_family.sheet)}
    assert named == {rules_for({}).dialect} == {"google"}
    assert {signature(headline_family.sheet).parameters["dialect"].default, HeadlineTablesOptions().dialect} == {
        "rouge155"
    }
    assert "dialect:rouge155" in score_signature("rouge1")
    assert headline_scores(["gulls flew"], [["a gull flew", "gulls"]], metric="rouge1-f") == [
        rouge.score("gulls flew", ["a gull flew", "gulls"], dialect="rouge155")["rouge1"].f
    ]


def test_items_in_several_languages_are_scored_each_in_its_own() -> None:
    dutch = "Negen mensen kwamen om."
    items = [ONE, Item((dutch,), (dutch,), "nl"), Item(ONE.sentences), ONE]
    rows = score_items(items, [parse_measure("rouge1")])
    assert [row["rouge1"] for row in rows] == [rows[0]["rouge1"], 1.0, None, rows[0]["rouge1"]]


def test_a_corpus_scores_the_mean_of_its_items_or_what_all_words_together_make() -> None:
    items = [ONE, TWO, NONE]
    single = [row["rouge1(dialect=google)"] for row in score_items(items, [parse_measure("rouge1(dialect=google)")])]
    mean = score_corpus(items, parse_measure("rouge1(dialect=google)"))
    assert mean == pytest.approx(math.fsum(value or 0.0 for value in single) / 3)
    scores = rouge.score_all(
        [(item.text, item.references) for item in items], ["rouge1"], rules_for({"dialect": "google"})
    )[0]
    pooled = score_corpus(items, parse_measure("rouge1(dialect=google, pooled=true)"))
    assert pooled == pytest.approx(rouge.pooled([score["rouge1"] for score in scores], "rouge1", dialect="google").f)
    assert pooled != pytest.approx(mean)


@given(st.lists(sentences, min_size=2, max_size=6), st.sampled_from(["rouge1", "rouge2(pooled=true)", "redundancy"]))
def test_an_interval_holds_what_one_pass_counted(texts: list[tuple[str, ...]], notation: str) -> None:
    items = [Item(text, REFERENCES) for text in texts]
    measure = parse_measure(notation)
    found = corpus_interval(items, measure, resamples=40)
    whole = measure.metric.score(measure.metric.count(items).sum(axis=0))[0]
    assert found.value == score_corpus(items, measure) == pytest.approx(whole)
    assert found.low <= found.high
    assert corpus_interval(items, measure, resamples=40) == found


def test_parts_of_one_metric_are_counted_once() -> None:
    calls: list[int] = []
    measure = parse_measure("rouge1")

    def count(items: Sequence[Item]) -> FloatArray:
        calls.append(len(items))
        return measure.metric.count(items)

    counted = Metric(measure.metric.parts, count, measure.metric.score)
    asked = [Measure(measure.spec, part, counted) for part in counted.parts]
    (row,) = score_items([ONE], asked)
    assert calls == [1]
    assert list(row) == ["rouge1", "rouge1.precision", "rouge1.recall"]


def test_plain_metrics_count_what_is_printed() -> None:
    asked = [parse_measure(name) for name in ("words", "characters", "sentences", "redundancy")]
    (found,) = score_items([Item(ONE.sentences)], asked)
    assert found == {"words": 10.0, "characters": 55.0, "sentences": 2.0, "redundancy": 0.0}
    assert score_items([Item(())], asked) == [dict.fromkeys(found, 0.0)]


def test_redundancy_is_the_mean_of_the_largest_overlaps() -> None:
    # a b c / a b d: 2·2/6 both ways; x y overlaps with none.
    item = Item(("a b c", "a b d", "x y"))
    assert largest_overlaps(item) == pytest.approx([2 / 3, 2 / 3, 0])
    assert score_items([item], [parse_measure("redundancy")])[0]["redundancy"] == pytest.approx(4 / 9)


@pytest.mark.parametrize(
    ("notation", "message"),
    [
        ("meteor", "no metric called 'meteor'"),
        ("rouge1.x", "no part of rouge1 called 'x'"),
        ("rouge1(stm=true)", "no parameter of rouge1 called 'stm'. Did you mean 'stem'"),
        ("rouge1(dialect=perl)", "perl"),
        ("rouge1(stem=3)", "'stem' of 'rouge1' was given 3"),
        ("rougeW(weight=0.5)", "at least 1"),
        ("words.f", "no part of words called 'f'"),
        ("words(3)", "without a name"),
        ("rouge1(words=-3)", "-3"),
        ("rouge1(", "cannot be read"),
    ],
)
def test_what_is_not_a_measure_is_explained(notation: str, message: str) -> None:
    with pytest.raises(MeadowError, match=message):
        parse_measure(notation)


def test_a_full_notation_names_every_parameter_and_means_the_same() -> None:
    measure = parse_measure("rougeW(weight=1.5).recall")
    assert full_notation(measure) == "rougeW(dialect=google, multiple=none, stem=true, weight=1.5).recall"
    assert score_items([ONE], [measure]) == [
        {str(measure): score_items([ONE], [parse_measure(full_notation(measure))])[0][full_notation(measure)]}
    ]


def _counting(count: object, **more: object) -> object:
    return lambda: Metric(("value",), count, lambda row: (float(row[0]),), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("metric", "complaint"),
    [
        (_counting(lambda items: np.full((len(items), 1), np.nan)), "not finite"),
        (_counting(lambda items: np.arange(len(items), dtype=float)[:, None]), "order of the items"),
        (_counting(lambda items: np.full((len(items), 1), float(len(items)))), "other items changed"),
        (_counting(lambda items: np.ones((len(items), 1))), "all score the same"),
        (_counting(lambda items: np.array([[-float(len(item.text))] for item in items])), "scores better"),
        (_counting(lambda items: np.ones(len(items))), "the shape"),
        (
            _counting(lambda items: np.array([[len(each.references)] for each in items]), needs_references=False),
            "says it needs none",
        ),
        (lambda: Metric(("a", "b"), lambda items: np.ones((len(items), 1)), lambda row: (1.0,)), "1 scores for"),
    ],
)
def test_a_metric_that_breaks_the_contract_is_told_how(metric: object, complaint: str) -> None:
    with pytest.raises(ContractError, match=complaint):
        check_metric(metric)  # type: ignore[arg-type]


def test_a_metric_without_references_is_told_the_way_out() -> None:
    def share_of_different_words(**says: Any) -> Callable[[], Metric]:
        def count(items: Sequence[Item]) -> FloatArray:
            words = [item.text.split() for item in items]
            return np.array([(len(set(each)), len(each)) for each in words], dtype=float)

        return lambda: Metric(("value",), count, lambda sums: (sums[0] / sums[1] if sums[1] else 0.0,), **says)

    with pytest.raises(ContractError, match=r"another text scores better. .* needs_references=False\), .* better=None"):
        check_metric(share_of_different_words())
    check_metric(share_of_different_words(needs_references=False))
    check_metric(share_of_different_words(better=None))


def test_a_parameter_without_a_default_breaks_it_too() -> None:
    def metric(*, weight: float) -> Metric:
        return parse_measure("words").metric

    with pytest.raises(ContractError, match=r"\['weight'\] have no default"):
        check_metric(metric, weight=1.0)


def test_a_plug_in_enters_by_the_same_door(tmp_path: object) -> None:
    file = tmp_path / "shouting.py"  # type: ignore[operator]
    file.write_text(
        "import numpy as np\n"
        "from meadow.lab.evaluate.metric import Metric\n"
        "def shouting(*, mark: str = '!'):\n"
        "    count = lambda items: np.array([[float(item.text.count(mark)), 1.0] for item in items])\n"
        "    return Metric(('value',), count, lambda sums: (sums[0] / sums[1],), better='lower', needs_references=False)\n"
        "METHODS = {'metric': {'shouting': shouting}}\n"
    )
    try:
        assert load_plugin(file) == ("metric:shouting",)
        check_metric(METRICS.function("shouting"), mark="?")
        (row,) = score_items([Item(("Stop! Thief!",))], [parse_measure("shouting")])
        assert row == {"shouting": 2.0}
    finally:
        METRICS._targets.pop("shouting", None)


SOURCES = (Document("wire", text="The council rejected the plan. The yard was empty.", language="en"),)


def test_the_share_of_supported_claims() -> None:
    measure = parse_measure("grounding")
    good = Item(("The council rejected the plan.", "Why?"), sources=SOURCES)
    bad = Item(("The council did not reject the plan.", "The yard was empty.", "Penguins like fish."), sources=SOURCES)
    assert [row["grounding"] for row in score_items([good, bad], [measure])] == [1.0, pytest.approx(1 / 3)]
    assert score_corpus([good, bad], measure) == pytest.approx(2 / 4)


def test_a_text_without_sources_has_no_figure() -> None:
    assert score_items([Item(("The yard was empty.",))], [parse_measure("grounding")]) == [{"grounding": None}]
