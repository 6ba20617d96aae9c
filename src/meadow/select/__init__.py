"""Selectors: functions `(view, scores, budget, *, parameters) -> tuple[int, ...]` that say which sentences go in.

A selector gets the ranker's scores and the budget that is left, and returns row numbers in order of choice;
`order` then puts them into time order.
"""

from meadow.registry import Registry

SELECTORS = Registry(
    "select",
    "selector",
    {
        "coverage": "meadow.select.coverage:coverage",
        "distinct": "meadow.select.distinct:distinct",
        "fresh": "meadow.select.fresh:fresh",
        "icsi": "meadow.select.icsi:icsi",
        "mmr": "meadow.select.mmr:mmr",
        "penalty": "meadow.select.penalty:penalty",
        "sequence": "meadow.select.sequence.search:sequence",
        "submodular": "meadow.select.submodular:submodular",
        "top": "meadow.select.top:top",
        "ward": "meadow.select.ward:ward",
    },
    renamed={"whole": "coverage"},
)
