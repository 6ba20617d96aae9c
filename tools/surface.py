"""The public surface as lines: commands with their options, methods, Python names and keys of JSON output.

`python tools/surface.py > now.txt` prints it; `python tools/surface.py --compare REVISION` prints what was added (+) and
removed (-) since a revision, which is checked out apart and read by the same script.
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from difflib import unified_diff
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
MODULES = (
    "meadow", "meadow.model", "meadow.errors", "meadow.lab", "meadow.testing", "meadow.evaluate.rouge",
    "meadow.evaluate.utility", "meadow.evaluate.extraction", "meadow.evaluate.coverage", "meadow.evaluate.pseudo_qa",
    "meadow.evaluate.clustering", "meadow.evaluate.synthesis", "meadow.evaluate.headlines", "meadow.evaluate.agreement",
    "meadow.evaluate.significance",
)  # fmt: skip
COMMANDS = (
    ("digest", "--words", "40", "--json"), ("summarize", "--words", "40", "--json"), ("track", "--json"),
    ("group", "--json"),
    ("headline", "--json"),
)  # fmt: skip


def main() -> None:
    """Print the surface, or how it differs from that of a revision."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--compare", metavar="REVISION")
    asked = parser.parse_args()
    now = sorted(set(surface()))
    if asked.compare is None:
        print("\n".join(now))
        return
    differing = unified_diff(_surface_of(asked.compare), now, lineterm="", n=0)
    print("\n".join(line for line in differing if line[0] in "+-" and line[:3] not in ("+++", "---")))


def surface() -> Iterator[str]:
    """Yield a line for each part of the surface of the package that Python finds."""
    yield from _commands()
    yield from _names()
    yield from _keys()


def _commands() -> Iterator[str]:
    import typer

    from meadow.cli.app import app

    def walk(command: Any, path: str) -> Iterator[str]:
        for parameter in command.params:
            yield f"command {path} {' '.join(sorted(parameter.opts)) or parameter.name}"
        if hasattr(command, "list_commands"):
            context = typer.Context(command)
            for name in command.list_commands(context):
                yield f"command {path} {name}"
                yield from walk(command.get_command(context, name), f"{path} {name}")

    yield from walk(typer.main.get_command(app), "meadow")


def _names() -> Iterator[str]:
    for name in MODULES:
        module = import_module(name)
        for public in getattr(module, "__all__", None) or [each for each in vars(module) if not each.startswith("_")]:
            member = getattr(module, public)
            ours = getattr(member, "__module__", "").startswith("meadow")
            if inspect.isfunction(member) and ours:
                yield f"name {name}.{public}{_signature(member)}"
            elif inspect.isclass(member) and ours:
                yield f"name {name}.{public}"
                yield from (f"name {name}.{public}.{each}" for each in vars(member) if not each.startswith("_"))
    from meadow import Workspace

    for each, member in vars(Workspace).items():
        if not each.startswith("_"):
            yield f"name meadow.Workspace.{each}{_signature(member) if inspect.isfunction(member) else ''}"


def _signature(function: Any) -> str:
    return re.sub(r" at 0x[0-9a-f]+", "", str(inspect.signature(function)))


def _keys() -> Iterator[str]:
    from meadow.sample import sample_path

    news = str(sample_path())
    for command, *options in COMMANDS:
        done = subprocess.run(
            [sys.executable, "-m", "meadow", command, news, *options], capture_output=True, text=True, check=True
        )
        for line in done.stdout.splitlines()[:50]:
            yield from (f"json {command} {path}" for path in _paths(json.loads(line)))


def _paths(value: Any, path: str = "") -> Iterator[str]:
    if isinstance(value, dict) and path.rsplit(".", 1)[-1] != "features":
        for key, each in value.items():
            yield f"{path}.{key}".lstrip(".")
            yield from _paths(each, f"{path}.{key}")
    elif isinstance(value, list):
        for each in value:
            yield from _paths(each, f"{path}[]")


def _surface_of(revision: str) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        command = ["git", "worktree", "add", "--quiet", "--detach", f"{folder}/tree", revision]
        subprocess.run(command, cwd=ROOT, check=True)
        try:
            done = subprocess.run(
                [sys.executable, __file__], env={**os.environ, "PYTHONPATH": f"{folder}/tree/src"},
                capture_output=True, text=True, check=True,
            )  # fmt: skip
            return done.stdout.splitlines()
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", f"{folder}/tree"], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
