"""Names of rows: what a label reaches in tables, notes and plots, and what it leaves alone."""

from __future__ import annotations

from pathlib import Path

from meadow import lab
from meadow.lab.labels import relabelled
from meadow.lab.tables import Column, Entry, Findings, Plot, Row, Series, Table

TABLE = Table(
    "summaries", "Summaries", ("system",), (Column("rouge1"),),
    (Row(("lead",), (Entry(0.4),)), Row(("given(mine)",), (Entry(0.5, marks=("†",)),))),
    marks={"†": "differs from lead, p < 0.05"}, notes=("given(mine) has summaries of 2 topics.", "A lead is short."),
)  # fmt: skip
PLOT = Plot("summaries", "Summaries", "system", "rouge1", (Series("lead", ("lead", "given(mine)"), (0.4, 0.5)),))


def test_a_label_is_in_the_row_its_notes_its_marks_and_its_plot() -> None:
    found, unknown = relabelled(Findings((TABLE,), (PLOT,)), {"mine": "Ours", "lead": "Lead\\3"})
    (table,), (plot,) = found.tables, found.plots
    assert [row.labels for row in table.rows] == [("Lead\\3",), ("Ours",)]
    assert table.marks == {"†": "differs from Lead\\3, p < 0.05"}
    assert table.notes == ("Ours has summaries of 2 topics.", "A lead is short.")
    assert (plot.series[0].label, plot.series[0].x) == ("Lead\\3", ("Lead\\3", "Ours"))
    assert unknown == ()


def test_a_label_without_a_row_is_noted_and_loses_nothing() -> None:
    found, (note,) = relabelled(Findings((TABLE,), ()), {"mien": "Ours"})
    assert found.tables == (TABLE,)
    assert note.startswith("There is no row to label called 'mien'.")


def test_outputs_and_labels_in_python(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    for topic in ("wolf", "ferry"):
        (tmp_path / "mine" / f"{topic}.txt").write_text("Nine people died.", encoding="utf-8")
    found = lab.run(
        "summaries", topics=["wolf", "ferry"], outputs=tmp_path, labels={"mine": "Ours"}, systems=["lead", "given(mine)"],
        metrics=["words"], resamples=100,
    )  # fmt: skip
    (table,) = found.findings.tables
    assert [row.labels[0] for row in table.rows] == ["lead", "Ours"]
    assert lab.open_testbed(outputs=[tmp_path / "mine"]).topic("wolf").outputs[-1].text == "Nine people died."
