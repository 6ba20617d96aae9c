"""A newcomer: somebody with Meadow installed as the README says, without any extra, and a folder of their own.

In `make test` that is the project's environment with the modules of all extras hidden, and little data; in `make drill`
the built wheel in an empty environment, and all of the data.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from command import Done
from wheels import asked_for, build_environment, clean_environment, top_names

_HIDING = "import runpy, sys; sys.modules.update(dict.fromkeys(sys.argv.pop(1).split(',')));"
_COMMAND = "from meadow.cli import main; main()"
_SCRIPT = "sys.argv.pop(0); runpy.run_path(sys.argv[0], run_name='__main__')"


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody at a shell in `folder`; `whole` says that it is a drill, with the wheel and all of the data."""

    folder: Path
    environment: Path | None

    @property
    def whole(self) -> bool:
        return self.environment is not None

    def command(self, *arguments: str) -> list[str]:
        """Return what starts `meadow` with these arguments."""
        if self.environment is not None:
            return [str(self.environment / "bin" / "meadow"), *arguments]
        return [sys.executable, "-c", _HIDING + _COMMAND, _hidden(), *arguments]

    def run(self, *arguments: str, status: int = 0) -> Done:
        """Run `meadow` and check how it ends; nobody is ever shown a traceback."""
        return self._done(self.command(*arguments), status)

    def json(self, *arguments: str) -> Any:
        """Run `meadow … --json` and return the value that it prints."""
        return json.loads(self.run(*arguments, "--json").stdout)

    def script(self, path: Path, *arguments: str) -> Done:
        """Run a Python file, as people do with what they wrote."""
        if self.environment is not None:
            return self._done([str(self.environment / "bin" / "python"), str(path), *arguments], 0)
        return self._done([sys.executable, "-c", _HIDING + _SCRIPT, _hidden(), str(path), *arguments], 0)

    def _done(self, command: list[str], status: int) -> Done:
        ended = subprocess.run(
            command, cwd=self.folder, env=self.variables(), capture_output=True, encoding="utf-8", check=False
        )
        done = Done(ended.returncode, ended.stdout, ended.stderr)
        assert (done.returncode, "Traceback" in done.stderr) == (status, False), done.stderr or done.stdout
        return done

    def variables(self) -> dict[str, str]:
        return clean_environment(COLUMNS="100", PYTHONUTF8="1")


@cache
def _hidden() -> str:
    """Return the modules that the extras of users bring; the extra `dev` is the project's own."""
    meadow = distribution("meadow")
    extras = set(meadow.metadata.get_all("Provides-Extra") or ()) - {"dev"}
    core = {requirement.name for requirement in asked_for(meadow)}
    wanted: set[Requirement] = {each for extra in extras for each in asked_for(meadow, extra) if each.name not in core}
    names = {name for each in wanted for name in top_names(distribution(each.name))}
    return ",".join(sorted(name.removesuffix(".py") for name in names if not name.endswith((".dist-info", ".libs"))))


@pytest.fixture(scope="session")
def bare_environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the one environment of the run that holds the wheel without any extra."""
    return build_environment(tmp_path_factory.mktemp("bare"))


@pytest.fixture(params=["here", pytest.param("wheel", marks=pytest.mark.drill)])
def newcomer(request: pytest.FixtureRequest, tmp_path: Path) -> Newcomer:
    """Return somebody who has just installed Meadow: in the project's environment, or from the wheel in a drill."""
    environment: Path | None = request.getfixturevalue("bare_environment") if request.param == "wheel" else None
    return Newcomer(tmp_path, environment)
