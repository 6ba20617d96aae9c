"""Steps 2 and 3 on sentences that were chosen before (row T1)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import meadow
from command import run_meadow
from meadow.brief.json import summary_value
from meadow.errors import InputError
from meadow.model import Document, SentenceRef, Summary
from meadow.pipeline.chosen import Chosen, parse_chosen
from meadow.sample import sample_path

TEXTS = (
    "The ferry sank off Skerra on Monday, killing 17 people. Divers searched the wreck. The owner was charged.",
    "The ferry sank off Skerra on Monday and 17 people died. Relatives waited in the harbour for news of the missing.",
)
DOCUMENTS = [Document(f"d{number}", text=text, language="en") for number, text in enumerate(TEXTS)]


def refs(summary: Summary) -> list[tuple[str, int]]:
    return [(pick.ref.document_id, pick.ref.index) for pick in summary.picks]


def test_lines_name_a_document_and_a_number_from_one_the_best_first() -> None:
    chosen = parse_chosen("d0 2\nan id with blanks 1\n\nd0 2\n")
    assert chosen.scores == {SentenceRef("d0", 1): 1.0, SentenceRef("an id with blanks", 0): 0.5}


def test_the_json_of_a_summary_reads_back_with_its_scores() -> None:
    summary = meadow.summarize(DOCUMENTS, sentences=3, method="mead")
    text = json.dumps(summary_value(summary))
    assert parse_chosen(text) == Chosen.of(summary)
    assert parse_chosen('{"sentences": [{"document": "d0", "index": 1}]}').scores == {SentenceRef("d0", 1): 1.0}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "names no sentence"),
        ("d0 0", "no document and sentence number"),
        ("d0", "no document and sentence number"),
        ('{"sentences": []}', "names no sentence"),
        ('{"sentences": [{"document": "d0"}]}', 'no "document" and "index"'),
        ('{"sentences": ', "not valid JSON"),
    ],
)
def test_what_is_no_extract_says_why(text: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        parse_chosen(text)


def test_a_sentence_that_is_not_there_is_named() -> None:
    with pytest.raises(InputError, match="sentence 9 of 'd0', which is not in the documents"):
        meadow.summarize(DOCUMENTS, extract=parse_chosen("d0 9"))


def test_step_three_alone_prints_what_was_chosen_and_nothing_else() -> None:
    chosen = parse_chosen("d1 2\nd0 2\nd0 3")
    assert refs(meadow.summarize(DOCUMENTS, sentences=9, extract=chosen)) == [("d0", 1), ("d0", 2), ("d1", 1)]
    # Within a budget the best go first: the second line does not fit next to the first, the third does.
    assert refs(meadow.summarize(DOCUMENTS, sentences=2, extract=chosen)) == [("d0", 1), ("d1", 1)]


@pytest.mark.golden("T1")
def test_step_two_alone_takes_repeats_out_of_what_was_chosen() -> None:
    chosen = parse_chosen("d0 1\nd1 1\nd1 2")
    plain = meadow.summarize(DOCUMENTS, sentences=2, extract=chosen)
    distinct = meadow.summarize(DOCUMENTS, sentences=2, extract=chosen, select="mmr(balance=0.3)")
    assert refs(plain) == [("d0", 0), ("d1", 0)]
    assert refs(distinct) == [("d0", 0), ("d1", 1)]


@pytest.mark.golden("T1")
def test_the_three_steps_one_by_one_are_the_three_at_once() -> None:
    whole = meadow.summarize(DOCUMENTS, sentences=2, rank="lead", select="mmr", rewrite="compress")
    first = meadow.summarize(DOCUMENTS, sentences=99, rank="lead", select="top", rewrite="none")
    second = meadow.summarize(DOCUMENTS, sentences=2, extract=first, select="mmr", rewrite="none")
    third = meadow.summarize(DOCUMENTS, sentences=2, extract=second, rewrite="compress")
    assert third.text == whole.text


def test_the_signature_says_the_extract_and_no_ranker() -> None:
    one, other = (meadow.summarize(DOCUMENTS, extract=parse_chosen(text)).run.signature for text in ("d0 1", "d0 2"))
    assert one != other
    assert "extract:" in one
    assert "rank:" not in one


def test_the_command_starts_from_a_file(tmp_path: Path) -> None:
    news = str(sample_path() / "het-waterblad.jsonl")
    first = run_meadow("summarize", news, "--sentences", "4", "--json", folder=tmp_path)
    (tmp_path / "extract.json").write_text(first.stdout, encoding="utf-8")
    done = run_meadow(
        "summarize",
        news,
        "--from",
        "extract.json",
        "--rewrite",
        "compress",
        "--characters",
        "300",
        "--json",
        folder=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    kept = {(each["document"], each["index"]) for each in json.loads(done.stdout)["sentences"]}
    given = {(each["document"], each["index"]) for each in json.loads(first.stdout)["sentences"]}
    assert kept
    assert kept <= given
    assert len(json.loads(done.stdout)["text"]) <= 300
