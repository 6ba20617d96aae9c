"""What the project consists of: its files, its modules, its rooms and its tables of methods."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

from meadow.registry import Registry

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "meadow"

# The map of the house: a room imports from lower floors only. `__init__` stands for the package's own public names.
FLOORS: dict[str, tuple[str, ...]] = {
    "ground": (
        "model", "errors", "spec", "recipe", "registry", "provenance", "values", "version", "installed", "code_version",
    ),
    "first": ("text", "vectors", "kernels"),
    "second": (
        "ingest", "tracking", "grouping", "rank", "select", "rewrite", "headlines", "reports", "evaluate",
    ),
    "third": (
        "pipeline", "extract", "presets", "updates", "chosen", "figures", "answer", "alerts", "brief", "store", "following",
        "tables", "engines", "lab", "judging", "settings", "workspace", "testing", "sample",
    ),
    "front": ("__init__",),
    "doors": ("cli", "web", "__main__"),
}  # fmt: skip


@cache
def project_files() -> tuple[Path, ...]:
    """Return every file that git tracks or would track, without those that are deleted but still listed."""
    # safe.directory: CI may clone as one user and test as another.
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return tuple(sorted(path for name in set(listed) if name and (path := ROOT / name).is_file()))


def text_of(path: Path) -> str | None:
    """Return a file's text, or None for one that is not text."""
    data = path.read_bytes()
    try:
        return None if b"\0" in data else data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def name_of(path: Path) -> str:
    """Return a path as messages show it: below the project, with forward slashes."""
    return path.relative_to(ROOT).as_posix()


def python_files(*folders: str) -> list[Path]:
    """Return the Python files of the project below any of the folders."""
    return [path for path in project_files() if path.suffix == ".py" and name_of(path).split("/")[0] in folders]


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Yield each module of the package with its syntax tree; `meadow.text` stands for `meadow/text/__init__.py`."""
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        yield ".".join(parts), ast.parse(path.read_text(encoding="utf-8"), filename=name_of(path))


def registries() -> list[Registry]:
    """Return the tables of methods that the packages of the second floor hold in their `__init__`."""
    rooms = [room for room in FLOORS["second"] if (PACKAGE / room / "__init__.py").is_file()]
    found = [value for room in rooms for value in vars(import_module(f"meadow.{room}")).values()]
    return list({id(value): value for value in found if isinstance(value, Registry)}.values())
