"""Folders of DUC and TAC: their many names, and a testbed written and read back. All texts are our own fiction."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError
from meadow.lab.formats.duc import read_duc, write_duc
from meadow.lab.testbed import Output, Testbed, Topic, WrittenText
from meadow.model import Document

DOCUMENT = """<DOC>
<DOCNO> {id} </DOCNO>
<DATE_TIME> 1998-10-16 </DATE_TIME>
<HEADLINE> Ferry &amp; barge collide </HEADLINE>
<TEXT>
<P>
Nine people were hurt off Skerra.
</P>
</TEXT>
</DOC>
"""
STATEMENTS = """<topic>
<num> D0701A </num>
<title> Ferries
of Skerra </title>
<narr>
Who was hurt, and why?
</narr>
</topic>
<topic id = "D0903B" category = "1"><title> Barges </title><narrative> What happened &amp; when? </narrative></topic>
"""


def save(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder in which every year's habits meet."""
    own = tmp_path / "duc"
    for place in ("D0701A/APW19981016.0240", "d30001t/NYT19981017.0001", "D0903B/D0903B-A/XIN_ENG_20050910.0001"):
        save(own / "docs" / place, DOCUMENT.format(id=place.rpartition("/")[2]))
    save(own / "topics.sgml", STATEMENTS)
    save(own / "models" / "D0701.M.250.A.C", "Nine were hurt.\nThe quay is closed.\n")
    save(own / "models" / "d30001" / "D30001.M.100.T.B", "Nine were hurt.\n")
    save(own / "models" / "D0903-A.M.100.B.D", "Barges collide.\n")
    save(own / "peers" / "D0701.M.250.A.12", "The quay is closed.\n")
    save(own / "peers" / "D0701.M.250.A.gpt-3.5", "A ferry.\n")
    return own


def test_names_find_their_topics_whatever_the_year(folder: Path) -> None:
    testbed = read_duc(folder)
    assert [topic.id for topic in testbed] == ["D0701A", "D0903B-A", "d30001t"]
    main, update, early = testbed
    assert main.references == (WrittenText("C", "Nine were hurt.\nThe quay is closed.", "250"),)
    assert update.references == (WrittenText("D", "Barges collide.", "100"),)
    assert early.references == (WrittenText("B", "Nine were hurt.", "100"),)
    assert main.outputs == (
        Output("12", "The quay is closed.", length="250"),
        Output("gpt-3.5", "A ferry.", length="250"),
    )


def test_documents_are_those_of_the_folder(folder: Path) -> None:
    document = read_duc(folder).topic("D0701A").documents[0]
    assert (document.id, document.source, document.title, document.text, document.published_text) == (
        "APW19981016.0240",
        "APW",
        "Ferry & barge collide",
        "Nine people were hurt off Skerra.",
        "1998-10-16",
    )


def test_statements_give_title_and_question_also_to_the_sets_of_an_update(folder: Path) -> None:
    said = {topic.id: (topic.title, topic.question) for topic in read_duc(folder)}
    assert said == {
        "D0701A": ("Ferries of Skerra", "Who was hurt, and why?"),
        "D0903B-A": ("Barges", "What happened & when?"),
        "d30001t": (None, None),
    }


def test_a_summary_of_one_document_makes_a_topic_of_it(folder: Path) -> None:
    save(folder / "models" / "D30001.P.10.T.B.NYT19981017.0001", "Nine hurt\n")
    save(folder / "peers" / "D30001.P.10.T.7.NYT19981017.0001", "Barge\n")
    single = read_duc(folder).topic("NYT19981017.0001")
    assert (single.kind, len(single.documents)) == ("single", 1)
    assert single.references == (WrittenText("B", "Nine hurt", "10"),)
    assert single.outputs == (Output("7", "Barge", length="10"),)


@pytest.mark.parametrize(
    "wrapped",
    [
        '<SUM\nDOCSET="d30001"\nTYPE="MULTI"\n>\nNine &amp; one were hurt.\n</SUM>',
        '<html><head><title>D30001</title></head>\n<body bgcolor="white">\n'
        '<a name="1">[1]</a> <a href="#1" id=1>Nine &amp; one were hurt.</a>\n</body></html>',
    ],
)
def test_wrapped_summaries_are_unwrapped(folder: Path, wrapped: str) -> None:
    save(folder / "models" / "D30001.M.50.T.A.html", wrapped)
    assert WrittenText("A", "Nine & one were hurt.", "50") in read_duc(folder).topic("d30001t").references


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "models/D0799.M.100.A.B",
            "belongs to no topic: there are no documents of 'D0799'. Topics with documents: D0701A",
        ),
        ("models/summary.txt", "does not tell what it holds. Names are topic.type.length.chooser.writer"),
        ("models/again/D0701.M.250.A.C", "a second summary of the same length by 'C'"),
        ("peers/again/D0701.M.250.A.12", "a second summary of the same length by '12'"),
        ("models/D0701.P.10.A.C.APW1", "summarizes a document that the topic does not have. Documents of D0701A: APW"),
        ("docs/loose", "holds files beside the folders of topics"),
        ("docs/more/d0701a/x", "Two folders of documents are called"),
        ("topics/one.xml", "a topic statement without a number"),
    ],
)
def test_faults_say_what_is_wrong_where(folder: Path, name: str, message: str) -> None:
    text = "<topic><title>Nameless</title></topic>" if name.startswith("topics") else DOCUMENT.format(id="x")
    save(folder / name, text)
    with pytest.raises(InputError) as raised:
        read_duc(folder)
    assert message in str(raised.value)


def test_a_folder_without_documents_is_refused(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    with pytest.raises(InputError, match=r"docs' does not exist.*a folder of documents for each topic"):
        read_duc(tmp_path)
    (tmp_path / "docs").mkdir()
    with pytest.raises(InputError, match="holds no documents"):
        read_duc(tmp_path)


def bed(name: str = "out") -> Testbed:
    """Return a testbed that DUC can hold."""
    documents = tuple(
        Document(
            f"APW1998101{day}.0240",
            source="APW",
            title="Ferry & barge",
            text="Nine <were> hurt.\n\nThe quay is closed.",
            published=datetime(1998, 10, 10 + day, tzinfo=UTC),
            day_only=True,
            language="en",
        )
        for day in (1, 2)
    )
    topics = tuple(
        Topic(
            name,
            documents,
            title="Ferries",
            question="Who & why?",
            references=(WrittenText("A", "Nine were hurt.\nThe quay is closed.", "100"), WrittenText("B", "Nine.")),
            outputs=(Output("12", "The quay.", length="100"), Output("gpt-3.5", "A ferry.", length="100")),
        )
        for name in ("D0701A", "D0702B-A")
    )
    return Testbed(name, topics)


def test_a_testbed_is_written_and_reads_back_whole(tmp_path: Path) -> None:
    notes = write_duc(bed(), tmp_path / "out")
    assert notes == ("References of topics (2 of 2): in another order when read back.",)
    back = read_duc(tmp_path / "out")
    assert [set(topic.references) for topic in back] == [set(topic.references) for topic in bed()]
    assert [topic.outputs for topic in back] == [topic.outputs for topic in bed()]
    assert [(topic.title, topic.question, topic.documents) for topic in back] == [
        (topic.title, topic.question, topic.documents) for topic in bed()
    ]
    assert write_duc(back, tmp_path / "again" / "out") == ()


def test_what_duc_has_no_place_for_is_said(tmp_path: Path) -> None:
    document = Document("d", source="Harbour Wire", text="Nine were hurt. So it is.", url="https://wire.example/1")
    topic = Topic("t", (document,), kind="tracking", outputs=(Output("x", "A ferry", task="headline"),))
    assert write_duc(Testbed("out", (topic,)), tmp_path / "out") == (
        "Kind of topics (1 of 1): left out.",
        "Outputs of topics (1 of 1): left out.",
        "Source of documents (1 of 1): not the same when read back.",
        "Url of documents (1 of 1): left out.",
        "Language of documents (1 of 1): not the same when read back.",
    )


def test_a_length_with_a_full_stop_cannot_be_written(tmp_path: Path) -> None:
    topic = Topic("t", bed().topics[0].documents, references=(WrittenText("A", "Nine.", "1.5"),))
    with pytest.raises(InputError, match=r"The length '1\.5' cannot be part of the name"):
        write_duc(Testbed("out", (topic,)), tmp_path / "out")


words = st.text(st.characters(categories=["L", "N", "P"], max_codepoint=0x24F), min_size=1, max_size=12)
summaries = st.lists(st.lists(words, min_size=1, max_size=6).map(" ".join), min_size=1, max_size=3).map("\n".join)


@given(summaries)
def test_whatever_is_written_either_reads_back_or_is_noted(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    own = bed().topics[0]
    testbed = Testbed("out", (Topic(own.id, own.documents, references=(WrittenText("A", text, "100"),)),))
    folder = tmp_path_factory.mktemp("duc") / "out"
    notes = write_duc(testbed, folder)
    assert (notes == ()) == (read_duc(folder) == testbed)
