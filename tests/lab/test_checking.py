"""What a testbed holds, which experiments it is ready for, and the majority of its judges."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from lab.testbeds import BED, CREWS, FIRST, GONE, MILL_TOPIC, savable_testbeds
from meadow import sample
from meadow.errors import UsageError
from meadow.lab.checking import (
    Missing,
    describe_testbed,
    description_table,
    majority_extract,
    readiness,
    readiness_table,
)
from meadow.lab.experiment import EXPERIMENTS, Kind, Measured, find_kind
from meadow.lab.folder import load_testbed
from meadow.lab.tables import Findings
from meadow.lab.testbed import JudgeExtract, Testbed


def kind(name: str, *needs: str) -> Kind:
    """Return a kind of experiment that needs these fields and does nothing."""
    return Kind(name, needs, lambda bed, exp: (), lambda bed, cell: Measured({}), lambda bed, exp, results: Findings())


@pytest.mark.golden("M16")
def test_a_description_counts_what_each_story_has() -> None:
    described = describe_testbed(BED)
    mill, bridge = described.topics
    assert (described.name, described.illustration, described.loose) == ("mills", True, 1)
    assert (mill.story.documents, mill.story.sentences, mill.story.sources) == (2, 5, ("Outlet m1", "Outlet m2"))
    assert (mill.story.topic, bridge.story.topic) == ("The mill fire", None)
    held = mill.holdings
    assert (held.references, held.lengths, held.gold) == (2, 2, 2)
    # Chidi only chose and clustered, Bram also scored and rated: three people in all.
    assert (held.judges, held.extracts, held.utilities, held.links, held.clusterings) == (3, 3, 2 * 3, 1, 3)
    assert (held.questions, held.concepts, held.reports, held.headlines, held.outputs, held.ratings) == (
        1,
        2,
        1,
        1,
        3,
        2,
    )
    assert set(vars_of(bridge.holdings)) == {0}


def vars_of(holdings: object) -> list[int]:
    return [getattr(holdings, name) for name in type(holdings).__slots__]  # type: ignore[attr-defined]


def test_a_story_without_a_title_is_described_by_its_first_headline() -> None:
    untitled = replace(BED, topics=(replace(MILL_TOPIC, title=None),))
    assert describe_testbed(untitled).topics[0].story.topic == "Fire"


def test_the_description_as_a_table() -> None:
    table = description_table(describe_testbed(BED))
    names = [column.name for column in table.columns]
    rows = {row.labels[0]: dict(zip(names, (entry.value for entry in row.entries), strict=True)) for row in table.rows}
    assert list(rows) == ["mill", "bridge", "all"]
    assert names[:5] == ["documents", "sentences", "sources", "references", "lengths"]
    assert rows["mill"]["utilities"] == 6
    assert (rows["all"]["documents"], rows["all"]["sentences"], rows["all"]["judges"]) == (3, 7, None)
    assert table.rows[0].labels == ("mill", "The mill fire")
    assert [column for column in range(len(names)) if table.best(column)] == []
    assert table.notes[0].startswith("This testbed is an illustration")
    assert table.notes[-1] == "Documents without a story: 1."
    assert table.signature == f"testbed:mills|data:{BED.digest}"


def test_the_table_leaves_out_what_no_story_has() -> None:
    table = description_table(describe_testbed(Testbed("plain", BED.topics[1:])))
    assert [column.name for column in table.columns] == ["documents", "sentences", "sources"]
    assert table.notes == ()


@given(savable_testbeds())
def test_every_testbed_can_be_described(testbed: Testbed) -> None:
    table = description_table(describe_testbed(testbed))
    assert len(table.rows) == len(testbed) + 1
    assert table.rows[-1].entries[0].value == sum(len(topic.documents) for topic in testbed)


def test_readiness_names_file_and_stories() -> None:
    every, some, none, all_of_it = readiness(
        BED,
        kinds=[kind("a", "documents"), kind("b", "utilities", "gold"), kind("c", "question", "documents"), kind("d")],
    )
    assert (every.ready, every.stories, every.missing) == (True, ("mill", "bridge"), ())
    assert (some.ready, some.stories) == (True, ("mill",))
    assert some.missing == (
        Missing("utilities", "utilities.jsonl", ("bridge",)),
        Missing("gold", "gold.jsonl", ("bridge",)),
    )
    assert none.missing == (Missing("question", "stories.jsonl", ("bridge",)),)
    assert all_of_it.ready


def test_what_is_spread_over_stories_makes_none_ready() -> None:
    judged = replace(MILL_TOPIC, gold=())
    aligned = replace(MILL_TOPIC, id="other", utilities=None)
    (found,) = readiness(Testbed("halves", (judged, aligned)), kinds=[kind("both", "utilities", "gold")])
    assert not found.ready
    assert [each.stories for each in found.missing] == [("other",), ("mill",)]


def test_readiness_as_a_table_says_what_how_many_stories_lack() -> None:
    bridges = tuple(replace(BED.topics[1], id=f"b{number}") for number in range(5))
    found = readiness(Testbed("bridges", (MILL_TOPIC, *bridges)), kinds=[kind("x", "utilities"), kind("y")])
    table = readiness_table(found)
    assert [row.labels for row in table.rows] == [
        ("x", "utilities.jsonl: 5 stories"),
        ("y", ""),
    ]
    assert [row.entries[0].value for row in table.rows] == [1, 6]


def test_the_sample_is_ready_for_every_experiment() -> None:
    testbed = load_testbed(sample.testbed_path())
    found = readiness(testbed)
    assert [each.kind for each in found] == list(EXPERIMENTS)
    assert [each.kind for each in found if not each.ready] == []


@pytest.mark.golden("M16")
def test_the_majority_is_what_more_than_half_chose() -> None:
    # m1:0 and m1:2 have two of three votes each, m2:0 and m2:1 one.
    assert majority_extract(MILL_TOPIC) == (FIRST, CREWS)
    assert majority_extract(MILL_TOPIC, percent=40) == (FIRST, CREWS)


def test_extracts_of_several_lengths_need_a_choice() -> None:
    topic = replace(MILL_TOPIC, extracts=(*MILL_TOPIC.extracts, JudgeExtract("ana", (GONE,), 10.0)))
    with pytest.raises(UsageError, match=r"several lengths.*Lengths in percent: 10, 40\..*percent=10"):
        majority_extract(topic)
    assert majority_extract(topic, percent=10) == (GONE,)


def test_extracts_with_and_without_a_length_need_a_choice() -> None:
    extracts = (JudgeExtract("ana", (GONE,)), JudgeExtract("ana", (GONE,), 10.0))
    with pytest.raises(UsageError, match="several lengths"):
        majority_extract(replace(MILL_TOPIC, extracts=extracts))


def test_one_judge_or_one_report_is_not_enough_where_two_are_compared() -> None:
    alone = replace(MILL_TOPIC, clusterings=MILL_TOPIC.clusterings[:1], reports=MILL_TOPIC.reports[:1])
    kinds = [find_kind(name) for name in ("clustering-agreement", "qarla", "groups")]
    assert [each.ready for each in readiness(Testbed("alone", (alone,)), kinds=kinds)] == [False, False, True]
