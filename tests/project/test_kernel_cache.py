"""A worker starts from the kernels that were compiled for all, and keeps what it adds until those are newer."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tools.kernels import COMPILED, is_new
from tools.kernels import WHOLE as STAMP

from kernel_cache import WHOLE, worker_cache
from project.project import ROOT


@pytest.fixture
def kernels(tmp_path: Path) -> Path:
    _compiled(tmp_path, "first", at=100)
    return tmp_path


def _compiled(kernels: Path, code: str, *, at: int) -> None:
    folder = kernels / "compiled" / "rows"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "rows.1.nbc").write_text(code, encoding="utf-8")
    whole = kernels / "compiled" / WHOLE
    whole.touch()
    os.utime(whole, (at, at))


def _files(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text(encoding="utf-8") for file in folder.rglob("*.nbc")}


def test_each_worker_has_a_copy_of_its_own(kernels: Path) -> None:
    first, second = (worker_cache(kernels, worker) for worker in ("gw0", "gw1"))
    assert first != second
    assert _files(first) == _files(second) == {"rows.1.nbc": "first"}


def test_what_a_worker_adds_stays_until_all_is_compiled_anew(kernels: Path) -> None:
    folder = worker_cache(kernels, "gw0")
    (folder / "rows" / "rows.2.nbc").write_text("added", encoding="utf-8")
    assert _files(worker_cache(kernels, "gw0")) == {"rows.1.nbc": "first", "rows.2.nbc": "added"}
    _compiled(kernels, "second", at=200)
    assert _files(worker_cache(kernels, "gw0")) == {"rows.1.nbc": "second"}


def test_what_is_not_whole_is_not_copied(kernels: Path) -> None:
    (kernels / "compiled" / WHOLE).unlink()
    assert _files(worker_cache(kernels, "gw0")) == {}


def test_kernels_are_compiled_again_once_their_code_is_newer(tmp_path: Path) -> None:
    made, first, second = (tmp_path / name for name in ("made", "first.py", "second.py"))
    for file, at in ((first, 100), (second, 200)):
        file.touch()
        os.utime(file, (at, at))
    assert not is_new(made, [first, second])
    made.touch()
    os.utime(made, (200, 200))
    assert is_new(made, [first, second])
    os.utime(second, (201, 201))
    assert not is_new(made, [first, second])


def test_both_speak_of_one_folder() -> None:
    assert COMPILED / WHOLE == STAMP
    assert COMPILED == ROOT / ".pytest_cache" / "kernels" / "compiled"
