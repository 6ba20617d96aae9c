"""Only two modules of the command line write to the terminal, and they print escapes as text."""

from __future__ import annotations

import ast

from project.project import modules

PRINTING = {"meadow.cli.__init__", "meadow.cli.printing"}
WRITERS = {"sys.stdout.write", "sys.stderr.write", "sys.stdout.buffer.write", "sys.stderr.buffer.write", "print"}


def writers(tree: ast.Module) -> list[int]:
    """Return the lines in which a module writes to a standard stream."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    # To write a call out as text is slow: only what may be one of the writers is.
    likely = (call for call in calls if isinstance(call.func, ast.Name) or getattr(call.func, "attr", "") == "write")
    return [call.lineno for call in likely if ast.unparse(call.func) in WRITERS]


def test_only_the_printing_modules_write_to_the_standard_streams() -> None:
    found = {name: lines for name, tree in modules() if name not in PRINTING and (lines := writers(tree))}
    assert found == {}


def test_a_writer_is_seen() -> None:
    assert writers(ast.parse("import sys\nsys.stderr.write('x')\nprint(1)\nstream.write('x')\n")) == [2, 3]
