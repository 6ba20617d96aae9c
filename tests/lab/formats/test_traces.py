"""Traces of people at work on reports: replayed by the rules of the interface, merged, and written. Our own fiction."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.testbeds import BED, savable_testbeds
from meadow.errors import InputError
from meadow.ingest import write_jsonl
from meadow.lab.evaluate.synthesis import concept_counts
from meadow.lab.formats import find_format
from meadow.lab.formats.traces import read_sessions, read_traces, write_iscorpus, write_traces
from meadow.lab.opening import open_testbed
from meadow.lab.testbed import PersonReport, Testbed, Topic
from meadow.model import Concept, Document, SentenceRef
from meadow.text.sentences import document_sentences

LATER = Document("a", text="Divers search the wreck. The quay is closed.", published=None, language="en")
EARLY = Document("b", text="A ferry sank off Skerra. Nine people died.", language="en")

Events = list[dict[str, Any]]
Traced = Callable[[Events], Path]


def act(action: str, user: str | None = "ana", **more: Any) -> dict[str, Any]:
    return {"topic": "ferry", "action": action, "user": user, **more}


def add(document: str, sentence: int, **more: Any) -> dict[str, Any]:
    return act("add", document=document, sentence=sentence, **more)


def concept(kind: str, text: str, user: str | None = "ana", **more: Any) -> dict[str, Any]:
    return act("concept", user, kind=kind, text=text, **more)


@pytest.fixture
def traced(tmp_path: Path) -> Traced:
    """Return what saves events beside the documents of one topic; `b` is the earlier document."""

    def save(events: Events) -> Path:
        folder = tmp_path / "study"
        (folder / "documents" / "ferry").mkdir(parents=True, exist_ok=True)
        dated = [{"published": day} for day in ("2026-03-04", "2026-03-01")]
        lines = [json.loads(line) | more for line, more in zip(write_jsonl([LATER, EARLY]), dated, strict=True)]
        documents = "\n".join(map(json.dumps, lines))
        (folder / "documents" / "ferry" / "all.jsonl").write_text(documents, encoding="utf-8")
        (folder / "traces.jsonl").write_text("\n".join(map(json.dumps, events)), encoding="utf-8")
        return folder

    return save


def test_a_report_is_what_was_left_in_the_order_of_documents(traced: Traced) -> None:
    events = [
        act("open", document="a", seconds=5),
        add("a", 1, seconds=9),
        add("a", 0, seconds=10),
        act("open", document="b", seconds=60),
        add("b", 1, seconds=70),
        act("remove", document="a", sentence=1, seconds=80),
        act("end", seconds=90),
        act("answer", kind="tired", text="a little", seconds=100),
    ]
    folder = traced(events)
    assert read_traces(folder).topic("ferry").reports == (
        PersonReport("ana", (SentenceRef("b", 1), SentenceRef("a", 0))),
    )
    session = read_sessions(folder)[0]
    assert (session.opened, session.answers, session.seconds) == (("a", "b"), (("tired", "a little"),), 100)


def test_when_time_is_up_sentences_can_only_be_removed(traced: Traced) -> None:
    late = [add("a", 0, seconds=10), act("remove", document="a", sentence=0, seconds=1801)]
    assert read_traces(traced(late)).topics[0].reports == (PersonReport("ana", ()),)
    for events in (
        [add("a", 0, seconds=10), add("b", 0, seconds=1801)],
        [add("a", 0, time="2026-03-05T10:00:00Z"), add("b", 0, time="2026-03-05T10:30:01Z")],
        [add("a", 0), act("end"), add("b", 0)],
    ):
        with pytest.raises(InputError, match=rf"traces.jsonl:{len(events)}: a sentence is added after time was up"):
            read_traces(traced(events))
    longer = traced([add("a", 0, seconds=10), add("b", 0, seconds=1801)])
    assert len(read_traces(longer, minutes=31).topics[0].reports[0].refs) == 2
    assert len(read_traces(longer, minutes=None).topics[0].reports[0].refs) == 2


def test_a_report_may_be_too_long_for_a_while_but_not_in_the_end(traced: Traced) -> None:
    too_long = [add("a", 0), add("a", 1)]
    with pytest.raises(InputError, match="ends with 2 sentences, but 1 are allowed"):
        read_traces(traced(too_long), sentences=1)
    folder = traced([*too_long, act("remove", document="a", sentence=0)])
    assert read_traces(folder, sentences=1).topics[0].reports[0].refs == (SentenceRef("a", 1),)


def test_lists_of_concepts_merge_by_their_words(traced: Traced) -> None:
    events = [
        concept("organisation", "Coast Guard"),
        concept("factor", "ferry"),
        concept("person", "José Marín", "ben"),
        concept("factor", "coast guard", "ben"),
        concept("factor", "the ferries", "ben", aliases=["ferries"]),
        concept("organisation", "coast guard", "cem"),
        concept("person", "jose marin", "cem"),
    ]
    topic = read_traces(traced(events)).topic("ferry")
    assert topic.concepts == (
        # Two of three write it small; two of three take it for an organisation.
        Concept("coast guard", "organisation", ("coast guard", "Coast Guard"), 3),
        Concept("ferry", "factor", ("ferry", "the ferries", "ferries"), 2),
        Concept("José Marín", "person", ("José Marín", "jose marin"), 2),
    )
    assert topic.reports == ()
    # What comes out can be counted: no alias belongs to two concepts.
    report = Document("r", text="The coast guard saw two ferries.", language="en")
    counts = concept_counts(document_sentences(report), [each.aliases for each in topic.concepts])
    assert counts.counts == (1, 1, 0)


def test_a_concept_named_with_another_as_alias_joins_the_two(traced: Traced) -> None:
    events = [concept("factor", "war"), concept("factor", "conflict", "ben"), concept("factor", "peace", "ben")]
    assert len(read_traces(traced(events)).topics[0].concepts) == 3
    collapsed = concept("factor", "war", None, aliases=["conflict"], people=0)
    first, second = read_traces(traced([*events, collapsed])).topics[0].concepts
    assert (first.text, first.aliases, first.count) == ("war", ("war", "conflict"), 2)
    assert second.text == "peace"


def test_tables_and_several_files_are_read_too(traced: Traced) -> None:
    folder = traced([])
    (folder / "traces.jsonl").unlink()
    (folder / "traces").mkdir()
    table = "topic\tuser\taction\tdocument\tsentence\tkind\ttext\taliases\n"
    rows = "ferry\tana\tadd\tb\t0\n\nferry\tana\tend\nferry\tana\tconcept\t\t\tfactor\tferry\tboat | ship\n"
    (folder / "traces" / "ana.tsv").write_text(table + rows, encoding="utf-8")
    (folder / "traces" / "ben.jsonl").write_text(json.dumps(act("end", "ben")), encoding="utf-8")
    topic = read_traces(folder).topic("ferry")
    assert topic.reports == (PersonReport("ana", (SentenceRef("b", 0),)), PersonReport("ben", ()))
    assert topic.concepts == (Concept("ferry", "factor", ("ferry", "boat", "ship"), 1),)
    (folder / "traces" / "ana.tsv").write_text("topic\taction\nferry\tend\tx\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"ana.tsv:2: 3 cells, but the first line names 2 columns"):
        read_traces(folder)


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ({"topic": "flood", "action": "end", "user": "ana"}, "there are no documents of 'flood'"),
        (act("jump"), "Invalid enum value 'jump'"),
        (act("add", document="a"), "the action 'add' lacks 'sentence'"),
        (act("end", None), "the action 'end' lacks 'user'"),
        (add("a", 2), "sentence 2 (from 0) of 'a' does not exist. In the topic 'a' has 2 sentences."),
        (add("b", 0), "the sentence to add is in the report already"),
        (act("remove", document="a", sentence=0), "the sentence to remove is not in the report"),
        (act("open", document="z"), "there is no document 'z' in the topic"),
        (
            concept("place", "Skerra"),
            "there is no kind of concepts called 'place'; kinds are person, organisation, factor",
        ),
        (concept("factor", "…"), "the concept '…' holds no word"),
        (act("end", seconds=3), "earlier than the event of 'ana' before it"),
        (act("end", time="2026-03-05T10:00:00Z"), "'time' and 'seconds' are mixed"),
        (act("end", time="yesterday"), "yesterday"),
    ],
)
def test_faults_name_the_line(traced: Traced, event: dict[str, Any], message: str) -> None:
    folder = traced([add("b", 0, seconds=4), event])
    with pytest.raises(InputError) as raised:
        read_traces(folder)
    assert message in str(raised.value)
    assert "traces.jsonl:2" in str(raised.value)


def test_a_ninth_person_is_too_many_except_in_the_merged_list(traced: Traced) -> None:
    nine = [concept("person", f"Number {number}") for number in range(9)]
    with pytest.raises(InputError, match=r":9: 'ana' names more than 8 concepts of the kind 'person'"):
        read_traces(traced(nine))
    assert len(read_traces(traced(nine), slots=9).topics[0].concepts) == 9
    assert len(read_traces(traced([{**event, "user": None} for event in nine])).topics[0].concepts) == 9


def test_topics_are_described_beside_the_traces(traced: Traced) -> None:
    folder = traced([act("end")])
    line = {"topic": "ferry", "title": "Ferry", "kind": "tracking", "question": "Report about the ferry."}
    (folder / "topics.jsonl").write_text(json.dumps(line), encoding="utf-8")
    topic = read_traces(folder).topic("ferry")
    assert (topic.title, topic.kind, topic.question) == ("Ferry", "tracking", "Report about the ferry.")
    for lines, message in (
        ([line, line], "topics.jsonl:2: the topic 'ferry' is described twice"),
        ([{"topic": "flood"}], "there are no documents of 'flood'"),
        ([{"topic": "ferry", "name": "x"}], "unknown field `name`"),
    ):
        (folder / "topics.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
        with pytest.raises(InputError, match=message):
            read_traces(folder)


def bed(**more: Any) -> Testbed:
    return Testbed("out", (Topic("ferry", (LATER, EARLY), **more),))


def test_the_shortest_traces_give_the_testbed_back(tmp_path: Path) -> None:
    testbed = bed(
        title="Ferry",
        question="What happened?",
        reports=(PersonReport("ana", (SentenceRef("a", 1), SentenceRef("b", 0))), PersonReport("ben", ())),
        concepts=(
            Concept("Coast Guard", "organisation", ("Coast Guard", "guard"), 7),
            *(Concept(f"Number {number}", "factor", (f"Number {number}",), 1) for number in range(9)),
        ),
    )
    assert write_traces(testbed, tmp_path / "out") == ()
    assert read_traces(tmp_path / "out", slots=None) == testbed


def test_what_traces_cannot_tell_is_said(tmp_path: Path) -> None:
    testbed = bed(
        reports=(PersonReport("ana", (SentenceRef("b", 0), SentenceRef("a", 0))),),
        concepts=(Concept("ferry", "factor", ("ferry",), 1), Concept("ferries", "factor", ("ferries",), 1)),
    )
    assert write_traces(testbed, tmp_path / "out") == (
        "Concepts of topics (1 of 1): not the same when read back.",
        "Reports of topics (1 of 1): not the same when read back.",
    )


steps = st.lists(st.tuples(st.booleans(), st.sampled_from("ab"), st.integers(0, 1)), max_size=12)


@given(steps)
def test_a_replay_is_the_set_that_adding_and_removing_leave(
    tmp_path_factory: pytest.TempPathFactory, wanted: list[tuple[bool, str, int]]
) -> None:
    left: set[tuple[str, int]] = set()
    events = []
    for is_add, document, sentence in wanted:
        if is_add != ((document, sentence) in left):
            left ^= {(document, sentence)}
            events.append(act("add" if is_add else "remove", document=document, sentence=sentence))
    folder = tmp_path_factory.mktemp("traces") / "out"
    write_traces(bed(), folder)
    (folder / "traces.jsonl").write_text("\n".join(map(json.dumps, [*events, act("end")])), encoding="utf-8")
    # Both documents are undated, so their time order is that of the file: first a, then b.
    refs = tuple(SentenceRef(*place) for place in sorted(left))
    assert read_traces(folder).topics[0].reports == (PersonReport("ana", refs),)


EARLY_LINES = Document("b", text="A ferry sank off Skerra. Nine people died.", language="en")
LATER_LINES = Document("a", text="Divers search the wreck. The quay is closed.", language="en")
TracedLines = Callable[..., Path]
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
def traced_lines(tmp_path: Path) -> TracedLines:
    """Return what saves traces by the name of their file, beside the two documents of a topic."""

    def save(**files: str) -> Path:
        folder = tmp_path / "study"
        for name, document, day in (("1", EARLY_LINES, "2026-03-01"), ("2", LATER_LINES, "2026-03-04")):
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
def test_documents_and_sentences_count_from_one_over_the_topic(traced_lines: TracedLines) -> None:
    folder = traced_lines(ana=WHOLE)
    topic = read_traces(folder, minutes=None).topic("ferry")
    assert topic.reports == (PersonReport("ana", (SentenceRef("b", 0), SentenceRef("a", 0))),)
    assert {concept.text: (concept.kind, concept.aliases) for concept in topic.concepts} == {
        "Ana Ruiz": ("person", ("Ana Ruiz", "A. Ruiz")),
        "weather": ("factor", ("weather",)),
    }
    (session,) = read_sessions(folder, minutes=None)
    assert (session.opened, session.seconds, session.answers) == (("a",), 3661.0, (("tired", "a little"),))


@pytest.mark.golden("S2")
def test_the_rules_of_the_interface_hold_here_too(traced_lines: TracedLines) -> None:
    with pytest.raises(InputError, match=r"ferry\.ana\.trace:2: a sentence is added after time was up"):
        read_traces(traced_lines(ana="00:10||add||1\n30:01||add||2\n30:02||done||"))
    with pytest.raises(InputError, match=r"ferry\.ana\.trace:1: the sentence to remove is not in the report"):
        read_traces(traced_lines(ana="00:10||remove||1"))
    late = traced_lines(ana="00:10||add||1\n30:01||remove||1")
    assert read_traces(late).topics[0].reports == (PersonReport("ana", ()),)


def test_times_may_be_dates_or_missing(traced_lines: TracedLines) -> None:
    dated = "2026-03-02T10:00:00Z||add||1\n2026-03-02T10:00:30Z||done||"
    first, second = read_sessions(traced_lines(ana=dated, ben="||add||2\n||done||"))
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
def test_a_line_that_cannot_be_read_is_told_with_its_place(traced_lines: TracedLines, line: str, told: str) -> None:
    with pytest.raises(InputError) as caught:
        read_traces(traced_lines(ana=f"\n{line}\n"))
    assert "ferry.ana.trace:2" in str(caught.value)
    assert told in str(caught.value)


def test_a_file_of_another_topic_is_told(traced_lines: TracedLines) -> None:
    folder = traced_lines(ana="||done||")
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


def test_a_list_of_concepts_keeps_how_many_named_each(tmp_path: Path, traced_lines: TracedLines) -> None:
    folder = traced_lines(ana="||done||")
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
