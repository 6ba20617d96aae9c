"""How often a command looks for objects that nothing refers to: seldom, and only where it is its own process."""

from __future__ import annotations

import gc
import subprocess
import sys

from meadow.cli import collect_seldom


def test_a_command_collects_after_many_new_objects_and_the_oldest_as_often_as_before() -> None:
    before = gc.get_threshold()
    try:
        collect_seldom()
        young, *older = gc.get_threshold()
    finally:
        gc.set_threshold(*before)

    assert young == 100_000
    assert older == [*before[1:]]


def test_who_imports_the_library_keeps_what_python_does() -> None:
    code = "import gc; before = gc.get_threshold(); import meadow, meadow.cli; print(gc.get_threshold() == before)"

    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert told.stdout == "True\n"
