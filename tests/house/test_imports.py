"""Imports go down only: the map of the house is in project.FLOORS."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from graphlib import CycleError, TopologicalSorter

import pytest

from house.imports import imported_names
from house.project import FLOORS, modules

LEVEL = {room: level for level, rooms in enumerate(FLOORS.values()) for room in rooms}
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


def room_of(dotted: str) -> str:
    """Return the room that a dotted name of the package leads to; the package's own names are in `__init__`."""
    parts = dotted.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in LEVEL else "__init__"


@cache
def names_by_module() -> dict[str, frozenset[str]]:
    """Return what each module of the package imports; two tests ask, and to read every module takes seconds."""
    return {module: frozenset(imported_names(module, tree)) for module, tree in modules()}


def rooms_used(module: str, names: frozenset[str]) -> set[str]:
    return {room_of(name) for name in names if name.split(".")[0] == "meadow"} - {room_of(module)}


def faults(module: str, names: frozenset[str]) -> list[str]:
    """Return what is wrong with a module's imports, in words."""
    if module.split(".")[1] not in LEVEL:
        return [f"{module}: new room: add it to the map in tests/house/project.py"]
    home = room_of(module)
    found = []
    for room in sorted(rooms_used(module, names)):
        if LEVEL[room] > LEVEL[home]:
            found.append(f"{module} imports {room}, which is on a higher floor")
        elif LEVEL[room] == LEVEL[home] and home in FLOORS["second"]:
            found.append(f"{module} imports its sibling {room}: move what both need down, or join them in the pipeline")
    if module != COMPILER and leads_to(("numba",), names):
        found.append(f"{module} imports numba: take the decorators of {COMPILER}, which lock what is kept")
    if module != FETCHER and (network := leads_to(NETWORK, names) - set(NOT_NETWORK)):
        found.append(f"{module} imports {', '.join(sorted(network))}: {FETCHER} is the one network function")
    return found


def leads_to(libraries: tuple[str, ...], names: frozenset[str]) -> set[str]:
    return {name for name in names if any(f"{name}.".startswith(f"{library}.") for library in libraries)}


def test_imports_go_down_only() -> None:
    assert [fault for module, names in names_by_module().items() for fault in faults(module, names)] == []


def test_no_two_rooms_need_each_other() -> None:
    needs: dict[str, set[str]] = defaultdict(set)
    for module, names in names_by_module().items():
        needs[room_of(module)] |= rooms_used(module, names)
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        pytest.fail(f"rooms import each other in a circle: {' -> '.join(error.args[1])}")


@pytest.mark.parametrize(
    ("module", "source", "word"),
    [
        ("meadow.rank.lexrank", "from meadow.select import mmr", "sibling select"),
        ("meadow.rank.lexrank", "def f():\n    import meadow.select.mmr", "sibling select"),
        ("meadow.rank.lexrank", "from ..select import mmr", "sibling select"),
        ("meadow.rank.lexrank", "from .. import select", "sibling select"),
        ("meadow.rank.__init__", 'TABLE = {"mmr": "meadow.select.mmr:mmr"}', "sibling select"),
        ("meadow.model", "from meadow import text", "higher floor"),
        ("meadow.text.tokens", "if TYPE_CHECKING:\n    from meadow.rank.lead import lead", "higher floor"),
        ("meadow.evaluate.rouge", "from meadow.store import load", "higher floor"),
        ("meadow.pipeline", "import meadow", "higher floor"),
        ("meadow.vectors.view", "def f():\n    from numba import njit", "which lock"),
        ("meadow.kernels.graph", "import numba", "which lock"),
        ("meadow.web.app", "import http.client", "network"),
        ("meadow.ingest.feeds", "from urllib import request", "network"),
        ("meadow.helpers", "", "new room"),
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
