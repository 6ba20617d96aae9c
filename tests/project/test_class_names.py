"""A class name means one thing: names that several classes share are listed here, and the list only gets shorter."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable

from project.project import modules

SHARED_NAMES = frozenset({
    "Alignment", "Asking", "Body", "Centroid", "Change", "Comparison", "Counts", "Finding", "Followed",
    "Format", "Input", "Postings", "Problem", "Question", "Renamed", "Rows", "Rules", "Topic", "Vocabulary",
    "_File", "_Judged", "_Pair",
})  # fmt: skip


def shared_names(trees: Iterable[ast.Module]) -> set[str]:
    """Return the names of several classes in the modules."""
    nodes = (node for tree in trees for node in ast.walk(tree))
    counts = Counter(node.name for node in nodes if isinstance(node, ast.ClassDef))
    return {name for name, count in counts.items() if count > 1}


def test_no_class_name_is_shared_but_those_listed() -> None:
    assert sorted(shared_names(tree for _, tree in modules()) - SHARED_NAMES) == [], (
        "say which: RougeOptions, not Options"
    )


def test_the_list_has_no_name_that_only_one_class_has() -> None:
    assert sorted(SHARED_NAMES - shared_names(tree for _, tree in modules())) == [], "take these out of SHARED_NAMES"


def test_shared_names_are_found_in_and_across_modules() -> None:
    sources = ("class Line: ...\nclass Table: ...", "class Line: ...", "def f():\n    class Table: ...")
    assert shared_names(map(ast.parse, sources)) == {"Line", "Table"}
