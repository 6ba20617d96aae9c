"""Experiments: what is compared, by which measures, as a small TOML that a user can copy and change.

A *kind* of experiment is three functions. `plan` lists cells, each a piece of work on one topic or on the whole testbed;
`measure` does one, knows nothing of the others and returns figures; `report` makes tables and plots of all of them. The
runner (`meadow.lab.runner`) does the rest: cells in parallel, kept, reused, and never lost.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from meadow.lab.tables import Findings
from meadow.lab.testbed import Testbed
from meadow.registry import Registry

# A value that JSON can hold: what settings and outputs are made of.
Plain = Any


@dataclass(frozen=True, slots=True)
class Published:
    """Figures that a paper printed: which table, the labels of the row, a value per column; `note` is shown below it."""

    table: str
    labels: tuple[str, ...]
    values: Mapping[str, float]
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Experiment:
    """What to run: the kind, the systems (specs), the metrics (notations), the lengths, and the settings of chance.

    `baseline` is the system that others are tested against; `options` are the kind's own.
    """

    name: str
    kind: str
    title: str = ""
    about: str = ""
    systems: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    budgets: tuple[str, ...] = ()
    baseline: str | None = None
    seed: int = 0
    resamples: int = 10_000
    options: Mapping[str, Plain] = field(default_factory=dict)
    published: tuple[Published, ...] = ()
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """A piece of work: a system on a topic (None: on the whole testbed) with settings such as a rate or a length.

    Settings hold everything that could change the result, metrics and seed included, as values that JSON can hold.
    """

    system: str
    topic: str | None
    settings: Mapping[str, Plain] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """The cell as one line of JSON: equal cells, equal lines."""
        parts = {"system": self.system, "topic": self.topic, "settings": dict(self.settings)}
        return json.dumps(parts, sort_keys=True, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Measured:
    """What a cell found: a figure per metric (None where it is not defined), and what it rests on (sentences, texts)."""

    figures: Mapping[str, float | None]
    output: Mapping[str, Plain] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CellResult:
    """A cell with what it found, or with the error that it ended in."""

    cell: Cell
    measured: Measured | None
    error: str | None = None


Plan = Callable[[Testbed, Experiment], Sequence[Cell]]
Measure = Callable[[Testbed, Cell], Measured]
Report = Callable[[Testbed, Experiment, Sequence[CellResult]], Findings]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of experiment: what a testbed must have for it (fields of `Topic`), and its three functions.

    `fewest` says how many of something a topic must have where one is not enough: a judge alone agrees with nobody.
    `measure` of a cell that has a topic may look at that topic only: its digest is what decides about reuse. `toml` is the
    experiment that runs under the kind's own name, as `meadow lab list NAME --toml` prints it; a kind that comes with the
    package may have a file of that name in `lab/experiments` instead.
    """

    name: str
    needs: tuple[str, ...]
    plan: Plan
    measure: Measure
    report: Report
    fewest: Mapping[str, int] = field(default_factory=dict)
    toml: str = ""


EXPERIMENTS = Registry(
    "experiment",
    "kind of experiment",
    {
        "clustering-agreement": "meadow.lab.kinds.clustering_agreement:KIND",
        "groups": "meadow.lab.kinds.groups:KIND",
        "headline-tables": "meadow.lab.kinds.headline_tables:KIND",
        "mead-features": "meadow.lab.kinds.mead_features:KIND",
        "mead-tables": "meadow.lab.kinds.mead_tables:KIND",
        "metric-correlation": "meadow.lab.kinds.metric_correlation:KIND",
        "qarla": "meadow.lab.kinds.qarla:KIND",
        "rating-tables": "meadow.lab.kinds.rating_tables:KIND",
        "subsumption-agreement": "meadow.lab.kinds.subsumption_agreement:KIND",
        "summaries": "meadow.lab.kinds.summaries:KIND",
        "tracking": "meadow.lab.kinds.tracking:KIND",
        "tsc3-tables": "meadow.lab.kinds.tsc3_tables:KIND",
    },
    holds=Kind,
    advice="`meadow lab list` describes them all.",
)


def find_kind(name: str) -> Kind:
    """Return the kind called `name`, importing its module if this is the first use."""
    kind: Kind = EXPERIMENTS.member(name)
    return kind
