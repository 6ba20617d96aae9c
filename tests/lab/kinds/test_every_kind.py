"""What holds for every kind of experiment: orders, other systems, failures, what papers printed, and slips."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.kinds.running import failing, measured, report
from lab.kinds.whole_bed import BED, EXPERIMENTS
from meadow.errors import MeadowError
from meadow.lab import experiment as experiments
from meadow.lab.experiment import CellResult, Experiment, Measured, Published, find_kind
from meadow.lab.tables import Entry, Findings
from meadow.lab.testbed import Testbed

# A figure's place: the table, the labels of its row, the name of its column, and what heads it.
Place = tuple[str, tuple[str, ...], str, str | None]
# Of these tables every figure is about all systems or judges at once.
SHARED = {"headline-tables": ("table-3",), "clustering-agreement": ("table-3",)}
every_kind = pytest.mark.parametrize("kind", EXPERIMENTS)


@lru_cache
def results_of(kind: str) -> list[CellResult]:
    return measured(BED, EXPERIMENTS[kind])


def known(kind: str) -> dict[str, Measured | None]:
    return {each.cell.key: each.measured for each in results_of(kind)}


def own_entries(found: Findings) -> dict[Place, Entry]:
    return {
        (table.name, row.labels, column.name, column.group): entry
        for table in found.tables
        for row in table.rows
        if not row.theirs
        for column, entry in zip(table.columns, row.entries, strict=True)
    }


def same(a: float | None, b: float | None) -> bool:
    return a is b is None or (a is not None and b is not None and math.isclose(a, b, abs_tol=1e-9))


def moved(before: dict[Place, Entry], after: dict[Place, Entry]) -> list[Place]:
    """Return the places at which both have a figure and not the same."""
    return [place for place in before if place in after and not same(before[place].value, after[place].value)]


def test_there_is_an_experiment_of_every_kind() -> None:
    assert set(EXPERIMENTS) == set(experiments.EXPERIMENTS)


@every_kind
def test_a_plan_is_the_same_twice_and_its_cells_are_plain(kind: str) -> None:
    plans = [find_kind(kind).plan(BED, EXPERIMENTS[kind]) for _ in range(2)]
    assert plans[0] == plans[1]
    assert len({cell.key for cell in plans[0]}) == len(plans[0])
    for cell in plans[0]:
        assert json.loads(json.dumps(dict(cell.settings))) == cell.settings


@every_kind
def test_what_a_cell_found_is_plain_and_the_same_twice(kind: str) -> None:
    for each in results_of(kind):
        assert each.measured is not None
        for held in (each.measured.figures, each.measured.output):
            assert json.loads(json.dumps(dict(held), allow_nan=False)) == held
    assert measured(BED, EXPERIMENTS[kind]) == results_of(kind)


@every_kind
def test_a_cell_of_a_topic_looks_at_that_topic_only(kind: str) -> None:
    for each in results_of(kind):
        if each.cell.topic is not None:
            alone = Testbed("alone", (BED.topic(each.cell.topic),))
            assert find_kind(kind).measure(alone, each.cell) == each.measured


@every_kind
def test_every_figure_is_finite_or_none_and_bounds_are_in_order(kind: str) -> None:
    found = report(BED, EXPERIMENTS[kind], results_of(kind))
    for place, entry in own_entries(found).items():
        for number in (entry.value, entry.low, entry.high):
            assert number is None or math.isfinite(number), place
        assert (entry.low is None) == (entry.high is None), place
        assert entry.low is None or entry.high is None or entry.low <= entry.high, place
    for series in (series for plot in found.plots for series in plot.series):
        assert len(series.x) == len(series.y)
        assert {len(series.low), len(series.high)} <= {0, len(series.y)}
        assert all(y is None or math.isfinite(y) for y in series.y)


@every_kind
@given(order=st.permutations(range(len(BED))))
def test_the_order_of_topics_changes_no_figure(kind: str, order: list[int]) -> None:
    bed = replace(BED, topics=tuple(BED.topics[place] for place in order))
    cells = find_kind(kind).plan(bed, EXPERIMENTS[kind])
    held = known(kind)
    assert {cell.key for cell in cells} == set(held)
    results = [
        CellResult(cell, held[cell.key] if cell.topic is not None else find_kind(kind).measure(bed, cell))
        for cell in cells
    ]
    before, after = (own_entries(report(*each)) for each in ((BED, EXPERIMENTS[kind], results_of(kind)),
                                                             (bed, EXPERIMENTS[kind], results)))  # fmt: skip
    assert set(before) == set(after)
    assert moved(before, after) == []


@pytest.mark.parametrize(
    "kind", [kind for kind in EXPERIMENTS if not kind.endswith(("-agreement", "-features", "rating-tables"))]
)
@given(data=st.data())
def test_another_system_changes_nobodys_figures_or_intervals(kind: str, data: st.DataObject) -> None:
    whole = EXPERIMENTS[kind]
    field = "metrics" if kind in ("qarla", "metric-correlation") else "systems"
    some = data.draw(st.lists(st.sampled_from(getattr(whole, field)), min_size=1, unique=True))
    change: dict[str, Any] = {field: tuple(some)}
    fewer = replace(whole, **change)
    held = known(kind)
    results = [CellResult(cell, held[cell.key]) for cell in find_kind(kind).plan(BED, fewer)]
    before, after = own_entries(report(BED, fewer, results)), own_entries(report(BED, whole, results_of(kind)))
    shared = [place for place in before if place[0] not in ("judges", *SHARED.get(kind, ()))]
    assert shared
    assert {place: before[place] for place in shared} == {place: after[place] for place in shared}


@every_kind
@given(data=st.data())
def test_a_failure_changes_only_figures_of_its_system_and_is_told(kind: str, data: st.DataObject) -> None:
    failed = data.draw(st.sampled_from([each.cell for each in results_of(kind)]))
    fewer = [
        replace(each, measured=None, error="no luck") if each.cell is failed else each for each in results_of(kind)
    ]
    found = report(BED, EXPERIMENTS[kind], fewer)
    before = own_entries(report(BED, EXPERIMENTS[kind], results_of(kind)))
    theirs = [
        place
        for place in moved(before, own_entries(found))
        if failed.system not in (*place[1], place[3]) and place[0] not in SHARED.get(kind, ())
    ]
    assert theirs == []
    told = [
        note for table in found.tables for note in table.notes if note.startswith(f"{failed.system} failed on 1 of")
    ]
    assert told
    assert all(note.endswith("no luck") for note in told)


@every_kind
def test_a_system_that_fails_everywhere_leaves_a_report(kind: str) -> None:
    for system in dict.fromkeys(each.cell.system for each in results_of(kind)):
        found = report(BED, EXPERIMENTS[kind], failing(results_of(kind), system))
        assert any(note.startswith(f"{system} failed on") for table in found.tables for note in table.notes)


@every_kind
@pytest.mark.parametrize("value", [1e9, -1e9])
def test_what_a_paper_printed_is_never_best_and_changes_nothing_of_ours(kind: str, value: float) -> None:
    plain = report(BED, EXPERIMENTS[kind], results_of(kind))
    printed = tuple(
        Published(table.name, row.labels, dict.fromkeys(names, value))
        for table in plain.tables
        for names in [[c.name if c.group is None or " " in c.name else f"{c.name} {c.group}" for c in table.columns]]
        for row in table.rows
    )
    beside = report(BED, replace(EXPERIMENTS[kind], published=printed), results_of(kind))
    assert own_entries(beside) == own_entries(plain)
    assert any(row.theirs and row.entries[0].value == value for table in beside.tables for row in table.rows)
    for table, before in zip(beside.tables, plain.tables, strict=True):
        for column in range(len(table.columns)):
            best = [table.rows[place] for place in sorted(table.best(column))]
            assert best == [before.rows[place] for place in sorted(before.best(column))]


def slips() -> Iterator[Any]:
    """Yield for each kind what may be misspelled: kind, a change of its experiment, and the word that the error names."""
    by_metric = ("qarla", "metric-correlation")
    for kind, experiment in EXPERIMENTS.items():
        option = "drawz" if kind == "groups" else "optoin"
        yield kind, {"options": {**experiment.options, option: 1}}, option
        yield kind, {"baseline": "nobody"}, "nobody"
        if kind != "summaries":
            yield kind, {"budgets": ("words=12",)}, "words=12"
        if kind in ("mead-tables", "mead-features", "rating-tables", "tsc3-tables") or kind.endswith("-agreement"):
            unused = "systems" if kind.endswith("-agreement") else "metrics"
            yield kind, {unused: ("nobody",)}, "nobody"
        if experiment.metrics or kind == "headline-tables":
            yield kind, {"metrics": ("nobody",)}, "nobody"
        if experiment.systems:
            yield kind, {"systems": ("nobody",)}, "nobody"
        if experiment.systems and kind != "qarla":
            yield kind, {"systems": ()}, "headline" if kind == "headline-tables" else "system"
        if kind in by_metric:
            yield kind, {"baseline": "rouge3"}, "rouge3"
    yield "metric-correlation", {"systems": ("long",)}, "long"
    yield "qarla", {"systems": ("mead(select=nobody)",)}, "nobody"
    for kind in ("mead-tables", "tsc3-tables", "summaries"):
        yield kind, {"systems": ("mead(rank=nobody)",)}, "nobody"
        yield kind, {"systems": ("mead(raked=centroid)",)}, "raked"


OPTIONS_OF_ANOTHER_TYPE = [
    ("clustering-agreement", {"draws": "many"}), ("clustering-agreement", {"study_judge": 1}),
    ("groups", {"draws": 0}), ("headline-tables", {"stem": "yes"}), ("headline-tables", {"dialect": "perl"}),
    ("mead-tables", {"rates": [101]}), ("mead-tables", {"rates": []}), ("mead-tables", {"credits": [-1]}),
    ("metric-correlation", {"task": "title"}), ("metric-correlation", {"coefficients": []}),
    ("qarla", {"kept": 0}), ("qarla", {"distinct": 1}), ("subsumption-agreement", {"shown": 0}),
    ("mead-features", {"terms": 0}), ("rating-tables", {"task": "title"}),
    ("summaries", {"length": 5}), ("tracking", {"order": "size"}),
    ("tsc3-tables", {"by": "words"}), ("tsc3-tables", {"shares": {"short": 0}}), ("tsc3-tables", {"also": ["short"]}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "change", "word"), list(slips()))
def test_a_slip_is_refused_before_any_work_with_what_was_given_and_what_to_do(
    kind: str, change: dict[str, Any], word: str
) -> None:
    error = refused(kind, replace(EXPERIMENTS[kind], **change))
    assert word in str(error)


@pytest.mark.parametrize(("kind", "options"), OPTIONS_OF_ANOTHER_TYPE)
def test_an_option_of_another_type_is_refused(kind: str, options: dict[str, Any]) -> None:
    error = refused(kind, replace(EXPERIMENTS[kind], options=options))
    (name,) = options
    assert name in str(error)
    assert f"meadow lab list --toml {kind}" in str(error)


def refused(kind: str, experiment: Experiment) -> MeadowError:
    """Return the error of a plan, which says what was given, and what is allowed or what to do."""
    with pytest.raises(MeadowError) as caught:
        find_kind(kind).plan(BED, experiment)
    assert caught.value.given
    assert caught.value.allowed or caught.value.advice
    return caught.value


@every_kind
def test_a_testbed_without_what_is_needed_is_told_the_file(kind: str) -> None:
    bare = Testbed("bare", tuple(type(topic)(topic.id, ()) for topic in BED))
    with pytest.raises(MeadowError, match=r"[a-z]+\.jsonl") as caught:
        find_kind(kind).plan(bare, replace(EXPERIMENTS[kind], systems=without_given(EXPERIMENTS[kind].systems)))
    assert caught.value.given


def without_given(systems: Sequence[str]) -> tuple[str, ...]:
    return tuple(system for system in systems if system != "given")
