"""Every row of the specification has a test that witnesses it, or is listed in open_rows.txt until its issue is done."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from functools import cache

from project.project import ROOT, python_files
from shared import shared

OPEN_ROWS = ROOT / "tests" / "project" / "open_rows.txt"
_ROW = re.compile(r"^\|\s*([A-Z]\d+)\s*\|", re.MULTILINE)


def spec_rows(text: str) -> list[str]:
    """Return the row names of the tables in a page of the specification, in its order."""
    return _ROW.findall(text)


def golden_rows(source: str) -> set[str]:
    """Return the rows that `pytest.mark.golden("M10")` names anywhere in a test file."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    named = (call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "golden")
    marks = (call for call in named if ast.unparse(call.func) == "pytest.mark.golden")
    return {str(ast.literal_eval(argument)) for mark in marks for argument in mark.args}


def open_rows(text: str) -> list[str]:
    """Return the rows of the list; what follows a row's name on its line is a note."""
    lines = (line.split("#")[0].split() for line in text.splitlines())
    return [words[0] for words in lines if words]


def disagreements(rows: Iterable[str], witnessed: Iterable[str], listed_open: Iterable[str]) -> list[str]:
    """Return where specification, tests and list do not fit together, in words."""
    known, tested, waiting = set(rows), set(witnessed), list(listed_open)
    return [
        *(f"{row} has no test and is not in open_rows.txt" for row in sorted(known - tested - set(waiting))),
        *(f"{row} has a test: take it out of open_rows.txt" for row in sorted(tested & set(waiting))),
        *(f"{row} in open_rows.txt is no row of the specification" for row in sorted(set(waiting) - known)),
        *(
            f"{row} is listed twice in open_rows.txt"
            for row in sorted({row for row in waiting if waiting.count(row) > 1})
        ),
    ]


@cache
def all_golden_rows() -> set[str]:
    sources = (path.read_text(encoding="utf-8") for path in python_files("tests"))
    return {row for source in sources if "golden" in source for row in golden_rows(source)}


def test_rows_tests_and_the_open_list_agree() -> None:
    rows = spec_rows(shared("spec", "SPEC.md").read_text(encoding="utf-8"))
    assert len(rows) > 50, "the tables of SPEC.md have another shape now"
    assert disagreements(rows, all_golden_rows(), open_rows(OPEN_ROWS.read_text(encoding="utf-8"))) == []


def test_golden_marks_name_rows_that_exist() -> None:
    pages = [shared("spec", name).read_text(encoding="utf-8") for name in ("SPEC.md", "TRUST.md")]
    assert sorted(all_golden_rows() - {row for page in pages for row in spec_rows(page)}) == []


def test_rows_are_read_from_tables() -> None:
    assert spec_rows("| row | what |\n|---|---|\n| M1 | a |\n|T16| M2 |\ntext M3 | x |\n") == ["M1", "T16"]


def test_marks_are_found_in_every_position() -> None:
    source = """
pytestmark = [pytest.mark.golden("M1")]
@pytest.mark.golden("M2", "M3")
@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.golden("M4"))])
def test_x(x): other("M5"); '@pytest.mark.golden("M6")'
"""
    assert golden_rows(source) == {"M1", "M2", "M3", "M4"}


def test_every_disagreement_is_reported() -> None:
    listed = open_rows("# a comment\nM2  later\n\nM3 # soon\nM9\nM3\n")
    assert disagreements(["M1", "M2", "M3"], ["M2"], listed) == [
        "M1 has no test and is not in open_rows.txt",
        "M2 has a test: take it out of open_rows.txt",
        "M9 in open_rows.txt is no row of the specification",
        "M3 is listed twice in open_rows.txt",
    ]
