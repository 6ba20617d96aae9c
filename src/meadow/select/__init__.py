"""Step 2, select: functions `(view, scores, room, *, parameters) -> tuple[int, ...]` that say which sentences go in.

A selector gets the ranker's scores and the room that the budget leaves, and returns row numbers in order of choice;
`order` then puts them into time order.
"""

from meadow.registry import Registry

SELECTORS = Registry(
    "select",
    "selector",
    {
        "distinct": "meadow.select.distinct:distinct",
        "penalty": "meadow.select.penalty:penalty",
        "top": "meadow.select.top:top",
    },
)
