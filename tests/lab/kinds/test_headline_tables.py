"""Tables I to III about headlines: figures equal those of the measures, and people's scores are means over judges."""

from __future__ import annotations

from dataclasses import replace

import pytest

from meadow.errors import InputError
from meadow.lab.catalogue import load_experiment
from meadow.lab.evaluate import headlines
from meadow.lab.experiment import CellResult, Experiment, find_kind
from meadow.lab.kinds.headline_tables import KIND
from meadow.lab.tables import Findings, Table
from meadow.lab.testbed import Output, Rating, Testbed, Topic, WrittenText
from stories import document

REFERENCES = {
    "mill": ("Mill burns down in Orrin", "Fire destroys the old mill of Orrin"),
    "wolf": ("Wolf seen near school in Ninemile",),
    "oven": ("Ninemile bakery may keep its oven", "Council lets bakery keep its oven"),
}
GIVEN = {
    "long": ("Fire destroys the old mill at Orrin on Monday night while four crews look on in the rain",
             "A wolf was seen near the school in Ninemile by two teachers and the whole choir on Tuesday",
             "The council of Ninemile decided by eight votes to three that the bakery may keep its oven for good"),
    "short": ("Mill fire", "Wolf", "Bakery oven"),
    "plain": ("Old mill in Orrin burns", "Wolf near Ninemile school", "Bakery in Ninemile keeps oven"),
}  # fmt: skip
QUALITY = {"long": (3, 2, 3), "short": (1, 1, 2), "plain": (5, 4, 5)}


def topic(place: int, name: str) -> Topic:
    ratings = [
        Rating(system, "quality", judge, value[place] + shift, "headline")
        for system, value in QUALITY.items()
        for judge, shift in (("ana", 0.0), ("bram", 0.5 if place else 0.0))
    ]
    ratings += [Rating("long", "readability", "ana", 4.0 - place, "headline")]
    return Topic(
        name,
        (document(name, [f"{REFERENCES[name][0]} on Monday.", "Nobody was hurt."], title=REFERENCES[name][0]),),
        headlines=tuple(WrittenText(str(number), text) for number, text in enumerate(REFERENCES[name])),
        outputs=tuple(Output(system, texts[place], "headline") for system, texts in GIVEN.items()),
        ratings=(*ratings, Rating("long", "quality", "ana", 1.0, "summary")),
    )


BED = Testbed("towns", tuple(topic(place, name) for place, name in enumerate(REFERENCES)))
EXPERIMENT = Experiment("own", "headline-tables", systems=("title", "given"), resamples=100)


def run(bed: Testbed = BED, experiment: Experiment = EXPERIMENT) -> Findings:
    results = [CellResult(cell, KIND.measure(bed, cell)) for cell in KIND.plan(bed, experiment)]
    return KIND.report(bed, experiment, results)


def values(table: Table, *labels: str) -> dict[str, float | None]:
    row = next(row for row in table.rows if row.labels == labels and not row.theirs)
    return {column.name: entry.value for column, entry in zip(table.columns, row.entries, strict=True)}


def named(findings: Findings, name: str) -> Table:
    return next(table for table in findings.tables if table.name == name)


@pytest.mark.golden("H8")
def test_table_1_has_methods_and_given_headlines_by_mean_rouge() -> None:
    table = named(run(), "table-1")
    assert [row.labels[0] for row in table.rows] == ["title", "given(long)", "given(short)", "given(plain)"]
    expected = headlines.score(GIVEN["plain"], list(REFERENCES.values()), metric="rouge2-precision")
    assert values(table, "given(plain)")["rouge2-precision"] == pytest.approx(sum(expected) / 3)
    assert values(table, "title")["rouge1-precision"] == pytest.approx(
        sum(headlines.score([r[0] for r in REFERENCES.values()], list(REFERENCES.values()), metric="rouge1-precision"))
        / 3
    )
    assert values(table, "given(short)")["length"] == pytest.approx(5 / 3)


@pytest.mark.golden("H7")
def test_table_2_has_means_over_judges_for_rated_headlines_only() -> None:
    table = named(run(), "table-2")
    assert [column.name for column in table.columns] == ["quality", "readability"]
    assert values(table, "plain")["quality"] == pytest.approx((5 + 4.25 + 5.25) / 3)
    assert values(table, "long")["readability"] == pytest.approx(3.0)
    assert values(table, "short")["readability"] is None
    judges = named(run(), "judges")
    assert values(judges, "quality")["judges"] == 2
    assert values(judges, "quality")["headlines"] == 9
    assert values(judges, "readability")["mean rho"] is None  # one judge only


@pytest.mark.golden("H8")
def test_table_3_equals_the_measures_own_table() -> None:
    quality: dict[str, list[float | None]] = {
        name: [marks[0], marks[1] + 0.25, marks[2] + 0.25] for name, marks in QUALITY.items()
    }
    expected = headlines.correlation_table(GIVEN, list(REFERENCES.values()), quality)
    table = named(run(), "table-3")
    assert len(table.rows) == len(expected) == 6
    for row, found in zip(table.rows, expected, strict=True):
        assert row.labels == (found.metric, found.penalty if found.penalty is not None else "plain")
        wanted = found.length, found.quality, found.method_length, found.method_quality
        assert [entry.value for entry in row.entries] == pytest.approx(wanted)
        low, value, high = row.entries[1].low, row.entries[1].value, row.entries[1].high
        assert low is not None
        assert value is not None
        assert high is not None
        assert -1 <= low <= high <= 1


def test_the_bundled_experiment_puts_the_paper_beside() -> None:
    experiment = replace(load_experiment("headline-tables"), resamples=100)
    assert find_kind(experiment.kind) is KIND
    findings = run(BED, experiment)
    theirs = {table.name: [row for row in table.rows if row.theirs] for table in findings.tables}
    assert {name: len(rows) for name, rows in theirs.items()} == {"table-1": 5, "table-2": 5, "judges": 1, "table-3": 6}
    assert theirs["table-3"][2].entries[1].value == 0.39056
    ours = [row.labels for row in named(findings, "table-3").rows if not row.theirs]
    assert ours == [row.labels for row in theirs["table-3"]]


@pytest.mark.golden("H2")
@pytest.mark.golden("H3")
@pytest.mark.golden("H4")
def test_the_paper_stands_beside_its_own_methods_and_ours_come_below() -> None:
    experiment = replace(load_experiment("headline-tables"), resamples=100)
    rows = named(run(BED, experiment), "table-1").rows
    labels = [row.labels[0] for row in rows if not row.theirs]
    plain = ["plain-bayes", "plain-phrase", "plain-title", "plain-compress", "plain-core"]
    assert labels[:10] == [*plain, "bayes-phrase", "phrase", "title", "compress", "core(title)"]
    beside = [(row.labels[0], row.entries[0].value, row.entries[1].value) for row in rows if row.theirs]
    # Table I of the paper, methods 1 to 5: ROUGE-1 and ROUGE-2.
    assert beside == [
        ("plain-bayes", 0.21831, 0.07791),
        ("plain-phrase", 0.38883, 0.15944),
        ("plain-title", 0.32039, 0.12834),
        ("plain-compress", 0.38693, 0.08758),
        ("plain-core", 0.36326, 0.14423),
    ]
    for place, row in enumerate(rows):
        assert not row.theirs or rows[place - 1].labels == row.labels


def test_two_outputs_of_one_system_are_an_error() -> None:
    twice = replace(BED.topics[0], outputs=(*BED.topics[0].outputs, BED.topics[0].outputs[0]))
    with pytest.raises(InputError, match="several outputs of 'long'"):
        KIND.plan(Testbed("twice", (twice,)), EXPERIMENT)
