"""Judged summaries: SummEval's own shape, the one with means, two corpora, and what faulty lines say."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from meadow.errors import InputError, UsageError
from meadow.lab.formats.summeval import read_summeval, write_summeval
from meadow.lab.testbed import Output, Rating, Testbed, Topic, WrittenText
from meadow.model import Document
from shared import shared

MEANS = {
    "doc_id": "ferry",
    "system": "M1",
    "source": "The ferry sank off Skerra. Nine died.",
    "references": ["Nine died.", "A ferry sank."],
    "text": "It sank.",
    "scores": {"coherence": 4.5, "relevance": 3},
}
RELEASED = {
    "id": "bell",
    "model_id": "M7",
    "decoded": "A bell rang.",
    "text": "The bell of Tolsby rang at noon.",
    "references": ["The bell rang."],
    "expert_annotations": [{"coherence": 5}, {"coherence": 4}],
    "turker_annotations": [{"coherence": 1}],
    "filepath": "stories/bell.story",
}


def saved(tmp_path: Path, *lines: Mapping[str, object]) -> Path:
    path = tmp_path / "judged.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def failure(tmp_path: Path, *lines: Mapping[str, object]) -> str:
    with pytest.raises(InputError) as caught:
        read_summeval(saved(tmp_path, *lines))
    return str(caught.value)


def test_lines_with_means_are_topics_with_one_judge(tmp_path: Path) -> None:
    second = MEANS | {"system": "M2", "text": "Nine died.", "scores": {"coherence": 2}}
    testbed = read_summeval(saved(tmp_path, MEANS, second), language="en")
    (topic,) = testbed
    assert (testbed.name, testbed.about) == ("judged", "")
    assert topic.documents == (Document("ferry", text="The ferry sank off Skerra. Nine died.", language="en"),)
    assert topic.references == (WrittenText("1", "Nine died."), WrittenText("2", "A ferry sank."))
    assert topic.outputs == (Output("M1", "It sank."), Output("M2", "Nine died."))
    assert topic.ratings == (
        Rating("M1", "coherence", "mean", 4.5),
        Rating("M1", "relevance", "mean", 3.0),
        Rating("M2", "coherence", "mean", 2.0),
    )


def test_the_released_file_has_a_rating_per_judge(tmp_path: Path) -> None:
    (topic,) = read_summeval(saved(tmp_path, RELEASED))
    assert topic.outputs == (Output("M7", "A bell rang."),)
    assert topic.documents[0].text == "The bell of Tolsby rang at noon."
    assert [(rating.judge, rating.value) for rating in topic.ratings] == [
        ("expert-1", 5),
        ("expert-2", 4),
        ("turker-1", 1),
    ]


@pytest.mark.parametrize("blank", [None, "", " \n"])
def test_a_missing_article_is_stood_in_for_and_said(tmp_path: Path, blank: str | None) -> None:
    testbed = read_summeval(saved(tmp_path, RELEASED | {"text": blank}, MEANS))
    assert testbed.topic("bell").documents[0].text == "The bell rang."
    assert "The article is missing for 1 of 2 topics: the first reference stands in" in testbed.about


def test_a_limit_keeps_the_first_topics(tmp_path: Path) -> None:
    path = saved(tmp_path, MEANS, RELEASED)
    assert [topic.id for topic in read_summeval(path, limit=1)] == ["ferry"]
    with pytest.raises(UsageError, match="at least 1"):
        read_summeval(path, limit=0)


def without(line: Mapping[str, object], *keys: str) -> dict[str, object]:
    return {key: value for key, value in line.items() if key not in keys}


FAULTS: dict[str, tuple[tuple[Mapping[str, object], ...], str]] = {
    "judged twice": ((MEANS, MEANS), "jsonl:2: 'M1' on 'ferry' is judged already at"),
    "another article": (
        (MEANS, MEANS | {"system": "M2", "source": "Other."}),
        "jsonl:2: 'ferry' has another source or other references",
    ),
    "no summary": ((without(MEANS, "text"),), "jsonl:1: there is no summary"),
    "no system": ((without(MEANS, "system"),), "jsonl:1: there is neither 'model_id' nor 'system'"),
    "no topic": ((without(MEANS, "doc_id"),), "jsonl:1: there is neither 'id' nor 'doc_id'"),
    "no document at all": ((without(MEANS, "source", "references"),), "neither a source nor a reference"),
    "a score in words": ((MEANS | {"scores": {"coherence": "good"}},), "jsonl:1: Expected `float`"),
    "nothing": ((), "holds no summary"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults_are_told_with_their_place(tmp_path: Path, name: str) -> None:
    lines, told = FAULTS[name]
    assert told in failure(tmp_path, *lines)


def test_a_folder_and_a_missing_file_are_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"is a folder.*JSON Lines"):
        read_summeval(tmp_path)
    with pytest.raises(InputError, match="does not exist"):
        read_summeval(tmp_path / "none.jsonl")


@pytest.mark.parametrize("line", [MEANS, RELEASED])
def test_what_is_written_reads_back_equal(tmp_path: Path, line: Mapping[str, object]) -> None:
    testbed = read_summeval(saved(tmp_path, line))
    path = tmp_path / "again" / "judged.jsonl"
    path.parent.mkdir()
    assert write_summeval(testbed, path) == ()
    assert read_summeval(path) == testbed
    with pytest.raises(InputError, match="is there already"):
        write_summeval(testbed, path)


def test_writing_says_what_is_lost(tmp_path: Path) -> None:
    documents = (Document("a", text="One.", language="en"), Document("b", text="Two.", language="en"))
    ratings = (Rating("S", "quality", "Ann", 2.0),)
    topic = Topic("t", documents, outputs=(Output("S", "One."),), ratings=ratings)
    silent = Topic("u", documents[:1])
    notes = write_summeval(Testbed("bed", (topic, silent)), tmp_path / "out.jsonl")
    assert notes == (
        "Topics (1 of 2) are left out, the first is 'u'.",
        "Ratings of topics (1 of 2): not the same when read back.",
        "Documents of topics (1 of 2) do not read back in the same order or number.",
        "Documents (3 of 3) are left out.",
    )
    with pytest.raises(InputError, match="has no outputs"):
        write_summeval(Testbed("bed", (silent,)), tmp_path / "none.jsonl")


@pytest.mark.parametrize(
    ("name", "topics", "systems", "references", "scales"), [("summeval", 100, 16, 11, 4), ("newsroom", 60, 7, 1, 4)]
)
def test_the_corpora_have_what_their_papers_say(
    name: str, topics: int, systems: int, references: int, scales: int
) -> None:
    testbed = read_summeval(shared("data", "summary_judgements", f"{name}.jsonl.gz"), language="en")
    assert (len(testbed), testbed.about) == (topics, "")
    assert {len(topic.outputs) for topic in testbed} == {systems}
    assert {len(topic.references) for topic in testbed} == {references}
    assert {len(topic.ratings) for topic in testbed} == {systems * scales}
