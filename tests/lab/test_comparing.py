"""Two systems side by side: what was lost where, and by which sentences; and the oracle, which nobody beats by much."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lab.beds import BED, experiment
from meadow import lab
from meadow.errors import InputError
from meadow.lab.comparing import compare_systems
from meadow.lab.evaluate import rouge
from meadow.lab.evaluate.metric import Item, parse_measure, score_items
from meadow.lab.kinds.summaries import references_of, write
from meadow.lab.labels import relabelled
from meadow.lab.systems import expand_systems, given_name, oracle_extract, parse_budget, summarizer, view_of
from meadow.lab.tables import Column, Entry, Findings, Plot, Row, Series, Table
from meadow.lab.testbed import Output, Topic, WrittenText
from meadow.model import Document


def test_a_sentence_is_worth_what_the_measure_loses_without_it() -> None:
    found = compare_systems("lead", 'given("echo")', experiment(), BED)
    assert (found.a, found.b, found.metric, found.budget) == ("lead", "given(echo)", "rouge1", "words=20")
    assert [each.difference for each in found.topics] == sorted(each.difference for each in found.topics)
    assert len(found.lost) == 3
    for topic in found.topics:
        # What is given here is the reference itself, one sentence: without it nothing is left of its score of 1.
        assert topic.b == 1.0
        assert [round(each.worth, 9) for each in topic.only_b] == [1.0]
        references = references_of(BED.topic(topic.topic), None)
        texts = [each["text"] for each in write(BED.topic(topic.topic), "lead", "words=20", references)]
        for sentence in topic.only_a:
            left = Item(tuple(text for text in texts if text != sentence.text), tuple(references))
            (figures,) = score_items([left], [parse_measure("rouge1")])
            assert sentence.worth == pytest.approx(topic.a - (figures["rouge1"] or 0.0))


def test_sentences_that_both_have_are_not_listed() -> None:
    found = compare_systems("mead", "mead(select=top)", experiment(), BED)
    for topic in found.topics:
        places = [{(each.document, each.index) for each in side} for side in (topic.only_a, topic.only_b)]
        assert not places[0] & places[1]
        assert all(document is not None for side in places for document, _ in side)


def test_systems_without_a_common_topic_cannot_be_compared() -> None:
    alone = replace(BED, topics=(replace(BED.topics[0], outputs=()), *BED.topics[1:]))
    only = replace(alone, topics=(alone.topics[0], replace(alone.topics[1], references=()), alone.topics[2]))
    bed = replace(only, topics=only.topics[:2])
    with pytest.raises(InputError, match="share no topic"):
        compare_systems("lead", 'given("echo")', experiment(), bed)


def test_the_oracle_takes_what_the_references_say_and_stays_within_the_budget() -> None:
    for topic in BED:
        references = references_of(topic, None)
        for budget in ("words=20", "sentences=1", "characters=120", "percent=50"):
            extract = oracle_extract(view_of(topic), references, parse_budget(budget))
            texts = [sentence.text for sentence in extract]
            rivals = [write(topic, system, budget, references) for system in ("lead", "mead", "random")]
            for rival in rivals:
                assert _worth(texts, references) >= _worth([each["text"] for each in rival], references) - 1e-9
        words = oracle_extract(view_of(topic), references, parse_budget("words=20"))
        assert sum(len(sentence.text.split()) for sentence in words) <= 20


def _worth(texts: list[str], references: list[str]) -> float:
    found = rouge.score(" ".join(texts), references, metrics=("rouge1", "rouge2"))
    return found["rouge1"].f + found["rouge2"].f


def test_systems_expand_to_presets_and_to_what_is_given() -> None:
    expanded = expand_systems(["given", "lead", "mead:select=mmr", "lead"], BED)
    assert expanded == ("given(echo)", "lead", "mead(select=mmr)")
    assert "meadow" in expand_systems(["presets"], BED)
    odd = replace(BED, topics=(replace(BED.topics[0], outputs=(Output("GPT 4 (May)", "x"),)),))
    (spec,) = expand_systems(["given"], odd)
    assert given_name(spec) == "GPT 4 (May)"
    assert summarizer("mead(select=mmr(balance=0.5))").select == "mmr(balance=0.5)"
    assert summarizer("mead(rewrite=none)").rewrite == "none"


def test_references_of_a_length() -> None:
    texts = (WrittenText("1", "plain"), WrittenText("2", "brief", "short"))
    topic = Topic("t", (Document("d", text="x"),), references=texts)
    assert (references_of(topic, None), references_of(topic, "short"), references_of(topic, "long")) == (
        ["plain"], ["brief"], [],
    )  # fmt: skip
    assert references_of(replace(topic, references=texts[1:]), None) == ["brief"]


def test_where_less_is_better_the_system_with_less_is_ahead() -> None:
    doubled = Output("twice", "A wolf was seen.\nA wolf was seen.")
    bed = replace(BED, topics=tuple(replace(topic, outputs=(*topic.outputs, doubled)) for topic in BED))
    found = compare_systems('given("echo")', 'given("twice")', experiment(metrics=("redundancy",)), bed)
    assert all((each.a, each.b, each.difference) == (0.0, 1.0, 1.0) for each in found.topics)
    assert (found.lost, found.difference) == ((), 1.0)


TABLE = Table(
    "summaries", "Summaries", ("system",), (Column("rouge1"),),
    (Row(("lead",), (Entry(0.4),)), Row(("given(mine)",), (Entry(0.5, marks=("†",)),))),
    marks={"†": "differs from lead, p < 0.05"}, notes=("given(mine) has summaries of 2 topics.", "A lead is short."),
)  # fmt: skip
PLOT = Plot("summaries", "Summaries", "system", "rouge1", (Series("lead", ("lead", "given(mine)"), (0.4, 0.5)),))


def test_a_label_is_in_the_row_its_notes_its_marks_and_its_plot() -> None:
    found, unknown = relabelled(Findings((TABLE,), (PLOT,)), {"mine": "Ours", "lead": "Lead\\3"})
    (table,), (plot,) = found.tables, found.plots
    assert [row.labels for row in table.rows] == [("Lead\\3",), ("Ours",)]
    assert table.marks == {"†": "differs from Lead\\3, p < 0.05"}
    assert table.notes == ("Ours has summaries of 2 topics.", "A lead is short.")
    assert (plot.series[0].label, plot.series[0].x) == ("Lead\\3", ("Lead\\3", "Ours"))
    assert unknown == ()


def test_a_label_without_a_row_is_noted_and_loses_nothing() -> None:
    found, (note,) = relabelled(Findings((TABLE,), ()), {"mien": "Ours"})
    assert found.tables == (TABLE,)
    assert note.startswith("There is no row to label called 'mien'.")


def test_outputs_and_labels_in_python(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    for topic in ("wolf", "ferry"):
        (tmp_path / "mine" / f"{topic}.txt").write_text("Nine people died.", encoding="utf-8")
    found = lab.run(
        "summaries", topics=["wolf", "ferry"], outputs=tmp_path, labels={"mine": "Ours"}, systems=["lead", "given(mine)"],
        metrics=["words"], resamples=100,
    )  # fmt: skip
    (table,) = found.findings.tables
    assert [row.labels[0] for row in table.rows] == ["lead", "Ours"]
    assert lab.open_testbed(outputs=[tmp_path / "mine"]).topic("wolf").outputs[-1].text == "Nine people died."
