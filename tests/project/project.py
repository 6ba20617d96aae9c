"""What the project consists of: its files, its modules, its packages and its tables of methods."""

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

# The map: a package imports from lower levels only. `__init__` means the package's own public names, `evaluate` for
# the public names of `lab.evaluate`. Nothing outside the parts `lab` and `studies` imports them.
LEVELS: dict[str, tuple[str, ...]] = {
    "base": ("model", "errors", "spec", "recipe", "registry", "provenance", "version"),
    "text and numbers": ("text", "vectors", "kernels"),
    "methods": (
        "ingest",
        "tracking",
        "grouping",
        "grounding",
        "rank",
        "select",
        "rewrite",
        "headlines",
        "reports",
        "superseded",
    ),
    "composition": ("engines", "store", "following", "brief", "sample"),
    "composition of these": ("pipeline", "alerts"),
    "the whole": ("workspace", "testing"),
    "front": ("__init__",),
    "interfaces": ("cli", "web", "__main__"),
    "lab": ("lab", "evaluate"),
    "studies": ("studies",),
}  # fmt: skip
# Packages on these levels never import each other.
WITHOUT_SIBLINGS = ("methods", "composition", "composition of these", "the whole")
# Modules that hold public names of a part, and so may import it where a user asks for the name.
PUBLIC_NAMES = {
    "meadow.__init__": "lab",
    "meadow.evaluate": "lab",
    "meadow.testing.__init__": "lab",
    "meadow.workspace.workspace": "studies",
}


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
    """Yield each module of the package with its syntax tree; `meadow.text` is `meadow/text/__init__.py`."""
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        yield ".".join(parts), ast.parse(path.read_text(encoding="utf-8"), filename=name_of(path))


def registries() -> list[Registry]:
    """Return the tables of methods that the packages of methods hold in their `__init__`."""
    packages = [f"meadow.{name}" for name in LEVELS["methods"]]
    found = [value for name in (*packages, "meadow.lab.evaluate") for value in vars(import_module(name)).values()]
    return list({id(value): value for value in found if isinstance(value, Registry)}.values())
