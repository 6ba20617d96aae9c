"""TSC3's tables through the experiment: the gold of the paper's Table 1, questions, lengths, and what must be refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError
from meadow.lab.catalogue import load_experiment
from meadow.lab.experiment import CellResult, Experiment
from meadow.lab.kinds.tsc3_tables import KIND, extract_scores, measure, questions
from meadow.lab.tables import Findings, Table
from meadow.lab.testbed import AbstractSentence, GoldExtract, Question, Testbed, Topic
from meadow.model import SentenceRef
from meadow.pipeline.presets import PRESETS
from stories import document

# Table 1 of the paper: sentences of the abstract, each with the sets of source sentences that could have produced it.
TABLE_1 = ((("s1",), ("s10", "s11")), (("s3", "s5", "s6"),), (("s20", "s21", "s23"), ("s1", "s30", "s60")))
OTHERS = ("s1", "s3", "s5", "s6", "s10", "s11", "s17", "s20", "s21", "s23", "s30", "s60", "s61")
FIRST, SECOND = ("s10", "s11", "s5", "s17", "s60", "s61"), ("s1", "s10", "s11", "s3", "s5", "s60")
TEXTS = [
    ["The ferry Marlin sank off Skerra on Monday night.", "Nine people died in the cold water, the coast guard said."],
    ["Nine people died when the Marlin sank off Skerra.", "The captain had been warned of a storm an hour before."],
    ["A warning of a storm had reached the captain in time.", "Skerra will hold a service for the nine on Sunday."],
    ["Divers found the wreck of the Marlin at forty metres.", "The harbour of Skerra stayed closed all week."],
]


def table_1(extract: Sequence[str], *, name: str = "A", length: str | None = "short", ranks: str = "ABC") -> Topic:
    """Return a story of which Lead takes just this extract: each of its sentences opens a document of its own."""
    rest = [one for one in OTHERS if one not in extract]
    documents = [document(f"d{place}", [f"Crew {one} left."], hours=place) for place, one in enumerate(extract)]
    last = document("last", ["Nobody knew.", *(f"Crew {one} left." for one in rest)], hours=99)
    places = {one: SentenceRef(f"d{place}", 0) for place, one in enumerate(extract)}
    places |= {one: SentenceRef("last", index) for index, one in enumerate(rest, start=1)}
    return Topic(name, (*documents, last), gold=(gold(TABLE_1, places, ranks=ranks, length=length),))


def gold(
    units: Sequence[Sequence[Sequence[str]]], places: Mapping[str, SentenceRef], *, ranks: str, length: str | None
) -> GoldExtract:
    sentences = [
        AbstractSentence(
            str(number),
            tuple(frozenset(places[one] for one in each) for each in unit),
            ranks[number : number + 1] or None,
        )
        for number, unit in enumerate(units)
    ]
    return GoldExtract(tuple(sentences), length)


def ferry(name: str = "ferry", **more: Any) -> Topic:
    """Return a story of four articles with gold of two lengths and questions."""
    documents = tuple(document(f"{name}-{place}", text, hours=place) for place, text in enumerate(TEXTS))
    at = {f"{place}.{index}": SentenceRef(f"{name}-{place}", index) for place in range(4) for index in range(2)}
    short = gold([[["0.0"], ["1.0"]], [["0.1"], ["1.0"]]], at, ranks="AB", length="short")
    both = gold(
        [[["0.0"], ["1.0"]], [["0.1"], ["1.0"]], [["1.1"], ["2.0"]], [["3.0"]]], at, ranks="ABCA", length="long"
    )
    asked = (
        Question("1", "How many died?", ("nine people", "9 people"), "short"),
        Question("2", "How deep does the wreck lie?", ("forty metres",), "long"),
    )
    return Topic(name, documents, gold=(short, both), questions=asked, **more)


def experiment(*systems: str, **options: Any) -> Experiment:
    return Experiment("mine", KIND.name, systems=systems, baseline=systems[0], resamples=200, options=options)


def findings(bed: Testbed, asked: Experiment) -> Findings:
    cells = KIND.plan(bed, asked)
    return KIND.report(bed, asked, [CellResult(cell, KIND.measure(bed, cell)) for cell in cells])


def figures(shown: Table, *labels: str) -> dict[str, float | None]:
    row = next(row for row in shown.rows if row.labels == labels and not row.theirs)
    return {column.name: entry.value for column, entry in zip(shown.columns, row.entries, strict=True)}


@pytest.mark.golden("T15")
@pytest.mark.golden("T4")
@pytest.mark.golden("T5")
@pytest.mark.golden("T6")
@pytest.mark.golden("T16")
@pytest.mark.parametrize(
    ("extract", "scores"),
    [
        # Of FIRST s10, s11, s5 and s60 are sources; e is 1, 1/3, 1/3; none of the four could go.
        (FIRST, {"precision": 4 / 6, "coverage": 5 / 9, "weighted coverage": 23 / 33, "redundant": 0}),
        # Of SECOND all are; e is 1, 2/3, 2/3; s10 and s11 could go, for s1 says the same.
        (SECOND, {"precision": 1, "coverage": 7 / 9, "weighted coverage": 28 / 33, "redundant": 2}),
    ],
)
def test_table_1_through_the_experiment(extract: tuple[str, ...], scores: dict[str, float]) -> None:
    bed = Testbed("one", (table_1(extract),))
    (cell,) = KIND.plan(bed, experiment("lead"))
    found = measure(bed, cell)
    # The minimum cover has six sentences, so that Lead takes the openings of the six documents.
    assert (found.output["cover"], len(found.output["sentences"])) == (6, 6)
    assert figures(findings(bed, experiment("lead")).tables[0], "lead", "short") == pytest.approx(scores)


@pytest.mark.golden("T6")
def test_the_papers_own_weights() -> None:
    bed = Testbed("one", (table_1(FIRST), table_1(SECOND, name="B")))
    shown = findings(bed, experiment("lead", weights=[1, 0.5, 0.3])).tables[0]
    assert figures(shown, "lead", "short")["weighted coverage"] == pytest.approx((19 / 27 + 23 / 27) / 2)
    assert any("Ranks weigh 1, 0.5, 0.3." in note for note in shown.notes)


@pytest.mark.golden("T15")
def test_the_six_tables_of_the_paper() -> None:
    found = findings(Testbed("bed", (ferry(), ferry("boat"))), load_experiment("tsc3-tables"))
    assert [shown.name for shown in found.tables] == [f"table-{number}" for number in range(3, 9)]
    rows = {shown.name: [row.labels for row in shown.rows if not row.theirs] for shown in found.tables}
    both = [[(system, length) for length in ("short", "long")] for system in PRESETS]
    wanted = dict(zip(PRESETS, both, strict=True))
    assert rows["table-3"] == rows["table-4"] == wanted["lead"] + wanted["tfidf"] + wanted["patterns"]
    assert rows["table-5"] == rows["table-6"] == wanted["tfidf+ward"] + wanted["patterns+ward"]
    assert rows["table-7"] == rows["table-8"] == wanted["tfidf+mmr"] + wanted["patterns+mmr"]
    assert [column.name for column in found.tables[1].columns] == ["exact", "edit"]


def test_published_figures_stand_beside_ours() -> None:
    asked = load_experiment("tsc3-tables")
    shown = findings(Testbed("bed", (ferry(),)), asked).tables[4]
    theirs = {row.labels: [entry.value for entry in row.entries] for row in shown.rows if row.theirs}
    assert theirs["patterns+mmr", "long"] == [0.577, 0.377, 0.500, None]
    # The order of the paper's rows: ours, then theirs, for each system and length.
    assert [row.theirs for row in shown.rows] == [False, True] * 4
    by_characters = replace(asked, options={**asked.options, "by": "characters", "shares": {"short": 30, "long": 60}})
    assert not any(
        row.theirs for each in findings(Testbed("bed", (ferry(),)), by_characters).tables for row in each.rows
    )


@pytest.mark.golden("T15")
def test_step_2_chooses_among_three_times_as_many() -> None:
    bed = Testbed("bed", (ferry(),))
    taken = {
        system: {tuple(place) for place in measure(bed, cell).output["sentences"]}
        for system in ("tfidf", "tfidf+ward", "tfidf+mmr", "tfidf(select=mmr(first=1))")
        for cell in KIND.plan(bed, experiment(system))
        if cell.settings["length"] == "short"
    }
    # One sentence covers the short abstract: h = 1, and each system takes just that many, of at most three.
    assert {len(sentences) for sentences in taken.values()} == {1}
    assert taken["tfidf(select=mmr(first=1))"] == taken["tfidf"]


@pytest.mark.golden("T7")
def test_questions_about_the_short_abstract_are_asked_about_the_long_one_too() -> None:
    topic = ferry()
    assert [question.id for question in questions(topic, ["short"])] == ["1"]
    assert [question.id for question in questions(topic, ["long", "short"])] == ["1", "2"]
    twice = replace(topic, questions=(*topic.questions, replace(topic.questions[0], length="long")))
    assert [question.id for question in questions(twice, ["long", "short"])] == ["1", "2"]
    bed = Testbed("bed", (topic,))
    shown = findings(bed, experiment("lead")).tables[1]
    cells = {cell.settings["length"]: cell for cell in KIND.plan(bed, experiment("lead"))}
    # Lead's first sentence says nothing of the dead; its first three do (the second article opens with it).
    assert figures(shown, "lead", "short")["exact"] == 0
    assert len(measure(bed, cells["long"]).output["sentences"]) == 3
    assert figures(shown, "lead", "long")["exact"] == 0.5
    apart = findings(bed, experiment("lead", also={})).tables[1]
    assert figures(apart, "lead", "long")["exact"] == 0


@pytest.mark.golden("T13")
def test_lengths_by_characters() -> None:
    bed = Testbed("bed", (ferry(),))
    characters = sum(len(sentence) for text in TEXTS for sentence in text)
    asked = experiment("lead", by="characters", shares={"short": 15, "long": 50})
    taken = {cell.settings["length"]: measure(bed, cell).output["sentences"] for cell in KIND.plan(bed, asked)}
    sizes = {
        length: len(" ".join(TEXTS[int(name[-1])][index] for name, index in places)) for length, places in taken.items()
    }
    assert sizes["short"] <= characters * 15 // 100 < sizes["long"] <= characters * 50 // 100
    (extraction, _) = findings(bed, asked).tables
    assert any("short 15 %, long 50 %" in note for note in extraction.notes)
    assert {cell.settings["share"] for cell in KIND.plan(bed, experiment("lead", by="characters"))} == {5, 10}


@given(st.sets(st.sampled_from(range(7)), max_size=5), st.permutations("ABC"))
def test_scores_are_shares(chosen: set[int], ranks: list[str]) -> None:
    units = [[frozenset({0}), frozenset({1, 2})], [frozenset({3, 4})], [frozenset({5, 6}), frozenset({0, 6})]]
    found = extract_scores(chosen, units, ranks)
    share, covered, weighted, spare = (float(value or 0) for value in found.values())
    assert min(share, covered, weighted) >= 0
    assert max(share, covered, weighted) <= 1
    assert spare <= len(chosen)
    assert (covered == 1) == (weighted == 1)


def test_a_testbed_without_gold_or_with_a_strange_one() -> None:
    topic = table_1(FIRST)
    with pytest.raises(InputError, match=r"gold\.jsonl"):
        KIND.plan(Testbed("none", (replace(topic, gold=()),)), experiment("lead"))
    with pytest.raises(InputError, match=r"gold\.jsonl names sentence"):
        KIND.plan(Testbed("less", (replace(topic, documents=topic.documents[:-1]),)), experiment("lead"))
    with pytest.raises(InputError, match="One gold per length"):
        KIND.plan(Testbed("two", (replace(topic, gold=topic.gold * 2),)), experiment("lead"))
    odd = replace(topic.gold[0], sentences=(replace(topic.gold[0].sentences[0], rank="first"),))
    with pytest.raises(InputError, match="'first' is not a rank"):
        KIND.plan(Testbed("odd", (replace(topic, gold=(odd,)),)), experiment("lead"))
