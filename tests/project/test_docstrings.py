"""Every public name is documented, and every method says where it comes from."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator

import pytest

from project.project import modules, registries

Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def undocumented(name: str, node: Documented) -> Iterator[str]:
    """Yield the dotted names of public modules, classes, functions and methods without a docstring."""
    if not (ast.get_docstring(node) or "").strip() and not is_overload(node):
        yield name
    if isinstance(node, ast.Module | ast.ClassDef):
        for child in node.body:
            if isinstance(child, Documented) and not child.name.startswith("_"):
                yield from undocumented(f"{name}.{child.name}", child)


def is_overload(node: Documented) -> bool:
    """Tell whether this is only one more signature of a function that is documented elsewhere."""
    return not isinstance(node, ast.Module) and any(
        ast.unparse(item).endswith("overload") for item in node.decorator_list
    )


def names_its_source(docstring: str | None) -> bool:
    """Tell whether a module's docstring has a line that starts with "Source:" and says something."""
    lines = (docstring or "").splitlines()
    return any(line.strip().startswith("Source:") and line.strip() != "Source:" for line in lines)


def test_every_public_name_has_a_docstring() -> None:
    public = [(name, tree) for name, tree in modules() if not is_private(name)]
    assert [found for name, tree in public for found in undocumented(name, tree)] == []


def is_private(module: str) -> bool:
    return any(part.startswith("_") and not part.startswith("__") for part in module.split("."))


def test_every_method_names_its_source() -> None:
    tables = registries()
    assert tables, "no Registry found in a package of methods: this test would check nothing"
    homes = {
        f"{table.family}:{name}": sys.modules[table.function(name).__module__] for table in tables for name in table
    }
    assert [f"{method} ({home.__name__})" for method, home in homes.items() if not names_its_source(home.__doc__)] == []


@pytest.mark.parametrize(
    ("source", "missing"),
    [
        ('"""Doc."""\ndef _private(): ...\nX = 1', []),
        ('"""Doc."""\ndef public(): ...', ["m.public"]),
        ('"""Doc."""\nasync def public(): ...', ["m.public"]),
        ('"""Doc."""\nclass A:\n    """Doc."""\n    def b(self): ...\n    def __len__(self): ...', ["m.A.b"]),
        ('"""Doc."""\n@typing.overload\ndef f(): ...', []),
        ('"""  """', ["m"]),
    ],
)
def test_the_check_finds_what_is_undocumented(source: str, missing: list[str]) -> None:
    assert list(undocumented("m", ast.parse(source))) == missing


@pytest.mark.parametrize("docstring", [None, "", "Source:", "The Source: of it.", "A method of 2004."])
def test_a_docstring_without_source(docstring: str | None) -> None:
    assert not names_its_source(docstring)


@pytest.mark.parametrize(
    "docstring", ["Scores.\n\nSource: Radev et al. (2004), section 3.", "X.\n\n    Source: own design."]
)
def test_a_docstring_with_source(docstring: str) -> None:
    assert names_its_source(docstring)
