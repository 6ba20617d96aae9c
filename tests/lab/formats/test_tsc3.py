"""Gold extracts as text files by topic and length: read, checked, and written back. All texts are our own fiction."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError
from meadow.ingest import write_jsonl
from meadow.lab.formats.tsc3 import read_tsc3, write_tsc3
from meadow.lab.testbed import (
    AbstractSentence,
    GoldExtract,
    PersonReport,
    Question,
    Testbed,
    Topic,
    WrittenText,
)
from meadow.model import Document, SentenceRef

FIRST = Document("d1", text="A ferry sank off Skerra. Nine people died. The quay is closed.", language="en")
SECOND = Document("d2", text="Nine people drowned near Skerra. Divers search the wreck.", language="en")


def place(document: str, index: int) -> SentenceRef:
    return SentenceRef(document, index)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with one topic, whose name holds a full stop, in two lengths."""
    own = tmp_path / "tsc"
    (own / "documents" / "no.1").mkdir(parents=True)
    lines = "\n".join(write_jsonl([FIRST, SECOND]))
    (own / "documents" / "no.1" / "all.jsonl").write_text(lines, encoding="utf-8")
    (own / "no.1.short.gold").write_text("1\t{s1}\tA\n2\t{s2} {s4}\tB\n", encoding="utf-8")
    (own / "no.1.long.gold").write_text("1\t{s1,s3}\n3\t{s5}\n", encoding="utf-8")
    (own / "no.1.short.abstract").write_text("A ferry sank.\nNine died.\n", encoding="utf-8")
    (own / "no.1.short.Ada.abstract").write_text("Nine people died at sea.\n", encoding="utf-8")
    (own / "no.1.short.qa").write_text("How many died?\tnine|9\n\nWhere?\toff Skerra\n", encoding="utf-8")
    return own


@pytest.mark.golden("T2")
def test_gold_abstracts_and_questions_are_read_by_topic_and_length(folder: Path) -> None:
    topic = read_tsc3(folder).topic("no.1")
    assert {gold.length: gold.sentences for gold in topic.gold} == {
        "short": (
            # s4 is the first sentence of the second document: the first has three.
            AbstractSentence("1", (frozenset({place("d1", 0)}),), "A", "A ferry sank."),
            AbstractSentence("2", (frozenset({place("d1", 1)}), frozenset({place("d2", 0)})), "B", "Nine died."),
        ),
        "long": (
            AbstractSentence("1", (frozenset({place("d1", 0), place("d1", 2)}),)),
            AbstractSentence("3", (frozenset({place("d2", 1)}),)),
        ),
    }
    assert set(topic.references) == {
        WrittenText("abstract", "A ferry sank.\nNine died.", "short"),
        WrittenText("Ada", "Nine people died at sea.", "short"),
    }
    assert topic.questions == (
        Question("1", "How many died?", ("nine", "9"), "short"),
        Question("3", "Where?", ("off Skerra",), "short"),
    )


def test_what_was_read_is_written_back(folder: Path, tmp_path: Path) -> None:
    (folder / "no.1.short.qa").write_text("How many died?\tnine|9\nWhere?\toff Skerra\n", encoding="utf-8")
    testbed = read_tsc3(folder)
    assert write_tsc3(testbed, tmp_path / "again" / "tsc") == ()
    assert read_tsc3(tmp_path / "again" / "tsc") == testbed
    again = (tmp_path / "again" / "tsc" / "no.1.short.gold").read_text(encoding="utf-8")
    assert again == "1\t{s1}\tA\n2\t{s2} {s4}\tB\n"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("no.2.short.gold", "1\t{s1}\n", "there are no documents of 'no.2.short'. Topics with documents: no.1."),
        ("no.1.short.gold", "1\t{s6}\n", "is made from s6. The documents of the topic have the sentences s1 to s5."),
        ("no.1.short.gold", "1\t{s1\n", "no.1.short.gold: The gold extract has braces that do not match in line 1"),
        ("no.1.short.gold", "", "The gold extract holds no sentence"),
        ("no.1.short.qa", "Where?\tSkerra\nHow many\n", "no.1.short.qa:2: 'How many' is no question with an answer"),
        ("no.1.short.extra.qa", "Where?\tSkerra\n", "does not tell what it holds"),
    ],
)
def test_faults_name_the_file_or_line(folder: Path, name: str, content: str, message: str) -> None:
    (folder / name).write_text(content, encoding="utf-8")
    with pytest.raises(InputError) as raised:
        read_tsc3(folder)
    assert message in str(raised.value)


def bed(topic: Topic) -> Testbed:
    return Testbed("out", (topic,))


def test_a_length_may_be_missing_and_an_abstract_may_come_from_the_gold(tmp_path: Path) -> None:
    sentence = AbstractSentence("1", (frozenset({place("d1", 0)}),), None, "A ferry sank.")
    topic = Topic("t", (FIRST, SECOND), gold=(GoldExtract((sentence,)),))
    notes = write_tsc3(bed(topic), tmp_path / "out")
    assert (tmp_path / "out" / "t.abstract").read_text(encoding="utf-8") == "A ferry sank.\n"
    assert notes == ("References of topics (1 of 1): not the same when read back.",)
    assert read_tsc3(tmp_path / "out").topics[0].gold == topic.gold


def test_an_abstract_in_the_words_of_the_gold_is_not_written_twice(tmp_path: Path) -> None:
    sentences = tuple(
        AbstractSentence(name, (frozenset({place("d1", number)}),), "A", text)
        for number, (name, text) in enumerate({"first": "A ferry sank.", "second": "Nine died."}.items())
    )
    own = WrittenText("Ben", "A ferry sank. Nine died.", "short")
    topic = Topic("t", (FIRST,), gold=(GoldExtract(sentences, "short"),), references=(own,))
    notes = write_tsc3(bed(topic), tmp_path / "out")
    assert notes == ("References of topics (1 of 1): not the same when read back.",)
    back = read_tsc3(tmp_path / "out").topics[0]
    # Names that are no numbers of lines: as many sentences as lines, so they go together in their order.
    assert back.gold == topic.gold
    assert back.references == (WrittenText("abstract", "A ferry sank.\nNine died.", "short"),)


def test_names_of_questions_and_writers_without_length_are_kept(tmp_path: Path) -> None:
    topic = Topic(
        "t",
        (FIRST,),
        references=(WrittenText("A. Ada", "Nine died."), WrittenText("Ben", "A ferry sank.")),
        questions=(Question("1", "Where?", ("off Skerra",)), Question("q7", "How many?", ("nine", "9"))),
    )
    assert write_tsc3(bed(topic), tmp_path / "out") == ()
    assert (tmp_path / "out" / "t..A. Ada.abstract").is_file()


def test_what_has_no_place_is_said(tmp_path: Path) -> None:
    topic = Topic(
        "t",
        (FIRST,),
        title="Ferry",
        questions=(Question("1", "Where?", ("off | on Skerra",)),),
        reports=(PersonReport("Ada", (place("d1", 0),)),),
    )
    assert write_tsc3(bed(topic), tmp_path / "out") == (
        "Title of topics (1 of 1): left out.",
        "Questions of topics (1 of 1): not the same when read back.",
        "Reports of topics (1 of 1): left out.",
    )


def test_gold_of_other_documents_and_lengths_with_full_stops_are_refused(tmp_path: Path) -> None:
    stranger = AbstractSentence("1", (frozenset({place("gone", 4)}),))
    with pytest.raises(InputError, match=r"The gold of 't' names 'gone' 4 \(from 0\)"):
        write_tsc3(bed(Topic("t", (FIRST,), gold=(GoldExtract((stranger,)),))), tmp_path / "one")
    with pytest.raises(InputError, match=r"The length '1\.5' cannot be part"):
        write_tsc3(bed(Topic("t", (FIRST,), references=(WrittenText("abstract", "A", "1.5"),))), tmp_path / "two")


places = st.sampled_from([place("d1", 0), place("d1", 1), place("d1", 2), place("d2", 0), place("d2", 1)])
sentences = st.builds(
    AbstractSentence,
    st.just(""),
    st.lists(st.frozensets(places, min_size=1), min_size=1, max_size=3).map(tuple),
    st.none() | st.sampled_from("ABC"),
)
golds = st.lists(sentences, min_size=1, max_size=4).map(
    lambda found: tuple(
        AbstractSentence(str(number), each.alternatives, each.rank) for number, each in enumerate(found, start=1)
    )
)


@given(st.dictionaries(st.sampled_from(["long", "short"]), golds, min_size=1))
def test_any_gold_reads_back_the_same(
    tmp_path_factory: pytest.TempPathFactory, by_length: dict[str, tuple[AbstractSentence, ...]]
) -> None:
    gold = tuple(GoldExtract(by_length[length], length) for length in sorted(by_length))
    folder = tmp_path_factory.mktemp("tsc") / "out"
    testbed = bed(Topic("t", (FIRST, SECOND), gold=gold))
    assert write_tsc3(testbed, folder) == ()
    assert read_tsc3(folder) == testbed
