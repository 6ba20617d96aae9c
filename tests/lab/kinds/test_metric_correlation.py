"""Metrics against ratings: three levels, languages apart, missing values left out, and SummEval's known figures."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean

import pytest

from meadow.lab.catalogue import load_experiment
from meadow.lab.evaluate.agreement import kendall, pearson, spearman
from meadow.lab.evaluate.metric import Item, parse_measure, score_items
from meadow.lab.experiment import CellResult, Experiment, find_kind
from meadow.lab.formats.summeval import read_summeval
from meadow.lab.kinds.metric_correlation import KIND
from meadow.lab.tables import Findings, Table
from meadow.lab.testbed import Output, Rating, Testbed, Topic, WrittenText
from shared import shared
from stories import document

TEXTS = {
    "ferry": ("Nine people died when a ferry capsized off Skerra.", "A ferry capsized.", "Bakeries gave out coffee."),
    "wolf": ("A wolf was seen near the school.", "Children stayed indoors after a wolf came.", "The choir sings."),
    "oven": ("The bakery may keep its oven.", "A bench was painted green.", "The council let the bakery keep it."),
    "barco": ("Nueve personas murieron en el barco.", "Un barco se hundió frente a Skerra.", "Hubo café."),
}
REFERENCES = {
    "ferry": "Nine people died when a ferry with 245 people aboard capsized off Skerra.",
    "wolf": "Children were kept indoors after a wolf was seen near the school.",
    "oven": "The council decided that the last bakery may keep its oven.",
    "barco": "Nueve personas murieron cuando un barco se hundió frente a Skerra.",
}
GRADES = {"ferry": (5, 3, 1), "wolf": (4, 5, 1), "oven": (5, 1, 4), "barco": (3, 5, 2)}
SYSTEMS = ("one", "two", "three")
METRICS = ("rouge1.recall", "words")


def topic(name: str) -> Topic:
    language = "es" if name == "barco" else "en"
    ratings = [
        Rating(system, "relevance", judge, grade + shift)
        for system, grade in zip(SYSTEMS, GRADES[name], strict=True)
        for judge, shift in (("ana", 0.0), ("bram", 0.5))
    ]
    return Topic(
        name,
        (replace(document(name, ["Nothing else is known."]), language=language),),
        references=(WrittenText("r", REFERENCES[name]),),
        outputs=tuple(Output(system, text) for system, text in zip(SYSTEMS, TEXTS[name], strict=True)),
        ratings=(*ratings, Rating("two", "fluency", "ana", 2.0), Rating("one", "fluency", "ana", 3.0)),
    )


BED = Testbed("towns", tuple(topic(name) for name in TEXTS))
EXPERIMENT = Experiment("own", "metric-correlation", metrics=METRICS, resamples=100)


def run(bed: Testbed = BED, experiment: Experiment = EXPERIMENT) -> Findings:
    results = [CellResult(cell, KIND.measure(bed, cell)) for cell in KIND.plan(bed, experiment)]
    return KIND.report(bed, experiment, results)


def value(table: Table, metric: str, column: str) -> float | None:
    row = next(row for row in table.rows if row.labels == (metric,))
    return row.entries[[each.name for each in table.columns].index(column)].value


def levels(findings: Findings) -> dict[str, Table]:
    return {table.name: table for table in findings.tables}


def recalls(name: str) -> list[float]:
    language = "es" if name == "barco" else "en"
    measure = parse_measure("rouge1.recall")
    rows = score_items([Item((text,), (REFERENCES[name],), language) for text in TEXTS[name]], [measure])
    return [float(each["rouge1.recall"] or 0) for each in rows]


def test_each_level_is_the_correlation_it_says() -> None:
    tables = levels(run())
    english = ["ferry", "wolf", "oven"]
    within = [kendall(recalls(name), GRADES[name]) for name in TEXTS]
    assert value(tables["within"], "rouge1.recall", "relevance kendall") == pytest.approx(
        fmean(each or 0 for each in within)
    )
    means = [
        [fmean(column) for column in zip(*rows, strict=True)]
        for rows in (map(recalls, english), (GRADES[n] for n in english))
    ]
    systems = [pearson(*means), pearson(recalls("barco"), GRADES["barco"])]
    assert value(tables["systems"], "rouge1.recall", "relevance pearson") == pytest.approx(
        fmean(each or 0 for each in systems)
    )
    pooled = [
        spearman([v for name in english for v in recalls(name)], [g for name in english for g in GRADES[name]]),
        spearman(recalls("barco"), GRADES["barco"]),
    ]
    assert value(tables["pooled"], "rouge1.recall", "relevance spearman") == pytest.approx(
        fmean(each or 0 for each in pooled)
    )
    assert any("different languages" in note for note in tables["pooled"].notes)


def test_headlines_can_be_the_task() -> None:
    bed = Testbed(
        "headlines",
        tuple(
            replace(
                each,
                headlines=each.references,
                references=(),
                outputs=tuple(replace(output, task="headline") for output in each.outputs),
                ratings=tuple(replace(rating, task="headline") for rating in each.ratings),
            )
            for each in BED
        ),
    )
    found = levels(run(bed, replace(EXPERIMENT, options={"task": "headline"})))
    assert found["pooled"].rows == levels(run())["pooled"].rows


def test_the_bundled_experiment_gives_the_figures_known_of_summeval() -> None:
    experiment = load_experiment("metric-correlation")
    assert find_kind(experiment.kind) is KIND
    bed = read_summeval(shared("data", "summary_judgements", "summeval.jsonl.gz"))
    rouge1 = "rouge1(dialect=google, multiple=sum)"
    tables = levels(run(bed, replace(experiment, metrics=(rouge1,), baseline=rouge1, resamples=100)))
    found = [
        value(tables[level], rouge1, f"relevance {name}")
        for level in ("within", "systems")
        for name in ("spearman", "kendall")
    ]
    # As docs/results prints them: first found by other code.
    assert [round(each or 0, 3) for each in found] == [0.333, 0.256, 0.744, 0.583]
