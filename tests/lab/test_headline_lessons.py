"""Where headlines stand, learned from titled articles: what teaches, what the table holds, and the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lab.conftest import Run
from meadow.errors import InputError
from meadow.headlines.bayes_table import fit_bayes, parse_table
from meadow.lab.lessons import fit_headlines, headline_examples
from meadow.model import Document

OPENINGS = ("A ferry sank off Skerra", "A wolf was seen in Ninemile", "The old mill burned", "The bridge was closed")


def article(number: int, title: str | None, *sentences: str) -> Document:
    return Document(f"d{number}", title=title, text=" ".join(sentences), language="en")


def titled(count: int = 8) -> list[Document]:
    """Return articles whose first sentence is their title with a day, and whose others have nothing of it."""
    return [
        article(
            number, OPENINGS[number % 4], f"{OPENINGS[number % 4]} on day {number}.", "Nobody knew why.", "Rain is due."
        )
        for number in range(count)
    ]


@pytest.mark.golden("H1")
def test_an_article_teaches_by_the_sentence_closest_to_its_title() -> None:
    (example,) = headline_examples(
        [article(0, "Wolf seen", "Rain fell all night.", "Dogs barked.", "A wolf was seen.")]
    )
    assert example[1] == 2


def test_short_untitled_and_unrelated_articles_teach_nothing() -> None:
    nothing = [
        article(0, None, "A wolf was seen.", "Dogs barked.", "Rain fell."),
        article(1, " ", "A wolf was seen.", "Dogs barked.", "Rain fell."),
        article(2, "Wolf seen", "A wolf was seen.", "Dogs barked."),
        article(3, "Quarterly results", "A wolf was seen.", "Dogs barked.", "Rain fell."),
    ]
    assert list(headline_examples(nothing)) == []
    with pytest.raises(InputError, match=r"Of 4 documents 0 can be learned from\..*has a title, 3 sentences or more"):
        fit_headlines(nothing, data="none")


@pytest.mark.golden("H1")
def test_the_table_is_that_of_all_examples_and_each_half_is_tried_by_the_other() -> None:
    fitted = fit_headlines(titled(), data="ours")
    assert fitted.table == fit_bayes(headline_examples(titled()), data="ours")
    assert (fitted.examples, fitted.lead, fitted.table.positives, fitted.table.negatives) == (8, 1.0, 8, 16)
    assert fitted.found == 1.0  # all that tells the first sentence tells it in the other half too


def test_the_command_prints_and_writes_a_table_that_reads_back(meadow: Run, folder: Path) -> None:
    lines = [json.dumps({"id": each.id, "title": each.title, "text": each.text, "language": "en"}) for each in titled()]
    (folder / "news.jsonl").write_text("\n".join(lines), encoding="utf-8")
    status, out, err = meadow("lab fit --headlines news.jsonl --out table.json")
    assert status == 0, err
    assert out.splitlines()[0].startswith("feature")
    assert "in 1.000 of 8 articles, each tried by the table of the other half; the first sentence is in 1.000." in out
    table = parse_table((folder / "table.json").read_text(encoding="utf-8"))
    assert table.positives == 8
    assert table.data.startswith("news.jsonl (")
    value = json.loads(meadow("lab fit --headlines news.jsonl --json")[1])
    assert (value["examples"], value["found"], value["lead"]) == (8, 1.0, 1.0)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("lab fit --headlines", "--headlines learns from the titles of articles."),
        ("lab fit --headlines stories/ferry --references references.jsonl", "none of --references"),
        ("lab fit --headlines stories/ferry", "Of 2 documents 0 can be learned from."),
    ],
)
def test_the_command_says_what_it_learns_from(meadow: Run, line: str, told: str) -> None:
    status, out, err = meadow(line)
    assert (status, out) == (2, "")
    assert told in err
