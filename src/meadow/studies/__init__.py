"""Studies: what people are asked, what they may answer, and what their answers come to.

A task is one file in `studies/tasks/` and one line here.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from meadow.errors import AnswerError, UnknownNameError

if TYPE_CHECKING:
    from meadow.studies.task import ItemState, Task

# Each is loaded when it is first asked for: `module:name` of a `Task`.
TASKS: Mapping[str, str] = {
    "report": "meadow.studies.tasks.report:TASK",
    "utility": "meadow.studies.tasks.utility:TASK",
    "subsumption": "meadow.studies.tasks.subsumption:TASK",
    "grouping": "meadow.studies.tasks.grouping:TASK",
    "alignment": "meadow.studies.tasks.alignment:TASK",
    "concepts": "meadow.studies.tasks.concepts:TASK",
    "headlines": "meadow.studies.tasks.headlines:TASK",
}

__all__ = ["TASKS", "AnswerError", "ItemState", "Task", "task_of"]


def task_of(name: str) -> Task:
    """Return the task of a name."""
    address = TASKS.get(name)
    if address is None:
        raise UnknownNameError("task of judges", name, TASKS)
    module, _, attribute = address.partition(":")
    task: Task = getattr(import_module(module), attribute)
    return task


def __getattr__(name: str) -> Any:
    """Return a type of a task on first use: the help of `meadow`, which names these commands, needs none."""
    if name not in ("ItemState", "Task"):
        raise AttributeError(f"module 'meadow.studies' has no attribute {name!r}")
    return getattr(import_module("meadow.studies.task"), name)
