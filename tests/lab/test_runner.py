"""Runs: the same with any number of workers, resumed after a kill, never stale, and not lost to one bad system."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from base64 import b64encode
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Literal

import pytest

from lab.beds import BED, experiment
from lab.conftest import Run
from meadow.errors import InputError, UsageError
from meadow.lab import plotting, runner
from meadow.lab import workers as lab_workers
from meadow.lab.drawing import draw
from meadow.lab.experiment import Cell, CellResult, Experiment, Kind, Measured
from meadow.lab.journal import JOURNAL, load_results, open_journal
from meadow.lab.results import save_run
from meadow.lab.tables import Findings, Plot
from meadow.lab.testbed import Testbed
from meadow.provenance import code_version
from patience import until

RAISING = """
from meadow.model import Scores
import numpy as np

def touchy(view):
    if any(document.id.startswith("wolf") for document in view.documents):
        raise ValueError("no wolves, please")
    return Scores(np.arange(len(view), 0, -1, dtype=float))

METHODS = {"rank": {"touchy": touchy}}
"""

# Cells of this one are not done before there is a file, so that a run with them cannot end before it is killed.
WAITING = """
import time
from pathlib import Path
from meadow.rank.lead import lead

def waiting(view):
    while not Path({sign!r}).exists():
        time.sleep(0.01)
    return lead(view)

METHODS = {{"rank": {{"waiting": waiting}}}}
"""


def _files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_one_worker_and_two_give_the_same_bytes(tmp_path: Path) -> None:
    for workers in (1, 2):
        out = tmp_path / str(workers)
        save_run(runner.run(experiment(), BED, out=out, workers=workers), out)
    one, two = _files(tmp_path / "1"), _files(tmp_path / "2")
    assert one == two
    assert {"cells.jsonl", "run.json", "items.csv", "findings.json", "experiment.toml"} <= set(one)
    assert str(tmp_path).encode() not in b"".join(one.values())


def test_finished_cells_are_not_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = runner.run(experiment(), BED, out=tmp_path)
    seen: list[tuple[int, int]] = []
    again = runner.run(experiment(), BED, out=tmp_path, progress=lambda done, total: seen.append((done, total)))
    assert (again.cells, again.findings, seen) == (first.cells, first.findings, [])


@pytest.mark.parametrize(
    "changes",
    [
        {"budgets": ("words=30",)},
        {"metrics": ("rouge1(stem=false)",)},
        {"seed": 7},
        {"systems": ("lead", "mead(select=top)")},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_a_changed_parameter_never_reuses_a_stale_cell(tmp_path: Path, changes: dict[str, object]) -> None:
    runner.run(experiment(), BED, out=tmp_path / "both")
    changed = experiment(**changes)
    resumed = runner.run(changed, BED, out=tmp_path / "both")
    fresh = runner.run(changed, BED, out=tmp_path / "fresh")
    assert resumed == fresh
    assert _files(tmp_path / "both") == _files(tmp_path / "fresh")


def test_another_text_of_one_topic_makes_only_its_cells_anew(tmp_path: Path) -> None:
    runner.run(experiment(), BED, out=tmp_path)
    before = load_results(tmp_path)
    first = BED.topics[0]
    told = replace(first, documents=(replace(first.documents[0], text="Nothing happened."), *first.documents[1:]))
    runner.run(experiment(), replace(BED, topics=(told, *BED.topics[1:])), out=tmp_path)
    kept = set(before) & set(load_results(tmp_path))
    assert {before[identity].cell.topic for identity in kept} == {"wolf", "oven"}
    assert len(kept) == len(before) * 2 // 3


def test_other_code_makes_every_cell_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runner.run(experiment(), BED, out=tmp_path)
    before = set(load_results(tmp_path))
    monkeypatch.setattr(code_version, "package_digest", lambda: "edited")
    runner.run(experiment(), BED, out=tmp_path)
    assert not before & set(load_results(tmp_path))


def test_a_torn_line_is_left_out_and_done_again(tmp_path: Path) -> None:
    whole = runner.run(experiment(), BED, out=tmp_path)
    path = tmp_path / JOURNAL
    lines = path.read_bytes()
    path.write_bytes(lines[: len(lines) // 2])
    assert 0 < len(load_results(tmp_path)) < len(whole.cells)
    assert runner.run(experiment(), BED, out=tmp_path) == whole
    assert path.read_bytes() == lines


def test_killed_at_half_and_resumed_it_ends_as_if_never_stopped(meadow: Run, folder: Path) -> None:
    (folder / "waiting.py").write_text(WAITING.format(sign=str(folder / "go on")), encoding="utf-8")
    line = "lab run summaries --systems lead mead lead(rank=waiting) --topics ferry wolf recount --resamples 100"
    line, out = f"{line} --plugin waiting.py", folder / "run"
    command = [sys.executable, "-m", "meadow", *line.split(), "--workers", "2", "--out", "run"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert until(lambda: running.poll() is not None or len(load_results(out)) >= 2)
        children = _children(running.pid)
        running.send_signal(signal.SIGKILL)
        running.communicate()
    assert running.returncode == -signal.SIGKILL, "it ended before it could be killed"
    assert 2 <= len(load_results(out)) <= 6
    assert _ended(children), "workers outlived the run"
    (folder / "go on").touch()
    for name in ("run", "fresh"):
        status, _, err = meadow(f"{line} --workers 1 --out {name}")
        assert status == 0, err
    assert len(load_results(out)) == 9
    assert _files(out) == _files(folder / "fresh")


def test_the_seed_of_hashes_does_not_matter(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "meadow", "lab", "run", "summaries", "--workers", "1", "--resamples", "100"]
    for seed in ("1", "2"):
        options = [
            "--systems",
            "meadow",
            "patterns+ward",
            "--topics",
            "ferry",
            "recount",
            "--out",
            str(tmp_path / seed),
        ]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run([*command, *options], check=True, capture_output=True, env=environment)
    assert _files(tmp_path / "1") == _files(tmp_path / "2")


@pytest.mark.parametrize("workers", [1, 2])
def test_a_system_that_raises_on_one_topic_says_so_and_the_run_goes_on(tmp_path: Path, workers: int) -> None:
    from meadow.registry import load_plugin

    name = f"touchy{workers}"
    plugin = tmp_path / f"{name}.py"
    plugin.write_text(RAISING.replace("touchy", name), encoding="utf-8")
    load_plugin(plugin)
    asked = experiment(systems=("lead", f"lead(rank={name})"))
    results = runner.run(asked, BED, workers=workers, plugins=[str(plugin)])
    ((topic, error),) = [(each.cell.topic, each.error) for each in results.failures]
    assert topic == "wolf"
    assert f"A plug-in failed: {name}.py, line 7: ValueError: no wolves, please" in (error or "")
    table = results.findings.tables[0]
    failed = [note for note in table.notes if "failed on 1 of 3 cells (wolf): " in note]
    assert any("ValueError: no wolves, please" in note for note in failed)
    assert any("2 of the 3 topics" in note for note in table.notes)
    # What failed is tried again, for the trouble may be over.
    again = runner.run(asked, BED, out=tmp_path / "out")
    assert len(again.failures) == 1


def test_when_everything_fails_that_is_an_error(tmp_path: Path) -> None:
    from meadow.registry import load_plugin

    plugin = tmp_path / "touchy.py"
    plugin.write_text(RAISING.replace('"wolf"', '""').replace("touchy", "always"), encoding="utf-8")
    load_plugin(plugin)
    with pytest.raises(InputError, match=r"All 3 cells failed, the first .*no wolves"):
        runner.run(experiment(systems=("lead(rank=always)",)), BED)


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work", encoding="utf-8")
    with pytest.raises(UsageError, match="holds other things than a run"):
        runner.run(experiment(), BED, out=tmp_path)
    assert _files(tmp_path) == {"thesis.tex": b"years of work"}


def test_two_runs_at_once_in_one_folder_are_refused(tmp_path: Path) -> None:
    with open_journal(tmp_path), pytest.raises(UsageError, match="Another run is writing"):
        runner.run(experiment(), BED, out=tmp_path)
    runner.run(experiment(), BED, out=tmp_path)


def test_a_journal_is_read_only_once_its_folder_is_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[bool] = []

    def watched(folder: Path) -> dict[str, CellResult]:
        with pytest.raises(UsageError, match="Another run is writing"), open_journal(folder):
            pass
        held.append(True)
        return load_results(folder)

    monkeypatch.setattr(runner, "load_results", watched)
    runner.run(experiment(), BED, out=tmp_path)
    assert held == [True]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"systems": ()}, "names no system"),
        ({"metrics": ()}, "names no metric"),
        ({"systems": ("leed",)}, "no summarizer called 'leed'"),
        ({"systems": ("lead(rnk=top)",)}, "cannot be read"),
        ({"systems": ("lead(rank=nothing)",)}, "no ranker called 'nothing'"),
        ({"metrics": ("rogue1",)}, "no metric called 'rogue1'"),
        ({"budgets": ("words",)}, "length 'words' cannot be read"),
        ({"options": {"length": "tiny"}}, "no references of the length 'tiny'"),
    ],
)
def test_what_cannot_be_understood_is_said_before_any_work(changes: dict[str, object], message: str) -> None:
    with pytest.raises((UsageError, InputError), match=message):
        runner.run(experiment(**changes), BED)


def test_the_number_of_workers_is_checked() -> None:
    with pytest.raises(UsageError, match="number of workers is 0"):
        runner.run(experiment(), BED, workers=0)


def _odd_kind(measured: Measured, cells: int = 1) -> Kind:
    def plan(testbed: Testbed, experiment: Experiment) -> list[Cell]:
        return [Cell("odd", None)] * cells

    def report(testbed: Testbed, experiment: Experiment, results: object) -> Findings:
        return Findings()

    return Kind("odd", (), plan, lambda testbed, cell: measured, report)


def test_a_figure_that_is_no_number_fails_its_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (runner, lab_workers):
        monkeypatch.setattr(module, "find_kind", lambda name: _odd_kind(Measured({"x": float("nan")})))
    with pytest.raises(InputError, match="Out of range float values"):
        runner.run(experiment(), BED)


def test_a_cell_that_is_planned_twice_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "find_kind", lambda name: _odd_kind(Measured({}), cells=2))
    with pytest.raises(UsageError, match="planned twice"):
        runner.run(experiment(), BED)


def test_rows_hold_every_figure_and_the_settings_that_differ(tmp_path: Path) -> None:
    results = runner.run(experiment(budgets=("words=20", "words=30")), BED)
    rows = results.rows()
    assert list(rows[0]) == ["system", "topic", "budget", "metric", "value"]
    assert len(rows) == 2 * 5 * 3 * 3
    frame = results.frame()
    assert list(frame.columns) == list(rows[0])
    lead = frame[(frame.system == "lead") & (frame.metric == "words") & (frame.budget == "words=20")]
    assert lead.value.max() <= 20
    shown = results._repr_html_()
    assert [table.title in shown for table in results.findings.tables] == [True, True], "what a notebook shows"
    save_run(results, tmp_path)
    for page in (*(tmp_path / "tables").glob("*.html"), tmp_path / "report.html"):
        assert "Content-Security-Policy\" content=\"default-src 'none'" in unescape(page.read_text("utf-8")), page.name
    assert (tmp_path / "items.csv").read_text(encoding="utf-8").count("\n") == len(rows) + 1


def test_each_plot_is_drawn_once_in_each_form_and_is_on_the_page_as_it_was_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[str, str]] = []

    def noted(plot: Plot, form: Literal["svg", "png"]) -> bytes:
        drawn.append((plot.name, form))
        return draw(plot, form)

    monkeypatch.setattr(plotting, "draw", noted)
    results = runner.run(experiment(), BED, out=tmp_path)
    save_run(results, tmp_path)
    names = [plot.name for plot in results.findings.plots]
    assert names
    assert sorted(drawn) == sorted((name, form) for name in names for form in ("svg", "png"))
    page = (tmp_path / "report.html").read_text("utf-8")
    for name in names:
        assert b64encode((tmp_path / "plots" / f"{name}.svg").read_bytes()).decode() in page


def test_tables_that_a_new_run_no_longer_has_are_removed(tmp_path: Path) -> None:
    for budget in ("words=20", "words=30"):
        save_run(runner.run(experiment(budgets=(budget,)), BED, out=tmp_path), tmp_path)
    assert {path.stem for path in (tmp_path / "tables").iterdir()} == {"summaries-words-30"}
    stamp = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    assert stamp["testbed"]["digest"] == BED.digest
    assert [each for each in stamp["files"] if "words-20" in each] == []


def _children(process: int) -> list[int]:
    listed = Path(f"/proc/{process}/task/{process}/children")
    return [int(child) for child in listed.read_text().split()] if listed.is_file() else []


def _ended(processes: list[int]) -> bool:
    """Wait for processes to end on their own, as those do that watch their parent."""
    return until(lambda: not any(_runs(process) for process in processes))


def _runs(process: int) -> bool:
    status = Path(f"/proc/{process}/stat")
    try:
        return status.read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
