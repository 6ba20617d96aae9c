"""Traces as lines `time||action||index`: read by the rules of the other forms, told where they are wrong, and written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.testbeds import BED, savable_testbeds
from meadow.errors import InputError
from meadow.ingest import write_jsonl
from meadow.lab.formats import find_format
from meadow.lab.formats.traces import read_sessions, read_traces, write_iscorpus, write_traces
from meadow.lab.opening import open_testbed
from meadow.lab.testbed import PersonReport, Testbed
from meadow.model import Concept, Document, SentenceRef

EARLY = Document("b", text="A ferry sank off Skerra. Nine people died.", language="en")
LATER = Document("a", text="Divers search the wreck. The quay is closed.", language="en")
Traced = Callable[..., Path]
WHOLE = """00:04||open||2
00:11||add||3
00:15||add||4
00:42||add||1
00:50||remove||4
00:55||leave||2
1:01:01||done||
||person||Ana Ruiz|A. Ruiz
||factor||weather
||answer||tired|a little
"""


@pytest.fixture
def traced(tmp_path: Path) -> Traced:
    """Return what saves traces by the name of their file, beside the two documents of a topic."""

    def save(**files: str) -> Path:
        folder = tmp_path / "study"
        for name, document, day in (("1", EARLY, "2026-03-01"), ("2", LATER, "2026-03-04")):
            path = folder / "documents" / "ferry" / f"{name}.jsonl"
            path.parent.mkdir(parents=True, exist_ok=True)
            (line,) = write_jsonl([document])
            path.write_text(line[:-1] + f',"published":"{day}"}}', encoding="utf-8")
        (folder / "traces").mkdir(exist_ok=True)
        for user, text in files.items():
            (folder / "traces" / f"ferry.{user}.trace").write_text(text, encoding="utf-8")
        return folder

    return save


@pytest.mark.golden("S2")
def test_documents_and_sentences_count_from_one_over_the_topic(traced: Traced) -> None:
    folder = traced(ana=WHOLE)
    topic = read_traces(folder, minutes=None).topic("ferry")
    assert topic.reports == (PersonReport("ana", (SentenceRef("b", 0), SentenceRef("a", 0))),)
    assert {concept.text: (concept.kind, concept.aliases) for concept in topic.concepts} == {
        "Ana Ruiz": ("person", ("Ana Ruiz", "A. Ruiz")),
        "weather": ("factor", ("weather",)),
    }
    (session,) = read_sessions(folder, minutes=None)
    assert (session.opened, session.seconds, session.answers) == (("a",), 3661.0, (("tired", "a little"),))


@pytest.mark.golden("S2")
def test_the_rules_of_the_interface_hold_here_too(traced: Traced) -> None:
    with pytest.raises(InputError, match=r"ferry\.ana\.trace:2: a sentence is added after time was up"):
        read_traces(traced(ana="00:10||add||1\n30:01||add||2\n30:02||done||"))
    with pytest.raises(InputError, match=r"ferry\.ana\.trace:1: the sentence to remove is not in the report"):
        read_traces(traced(ana="00:10||remove||1"))
    late = traced(ana="00:10||add||1\n30:01||remove||1")
    assert read_traces(late).topics[0].reports == (PersonReport("ana", ()),)


def test_times_may_be_dates_or_missing(traced: Traced) -> None:
    dated = "2026-03-02T10:00:00Z||add||1\n2026-03-02T10:00:30Z||done||"
    first, second = read_sessions(traced(ana=dated, ben="||add||2\n||done||"))
    assert (first.user, first.seconds, second.user, second.seconds) == ("ana", 30.0, "ben", None)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("00:01||add||5", "'5' is not one of the 4 sentences of the topic, which count from 1"),
        ("00:01||add||0", "'0' is not one of the 4 sentences"),
        ("00:01||open||3", "'3' is not one of the 2 documents"),
        ("00:01||open||", "'' is not one of the 2 documents"),
        ("00:01||ad||1", "'00:01||ad||1' is no event. A line is time||action||index; actions are open, leave, add"),
        ("add||1", "'add||1' is no event"),
        ("soon||add||1", "soon"),
        ("||person||", "the action 'concept' lacks 'text'"),
    ],
)
def test_a_line_that_cannot_be_read_is_told_with_its_place(traced: Traced, line: str, told: str) -> None:
    with pytest.raises(InputError) as caught:
        read_traces(traced(ana=f"\n{line}\n"))
    assert "ferry.ana.trace:2" in str(caught.value)
    assert told in str(caught.value)


def test_a_file_of_another_topic_is_told(traced: Traced) -> None:
    folder = traced(ana="||done||")
    (folder / "traces" / "wolf.ana.trace").write_text("||done||", encoding="utf-8")
    with pytest.raises(InputError, match=r"wolf\.ana\.trace belongs to no topic"):
        read_traces(folder)
    with pytest.raises(InputError, match=r"There are no traces in .*\.trace files, in traces/"):
        read_traces(_without_traces(folder))


def _without_traces(folder: Path) -> Path:
    for file in (folder / "traces").iterdir():
        file.unlink()
    return folder


def test_what_is_written_is_lines_and_reads_back(tmp_path: Path) -> None:
    notes = write_iscorpus(BED, tmp_path / "lines")
    assert notes == write_traces(BED, tmp_path / "events")
    files = sorted(path.name for path in (tmp_path / "lines" / "traces").iterdir())
    assert files == sorted([*(f"mill.{each.author}.trace" for each in BED.topic("mill").reports), "mill.trace"])
    back = open_testbed(f"iscorpus:{tmp_path / 'lines'}")
    assert back.topic("mill").reports == BED.topic("mill").reports
    text = (tmp_path / "lines" / "traces" / files[0]).read_text(encoding="utf-8")
    assert text.splitlines()[-1] == "||done||"
    assert find_format("iscorpus").write is write_iscorpus


def test_a_list_of_concepts_keeps_how_many_named_each(tmp_path: Path, traced: Traced) -> None:
    folder = traced(ana="||done||")
    (folder / "traces" / "ferry.trace").write_text("||organisation||Harbour Board|the board||3\n", encoding="utf-8")
    topic = read_traces(folder).topic("ferry")
    assert topic.concepts == (Concept("Harbour Board", "organisation", ("Harbour Board", "the board"), 3),)


@given(savable_testbeds(), st.uuids())
def test_reports_are_never_lost_silently(
    tmp_path_factory: pytest.TempPathFactory, testbed: Testbed, name: object
) -> None:
    folder = tmp_path_factory.mktemp("any") / str(name)
    try:
        notes = write_iscorpus(testbed, folder)
    except InputError:
        return  # a name that no file can have, or a rule that a report breaks
    back = read_traces(folder, sentences=None, minutes=None, slots=None)
    for topic in testbed:
        if topic.id in {each.id for each in back} and back.topic(topic.id).reports != topic.reports:
            assert any("Reports" in note for note in notes)
