"""A citation leads back to the characters of the file as given, whatever cleaning did to the text."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import meadow
from meadow.brief.json import summary_value
from meadow.text.clean import clean_text

# Soft hyphens, zero-width marks, two kinds of line ends, letters with loose accents, spare blanks: as feeds have them.
DIRTY = (
    "\ufeff  The fer\u00adry sank off Skerra\u200b on Monday.  \r\nDivers searched the cafe\u0301 deck all night.\r\n"
    "\r\n\r\nSeventeen\u00a0people were killed, the coast\u200bguard said.   \n"
)


def check(path: Path, given: str) -> None:
    """Ask every sentence for its place in the text as given."""
    documents = list(meadow.read(path))
    summary = meadow.summarize(documents, sentences=3)
    assert len(summary.picks) == 3
    (document,) = documents
    for pick in summary.picks:
        assert document.text[pick.sentence.start : pick.sentence.end] == pick.sentence.text
        assert pick.sentence.given is not None
        start, end = pick.sentence.given
        assert clean_text(given[start:end]) == pick.sentence.text


def test_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"id": "a", "text": DIRTY}) + "\n", encoding="utf-8")
    check(path, DIRTY)


def test_tables(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["id", "text"], ["a", DIRTY]])
    check(path, DIRTY)


@pytest.mark.parametrize("head", ["", "A ti\u00adtle\r\n\r\n"])
def test_plain_text_behind_its_title(tmp_path: Path, head: str) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes((head + DIRTY.removeprefix("\ufeff")).encode())
    check(path, path.read_bytes().decode())


def test_a_page_has_no_characters_to_lead_back_to(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_text("<html><body><article><p>The ferry sank on Monday, killing 17 people.</p></article></body></html>")
    (document,) = meadow.read(path)
    summary = meadow.summarize([document], sentences=1)
    assert (document.origin, summary.picks[0].sentence.given) == (None, None)
    assert '"given": null' in json.dumps(summary_value(summary))
