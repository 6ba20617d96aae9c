"""Imports go down only: the map is in project.LEVELS."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from graphlib import CycleError, TopologicalSorter

import pytest

from project.imports import imported_names
from project.project import LEVELS, PUBLIC_NAMES, WITHOUT_SIBLINGS, modules

LEVEL = {package: level for level, packages in enumerate(LEVELS.values()) for package in packages}
ALONE = {package for level in WITHOUT_SIBLINGS for package in LEVELS[level]}
FETCHER = "meadow.ingest.fetch"
COMPILER = "meadow.kernels.compiling"
NETWORK = (
    "socket",
    "socketserver",
    "ssl",
    "http",
    "urllib.request",
    "urllib3",
    "httpx",
    "requests",
    "aiohttp",
    "ftplib",
    "smtplib",
)
NOT_NETWORK = ("http.HTTPStatus",)


def package_of(dotted: str) -> str:
    """Return the package that a dotted name leads to; the package's own names are in `__init__`."""
    parts = dotted.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in LEVEL else "__init__"


@cache
def names_by_module() -> dict[str, frozenset[str]]:
    """Return what each module of the package imports; two tests ask, and to read every module takes seconds."""
    return {module: frozenset(imported_names(module, tree)) for module, tree in modules()}


def packages_used(module: str, names: frozenset[str]) -> set[str]:
    return {package_of(name) for name in names if name.split(".")[0] == "meadow"} - {package_of(module)}


def faults(module: str, names: frozenset[str]) -> list[str]:
    """Return what is wrong with a module's imports, in words."""
    if module.split(".")[1] not in LEVEL:
        return [f"{module}: new package: add it to the map in tests/project/project.py"]
    home = package_of(module)
    found = []
    for package in sorted(packages_used(module, names)):
        if LEVEL[package] > LEVEL[home] and package not in allowed(module):
            found.append(f"{module} imports {package}, which is on a higher level")
        elif LEVEL[package] == LEVEL[home] and home in ALONE:
            found.append(f"{module} imports its sibling {package}: move what both need down, or join them above")
    if module != COMPILER and leads_to(("numba",), names):
        found.append(f"{module} imports numba: take the decorators of {COMPILER}, which lock what is kept")
    if module != FETCHER and (network := leads_to(NETWORK, names) - set(NOT_NETWORK)):
        found.append(f"{module} imports {', '.join(sorted(network))}: {FETCHER} is the one network function")
    return found


def allowed(module: str) -> set[str]:
    """Return the parts whose public names a module holds."""
    return {part for holder, part in PUBLIC_NAMES.items() if f"{module}.".startswith(f"{holder}.")}


def leads_to(libraries: tuple[str, ...], names: frozenset[str]) -> set[str]:
    return {name for name in names if any(f"{name}.".startswith(f"{library}.") for library in libraries)}


def test_imports_go_down_only() -> None:
    assert [fault for module, names in names_by_module().items() for fault in faults(module, names)] == []


def test_no_two_packages_need_each_other() -> None:
    needs: dict[str, set[str]] = defaultdict(set)
    for module, names in names_by_module().items():
        needs[package_of(module)] |= packages_used(module, names) - allowed(module)
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        pytest.fail(f"packages import each other in a circle: {' -> '.join(error.args[1])}")


@pytest.mark.parametrize(
    ("module", "source", "word"),
    [
        ("meadow.rank.lexrank", "from meadow.select import mmr", "sibling select"),
        ("meadow.rank.lexrank", "def f():\n    import meadow.select.mmr", "sibling select"),
        ("meadow.rank.lexrank", "from ..select import mmr", "sibling select"),
        ("meadow.rank.lexrank", "from .. import select", "sibling select"),
        ("meadow.rank.__init__", 'TABLE = {"mmr": "meadow.select.mmr:mmr"}', "sibling select"),
        ("meadow.model", "from meadow import text", "higher level"),
        ("meadow.text.tokens", "if TYPE_CHECKING:\n    from meadow.rank.lead import lead", "higher level"),
        ("meadow.pipeline.summaries", "from meadow.lab import run", "higher level"),
        ("meadow.lab.runner", "from meadow.studies import task_of", "higher level"),
        ("meadow.brief.hits", "from meadow.store import load", "sibling store"),
        ("meadow.pipeline", "import meadow", "higher level"),
        ("meadow.vectors.view", "def f():\n    from numba import njit", "which lock"),
        ("meadow.kernels.graph", "import numba", "which lock"),
        ("meadow.web.app", "import http.client", "network"),
        ("meadow.ingest.feeds", "from urllib import request", "network"),
        ("meadow.helpers", "", "new package"),
    ],
)
def test_the_check_sees_every_way_to_break_it(module: str, source: str, word: str) -> None:
    assert word in " ".join(faults(module, frozenset(imported_names(module, ast.parse(source)))))


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("meadow.rank.__init__", 'TABLE = {"lead": "meadow.rank.lead:lead"}'),
        ("meadow.rank.lexrank", "from meadow.vectors.view import StoryView\nfrom .centroid import centroid"),
        ("meadow.kernels.compiling", "import numba"),
        ("meadow.cli.demo", "import meadow\nfrom meadow.web import app"),
        ("meadow.web.app", "from http import HTTPStatus\nfrom urllib.parse import quote"),
        ("meadow.ingest.fetch", "import socket"),
        ("meadow.workspace", "from meadow.store import open_store\nimport numbers"),
    ],
)
def test_the_check_lets_good_imports_pass(module: str, source: str) -> None:
    assert faults(module, frozenset(imported_names(module, ast.parse(source)))) == []
