"""Cells at work: systems that quit, print, die or hang, and an interrupt that ends everything at once and quietly."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lab.beds import BED, experiment
from meadow.errors import UsageError
from meadow.lab import runner
from meadow.provenance.code_version import code_version
from meadow.registry import load_plugin
from patience import PATIENCE_SECONDS

PLUGIN = """
import os, sys, time
import numpy as np
from meadow.model import Scores

def NAME(view):
    {body}
    return Scores(np.arange(len(view), 0, -1, dtype=float))

METHODS = {{"rank": {{"NAME": NAME}}}}
"""


def _plugin(folder: Path, name: str, body: str) -> Path:
    path = folder / f"{name}.py"
    path.write_text(PLUGIN.format(body=body).replace("NAME", name), encoding="utf-8")
    return path


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("name", "body", "error"),
    [
        ("quitter", "sys.exit(0)", "SystemExit: 0"),
        ("halver", 'raise ValueError("half \\ud800 a character")', "ValueError: half \\ud800 a character"),
        ("nanny", "return Scores(np.full(len(view), np.nan))", "scores no finite number"),
    ],
)
def test_a_system_that_does_odd_things_fails_its_cells_only(
    tmp_path: Path, workers: int, name: str, body: str, error: str
) -> None:
    name = f"{name}{workers}"
    plugin = _plugin(tmp_path, name, body)
    load_plugin(plugin)
    asked = experiment(systems=("lead", f"lead(rank={name})"))
    results = runner.run(asked, BED, out=tmp_path / "out", workers=workers, plugins=[str(plugin)])
    assert len(results.failures) == 3
    assert all(error in str(each.error) for each in results.failures)


def test_what_a_system_prints_is_not_taken_for_a_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    load_plugin(_plugin(tmp_path, "printer", 'print("noise")'))
    runner.run(experiment(systems=("lead(rank=printer)",)), BED)
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "noise\n" * 3)


def test_a_cell_that_always_ends_its_worker_is_reported_and_the_rest_goes_on(tmp_path: Path) -> None:
    plugin = _plugin(tmp_path, "dier", 'os._exit(3) if view.documents[0].id.startswith("wolf") else None')
    load_plugin(plugin)
    asked = experiment(systems=("lead", "lead(rank=dier)"))
    results = runner.run(asked, BED, engine="processes:2", plugins=[str(plugin)])
    ((topic, error),) = [(each.cell.topic, each.error) for each in results.failures]
    assert topic == "wolf"
    assert (error or "").startswith("WorkerDiedError: 3 workers died at this item, the last one by status 3.")


def test_workers_and_an_engine_are_two_answers_to_one_question() -> None:
    with pytest.raises(UsageError, match="Both workers and an engine"):
        runner.run(experiment(), BED, workers=2, engine="local")


@pytest.mark.parametrize("whole_group", [True, False])
def test_an_interrupt_ends_a_run_whose_system_hangs(tmp_path: Path, whole_group: bool) -> None:
    ready = tmp_path / "ready"
    plugin = _plugin(tmp_path, "hanger", f"open({str(ready)!r}, 'w').close(); time.sleep(600)")
    command = [sys.executable, "-m", "meadow", "lab", "run", "summaries", "--workers", "2", "--plugin", str(plugin)]
    options = ["--systems", "lead(rank=hanger)", "--topics", "wolf", "ferry", "--out", str(tmp_path / "out")]
    running = subprocess.Popen(
        [*command, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while running.poll() is None and not ready.exists():
        time.sleep(0.02)
    os.killpg(running.pid, signal.SIGINT) if whole_group else running.send_signal(signal.SIGINT)
    out, errors = running.communicate(timeout=PATIENCE_SECONDS)
    assert (running.returncode, out, errors) == (130, "", "")


def test_a_line_of_a_helper_that_a_plugin_imports_is_code_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    helper = tmp_path / "helper_of_leaner.py"
    helper.write_text("def chosen():\n    return 1\n", encoding="utf-8")
    plugin = _plugin(tmp_path, "leaner", "helper_of_leaner.chosen()")
    plugin.write_text("import helper_of_leaner\n" + plugin.read_text(encoding="utf-8"), encoding="utf-8")
    load_plugin(plugin)
    before = code_version()
    assert code_version() == before
    helper.write_text("def chosen():\n    return 2\n", encoding="utf-8")
    assert code_version() != before


def test_json_is_all_there_is_on_standard_output_whatever_a_system_prints(tmp_path: Path) -> None:
    plugin = _plugin(tmp_path, "talker", 'print("noise")')
    command = [sys.executable, "-m", "meadow", "lab", "run", "summaries", "--json", "--plugin", str(plugin)]
    options = ["--systems", "lead(rank=talker)", "--topics", "wolf", "ferry", "--workers", "2", "--resamples", "100"]
    done = subprocess.run([*command, *options], check=True, capture_output=True, text=True)
    assert json.loads(done.stdout)["tables"]
