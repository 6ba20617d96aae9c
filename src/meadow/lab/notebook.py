"""The lab in one call, for notebooks and the command line alike: an experiment by name, changed as asked, on a testbed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from meadow.engines import Engine
from meadow.errors import UnknownNameError
from meadow.lab.catalogue import check_experiment, load_experiment
from meadow.lab.experiment import Experiment
from meadow.lab.labels import relabelled
from meadow.lab.opening import open_testbed
from meadow.lab.results import Results, save_run
from meadow.lab.runner import Progress
from meadow.lab.runner import run as run_cells
from meadow.lab.systems import ALL_PRESETS, GIVEN
from meadow.lab.testbed import Testbed

_CHANGEABLE = ("systems", "metrics", "budgets", "baseline", "seed", "resamples", "options")


def run(
    experiment: str | Path | Experiment,
    testbed: str | Path | Testbed | None = None,
    *,
    topics: Sequence[str] | None = None,
    out: str | Path | None = None,
    workers: int = 1,
    engine: str | Engine | None = None,
    plugins: Sequence[str] = (),
    command: str | None = None,
    progress: Progress | None = None,
    outputs: str | Path | Sequence[str | Path] = (),
    labels: Mapping[str, str] | None = None,
    **changes: Any,
) -> Results:
    """Return the results of an experiment, by name, file or value, on a testbed; without one on that of the sample.

    `changes` replace parts of the experiment: `systems`, `metrics`, `budgets`, `baseline`, `seed`, `resamples`, `options`.
    With `out` everything is kept in that folder, and what is finished there is not done again. `workers` are processes of
    this machine; an `engine` such as `dask:tcp://host:8786` may be others. `outputs` are folders of what other systems
    wrote, `SYSTEM/TOPIC.txt`; `labels` name rows in tables and plots, `{"mine": "Our system"}`, and one that no row has is
    said in the notes.
    """
    bed = open_testbed(testbed, topics=topics, outputs=outputs)
    results = run_cells(
        change(experiment, **changes),
        bed,
        out=out,
        workers=workers,
        engine=engine,
        plugins=plugins,
        command=command,
        progress=progress,
    )
    if labels:
        findings, unknown = relabelled(results.findings, labels)
        results = replace(results, findings=findings, notes=(*results.notes, *unknown))
    if out is None:
        return results
    return replace(results, notes=(*results.notes, *save_run(results, out, command=command).notes))


def change(
    experiment: str | Path | Experiment, *, options: Mapping[str, Any] | None = None, **changes: Any
) -> Experiment:
    """Return an experiment, by name, file or value, with parts replaced; None leaves a part as it is, options add up.

    The baseline of the experiment goes if other systems are given and it is not among them.
    """
    base = experiment if isinstance(experiment, Experiment) else load_experiment(experiment)
    unknown = [key for key in changes if key not in _CHANGEABLE]
    if unknown:
        raise UnknownNameError("part of an experiment", unknown[0], _CHANGEABLE)
    asked: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in changes.items() if value is not None
    }
    # In some kinds the baseline is a metric, which other systems do not touch.
    was_system = _holds(base.systems, base.baseline)
    if "systems" in asked and "baseline" not in asked and was_system and not _holds(asked["systems"], base.baseline):
        asked["baseline"] = None
    return check_experiment(replace(base, **asked, options={**base.options, **(options or {})}))


def _holds(systems: Sequence[str], baseline: str | None) -> bool:
    """Tell whether a baseline is, or may be, among systems: names that stand for several may hold it."""
    return baseline in systems or bool({ALL_PRESETS, GIVEN} & set(systems))
