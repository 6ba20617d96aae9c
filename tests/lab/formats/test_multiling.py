"""MultiLing's files: the layouts of its years, grades, what faulty names say, and the corpus written and read back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from meadow.errors import InputError, UsageError
from meadow.lab.formats.jsonl import read_jsonl
from meadow.lab.formats.multiling import read_multiling, write_multiling
from meadow.lab.testbed import Output, Rating, Testbed, Topic, WrittenText
from meadow.model import Document
from shared import shared

SOURCES = {
    "SourceTexts/M0000.english": "Ferry sinks\n\nThursday, April 2, 2026\n\nThe ferry sank off Skerra.\n",
    "SourceTexts/M0001.english": "Ferry leaves\n\nWednesday, April 1, 2026\n\nThe ferry left at noon.\n",
    "SourceTexts/M0000.greek": "Το πλοίο\n\nΠέμπτη, 2 Απριλίου 2026\n\nΤο πλοίο βυθίστηκε.\n",
}
SUMMARIES = {
    "ModelSummaries/English/M000.A.250": "A ferry sank.\n",
    "ModelSummaries/English/M000.B.250": "Nine died.\n",
    "PeerSummaries/ID1/english/M000.250": "It sank.\n",
    "PeerSummaries/ID2/english/M000.ID2.250": "It left.\n",
}
HEADER = "Topic Peer Length Evaluator Grade TrueLength LengthAwareGrade"
GRADES = {"HumanEvaluation/englishGrades.csv": f'{HEADER}\n"M000" "ID1" 250 X 4 228 3.8\n"M000" "ID2" 250 X 2 250 2\n'}


def saved(tmp_path: Path, files: dict[str, str]) -> Path:
    folder = tmp_path / "corpus"
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def failure(tmp_path: Path, files: dict[str, str]) -> str:
    with pytest.raises(InputError) as caught:
        read_multiling(saved(tmp_path, files))
    return str(caught.value)


def test_a_topic_in_each_language_with_documents_in_time_order(tmp_path: Path) -> None:
    testbed = read_multiling(saved(tmp_path, SOURCES))
    assert (testbed.name, [topic.id for topic in testbed]) == ("corpus", ["M000.el", "M000.en"])
    later, first = testbed.topic("M000.en").documents[::-1]
    assert (first.id, first.title, first.published_text) == ("M0001.english", "Ferry leaves", "2026-04-01")
    assert later.text == "Thursday, April 2, 2026\n\nThe ferry sank off Skerra."
    assert (later.language, testbed.topic("M000.el").documents[0].published) == ("en", None)


def test_summaries_and_grades_find_their_topics(tmp_path: Path) -> None:
    topic = read_multiling(saved(tmp_path, SOURCES | SUMMARIES | GRADES)).topic("M000.en")
    assert topic.references == (WrittenText("M000.A.250", "A ferry sank."), WrittenText("M000.B.250", "Nine died."))
    assert topic.outputs == (Output("ID1", "It sank."), Output("ID2", "It left."))
    assert topic.ratings == (
        Rating("ID1", "grade", "X", 4.0),
        Rating("ID1", "length_aware_grade", "X", 3.8),
        Rating("ID2", "grade", "X", 2.0),
        Rating("ID2", "length_aware_grade", "X", 2.0),
    )


def test_the_training_set_of_2015_keeps_all_of_a_topic_together(tmp_path: Path) -> None:
    files = {
        "TrainingData2015/english/M101/M1010.english": "Bell rings\n\nThe bell rang.\n",
        "TrainingData2015/english/M101/M101.C.250": "A bell.\n",
    }
    (topic,) = read_multiling(saved(tmp_path, files))
    assert (topic.id, len(topic.documents), topic.references[0].id) == ("M101.en", 1, "M101.C.250")


@pytest.mark.parametrize("mark", ["\t", ";", ","])
def test_a_column_may_name_the_language(tmp_path: Path, mark: str) -> None:
    table = f"Topic{mark}System ID{mark}Language{mark}Overall Responsiveness\nM000{mark}ID1{mark}english{mark}3\n"
    topic = read_multiling(saved(tmp_path, SOURCES | SUMMARIES | {"all/Manual-Grades.csv": table})).topic("M000.en")
    assert topic.ratings == (Rating("ID1", "overall_responsiveness", "judge", 3.0),)


def test_a_language_and_a_limit_keep_topics(tmp_path: Path) -> None:
    folder = saved(tmp_path, SOURCES)
    assert [topic.id for topic in read_multiling(folder, language="Greek")] == ["M000.el"]
    assert len(read_multiling(folder, limit=1)) == 1
    with pytest.raises(InputError, match=r"no topic in the language 'cs'\. Languages: el, en"):
        read_multiling(folder, language="cs")
    with pytest.raises(UsageError, match="at least 1"):
        read_multiling(folder, limit=0)


FAULTS = {
    "no sources": (SUMMARIES, "There are no source texts"),
    "no topic": (SOURCES | {"ModelSummaries/english/M007.A.250": "x"}, "there are no documents of 'M007.en'"),
    "no language": (SOURCES | {"ModelSummaries/M000.A.250": "x"}, "the language of this summary is not known"),
    "no system": (SOURCES | {"PeerSummaries/english/M000.250": "x"}, "lies in a folder of its system"),
    "twice": (
        SOURCES | {"more/SourceTexts/M0000.english": "Other\n\nOther."},
        "are both the source 0 of M000",
    ),
    "other columns": (SOURCES | {"englishGrades.csv": "a,b\n1,2\n"}, "not a table of grades: a, b"),
    "a short row": (SOURCES | {"englishGrades.csv": f"{HEADER}\nM000 ID1\n"}, "englishGrades.csv:2: 2 fields"),
    "a grade in words": (
        SOURCES | {"englishGrades.csv": "Topic,Peer,Grade\nM000,ID1,good\n"},
        "englishGrades.csv:2: 'good' is not a number",
    ),
    "a grade of no topic": (
        SOURCES | {"englishGrades.csv": "Topic,Peer,Grade\nM009,ID1,4\n"},
        "there are no documents of 'M009.en'",
    ),
    "a grade in no language": (
        SOURCES | {"ManualGrades.csv": "Topic,Peer,Grade\nM000,ID1,4\n"},
        "the language is not known",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults_are_told(tmp_path: Path, name: str) -> None:
    files, told = FAULTS[name]
    assert told in failure(tmp_path, files)


def test_what_is_no_folder_says_what_is_expected(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"does not exist.*M0000\.english"):
        read_multiling(tmp_path / "none")


def test_what_is_written_reads_back_equal(tmp_path: Path) -> None:
    testbed = read_multiling(saved(tmp_path, SOURCES | SUMMARIES | GRADES))
    assert write_multiling(testbed, tmp_path / "again" / "corpus") == ()
    assert read_multiling(tmp_path / "again" / "corpus") == testbed


def test_other_names_become_numbers_and_what_is_lost_is_said(tmp_path: Path) -> None:
    documents = tuple(
        Document(f"d{number:02}", title="Bell", text=f"The bell rang {number} times.", language="en")
        for number in range(12)
    )
    topic = Topic("bell", documents, question="Why?", references=(WrittenText("Ann", "It rang."),))
    notes = write_multiling(Testbed("bed", (topic,)), tmp_path / "out")
    assert notes == (
        "Topics, documents and references are named by number.",
        "Question of topics (1 of 1): left out.",
    )
    (back,) = read_multiling(tmp_path / "out")
    assert (back.id, back.references[0].id) == ("M000.en", "M000.A.250")
    assert [document.text for document in back.documents] == [document.text for document in documents]


def test_a_language_is_needed_for_the_names(tmp_path: Path) -> None:
    nameless = Topic("t", (Document("d", text="One."),))
    with pytest.raises(InputError, match="name no language"):
        write_multiling(Testbed("bed", (nameless,)), tmp_path / "out")
    many = Testbed("bed", tuple(replace(nameless, id=str(number)) for number in range(1001)))
    with pytest.raises(InputError, match="1001 topics"):
        write_multiling(many, tmp_path / "out")


def test_the_corpus_of_2011_keeps_documents_and_grades(tmp_path: Path) -> None:
    testbed = read_jsonl(shared("data", "multiling2011"), language="en")
    notes = write_multiling(testbed, tmp_path / "out")
    assert not any("Text of" in note or "Title of" in note or "Ratings of" in note for note in notes)
    back = read_multiling(tmp_path / "out")
    assert [topic.id for topic in back] == [topic.id for topic in testbed]
    assert sum(len(topic.ratings) for topic in back) == 2 * 300
    # The dates that the texts print are those that the distribution of the corpus gives, but for one.
    dated = {document.id: document.published for document in testbed.documents}
    assert sum(dated[document.id] == document.published for document in back.documents) >= 99


def test_grades_on_one_scale_only_and_ratings_without_a_column_are_written_and_read(tmp_path: Path) -> None:
    grades = (Rating("ID1", "grade", "X", 4.0), Rating("ID1", "relevance", "Y", 3.0))
    documents = (Document("M0000.english", text="The ferry sank off Skerra.", language="en"),)
    topic = Topic("M000.en", documents, outputs=(Output("ID1", "It sank."),), ratings=grades)
    notes = write_multiling(Testbed("harbour", (topic,)), tmp_path / "corpus")
    assert any("atings" in note for note in notes)
    (read,) = read_multiling(tmp_path / "corpus")
    assert read.ratings == grades[:1]
