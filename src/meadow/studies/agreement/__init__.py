"""How far judges agree, task by task, by the measures of `meadow.lab.evaluate`; and how far each judge is."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from meadow.lab.tables import Table
from meadow.studies.agreement.alignment import alignment_tables
from meadow.studies.agreement.concepts import concept_tables
from meadow.studies.agreement.grouping import grouping_tables
from meadow.studies.agreement.headlines import headline_tables
from meadow.studies.agreement.matrix import matrix_table
from meadow.studies.agreement.report import report_tables
from meadow.studies.agreement.subsumption import subsumption_tables
from meadow.studies.agreement.utility import utility_tables
from meadow.studies.agreement.writing import writers_tables
from meadow.studies.judged import Judged

_TABLES: Mapping[str, Callable[[Judged], tuple[Table, ...]]] = {
    "report": report_tables,
    "utility": utility_tables,
    "subsumption": subsumption_tables,
    "grouping": grouping_tables,
    "alignment": alignment_tables,
    "concepts": concept_tables,
    "headlines": headline_tables,
}


def result_tables(judged: Judged, compared: Judged | None = None) -> tuple[Table, ...]:
    """Return how far each judge is with each item, then how far they agree about what they handed in.

    `compared` is the same under other names, where names are hidden from those who weigh answers.
    """
    compared = judged if compared is None else compared
    return (matrix_table(judged), *writers_tables(judged), *_TABLES[judged.task](compared))
