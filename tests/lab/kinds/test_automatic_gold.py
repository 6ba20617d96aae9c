"""Gold without people: references aligned to their sources, and the tables of TSC3 over it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lab.conftest import Run
from lab.kinds.running import measured, report, table
from meadow.errors import InputError, UsageError
from meadow.lab.catalogue import load_experiment
from meadow.lab.experiment import Experiment, find_kind
from meadow.lab.kinds.extracts import automatic_gold
from meadow.lab.testbed import GoldExtract, Testbed, Topic, WrittenText
from meadow.model import SentenceRef
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
