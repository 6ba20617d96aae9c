"""MEAD's files: the distributed stories read as they are, and every testbed written and read back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree  # type: ignore[import-untyped]

from meadow.errors import InputError
from meadow.lab.evaluate.judge_tables import JudgeTable
from meadow.lab.formats import find_format
from meadow.lab.formats.mead import read_mead, write_mead
from meadow.lab.testbed import JudgeExtract, SubsumptionAnswer, Testbed, Topic, WrittenText
from meadow.model import Document, SentenceRef
from shared import shared

HARBOUR = Document(
    "harbour-1",
    title="Ferry & barge collide",
    text="Ferry & barge collide\n\nNine people were hurt. The quay is closed.\n\nRepairs begin on Monday.",
    language="en",
    spans=((0, 21), (23, 45), (46, 65), (67, 91)),
)
WIRE = Document("wire-2", text="The quay reopens. Nobody was hurt badly.", language="en", spans=((0, 17), (18, 40)))


def ref(document: Document, index: int) -> SentenceRef:
    return SentenceRef(document.id, index)


def bed(**more: object) -> Testbed:
    topic = Topic("ferry", (HARBOUR, WIRE), title="Ferry", question="Who was <hurt>?")
    return Testbed("out", (replace(topic, **more),))  # type: ignore[arg-type]


def utilities(*judges: str) -> JudgeTable:
    places = (ref(HARBOUR, 1), ref(HARBOUR, 2), ref(WIRE, 0))
    return JudgeTable(judges, places, tuple((7.0, 2.5, float(number)) for number, _ in enumerate(judges)))


def test_the_distributed_story_has_97_sentences_by_9_judges() -> None:
    story = read_mead(shared("data", "mead", "GA3")).topics[0]
    assert (story.id, story.title, [document.id for document in story.documents]) == (
        "GA3",
        "Gulfair Plane Crash",
        ["41", "81", "87"],
    )
    assert story.utilities is not None
    assert (len(story.utilities.sentences), len(story.utilities.judges)) == (97, 9)
    # SNO 2 of document 41, the first after the headline, in the words of the file.
    assert story.utilities.sentences[0] == SentenceRef("41", 1)
    assert story.utilities.utilities[0][0] == 10
    made = [(extract.judge, extract.percent, len(extract.refs)) for extract in story.extracts]
    assert made == [("MEADORIG (program)", 10, 10), ("MEADORIG (program)", 20, 20)]
    assert story.extracts[0].refs[0] == SentenceRef("41", 1)


def test_the_relations_of_the_cst_story_are_subsumption_by_two_judges() -> None:
    story = read_mead(shared("data", "mead", "cst")).topics[0]
    links = {judge: set[tuple[SentenceRef, SentenceRef]]() for judge in ("J", "Z")}
    for answer in story.subsumption:
        links[answer.judge] |= {(answer.ref, by) for by in answer.by}
    # 571 is what benchmarks/sameness.py counts by other code: identity and equivalence both ways, subsumption one way.
    assert len(links["J"] | links["Z"]) == 571
    assert {answer.judge for answer in story.subsumption} == {"J", "Z"}
    assert any(not answer.by for answer in story.subsumption)


@pytest.mark.parametrize("name", ["GA3", "cst"])
def test_the_distributed_stories_are_written_and_read_back_whole(name: str, tmp_path: Path) -> None:
    testbed = read_mead(shared("data", "mead", name))
    assert write_mead(testbed, tmp_path / name) == ()
    assert read_mead(tmp_path / name) == testbed


def test_everything_that_mead_holds_reads_back(tmp_path: Path) -> None:
    testbed = bed(
        utilities=utilities("Ada", "Ben <the second>"),
        extracts=(
            JudgeExtract("Ada", (ref(WIRE, 0), ref(HARBOUR, 1)), 12.5),
            JudgeExtract("Centro (program)", (ref(HARBOUR, 1),), 20.0),
            JudgeExtract("Ben", ()),
        ),
        subsumption=(
            SubsumptionAnswer("Ada", ref(HARBOUR, 1), frozenset({ref(WIRE, 1)})),
            SubsumptionAnswer("Ada", ref(HARBOUR, 2), frozenset()),
            SubsumptionAnswer("Ada", ref(WIRE, 1), frozenset({ref(HARBOUR, 1)})),
        ),
    )
    assert write_mead(testbed, tmp_path / "out") == ()
    assert read_mead(tmp_path / "out") == testbed
    assert find_format("mead").write is not None


def test_what_mead_has_no_place_for_is_said(tmp_path: Path) -> None:
    plain = Document("d", title="Not the first sentence", text="One. Two.", source="Harbour Wire", language="nl")
    topic = Topic("ferry", (plain,), references=(WrittenText("a", "One."),))
    notes = write_mead(Testbed("bed", (topic,), about="mine", loose=(WIRE,)), tmp_path / "out")
    assert notes == (
        "The testbed's name: not the same when read back.",
        "The testbed's about: left out.",
        "References of topics (1 of 1): left out.",
        "Documents (1 of 2) are left out.",
        "Source of documents (1 of 2): left out.",
        "Title of documents (1 of 2): left out.",
        "Language of documents (1 of 2): not the same when read back.",
        "Spans of documents (1 of 2): not the same when read back.",
    )


def dtd(name: str) -> etree.DTD:
    with shared("data", "mead", "dtd", f"{name}.dtd").open("rb") as file:
        return etree.DTD(file)


def written_files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file())


def test_what_is_written_is_valid_by_meads_own_dtds(tmp_path: Path) -> None:
    answers = (SubsumptionAnswer("Ada", ref(WIRE, 1), frozenset({ref(HARBOUR, 1)})),)
    extracts = (JudgeExtract("Ada", (ref(WIRE, 0),), 10.0), JudgeExtract("Centro (program)", ()))
    write_mead(bed(utilities=utilities("Ada"), extracts=extracts, subsumption=answers), tmp_path / "out")
    kinds = []
    for file in written_files(tmp_path / "out"):
        rules = dtd(file.suffix[1:])
        assert rules.validate(etree.parse(file)), (file.name, rules.error_log)
        kinds.append(file.suffix[1:])
    assert sorted(kinds) == ["cluster", "docsent", "docsent", "extract", "extract", "query", "sentjudge", "sentrel"]


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(st.integers(0, 10), min_size=2, max_size=2), min_size=3, max_size=3), st.data())
def test_utilities_and_answers_survive_the_round_trip(
    tmp_path_factory: pytest.TempPathFactory, scores: list[list[int]], data: st.DataObject
) -> None:
    places = (ref(HARBOUR, 1), ref(HARBOUR, 3), ref(WIRE, 0))
    columns = tuple(tuple(float(row[judge]) for row in scores) for judge in range(2))
    subsets = st.frozensets(st.sampled_from(places))
    # Both judges name something somewhere, else a sentrel file does not know of them.
    answers = tuple(
        SubsumptionAnswer(judge, place, data.draw(subsets) - {place} | (frozenset(places[:1]) - {place}))
        for judge in ("Ada", "Ben")
        for place in sorted(places)
    )
    testbed = bed(utilities=JudgeTable(("Ada", "Ben"), places, columns), subsumption=answers)
    folder = tmp_path_factory.mktemp("mead") / "out"
    assert write_mead(testbed, folder) == ()
    assert read_mead(folder) == testbed


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with two clusters beside each other."""
    write_mead(bed(utilities=utilities("Ada", "Ben")), tmp_path / "out")
    own = tmp_path / "out" / "ferry"
    (own / "quay.cluster").write_text('<CLUSTER><D DID="wire-2"/></CLUSTER>', encoding="utf-8")
    return own


def test_several_clusters_share_a_folder_and_files_go_by_their_names(folder: Path) -> None:
    testbed = read_mead(folder)
    assert [topic.id for topic in testbed] == ["ferry", "quay"]
    assert testbed.topic("ferry").utilities is not None
    assert testbed.topic("quay").utilities is None


def test_the_percentage_is_in_the_name_where_the_file_has_none(folder: Path) -> None:
    (folder / "quay.15.extract").write_text(
        '<EXTRACT SYSTEM="Old"><S ORDER="1" DID="wire-2" SNO="1"/></EXTRACT>', encoding="utf-8"
    )
    assert read_mead(folder).topic("quay").extracts == (JudgeExtract("Old (program)", (ref(WIRE, 0),), 15.0),)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("stranger.sentjudge", "<SENT-JUDGE/>", "belongs to none of the clusters"),
        ("quay.sentjudge", "<SENT-JUDGE QID='q'/>", "quay.sentjudge: The table of judgements cannot be used"),
        (
            "quay.sentjudge",
            "<J><S DID='wire-2' SNO='1'><JUDGE N='a' UTIL='1'/><JUDGE N='b' UTIL='2'/></S>"
            "<S DID='wire-2' SNO='2'><JUDGE N='a' UTIL='1'/></S></J>",
            "the judge 'b' gives no score to sentence 1 of 'wire-2'",
        ),
        (
            "quay.sentjudge",
            "<J><S DID='wire-2' SNO='3'><JUDGE N='a' UTIL='1'/></S></J>",
            "sentence 2 (from 0) of 'wire-2' does not exist. In the topic 'wire-2' has 2 sentences.",
        ),
        ("quay.extract", "<EXTRACT SYSTEM='x'><S DID='nobody' SNO='1'/></EXTRACT>", "there is no such document"),
        ("quay.extract", "<EXTRACT SYSTEM='x'><S DID='wire-2' SNO='0'/></EXTRACT>", "MEAD counts from 1"),
        ("quay.extract", "<EXTRACT SYSTEM='x'><S SNO='1'/></EXTRACT>", "lacks the attribute DID"),
        ("quay.extract", "<EXTRACT COMPRESSION='10'/>", "neither JUDGE nor SYSTEM"),
        ("quay.sentrel", "<SENT-REL><R", "not well-formed XML"),
        ("quay.cluster", "<CLUSTER><D DID='gone'/></CLUSTER>", "the document 'gone' is missing"),
    ],
)
def test_faults_name_the_file(folder: Path, name: str, content: str, message: str) -> None:
    (folder / name).write_text(content, encoding="utf-8")
    with pytest.raises(InputError) as raised:
        read_mead(folder)
    assert message in str(raised.value)
    assert name.partition(".")[0] in str(raised.value)


def test_a_folder_without_clusters_or_with_one_twice_is_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"does not exist.*cluster files"):
        read_mead(tmp_path / "nowhere")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="There is no cluster file"):
        read_mead(tmp_path / "empty")
    (folder / "again").mkdir()
    (folder / "again" / "quay.cluster").write_text("<CLUSTER/>", encoding="utf-8")
    with pytest.raises(InputError, match="Two clusters are called 'quay'"):
        read_mead(folder)


def test_writing_refuses_what_would_mislead(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be the name of a file"):
        write_mead(Testbed("b", (Topic("a/b", (WIRE,)),)), tmp_path / "one")
    table = JudgeTable(("Ada",), (SentenceRef("gone", 0),), ((1.0,),))
    with pytest.raises(InputError, match="has utilities of 'gone' 0"):
        write_mead(bed(utilities=table), tmp_path / "two")
    with pytest.raises(InputError, match="is there already"):
        write_mead(bed(), tmp_path)
