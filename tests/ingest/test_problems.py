"""Problems of one kind as one line."""

from __future__ import annotations

import pytest

from meadow.errors import ReadError
from meadow.ingest.items import Hint, NoDocument, Renamed, Skipped
from meadow.ingest.problems import MOST_KINDS, NOT_READ, Problems, is_shown


def lines_of(*problems: tuple[str, str]) -> list[str]:
    met = Problems()
    for place, reason in problems:
        met.add(NOT_READ, place, reason)
    return met.lines()


@pytest.mark.parametrize(
    ("problems", "expected"),
    [
        ([("a.txt", "empty file")], ["not read: a.txt: empty file"]),
        ([("w/a.txt", "empty file"), ("w/b.txt", "empty file")], ["not read: 2 × empty file (w/*.txt, first w/a.txt)."]),
        ([("a.txt", "blank"), ("v/b.txt", "blank")], ["not read: 2 × blank (in several folders, first a.txt)."]),
        ([("a.txt", "empty file"), ("b.md", "empty file")], ["not read: a.txt: empty file", "not read: b.md: empty file"]),
        (
            [("a.csv:2", "the row has 3 fields"), ("a.csv:9", "the row has 14 fields")],
            ["not read: 2 × the row has 3 fields (first a.csv:2)."],
        ),
        (
            [("a.jsonl:1", "The keys are 'a', 'b' and 3 more."), ("a.jsonl:2", "The keys are 'c'.")],
            ["not read: 2 × The keys are 'a', 'b' and 3 more (first a.jsonl:1)."],
        ),
    ],
)  # fmt: skip
def test_reasons_that_differ_in_names_and_numbers_only_are_one_kind(
    problems: list[tuple[str, str]], expected: list[str]
) -> None:
    assert lines_of(*problems) == expected


def test_of_many_kinds_the_first_are_shown_and_the_others_counted() -> None:
    kinds = ["".join(chr(97 + int(digit)) for digit in f"{number:03}") for number in range(MOST_KINDS + 3)]
    lines = lines_of(*((f"{kind}.txt", f"broken as {kind}") for kind in kinds), ("z.txt", f"broken as {kinds[-1]}"))
    assert len(lines) == MOST_KINDS + 1
    assert lines[-1] == "and 4 problems of 3 more kinds."


def test_advice_closes_the_line_and_what_concerns_nobody_is_not_shown() -> None:
    met = Problems()
    assert (
        met.add_item(ReadError("a.pdf", "a PDF file.", advice="Convert it."))
        == "not read: a.pdf: a PDF file. Convert it."
    )
    assert met.add_item(ReadError("b.pdf", "a PDF file.", advice="Convert it.")) is None
    assert met.add_item(Renamed("x:2", "a", "a#2", "x:1")) is not None
    assert met.lines()[0] == "not read: 2 × a PDF file (*.pdf, first a.pdf). Convert it."
    assert met.pending() == ["not read: 1 more × a PDF file (*.pdf, first a.pdf). Convert it."]
    assert met.pending() == []
    shown: list[NoDocument] = [
        Hint("a", "b"),
        Skipped("a", "b"),
        Renamed("x:2", "a", "a#2", "x:1"),
        ReadError("a", "b"),
    ]
    assert [is_shown(each) for each in shown] == [True, False, True, True]
