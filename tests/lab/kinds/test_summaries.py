"""Summaries against references: recalls with a pencil, lengths, given outputs, the oracle, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lab.kinds.running import entries, figures, measured, report, table
from meadow.errors import InputError
from meadow.lab.experiment import Experiment
from meadow.lab.kinds.summaries import KIND, references_of, write
from meadow.lab.testbed import Output, Testbed, Topic, WrittenText
from stories import document

# Six words each. Lead takes them in this order; the reference is the third, so that only "crews" is in the first.
TEXTS = ("Nine crews left Skerra at dawn.", "Bread was dear in Tarn again.", "Storm drove crews back before noon.")
REFERENCE = "Storm drove crews back before noon."


def topic(name: str, **more: Any) -> Topic:
    documents = tuple(document(f"{name}-{place}", [text], hours=place) for place, text in enumerate(TEXTS))
    held = Topic(
        name,
        documents,
        references=(WrittenText("1", REFERENCE),),
        outputs=(Output("echo", "Storm", "headline"), Output("echo", REFERENCE)),
    )
    return replace(held, **more)


BED = Testbed("towns", (topic("ferry"), topic("wolf", references=(WrittenText("1", TEXTS[0]),))))
ASKED = Experiment(
    "mine", KIND.name, systems=("lead", "given", "oracle"), metrics=("rouge1.recall", "words"), budgets=("words=6",),
    resamples=200,
)  # fmt: skip
NAME = "summaries-words-6"


def test_recalls_are_shares_of_the_references_words() -> None:
    shown = table(report(BED, ASKED), NAME)
    # Six words have room for one sentence. Lead's first shares one of six words with the ferry's reference, and is the
    # wolf's; the output that is given is the ferry's reference and shares one word with the wolf's.
    both = (1 / 6 + 1) / 2
    assert figures(shown, "lead") == pytest.approx({"rouge1.recall": both, "words": 6})
    assert figures(shown, "given(echo)") == pytest.approx({"rouge1.recall": both, "words": 6})
    assert figures(shown, "oracle") == pytest.approx({"rouge1.recall": 1, "words": 6})
    assert entries(shown, "lead")["rouge1.recall"].low == pytest.approx(1 / 6)


def test_a_summary_is_kept_with_the_places_of_its_sentences() -> None:
    held = {(each.cell.system, each.cell.topic): each.measured for each in measured(BED, ASKED)}
    lead, given, oracle = (held[system, "ferry"] for system in ("lead", "given(echo)", "oracle"))
    assert lead is not None
    assert given is not None
    assert oracle is not None
    assert lead.output["sentences"] == [{"text": TEXTS[0], "document": "ferry-0", "index": 0}]
    assert given.output["sentences"] == [{"text": REFERENCE}]
    assert oracle.output["sentences"] == [{"text": TEXTS[2], "document": "ferry-2", "index": 0}]


def test_each_length_has_a_table_and_a_plot() -> None:
    found = report(BED, replace(ASKED, budgets=("words=6", "characters=50%", "sentences=2")))
    names = ["summaries-words-6", "summaries-characters-50pc", "summaries-sentences-2"]
    assert [shown.name for shown in found.tables] == [plot.name for plot in found.plots] == names
    assert figures(found.tables[2], "lead")["words"] == 12
    default = report(BED, replace(ASKED, budgets=()))
    assert [shown.name for shown in default.tables] == ["summaries-words-100"]


def test_a_length_may_be_that_of_the_references() -> None:
    references = (WrittenText("1", REFERENCE), WrittenText("2", f"{REFERENCE} {REFERENCE}"))
    bed = Testbed("one", (topic("ferry", references=references),))
    # Six words and twelve are nine on average: room for one sentence, while twelve would hold two.
    found = report(bed, replace(ASKED, systems=("lead",), budgets=("references",)))
    assert figures(table(found, "summaries-references"), "lead")["words"] == 6
    assert len(write(bed.topics[0], "lead", "words=12", [])) == 2


def test_references_are_those_of_the_length_asked_for() -> None:
    both = topic("ferry", references=(WrittenText("1", "One.", "short"), WrittenText("2", "Two.", "long")))
    unnamed = replace(both, references=(*both.references, WrittenText("3", "Three.")))
    assert references_of(both, "long") == ["Two."]
    assert references_of(both, None) == ["One.", "Two."]
    assert references_of(unnamed, None) == ["Three."]
    assert references_of(both, "middle") == []


def test_given_outputs_are_those_of_the_length_asked_for() -> None:
    outputs = (Output("echo", "Short.", length="short"), Output("echo", "Long.", length="long"))
    references = (WrittenText("1", REFERENCE, "short"), WrittenText("1", REFERENCE, "long"))
    both = topic("ferry", outputs=outputs, references=references)
    for length in ("short", "long"):
        asked = replace(ASKED, systems=("given",), options={"length": length})
        (found,) = measured(Testbed("one", (both,)), asked)
        assert found.measured is not None
        assert found.measured.output["sentences"] == [{"text": f"{length.capitalize()}."}]
    assert write(both, "given(echo)", "words=6", []) == [{"text": "Short."}]
    assert write(topic("ferry"), "given(echo)", "words=6", [], length="long") == [{"text": REFERENCE}]
    with pytest.raises(InputError, match="no summary by 'echo' of the topic 'ferry'"):
        write(replace(both, outputs=outputs[:1]), "given(echo)", "words=6", [], length="long")


def test_systems_have_cells_where_there_is_something_to_measure() -> None:
    bed = Testbed("three", (*BED.topics, topic("oven", references=()), topic("mill", outputs=())))
    planned = [(cell.system, cell.topic) for cell in KIND.plan(bed, replace(ASKED, systems=("lead", "given")))]
    assert planned == [
        ("lead", "ferry"), ("lead", "wolf"), ("lead", "mill"), ("given(echo)", "ferry"), ("given(echo)", "wolf"),
    ]  # fmt: skip
    shown = table(report(bed, replace(ASKED, systems=("lead", "given"))), NAME)
    assert "given(echo) has summaries of 2 of the 3 topics; its means are over those." in shown.notes
    assert not any(note.startswith("lead has") for note in shown.notes)
    assert "Summaries of 3 topics of three" in shown.title


def test_daggers_are_against_the_baseline_however_it_is_spelled() -> None:
    bed = Testbed("eight", tuple(topic(f"ferry {number}") for number in range(8)))
    asked = replace(ASKED, systems=("lead(select=top)", "given", "oracle"), baseline="lead( select = top )")
    shown = table(report(bed, asked), NAME)
    # Eight differences of one sign, in two rows: p = 2/256, twice by Holm.
    assert {row.labels[0]: row.entries[0].marks for row in shown.rows} == {
        "lead(select=top)": (), "given(echo)": ("†",), "oracle": ("†",),
    }  # fmt: skip
    # A baseline that exists and takes no part is no slip: the bundled one is kept when two other systems are compared.
    assert table(report(bed, replace(asked, baseline="mead")), NAME).marks == {}
