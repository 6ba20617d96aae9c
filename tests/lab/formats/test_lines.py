"""One text per line: predictions on the topics of a testbed, source/target pairs, and what unequal files say."""

from __future__ import annotations

import gzip
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError, ReadError, UsageError
from meadow.lab.folder import save_testbed
from meadow.lab.formats.lines import add_outputs, read_lines, write_lines
from meadow.lab.testbed import Output, Testbed, Topic, WrittenText
from meadow.model import Document

BED = Testbed(
    "harbour",
    (
        Topic("ferry", (Document("f", text="The ferry sank off Skerra.", language="en"),)),
        Topic("bell", (Document("b", text="The bell of Tolsby rang.", language="en"),)),
    ),
)
SOURCE = "The ferry sank. NEWLINE_CHAR NEWLINE_CHAR Nine died. ||||| A ferry sank off Skerra.\nThe bell rang. |||||\n"
TARGET = "Nine died when a ferry sank.\n\n"


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    """Return a folder with one pair of sources and targets."""
    (tmp_path / "test.source").write_text(SOURCE)
    (tmp_path / "test.target").write_text(TARGET)
    return tmp_path


def test_line_i_is_about_topic_i(tmp_path: Path) -> None:
    (tmp_path / "lead.txt").write_text("It sank.\nIt rang.\n")
    testbed = read_lines(tmp_path / "lead.txt", testbed=BED)
    assert [topic.outputs for topic in testbed] == [(Output("lead", "It sank."),), (Output("lead", "It rang."),)]
    assert [topic.outputs for topic in BED] == [(), ()]


def test_an_empty_line_is_an_output_that_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "mute").write_text("\nIt rang.")
    assert [topic.outputs[0].text for topic in read_lines(tmp_path / "mute", testbed=BED)] == ["", "It rang."]


def test_a_folder_holds_several_systems(tmp_path: Path) -> None:
    folder = tmp_path / "systems"
    folder.mkdir()
    (folder / "b-2.5").write_text("x\ny\n")
    (folder / "a.hypo.gz").write_bytes(gzip.compress(b"u\r\nv\r\n"))
    testbed = read_lines(folder, testbed=BED, task="headline")
    assert testbed.topic("bell").outputs == (Output("a", "v", "headline"), Output("b-2.5", "y", "headline"))
    with pytest.raises(InputError, match="holds 2 files"):
        read_lines(folder, testbed=BED, system="c")


def test_the_testbed_may_be_a_folder_and_the_system_named(tmp_path: Path) -> None:
    save_testbed(BED, tmp_path / "bed")
    (tmp_path / "out.txt").write_text("x\ny\n")
    testbed = read_lines(tmp_path / "out.txt", testbed=tmp_path / "bed", system="Our Model")
    assert {output.system for topic in testbed for output in topic.outputs} == {"Our Model"}


def test_a_system_is_added_once_and_for_a_known_task() -> None:
    once = add_outputs(BED, "lead", ["x", "y"])
    with pytest.raises(InputError, match="has outputs of 'lead' already"):
        add_outputs(once, "lead", ["x", "y"])
    assert len(add_outputs(once, "lead", ["x", "y"], task="headline").topics[0].outputs) == 2
    with pytest.raises(UsageError, match="Tasks: summary, headline"):
        add_outputs(BED, "lead", ["x", "y"], task="haiku")


@pytest.mark.parametrize("name", ["", "test", "test.source"])
def test_pairs_are_topics_with_one_reference(pairs: Path, name: str) -> None:
    testbed = read_lines(pairs / name, language="en")
    assert (testbed.name, [topic.id for topic in testbed]) == ("test", ["test-1", "test-2"])
    first, second = testbed
    assert [document.text for document in first.documents] == [
        "The ferry sank.\n\nNine died.",
        "A ferry sank off Skerra.",
    ]
    assert [document.id for document in first.documents] == ["test-1-1", "test-1-2"]
    assert first.references == (WrittenText("target", "Nine died when a ferry sank."),)
    assert (len(second.documents), second.references) == (1, ())


def test_the_older_suffixes_and_a_limit(pairs: Path) -> None:
    (pairs / "test.source").rename(pairs / "test.src")
    (pairs / "test.target").rename(pairs / "test.tgt")
    assert len(read_lines(pairs / "test.src", limit=1)) == 1
    with pytest.raises(UsageError, match="at least 1"):
        read_lines(pairs, limit=0)


def test_predictions_lie_beside_their_pairs(pairs: Path) -> None:
    (pairs / "test.systems").mkdir()
    (pairs / "test.systems" / "lead.txt").write_text("It sank.\nIt rang.\n")
    assert [topic.outputs[0].text for topic in read_lines(pairs)] == ["It sank.", "It rang."]
    assert [topic.outputs[0].text for topic in read_lines(pairs, limit=1)] == ["It sank."]


def test_a_source_without_text_is_an_error_with_its_line(pairs: Path) -> None:
    (pairs / "test.source").write_text("The ferry sank.\n ||||| \n")
    with pytest.raises(ReadError, match=r"test\.source:2: an empty source"):
        read_lines(pairs)


def test_bytes_that_are_no_text_are_an_error_with_their_line(pairs: Path) -> None:
    (pairs / "test.target").write_bytes(b"Nine died.\n\xff\xfe\n")
    with pytest.raises(ReadError, match=r"test\.target:2: not UTF-8"):
        read_lines(pairs)


def test_what_is_no_pair_says_what_one_is(pairs: Path) -> None:
    for wrong in (pairs / "train", pairs / "nowhere" / "x.source"):
        with pytest.raises(InputError, match=r"x\.source and x\.target.*testbed=PATH"):
            read_lines(wrong)
    (pairs / "more.source").write_text("x\n")
    with pytest.raises(InputError, match="not one pair"):
        read_lines(pairs)


def test_options_of_the_other_shape_are_refused(pairs: Path) -> None:
    with pytest.raises(UsageError, match="testbed= must say"):
        read_lines(pairs, system="lead")
    with pytest.raises(UsageError, match="for pairs"):
        read_lines(pairs / "test.target", testbed=BED, limit=1)
    with pytest.raises(InputError, match="does not exist"):
        read_lines(pairs / "none.txt", testbed=BED)


# A blank beside a line end is not kept, and an empty target is no reference.
TEXTS = st.text(st.sampled_from("ab.\nß漢"), max_size=20).map(lambda text: "S" + text.strip("\n"))


@given(st.lists(st.lists(TEXTS, min_size=1, max_size=12), min_size=1, max_size=11), st.data())
def test_what_is_written_reads_back_equal(stories: list[list[str]], data: st.DataObject) -> None:
    width = len(str(len(stories)))
    topics = []
    for number, texts in enumerate(stories, start=1):
        name = f"bed-{number:0{width}}"
        documents = [f"{name}-{place:0{len(str(len(texts)))}}" for place in range(1, len(texts) + 1)]
        topics.append(
            Topic(
                name,
                tuple(
                    Document(each, text=text.replace("\n", "x"), language="en")
                    for each, text in zip(documents, texts, strict=True)
                ),
                references=(WrittenText("target", data.draw(TEXTS)),),
                outputs=(Output("lead", data.draw(TEXTS | st.just(""))),),
            )
        )
    testbed = Testbed("bed", tuple(topics))
    with TemporaryDirectory() as folder:
        write_lines(testbed, Path(folder) / "out")
        assert read_lines(Path(folder) / "out", language="en") == testbed


def test_writing_says_what_is_lost(tmp_path: Path) -> None:
    document = Document("f", "Tolsby Post", "Ferry sinks", "The ferry sank.", language="en")
    references = (WrittenText("A", "It sank."), WrittenText("B", "Nine died."))
    notes = write_lines(Testbed("bed", (Topic("t", (document,), references=references),)), tmp_path / "out")
    assert notes == (
        "Topics and documents are named by their lines.",
        "References of topics (1 of 1): not the same when read back.",
        "Source of documents (1 of 1): left out.",
        "Title of documents (1 of 1): left out.",
    )
