"""Rows that are each tested against their own rival: the right one, only within its family, shown or not."""

from __future__ import annotations

from collections.abc import Hashable

import pytest

from meadow.lab.experiment import Experiment, Published
from meadow.lab.scoring import Figures, Labels, compared_table
from meadow.lab.tables import Column, Table

TOPICS = range(8)
LOW: dict[Hashable, float | None] = dict.fromkeys(TOPICS, 0.2)
HIGH: dict[Hashable, float | None] = dict.fromkeys(TOPICS, 0.4)
FIGURES: Figures = {
    ("lead", "short"): {"coverage": LOW},
    ("lead", "long"): {"coverage": HIGH},
    ("mead", "short"): {"coverage": HIGH},
    ("mead", "long"): {"coverage": HIGH},
}


def compared(figures: Figures = FIGURES, *, shown: list[Labels] | None = None, lead: str | None = "lead") -> Table:
    asked = Experiment(
        "mine", "tsc3-tables", resamples=200, published=(Published("t", ("mead", "long"), {"coverage": 0.3}),)
    )
    return compared_table(
        "t",
        "Title",
        figures,
        heads=("system", "length"),
        columns=[Column("coverage", "higher")],
        experiment=asked,
        against=lambda labels: None if lead is None else (lead, labels[1]),
        rival="lead at the same length",
        shown=shown,
    )


def marks(table: Table) -> dict[Labels, tuple[str, ...]]:
    return {row.labels: row.entries[0].marks for row in table.rows if not row.theirs}


def test_each_row_is_held_against_its_own_rival() -> None:
    table = compared()
    # Eight equal differences: p = 2/256. Against Lead's long extracts, or Lead's short ones, two more rows would differ.
    assert marks(table) == {
        ("lead", "short"): (), ("lead", "long"): (), ("mead", "short"): ("‡",), ("mead", "long"): (),
    }  # fmt: skip
    assert list(table.marks) == ["‡"]
    assert table.marks["‡"].startswith("differs from lead at the same length, p < 0.01")


def test_published_rows_follow_ours_once() -> None:
    table = compared()
    assert [(row.labels, row.theirs) for row in table.rows][-2:] == [
        (("mead", "long"), False),
        (("mead", "long"), True),
    ]
    assert len(table.rows) == 5
    assert sum("◦" in note for note in table.notes) == 1


def test_rows_contend_with_those_of_their_own_length() -> None:
    table = compared()
    assert {table.rows[place].labels[1] for place in table.best(0)} == {"short", "long"}
    for place in table.best(0):
        rivals = [row for row in table.rows if row.labels[1] == table.rows[place].labels[1] and not row.theirs]
        assert table.rows[place].entries[0].value == max(row.entries[0].value or 0.0 for row in rivals)


@pytest.mark.parametrize("lead", [None, "tfidf"])
def test_without_a_rival_nothing_is_tested(lead: str | None) -> None:
    table = compared(lead=lead)
    assert set(marks(table).values()) == {()}
    assert table.marks == {}


def test_marks_are_explained_from_the_weaker_to_the_stronger() -> None:
    # One row differs from Lead's short extracts (p = 2/256), two from its long ones (twice that by Holm).
    long: Figures = {(name, "long"): {"coverage": LOW} for name in ("mead", "icsi")}
    table = compared({**FIGURES, **long})
    assert marks(table)["mead", "short"] == ("‡",)
    assert marks(table)["mead", "long"] == marks(table)["icsi", "long"] == ("†",)
    assert list(table.marks) == ["†", "‡"]
