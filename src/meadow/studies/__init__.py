"""Judging: what people are asked in a study, what they may answer, and what their answers come to.

Pure: no clock, no store, no page. A task is one file in `judging/tasks/` and one line here.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from meadow.errors import AnswerError, UnknownNameError
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
