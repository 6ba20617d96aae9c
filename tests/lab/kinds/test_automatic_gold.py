"""Gold without people: references aligned to their sources, and the tables of TSC3 over it."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest

from lab.conftest import Run
from lab.kinds.running import measured, report, table
from lab.kinds.whole_bed import BED
from meadow.errors import InputError, MeadowError, UsageError
from meadow.lab.catalogue import load_experiment
from meadow.lab.experiment import Experiment, find_kind
from meadow.lab.kinds.extracts import automatic_gold
from meadow.lab.testbed import GoldExtract, Testbed, Topic, WrittenText
from meadow.model import Document, SentenceRef
from meadow.pipeline.collecting import load_collection, make_collection
from stories import document

SAID = (
    ["The ferry Marlin sank off Skerra on Monday night.", "Nine people died in the cold water."],
    ["Nine people died when the ferry sank.", "The captain had been warned of a storm an hour before."],
)
SHORT = WrittenText("a", "The ferry Marlin sank off Skerra on Monday night. Cats purr loudly at home.", "short")
LONG = WrittenText("b", "The captain had been warned of a storm.", "long")
OTHER = WrittenText("c", "Cats purr loudly at home.", "short")


def story(*references: WrittenText) -> Topic:
    documents = tuple(document(f"d{place}", text, hours=place) for place, text in enumerate(SAID))
    return Topic("ferry", documents, references=references)


def automatic(**changes: object) -> Experiment:
    base = replace(load_experiment("tsc3-tables"), systems=("lead", "tfidf"), resamples=100, baseline=None)
    return replace(base, options={**base.options, "gold": "automatic", **changes})


@pytest.mark.golden("T15")
def test_the_first_reference_of_each_length_is_aligned_sentence_by_sentence() -> None:
    found = automatic_gold(story(SHORT, OTHER, LONG))
    assert [gold.length for gold in found] == ["short", "long"]
    (first,) = found[0].sentences  # the sources say nothing about cats
    assert (first.id, first.text) == ("1", "The ferry Marlin sank off Skerra on Monday night.")
    assert first.alternatives[0] == frozenset({SentenceRef("d0", 0)})
    assert found[1].sentences[0].alternatives[0] == frozenset({SentenceRef("d1", 1)})


def test_what_cannot_be_aligned_is_no_gold() -> None:
    assert automatic_gold(story(OTHER)) == automatic_gold(story()) == ()
    assert automatic_gold(Topic("bare", (), references=(SHORT,))) == ()


@pytest.mark.golden("T15")
def test_the_tables_rest_on_it_and_say_so() -> None:
    bed = Testbed("harbour", (story(SHORT, LONG),))
    results = measured(bed, automatic())
    assert {(each.cell.settings["length"], each.cell.settings["gold"]) for each in results} == {
        ("short", "automatic"), ("long", "automatic"),
    }  # fmt: skip
    # Lead takes one sentence, the first of the first document, which is all that the short reference says of the story.
    short = next(
        each.measured for each in results if (each.cell.system, each.cell.settings["length"]) == ("lead", "short")
    )
    assert short is not None
    assert (short.figures["precision"], short.figures["coverage"], short.output["cover"]) == (1, 1, 1)
    shown = table(report(bed, automatic(), results), "table-3")
    assert any(note.startswith("Gold is automatic") for note in shown.notes)
    assert not any(row.theirs for row in shown.rows)  # the paper's figures are over gold by people


def test_gold_by_people_is_not_looked_at_and_none_is_needed() -> None:
    people = GoldExtract((), "other")
    bed = Testbed("harbour", (replace(story(SHORT), gold=(people,)),))
    assert {cell.settings["length"] for cell in find_kind("tsc3-tables").plan(bed, automatic())} == {"short"}
    with pytest.raises(InputError, match=r"has a reference that can be aligned.*references\.jsonl"):
        find_kind("tsc3-tables").plan(Testbed("harbour", (story(OTHER),)), automatic())
    with pytest.raises(UsageError, match="gold"):
        find_kind("tsc3-tables").plan(bed, automatic(gold="mine"))


def test_the_command_takes_gold_by_its_own_name(meadow: Run) -> None:
    line = "lab run tsc3-tables --documents stories/ferry --documents stories/wolf --references references.jsonl"
    status, out, err = meadow(f"{line} --systems lead --workers 1 --resamples 100 --gold automatic --form markdown")
    assert status == 0, err
    assert "Gold is automatic" in out
    assert "--gold automatic" in out  # the command that makes the table again
    status, _, err = meadow(f"{line} --systems lead --workers 1")
    assert (status, "has gold extracts" in err) == (2, True)


TEXTS = ("The wolf ran.", "The wolf slept.", "The wolf ate.", "A ferry sank.")


def collection(folder: Path, texts: tuple[str, ...] = TEXTS) -> Path:
    path = folder / "news.jsonl"
    lines = [json.dumps({"id": str(number), "text": text, "language": "en"}) for number, text in enumerate(texts)]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def asked(path: Path) -> Experiment:
    base = replace(load_experiment("tsc3-tables"), systems=("tfidf",), baseline=None, resamples=100)
    return replace(base, options={**base.options, "collection": str(path)})


@pytest.mark.golden("T9")
def test_a_word_in_three_of_four_documents_has_the_log_of_four_thirds() -> None:
    four = make_collection([Document(str(n), text=text, language="en") for n, text in enumerate(TEXTS)], name="four")
    rarity = dict(zip(("Wolf", "ferry", "otter"), four.idf(("Wolf", "ferry", "otter")).tolist(), strict=True))
    assert rarity == pytest.approx({"Wolf": math.log(4 / 3), "ferry": math.log(4), "otter": math.log(4)})


@pytest.mark.golden("T9")
def test_the_table_says_which_collection_it_rests_on_and_another_is_another_cell(tmp_path: Path) -> None:
    path = collection(tmp_path)
    (first,) = {json.dumps(each.cell.settings["collection"]) for each in measured(BED, asked(path))}
    shown = table(report(BED, asked(path)), "table-3")
    said = f"a collection of 4 documents, {path}; patterns are counted in its 4 sentences, a story's own left out."
    assert f"How rare a word is comes from {said}" in shown.notes
    collection(tmp_path, (*TEXTS, "An otter swam."))
    (second,) = {json.dumps(each.cell.settings["collection"]) for each in measured(BED, asked(path))}
    assert (json.loads(first)["documents"], json.loads(second)["documents"]) == (4, 5)
    assert json.loads(first)["digest"] != json.loads(second)["digest"]


def test_a_collection_changes_what_is_rare(tmp_path: Path) -> None:
    # Where every article of the collection holds the words of the story's first sentences, these weigh nothing.
    common = tuple(f"{document.text}" for topic in BED for document in topic.documents[:1])
    path = collection(tmp_path, common)
    taken = {json.dumps(each.measured.output["sentences"]) for each in measured(BED, asked(path)) if each.measured}
    usual = replace(asked(path), options={"gold": "people"})
    assert taken != {json.dumps(each.measured.output["sentences"]) for each in measured(BED, usual) if each.measured}


@pytest.mark.golden("T10")
def test_the_table_says_whether_patterns_were_counted_or_expected() -> None:
    base = replace(load_experiment("tsc3-tables"), systems=("patterns",), baseline=None, resamples=100)
    for background, said in (("language", "is what these let expect."), ("testbed", "a story's own left out.")):
        shown = table(report(BED, replace(base, options={**base.options, "background": background})), "table-3")
        assert any(note.startswith("How rare a word is") and note.endswith(said) for note in shown.notes)


def test_a_collection_without_documents_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="no document"):
        load_collection(str(tmp_path / "empty"))
    with pytest.raises(MeadowError):
        load_collection(str(tmp_path / "nowhere"))


def test_the_command_takes_a_collection_by_its_own_name(meadow: Run, folder: Path) -> None:
    collection(folder)
    line = "lab run tsc3-tables --documents stories/ferry --documents stories/wolf --references references.jsonl"
    options = "--systems tfidf --gold automatic --collection news.jsonl --workers 1 --resamples 100 --form markdown"
    status, out, err = meadow(f"{line} {options}")
    assert status == 0, err
    assert "a collection of 4 documents, news.jsonl" in out
    assert "--collection news.jsonl" in out
