"""The built wheel in a new environment that has what the wheel asks for, and nothing else.

The environment has no pip of its own and nothing is downloaded: the distributions that the wheel's metadata asks for, and
those that they ask for in turn, are linked in from the environment of the tests. A dependency that the wheel forgets to
declare is missing there, and the editable Meadow of the tests cannot be what answers.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

from project.project import ROOT


def clean_environment(**more: str) -> dict[str, str]:
    """Return the environment variables without those of the tests: their paths and workspaces must not leak."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MEADOW"))}
    return {**kept, **more}


def run(*command: str | Path, cwd: Path, **more: str) -> str:
    """Return what a command prints, with more variables of the environment; fail with all of it when the command does."""
    finished = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=clean_environment(**more),
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, f"{command}\n{finished.stdout}\n{finished.stderr}"
    return finished.stdout


def asked_for(found: Distribution, extra: str = "") -> Iterator[Requirement]:
    """Yield what a distribution asks for on this machine with an extra."""
    for line in found.requires or ():
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate({"extra": extra}):
            yield requirement


def needed(found: Distribution, extra: str = "") -> Iterator[Distribution]:
    """Yield what a distribution with an extra asks for on this machine, and what those ask for."""
    for requirement in asked_for(found, extra):
        dependency = distribution(requirement.name)
        yield dependency
        for inner in ("", *requirement.extras):
            yield from needed(dependency, inner)


def top_names(found: Distribution) -> set[str]:
    """Return what a distribution put at the top of site-packages: its packages and modules, and its metadata."""
    return {file.parts[0] for file in found.files or () if file.parts[0] not in ("..", "__pycache__")}


def build_wheel(folder: Path, **more: str) -> Path:
    """Build the wheel from a copy of the sources and return it; setuptools leaves files where it builds.

    `more` are variables of the environment. What was compiled in place is copied too: a build must not take it.
    """
    sources = folder / "sources"
    leave = shutil.ignore_patterns("__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", sources / "src", ignore=leave)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "THIRD_PARTY.md"):
        shutil.copy(ROOT / name, sources)
    command = (sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder / "dist", sources)
    run(*command, cwd=folder, **more)
    (wheel,) = (folder / "dist").glob("meadow-*.whl")
    return wheel


def build_environment(folder: Path, extra: str = "") -> Path:
    """Build the wheel and return the folder of a new environment that holds it with one extra or none."""
    wheel = build_wheel(folder)
    venv.create(folder / "env", with_pip=False)
    python = folder / "env" / "bin" / "python"
    install = ("install", "--quiet", "--no-index", "--no-deps", "--disable-pip-version-check", wheel)
    run(sys.executable, "-m", "pip", "--python", python, *install, cwd=folder)
    packages = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip())
    (installed,) = packages.glob("meadow-*.dist-info")
    for dependency in needed(Distribution.at(installed), extra):
        for name in top_names(dependency):
            if not (packages / name).exists():
                (packages / name).symlink_to(Path(str(dependency.locate_file(name))).resolve())
    return folder / "env"
