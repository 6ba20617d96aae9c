"""The built wheel runs `meadow demo` in an environment that holds it and what it says it needs, and nothing else.

The environment is a new one without pip. Nothing is downloaded: the distributions that the wheel's metadata asks for,
and those that they ask for in turn, are linked in one by one from the environment of the tests. So a dependency that
the wheel forgets to declare is missing there, and the editable Meadow of the tests cannot be what answers.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from house.project import ROOT

# `make demo` installs the same extra: the sample holds Japanese articles.
EXTRA = "ja"


def run(*command: str | Path, cwd: Path) -> str:
    """Return what a command prints; fail with all of it when the command does."""
    # The tests' own PYTHONPATH and workspace must not leak into the new environment.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MEADOW"))}
    finished = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert finished.returncode == 0, f"{command}\n{finished.stdout}\n{finished.stderr}"
    return finished.stdout


def needed(found: Distribution, extra: str = "") -> Iterator[Distribution]:
    """Yield what a distribution with an extra asks for on this machine, and what those ask for."""
    for line in found.requires or ():
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate({"extra": extra}):
            dependency = distribution(requirement.name)
            yield dependency
            for inner in ("", *requirement.extras):
                yield from needed(dependency, inner)


def link(found: Distribution, target: Path) -> None:
    """Link what a distribution put at the top of site-packages into another folder."""
    files = found.files or ()
    tops = {file.parts[0] for file in files if file.parts[0] not in ("..", "__pycache__")}
    for top in tops:
        place = target / top
        if not place.exists():
            place.symlink_to(Path(str(found.locate_file(top))).resolve())


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a new environment that holds the wheel just built and its dependencies."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder / "dist", ROOT, cwd=folder)
    (wheel,) = (folder / "dist").glob("meadow-*.whl")
    venv.create(folder / "env", with_pip=False)
    python = folder / "env" / "bin" / "python"
    install = ("install", "--quiet", "--no-index", "--no-deps", "--disable-pip-version-check", wheel)
    run(sys.executable, "-m", "pip", "--python", python, *install, cwd=folder)
    packages = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip())
    (installed,) = packages.glob("meadow-*.dist-info")
    for dependency in needed(Distribution.at(installed), EXTRA):
        link(dependency, packages)
    return folder / "env"


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
    wanted = {path.relative_to(here) for path in here.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert sorted(wanted - {path.relative_to(installed) for path in installed.rglob("*")}) == []
