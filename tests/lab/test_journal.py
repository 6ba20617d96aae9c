"""The journal: what was edited or torn is done again, and a folder that cannot be written is explained."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.beds import BED, experiment
from meadow.errors import UsageError
from meadow.lab import runner
from meadow.lab.comparing import compare_systems
from meadow.lab.experiment import Cell, CellResult, Measured
from meadow.lab.journal import JOURNAL, add_line, format_result, load_results, open_journal, parse_result
from meadow.lab.results import save_run
from meadow.store.files import only_one

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(st.text(), st.none() | st.text(), st.dictionaries(st.text(), PLAIN), st.dictionaries(st.text(), st.floats(0, 1)))
def test_a_line_reads_back_as_it_was(
    system: str, topic: str | None, settings: dict[str, Any], figures: dict[str, float | None]
) -> None:
    result = CellResult(Cell(system, topic, settings), Measured(figures, {"text": system}))
    assert parse_result(format_result("some-id", result)) == ("some-id", result)


def _line(change: Callable[[dict[str, Any]], object]) -> Callable[[str], str]:
    def edited(line: str) -> str:
        held = json.loads(line)
        change(held)
        return json.dumps(held)

    return edited


@pytest.mark.parametrize(
    "edit",
    [
        _line(lambda held: held["figures"].update(rouge1=0.99)),
        _line(lambda held: held["figures"].update(rouge1="high")),
        _line(lambda held: held["figures"].update(rouge1=float("nan"))),
        _line(lambda held: held.update(figures=[1, 2])),
        _line(lambda held: held.update(settings={})),
        _line(lambda held: held.update(system="mead")),
        _line(lambda held: held.update(id=["a"])),
        _line(lambda held: held.update(error=None)),
        _line(lambda held: held.pop("check")),
        lambda line: line.replace("lead", "le\\ud800ad"),
        lambda line: "[" * 100_000,
        lambda line: "7",
        lambda line: '"id"',
    ],
)
def test_a_line_that_was_edited_is_done_again(tmp_path: Path, edit: Callable[[str], str]) -> None:
    whole = runner.run(experiment(), BED, out=tmp_path)
    before = (tmp_path / JOURNAL).read_text(encoding="utf-8")
    first, rest = before.split("\n", 1)
    (tmp_path / JOURNAL).write_text(f"{edit(first)}\n{rest}", encoding="utf-8")
    assert len(load_results(tmp_path)) == len(whole.cells) - 1
    assert runner.run(experiment(), BED, out=tmp_path) == whole
    assert (tmp_path / JOURNAL).read_text(encoding="utf-8") == before


@pytest.mark.parametrize("name", ["a-file/run", "x" * 300])
def test_a_folder_that_cannot_be_made_is_explained(tmp_path: Path, name: str) -> None:
    (tmp_path / "a-file").write_text("text", encoding="utf-8")
    with pytest.raises(UsageError, match=r"cannot be written: (Not a directory|File name too long)"):
        runner.run(experiment(), BED, out=tmp_path / name)


def test_a_full_disk_is_explained() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no disk that is always full")
    with (
        full.open("ab", buffering=0) as file,
        pytest.raises(UsageError, match="'/dev/full' cannot be written: No space"),
    ):
        add_line(file, "a line")


def test_a_run_that_was_killed_before_its_first_line_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / ".running").touch()
    assert runner.run(experiment(), BED, out=tmp_path).cells


def test_nobody_writes_tables_while_another_run_writes(tmp_path: Path) -> None:
    results = runner.run(experiment(), BED, out=tmp_path)
    with only_one(tmp_path), pytest.raises(UsageError, match="Another run is writing"):
        save_run(results, tmp_path)
    save_run(results, tmp_path)


def test_a_lock_that_its_owner_has_removed_guards_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Path.open

    def open_and_lose(path: Path, *options: Any, **named: Any) -> Any:
        file = opened(path, *options, **named)
        path.unlink()
        return file

    monkeypatch.setattr(Path, "open", open_and_lose)
    with pytest.raises(UsageError, match="Another run is writing"), open_journal(tmp_path):
        pass


def test_a_comparison_does_not_take_the_cells_of_a_run(tmp_path: Path) -> None:
    save_run(runner.run(experiment(), BED, out=tmp_path), tmp_path)
    before = (tmp_path / JOURNAL).read_bytes()
    with pytest.raises(UsageError, match="holds a run of an experiment"):
        compare_systems("lead", "mead", experiment(), BED, out=tmp_path)
    assert (tmp_path / JOURNAL).read_bytes() == before
    for _ in range(2):
        compare_systems("lead", "mead", experiment(), BED, out=tmp_path / "compared")
