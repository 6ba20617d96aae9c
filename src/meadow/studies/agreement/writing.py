"""Who writes a headline for which story, where a plan of references says so, and who has.

Source: van Kesteren and Kraaij (2005): one reference for every story, more for a part (H7).
"""

from __future__ import annotations

from meadow.lab.tables import Column, Entry, Row, Table
from meadow.studies.answers.kind import is_submitted
from meadow.studies.judged import Judged
from meadow.studies.material import StudyMaterial

WRITTEN = "✓"
_COLUMNS = (Column("headlines", digits=0), Column("written", digits=0))


def writers_tables(judged: Judged) -> tuple[Table, ...]:
    """Return who writes for each item, and how many of these headlines are handed in; nothing without a plan."""
    if judged.writers is None:
        return ()
    rows = []
    for material in judged.materials:
        assigned = judged.writers.get(material.id, ())
        done = [judge for judge in assigned if _has_written(judged, judge, material)]
        names = ", ".join(f"{judge} {WRITTEN}" if judge in done else judge for judge in assigned)
        rows.append(
            Row((material.name, names or "nobody yet"), (Entry(len(assigned)), Entry(len(done))), contends=False)
        )
    note = f"{WRITTEN}: handed in. All judges rate; who is invited later fills what the plan still wants."
    return (Table("writers", "Who writes for which story", ("item", "judges"), _COLUMNS, tuple(rows), notes=(note,)),)


def _has_written(judged: Judged, judge: str, material: StudyMaterial) -> bool:
    values = judged.values(judge, material)
    return is_submitted(values) and ("written",) in values
