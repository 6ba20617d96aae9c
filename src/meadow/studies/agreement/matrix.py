"""Judges × items: how much of each item each judge has answered, and which they have handed in."""

from __future__ import annotations

from dataclasses import dataclass

from meadow.lab.tables import Column, Entry, Row, Table
from meadow.studies.answers.kind import is_skipped, is_submitted
from meadow.studies.judged import Judged
from meadow.studies.material import StudyMaterial

SUBMITTED, SKIPPED = "✓", "–"


@dataclass(frozen=True, slots=True)
class JudgeProgress:
    """How far a judge is with an item: answers given and asked for, and whether it is handed in or was left out.

    An item with nothing to rate is put only to those who write a headline for it: others are asked nothing.
    """

    judge: str
    item: str
    done: int
    total: int
    submitted: bool
    skipped: bool

    @property
    def word(self) -> str:
        """The state in words: handed in, skipped, 3 of 8, not begun, or not asked."""
        if self.skipped:
            return "skipped"
        if self.submitted:
            return "handed in"
        if not self.total:
            return "not asked"
        return f"{self.done} of {self.total}" if self.done else "not begun"


def judges_progress(judged: Judged) -> tuple[JudgeProgress, ...]:
    """Return how far every judge is with every item."""
    return tuple(_progress(judged, judge, material) for judge in judged.judges for material in judged.materials)


def matrix_table(judged: Judged) -> Table:
    """Return the share of each item that each judge has answered, in percent; a mark says that it was handed in."""
    columns = tuple(Column(material.name, digits=0) for material in judged.materials)
    rows = [
        Row(
            (judge,), tuple(_entry(_progress(judged, judge, material)) for material in judged.materials), contends=False
        )
        for judge in judged.judges
    ]
    return Table(
        "progress", f"How far judges are: {judged.name}", ("judge",), columns, tuple(rows),
        marks={SUBMITTED: "handed in", SKIPPED: "skipped"}, notes=("Percent of the answers that an item asks for.",),
    )  # fmt: skip


def _progress(judged: Judged, judge: str, material: StudyMaterial) -> JudgeProgress:
    values = judged.values(judge, material)
    answered, total = judged.kind.done(judged.asked(judge, material), values)
    return JudgeProgress(judge, material.id, answered, total, is_submitted(values), is_skipped(values))


def _entry(progress: JudgeProgress) -> Entry:
    marks = (SKIPPED,) if progress.skipped else (SUBMITTED,) if progress.submitted else ()
    return Entry(100 * progress.done / progress.total if progress.total else None, marks=marks)
