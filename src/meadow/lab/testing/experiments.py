"""The contract of experiments: what a kind promises to the runner, and to those who read its tables."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace

from meadow.errors import MeadowError
from meadow.lab.catalogue import load_experiment
from meadow.lab.checking import readiness
from meadow.lab.experiment import Cell, CellResult, Experiment, Kind, Measured
from meadow.lab.opening import open_testbed
from meadow.lab.systems import GIVEN
from meadow.lab.tables import Entry, Findings, check_table
from meadow.lab.testbed import Testbed, Topic
from meadow.testing.contract import ContractError, require

_RESAMPLES = 100
_TOPICS = 2


def check_experiment(kind: Kind, experiment: Experiment | None = None, testbed: Testbed | None = None) -> None:
    """Check that a kind of experiment plans, measures and reports as the runner and the reader of its tables expect.

    Without an experiment it is the one of the kind's name (load its plug-in first), without a testbed the first two ready
    stories of the sample's. A plan is the same twice, no cell is there twice, settings and findings are plain; a cell finds
    the same twice, and alone with its topic; tables are whole, name what failed, and do not depend on the order of topics;
    a testbed that lacks what the kind needs is refused by an error of Meadow's.
    """
    tried = replace(load_experiment(kind.name) if experiment is None else experiment, resamples=_RESAMPLES)
    bed = _ready_topics(kind) if testbed is None else testbed
    case = f"the testbed {bed.name}"
    unknown = sorted(set(kind.needs) - {field.name for field in fields(Topic)})
    require(not unknown, case, f"it needs {unknown}, which no topic has")
    cells = _check_plan(kind, tried, bed, case)
    results = [CellResult(cell, _check_cell(kind, bed, cell)) for cell in cells]
    findings = kind.report(bed, tried, results)
    _check_findings(findings, case)
    require(kind.report(bed, tried, results) == findings, case, "the second report is another one")
    _check_order(kind, tried, bed, findings)
    failed = [replace(results[0], measured=None, error="ValueError: no luck"), *results[1:]]
    notes = [note for table in kind.report(bed, tried, failed).tables for note in table.notes]
    require(any("no luck" in note for note in notes), case, "no note of a table tells that a cell failed")
    _check_refusal(kind, tried)


def _ready_topics(kind: Kind) -> Testbed:
    bed = open_testbed()
    ready = readiness(bed, kinds=[kind])[0].stories
    require(bool(ready), f"the testbed {bed.name}", f"no story has what {kind.name} needs: give a testbed of your own")
    return replace(bed, topics=tuple(bed.topic(name) for name in ready[:_TOPICS]))


def _check_plan(kind: Kind, experiment: Experiment, bed: Testbed, case: str) -> Sequence[Cell]:
    cells = kind.plan(bed, experiment)
    require(bool(cells), case, "nothing is planned")
    for cell in cells:
        require(_is_plain(cell.settings), case, f"JSON cannot hold the settings of {cell}")
    require(list(kind.plan(bed, experiment)) == list(cells), case, "the second plan is another one")
    require(len({cell.key for cell in cells}) == len(cells), case, "a cell is planned twice")
    return cells


def _check_cell(kind: Kind, bed: Testbed, cell: Cell) -> Measured:
    case = f"the cell {cell.key}"
    measured = kind.measure(bed, cell)
    require(_is_plain(measured.figures) and _is_plain(measured.output), case, "JSON cannot hold what was measured")
    if cell.topic is None:
        require(kind.measure(bed, cell) == measured, case, "the second measurement is another one")
    else:
        alone = kind.measure(Testbed("alone", (bed.topic(cell.topic),)), cell)
        require(alone == measured, case, "it finds something else a second time, alone with its topic")
    return measured


def _check_findings(findings: Findings, case: str) -> None:
    names = [table.name for table in findings.tables]
    require(bool(names), case, "there is no table")
    require(len(set(names)) == len(names), case, f"two tables have one name: {names}")
    for table in findings.tables:
        try:
            check_table(table)
        except MeadowError as error:
            raise ContractError(f"On {case}: the table {table.name} is not whole: {error}") from error
    for entry in _entries(findings).values():
        numbers = [value for value in (entry.value, entry.low, entry.high) if value is not None]
        require(all(map(math.isfinite, numbers)), case, f"a table holds {entry}")


def _check_order(kind: Kind, experiment: Experiment, bed: Testbed, findings: Findings) -> None:
    turned = replace(bed, topics=bed.topics[::-1])
    results = [CellResult(cell, kind.measure(turned, cell)) for cell in kind.plan(turned, experiment)]
    before, after = _entries(findings), _entries(kind.report(turned, experiment, results))
    require(before.keys() == after.keys(), "topics in another order", "the tables have other rows or columns")
    moved = [key for key, entry in before.items() if not _close(entry.value, after[key].value)]
    require(not moved, "topics in another order", f"the figure at {moved[:1]} is another one")


def _check_refusal(kind: Kind, experiment: Experiment) -> None:
    bare = Testbed("bare", (Topic("empty", ()),))
    if not kind.needs:
        return
    try:
        kind.plan(bare, replace(experiment, systems=tuple(each for each in experiment.systems if each != GIVEN)))
    except MeadowError:
        return
    raise ContractError("On a testbed without anything: it is planned all the same, not refused by a MeadowError.")


def _entries(findings: Findings) -> dict[tuple[str, tuple[str, ...], str, str | None], Entry]:
    """Return the entries of our own rows by table, row and column."""
    return {
        (table.name, row.labels, column.name, column.group): entry
        for table in findings.tables
        for row in table.rows
        if not row.theirs
        for column, entry in zip(table.columns, row.entries, strict=True)
    }


def _close(a: float | None, b: float | None) -> bool:
    """Tell whether two figures are the same but for the order of their sums."""
    return a is b or (a is not None and b is not None and math.isclose(a, b, abs_tol=1e-9))


def _is_plain(value: Mapping[str, object]) -> bool:
    try:
        return bool(json.loads(json.dumps(dict(value), allow_nan=False)) == value)
    except (TypeError, ValueError):
        return False
