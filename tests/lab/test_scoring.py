from __future__ import annotations

from collections.abc import Hashable

from meadow.lab.experiment import Cell, CellResult, Experiment, Measured, Published
from meadow.lab.scoring import (
    Figures,
    failure_notes,
    gather,
    how,
    published_rows,
    score_table,
    standings,
    with_published,
)
from meadow.lab.tables import Column, Entry, Table

COLUMNS = (Column("R", "higher"), Column("P", "higher"))
EXPERIMENT = Experiment("mine", "summaries", resamples=200, seed=5)
TOPICS = range(12)
# The second system is better by far, the third by chance; the second has no P, and the third lacks a topic.
FIGURES: Figures = {
    ("lead",): {"R": {topic: 0.1 + topic / 100 for topic in TOPICS}, "P": dict.fromkeys(TOPICS, 0.5)},
    ("mead",): {"R": {topic: 0.4 + topic / 90 for topic in TOPICS}},
    ("near",): {"R": {topic: 0.1 + (topic ^ 1) / 100 for topic in TOPICS if topic != 3}, "P": {0: None}},
}


def result(
    system: str, topic: str | None, figures: dict[str, float | None] | None, error: str | None = None
) -> CellResult:
    return CellResult(Cell(system, topic), None if figures is None else Measured(figures), error)


def table_of(experiment: Experiment = EXPERIMENT, *, baseline: tuple[str, ...] | None = ("lead",)) -> Table:
    return score_table(
        "t",
        "T",
        FIGURES,
        heads=("system",),
        columns=COLUMNS,
        experiment=experiment,
        baseline=baseline,
        notes=("Mine.",),
    )


def test_cells_are_gathered_by_row_column_and_unit() -> None:
    results = [
        result("lead", "wolf", {"R": 0.1, "P": None}),
        result("lead", "ferry", {"R": 0.2}),
        result("mead", "wolf", None, "it broke"),
        result("mead", "ferry", {"R": 0.3}),
    ]
    found = gather(results, labels=lambda each: (each.cell.system,), unit=lambda each: each.cell.topic)
    assert found == {
        ("lead",): {"R": {"wolf": 0.1, "ferry": 0.2}, "P": {"wolf": None}},
        ("mead",): {"R": {"ferry": 0.3}},
    }


def test_entries_are_standings_over_the_units_of_the_column() -> None:
    row = table_of().rows[2]
    units = sorted(TOPICS, key=repr)
    own = [FIGURES[("near",)]["R"].get(topic) for topic in units]
    known = standings({"near": own}, resamples=200, seed=5)["near"]
    assert (row.entries[0].value, row.entries[0].low, row.entries[0].high) == (known.mean, known.low, known.high)
    assert row.entries[1] == Entry(None)
    assert table_of().rows[1].entries[1] == Entry(None), "a row without the column"


def test_daggers_mark_what_differs_and_are_explained() -> None:
    table = table_of()
    assert [row.entries[0].marks for row in table.rows] == [(), ("‡",), ()]
    assert table.marks == {"‡": "differs from lead, p < 0.01 (paired permutation over topics, Holm over rows)"}
    assert table_of(baseline=None).marks == {}
    assert all(entry.marks == () for row in table_of(baseline=None).rows for entry in row.entries)


def test_a_table_says_how_it_came_about() -> None:
    assert table_of().signature == how(EXPERIMENT)
    assert "bootstrap(topic, level=0.95, resamples=200, seed=5)" in how(EXPERIMENT)
    assert "metric:R|" in how(EXPERIMENT, unit="judge", metric="R")
    assert table_of().notes == ("Mine.",)


def test_bystanders_do_not_contend() -> None:
    table = score_table("t", "T", FIGURES, heads=("s",), columns=COLUMNS, experiment=EXPERIMENT, bystanders=[("mead",)])
    assert [row.contends for row in table.rows] == [True, False, True]
    assert 1 not in table.best(0)


def test_published_figures_follow_ours_and_a_note_marks_them() -> None:
    published = (
        Published("t", ("lead",), {"R": 0.15}),
        Published("t", ("their own",), {"P": 0.7}),
        Published("other", ("lead",), {"R": 0.9}),
    )
    experiment = Experiment("mine", "summaries", resamples=200, published=published)
    table = table_of(experiment)
    assert [(row.labels, row.theirs) for row in table.rows] == [
        (("lead",), False),
        (("lead",), True),
        (("mead",), False),
        (("near",), False),
        (("their own",), True),
    ]
    assert table.rows[1].entries == (Entry(0.15), Entry(None))
    assert table.notes[-1] == "Rows marked ◦ are printed in the paper, on its own data."
    assert len(published_rows(experiment, "other", COLUMNS)) == 1
    assert with_published([], []) == ()


def test_failures_are_told_by_system_with_place_and_first_reason() -> None:
    results = [
        result("lead", "wolf", {"R": 0.1}),
        result("mead", "wolf", None, "no sentences"),
        result("mead", "ferry", None, "another"),
        result("mead", "oven", {"R": 0.1}),
        result("random", None, None, "no seed"),
    ]
    assert failure_notes(results) == (
        "mead failed on 2 of 3 cells (wolf, ferry): no sentences",
        "random failed on 1 of 1 cells (the testbed): no seed",
    )
    assert failure_notes(results[:1]) == ()


def test_intervals_do_not_depend_on_the_order_of_topics_or_on_who_failed_first() -> None:
    topics: dict[Hashable, float | None] = {f"t{number}": number / 7 for number in range(7)}
    turned = dict(reversed(topics.items()))
    without = {name: value for name, value in topics.items() if name != "t0"}
    columns, experiment = [Column("x")], Experiment("e", "summaries", resamples=200)
    given: list[Figures] = [
        {("a",): {"x": first}, ("b",): {"x": second}}
        for first, second in ((topics, topics), (turned, turned), (without, topics))
    ]
    tables = [score_table("t", "T", each, heads=("s",), columns=columns, experiment=experiment) for each in given]
    assert len({table.rows[1].entries for table in tables}) == 1
