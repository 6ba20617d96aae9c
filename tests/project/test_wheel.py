"""The built wheel runs `meadow demo` in an environment that holds it and what it says it needs, and nothing else."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from project.project import ROOT
from wheels import build_environment, build_wheel, run

# `make demo` installs the same extra: the sample holds Japanese articles.
EXTRA = "ja"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a new environment that holds the wheel just built and its dependencies."""
    return build_environment(tmp_path_factory.mktemp("wheel"), EXTRA)


def test_the_package_comes_from_the_new_environment(environment: Path, tmp_path: Path) -> None:
    program = "import meadow, sys; print(meadow.__file__); print(*sys.path, sep='\\n')"
    home, *paths = run(environment / "bin" / "python", "-c", program, cwd=tmp_path).splitlines()
    assert Path(home).is_relative_to(environment)
    assert [path for path in paths if Path(path).is_relative_to(ROOT)] == []


def test_what_the_wheel_does_not_ask_for_is_not_there(environment: Path, tmp_path: Path) -> None:
    program = (
        "import importlib.util as u; print([n for n in ('pytest', 'mypy', 'sklearn') if u.find_spec(n) is not None])"
    )
    assert run(environment / "bin" / "python", "-c", program, cwd=tmp_path).strip() == "[]"


def test_the_demo_runs(environment: Path, tmp_path: Path) -> None:
    assert "stories" in run(environment / "bin" / "meadow", "demo", cwd=tmp_path)


def test_data_files_are_in_the_wheel(environment: Path) -> None:
    (installed,) = environment.glob("lib/python*/site-packages/meadow")
    here = ROOT / "src" / "meadow"
    caches = {"__pycache__", "compiled"}
    wanted = {path.relative_to(here) for path in here.rglob("*") if path.is_file() and caches.isdisjoint(path.parts)}
    assert sorted(wanted - {path.relative_to(installed) for path in installed.rglob("*")}) == []


def test_loops_are_compiled_in_the_wheel_for_every_later_python(environment: Path, tmp_path: Path) -> None:
    program = "from meadow.kernels.loops import state, words; print(state(), words.__file__)"
    state, file = run(environment / "bin" / "python", "-c", program, cwd=tmp_path).split()
    assert state == "compiled"
    assert Path(file).is_relative_to(environment)
    assert Path(file).name.startswith("words.abi3.")
    (wheel,) = environment.parent.glob("dist/*.whl")
    assert "-cp311-abi3-" in wheel.name


def test_the_wheel_says_what_it_is_made_of(environment: Path) -> None:
    (wheel,) = environment.parent.glob("dist/*.whl")
    with zipfile.ZipFile(wheel) as opened:
        (parts,) = (name for name in opened.namelist() if name.endswith(".dist-info/sboms/meadow.cdx.json"))
        listed = json.loads(opened.read(parts))
        assert any(name.endswith(".dist-info/licenses/THIRD_PARTY.md") for name in opened.namelist())
    assert (listed["bomFormat"], listed["specVersion"]) == ("CycloneDX", "1.6")


def test_without_a_compiler_a_wheel_holds_plain_loops_and_nothing_compiled_in_place(tmp_path: Path) -> None:
    wheel = build_wheel(tmp_path, CC=str(tmp_path / "no-compiler"))
    names = zipfile.ZipFile(wheel).namelist()
    assert "meadow/kernels/loops/words.py" in names
    assert [name for name in names if "compiled" in name] == []
