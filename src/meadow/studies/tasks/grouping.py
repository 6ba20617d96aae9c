"""Grouping: sentences that share information go together, each group gets a label, and the groups are ranked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meadow.studies.answers.grouping import GROUPING
from meadow.studies.guidelines import default_guidelines
from meadow.studies.slots import sentence_key
from meadow.studies.suggestions import suggested_groups
from meadow.studies.task import ItemState, Task
from meadow.studies.tasks.answered import (
    BLIND,
    JUDGE_KEYS,
    LASTING,
    checker,
    material_in,
    missing_of,
    values_of,
    viewer,
)


def live(state: ItemState) -> Mapping[str, Any]:
    """Return the groups in their order with the rules that each breaks, as `meadow lab check` would report them."""
    material = material_in(state)
    answers = GROUPING.read(material, values_of(state))
    broken: dict[int, list[str]] = {}
    for fault in answers.faults:
        if fault.group is not None:
            broken.setdefault(fault.group, []).append(f"{fault.problem} {fault.advice}")
    groups = [
        {"key": group.key, "members": [sentence_key(ref) for ref in group.members], "faults": broken.get(number, [])}
        for number, group in enumerate(answers.groups)
    ]
    total = len(material.sentences)
    return {"groups": groups, "done": total - len(answers.untouched), "total": total}


def suggest(state: ItemState) -> list[list[Any]]:
    """Return groups that Meadow would make, as slots and answers; an error where the study does not allow it."""
    suggested = suggested_groups(material_in(state), allowed=bool(state.setting("suggest")))
    return [["/".join(parts), answer] for parts, answer in suggested]


TASK = Task(
    name="grouping",
    title="Grouping",
    about="Group sentences of different articles that say the same.",
    template="studies/grouping.html",
    script="grouping.js",
    guidelines=default_guidelines("grouping").text,
    check=checker(GROUPING),
    missing=missing_of(GROUPING),
    view=viewer(GROUPING, "group"),
    live=live,
    suggest=suggest,
    keys=(
        ("1 … 9", "into that group"),
        ("a", "into a new group"),
        ("l", "make it the label of its group"),
        ("Backspace", "out of its group; set aside if it is in none"),
        ("Alt ↑ ↓", "rank its group higher, lower"),
        *JUDGE_KEYS,
    ),
    settings={"suggest": 0, **BLIND},
    lasting=LASTING,
    fewest_documents=2,
)
