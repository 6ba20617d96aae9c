"""Every family of `meadow evaluate` in every form: the same labels and figures, whatever they are printed as."""

from __future__ import annotations

import csv
import io
import re
from html.parser import HTMLParser

import pytest

from lab.cli.conftest import Evaluate
from lab.cli.test_evaluate import EXAMPLES
from meadow.lab.tables.rendering import FORMS

FIRST = {example.split()[0]: example for example in reversed(EXAMPLES)}


class Cells(HTMLParser):
    """Collects the texts of the cells of a page, row by row."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 - the parser's own
        self.rows += [[]] if tag == "tr" else []
        if tag in ("td", "th"):
            self.inside = True
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.rows[-1][-1] += data.replace("\u00a0", " ")


def first_table(out: str) -> list[list[str]]:
    """Return the cells of the first table that the terminal shows; two blanks or more part them."""
    blocks = [block.splitlines() for block in out.split("\n\n")]
    table = next(block for block in blocks if len(block) > 1)
    start = next(place for place, line in enumerate(table) if re.search(r"\S {2,}\S", line) or "," not in line)
    return [re.split(r" {2,}", line.strip()) for line in table[start:]]


@pytest.mark.parametrize("family", FIRST)
@pytest.mark.parametrize("form", [form for form in FORMS if form not in ("terminal", "json")])
def test_every_family_prints_its_labels_in_every_form(evaluate: Evaluate, family: str, form: str) -> None:
    labels = [row[0] for row in first_table(evaluate(FIRST[family]).out)[1:]]
    done = evaluate(f"{FIRST[family]} --form {form}")
    assert done.status == 0, done.err
    plain = re.sub(r"[\\{}]|<[^>]*>", "", done.out).replace("\u00a0", " ")
    assert all(re.sub(r"[\\{}_]", "", label) in plain.replace("_", "") for label in labels), labels


@pytest.mark.parametrize("family", FIRST)
def test_form_json_is_the_same_value_as_json(evaluate: Evaluate, family: str) -> None:
    assert evaluate(f"{FIRST[family]} --form json").value == evaluate(f"{FIRST[family]} --json").value


def test_csv_has_a_line_per_figure_with_every_digit(evaluate: Evaluate) -> None:
    line = "rouge --candidates mead.jsonl --references references.jsonl --metrics rouge1"
    rows = list(csv.DictReader(io.StringIO(evaluate(f"{line} --form csv").out)))
    assert [row["column"] for row in rows] == ["recall", "precision", "F", "low", "high"]
    scores = evaluate(f"{line} --json").value["systems"][0]["scores"]["rouge1"]
    assert [float(row["value"]) for row in rows] == [scores[key] for key in ("recall", "precision", "f", "low", "high")]
    assert {row["system"] for row in rows} == {"mead.jsonl"}


def test_html_and_terminal_show_the_same_figures(evaluate: Evaluate) -> None:
    line = "utility --judges judges.csv --percent 50 --extract extract.txt"
    shown = first_table(evaluate(line).out)
    page = Cells()
    page.feed(evaluate(f"{line} --form html").out)
    assert page.rows[: len(shown)] == shown


def test_markdown_is_a_table_that_markdown_reads(evaluate: Evaluate) -> None:
    out = evaluate(
        "extraction --extract extract.txt --compare other.txt --ideal ideal.txt --total 4 --form markdown"
    ).out
    tables = [block.splitlines() for block in out.split("\n\n") if block.startswith("|")]
    assert len(tables) == 2  # the scores, and how the two extracts differ
    for table in tables:
        assert {line.count("|") for line in table} == {table[0].count("|")}
        assert set(table[1]) <= set("|:- ")
    assert "- metric:extraction" in out


def test_a_form_that_is_not_there_is_told_before_any_work(evaluate: Evaluate) -> None:
    done = evaluate("rouge --candidates missing.jsonl --references missing.jsonl --form pdf")
    assert done.status == 2
    assert "There is no form of a table called 'pdf'" in done.err
