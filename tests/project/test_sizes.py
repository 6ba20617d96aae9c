"""Files of at most 400 lines, functions of at most 40 without their docstring."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from textwrap import indent

from project.project import name_of, python_files

LONGEST_FILE = 400
LONGEST_FUNCTION = 40

# "path" or "path:function" -> why it may be longer. An entry that is no longer needed fails the test below.
_OPTIONS = "a command's signature is its list of options, one to a line"
EXCEPTIONS = {
    "src/meadow/lab/cli/run.py:run": _OPTIONS,
    "src/meadow/cli/summarize.py:summarize": _OPTIONS,
}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def oversized(name: str, source: str) -> Iterator[tuple[str, int]]:
    """Yield the place and the length of whatever is too long in one file."""
    length = len(source.splitlines())
    if length > LONGEST_FILE:
        yield name, length
    for node in statements(ast.parse(source)):
        if isinstance(node, Function) and (lines := length_of(node)) > LONGEST_FUNCTION:
            yield f"{name}:{node.name}", lines


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all statements below a node, however deep; what they compute holds no function, and is most of a tree."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield child
            yield from statements(child)


def length_of(function: Function) -> int:
    """Return a function's lines, signature included, without docstring and decorators."""
    last = function.end_lineno or function.lineno
    return last - function.lineno + 1 - docstring_lines(function)


def docstring_lines(function: Function) -> int:
    if ast.get_docstring(function, clean=False) is None:
        return 0
    first = function.body[0]
    return (first.end_lineno or first.lineno) - first.lineno + 1


@cache
def all_oversized() -> dict[str, int]:
    files = python_files("src", "tests", "tools", "benchmarks")
    return {
        place: lines for path in files for place, lines in oversized(name_of(path), path.read_text(encoding="utf-8"))
    }


def test_files_and_functions_are_small() -> None:
    too_long = {place: lines for place, lines in all_oversized().items() if place not in EXCEPTIONS}
    assert too_long == {}, "split them, or give a reason in EXCEPTIONS"


def test_exceptions_are_reasoned_and_needed() -> None:
    assert [place for place, reason in EXCEPTIONS.items() if len(reason.split()) < 4] == []
    assert sorted(EXCEPTIONS.keys() - all_oversized().keys()) == [], "no longer too long: drop the entry"


def test_the_check_counts_what_it_says() -> None:
    body = "    x = 1\n" * (LONGEST_FUNCTION - 1)
    docstring = '    """One.\n\n    Two.\n    """\n'
    assert list(oversized("a.py", f"@mark\ndef fits():\n{docstring}{body}")) == []
    assert list(oversized("a.py", f"async def long():\n{docstring}{body}    x = 2\n")) == [
        ("a.py:long", LONGEST_FUNCTION + 1)
    ]
    handler = "try:\n  pass\nexcept ValueError:\n  match 1:\n    case 1:\n"
    nested = handler + indent(f"def deep():\n{body}    x = 2\n", "      ")
    assert list(oversized("a.py", nested)) == [("a.py:deep", LONGEST_FUNCTION + 1)]
    assert list(oversized("a.py", "x = 1\n" * LONGEST_FILE)) == []
    assert list(oversized("a.py", "x = 1\n" * (LONGEST_FILE + 1))) == [("a.py", LONGEST_FILE + 1)]
