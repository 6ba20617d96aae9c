"""`make test` does the same on every run: properties try the same examples, and what is drawn is drawn from a seed."""

from __future__ import annotations

import ast

import pytest
from hypothesis import settings

from project.project import ROOT, python_files

_GENERATORS = frozenset({"Random", "RandomState", "default_rng", "SystemRandom"})
FILES = python_files("tests")


def unseeded(tree: ast.AST) -> list[int]:
    """Return the lines on which a generator of random numbers is made without a seed."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and not (node.args or node.keywords)]
    names = [(node.lineno, getattr(node.func, "attr", getattr(node.func, "id", ""))) for node in calls]
    return [line for line, name in names if name in _GENERATORS]


def test_properties_try_the_same_examples_unless_many_are_asked_for() -> None:
    assert settings.get_profile("default").derandomize
    many = settings.get_profile("many")
    assert (many.derandomize, many.print_blob) == (False, True)


def test_whatever_is_drawn_is_drawn_from_a_seed() -> None:
    found = [f"{path.relative_to(ROOT)}:{line}" for path in FILES for line in unseeded(ast.parse(path.read_bytes()))]
    assert found == []


@pytest.mark.parametrize("code", ["random.Random()", "Random()", "np.random.default_rng()"])
def test_the_check_sees_what_has_no_seed(code: str) -> None:
    assert unseeded(ast.parse(code)) == [1]
    assert unseeded(ast.parse(code.replace("()", "(3)"))) == []
