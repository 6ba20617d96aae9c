from __future__ import annotations

from collections.abc import Hashable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.lab.evaluate.significance import bootstrap, holm, paired_permutation
from meadow.lab.experiment import Cell, CellResult, Experiment, Measured, Published
from meadow.lab.scoring import (
    Figures,
    SystemStanding,
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


UNITS = 30
RANDOM = np.random.default_rng(7)
LEAD = RANDOM.normal(0.4, 0.1, UNITS).tolist()
MEAD = (np.array(LEAD) + RANDOM.normal(0.05, 0.05, UNITS)).tolist()
NEAR = (np.array(LEAD) + RANDOM.normal(0.0, 0.05, UNITS)).tolist()
SYSTEMS = {"lead": LEAD, "mead": MEAD, "near": NEAR}

UNIT_FIGURES = st.lists(st.none() | st.floats(-10, 10, allow_nan=False), min_size=4, max_size=4)


def test_means_and_intervals_agree_with_the_bootstrap_of_the_measures() -> None:
    for name, standing in standings(SYSTEMS).items():
        known = bootstrap(SYSTEMS[name])
        assert standing.mean == pytest.approx(known.value, abs=1e-12)
        # Two sets of 10,000 resamples: their quantiles differ by a few hundredths of the interval.
        slack = 0.05 * (known.high - known.low)
        assert standing.low == pytest.approx(known.low, abs=slack)
        assert standing.high == pytest.approx(known.high, abs=slack)
        assert standing.units == UNITS


def test_tests_are_those_of_the_measures_corrected_by_holm() -> None:
    found = standings(SYSTEMS, baseline="lead")
    tests = [paired_permutation(SYSTEMS[name], LEAD) for name in ("mead", "near")]
    assert [found[name].p_value for name in ("mead", "near")] == list(holm([test.p_value for test in tests]))
    assert [found[name].difference for name in ("mead", "near")] == [test.difference for test in tests]
    assert (found["lead"].difference, found["lead"].p_value) == (None, None)
    assert found["mead"].p_value is not None
    assert found["mead"].p_value < 0.01


def test_holm_counts_the_systems_compared() -> None:
    alone = standings({"lead": LEAD, "near": NEAR}, baseline="lead")["near"].p_value
    among = standings(SYSTEMS, baseline="lead")["near"].p_value
    assert alone is not None
    assert among == alone, "the largest of several is not multiplied"
    twice = standings({**SYSTEMS, "again": NEAR}, baseline="lead")["near"].p_value
    assert twice == min(1.0, 2 * alone)


def test_gaps_are_left_out_of_means_and_of_pairs() -> None:
    found = standings({"lead": [0.1, 0.2, None, 0.4], "mead": [0.2, None, 0.9, 0.6]}, baseline="lead")
    assert found["lead"].mean == pytest.approx(0.7 / 3)
    assert found["mead"].units == 3
    assert found["mead"].difference == pytest.approx((0.1 + 0.2) / 2)
    # Two pairs, both in favour: of four assignments of signs two are as far from zero.
    assert found["mead"].p_value == 0.5


def test_what_cannot_be_said_is_absent() -> None:
    found = standings({"lead": [0.1, 0.2], "one": [0.3, None], "none": [None, None]}, baseline="lead")
    assert found["one"] == SystemStanding(0.3, None, None, 1)
    assert found["none"] == SystemStanding(None, None, None, 0)
    assert standings({}) == {}


def test_the_seed_and_nothing_else_decides() -> None:
    assert standings(SYSTEMS, baseline="lead", seed=3) == standings(SYSTEMS, baseline="lead", seed=3)
    assert standings(SYSTEMS, seed=3) != standings(SYSTEMS, seed=4)
    backwards = dict(reversed(SYSTEMS.items()))
    assert standings(backwards, baseline="lead") == standings(SYSTEMS, baseline="lead")


@given(st.dictionaries(st.sampled_from("abcd"), UNIT_FIGURES, min_size=1), st.integers(0, 5))
def test_what_always_holds(values: dict[str, list[float | None]], seed: int) -> None:
    for name, standing in standings(values, baseline="a", resamples=50, seed=seed).items():
        known = [value for value in values[name] if value is not None]
        assert standing.units == len(known)
        assert (standing.mean is None) == (not known)
        assert (standing.low is None) == (standing.high is None) == (len(known) < 2)
        if standing.low is not None and standing.high is not None:
            assert min(known) - 1e-9 <= standing.low <= standing.high <= max(known) + 1e-9
        assert standing.p_value is None or 0 < standing.p_value <= 1
