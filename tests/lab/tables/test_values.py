"""Tables that do not fit their own headings are refused, whoever made them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from lab.beds import BED, experiment
from lab.tables.samples import TABLE
from meadow.errors import InputError
from meadow.lab import runner
from meadow.lab.experiment import Published
from meadow.lab.results import FINDINGS, load_findings

FIRST = TABLE.rows[0]
FAULTY = [
    replace(TABLE, rows=(replace(FIRST, entries=FIRST.entries[1:]),)),
    replace(TABLE, rows=(replace(FIRST, labels=()),)),
    replace(TABLE, heads=()),
    replace(TABLE, columns=()),
    replace(TABLE, columns=(replace(TABLE.columns[0], digits=-1), *TABLE.columns[1:])),
]


@pytest.mark.parametrize("table", FAULTY)
def test_findings_of_an_odd_shape_are_refused_before_they_are_shown(tmp_path: Path, table: object) -> None:
    (tmp_path / FINDINGS).write_bytes(msgspec.json.encode({"tables": [table], "plots": []}))
    with pytest.raises(InputError, match=r"cannot be read: (The row '|A column of the table 'table-3')"):
        load_findings(tmp_path)


@pytest.mark.parametrize("name", ["nowhere", "x" * 300])
def test_where_no_run_is_kept_that_is_said(name: str) -> None:
    with pytest.raises(InputError, match="There is no finished run"):
        load_findings(name)


def test_published_figures_with_labels_that_no_row_has_are_explained() -> None:
    printed = Published("summaries-words-20", ("lead", "10 %"), {"rouge1": 0.4})
    with pytest.raises(
        InputError, match=r"The row 'lead, 10 %' of the table .* has 2 labels.* Its rows have 1 \(system\)"
    ):
        runner.run(experiment(published=(printed,)), BED)
