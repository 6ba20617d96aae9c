"""Reports read out: tables, one list of concepts, traces that read back, and a testbed on which QARLA runs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from meadow.errors import UsageError
from meadow.lab.folder import load_testbed, save_testbed
from meadow.lab.formats.traces import read_sessions, read_traces
from meadow.model import ADJUDICATOR, SentenceRef
from meadow.studies.concept_merging import MergedConcepts, begin, join, left_out, merged_list, part, suggestions
from meadow.studies.exporting import FORMATS
from meadow.studies.folding import fold
from meadow.studies.judging.acting import ActionResult
from meadow.studies.judging.judging import Judging
from meadow.studies.judging.making import StudyPlan, Topic
from meadow.workspace import Workspace
from studies.reports import DOCUMENTS

NAMED = {
    "Ana": {
        "person": ["Aurel Denko"],
        "organisation": ["Coast Guard", "Ministry of Transport"],
        "factor": ["heavy | seas"],
    },
    "Bo": {"person": ["aurel denko", "Denko"], "organisation": ["coast guards"], "factor": ["rocks"]},
    "Cy/1": {"person": [], "organisation": ["Transport Ministry"], "factor": ["a rock"]},
}


class Clock:
    """A clock that goes on by a second whenever it is asked."""

    now = datetime(2026, 3, 6, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


def build(judging: Judging, who: str, item: str, numbers: list[int]) -> None:
    """Let someone build a report, change their mind, and hand it in."""
    names = NAMED[who]
    told = [
        ActionResult(f"{item}/started", "true"),
        ActionResult(f"{item}/open", '"echo"'),
        ActionResult(f"{item}/open", '"wire/1"'),
        *(ActionResult(f"{item}/pick/wire%2F1#{number}", '{"place": null}') for number in (39, *numbers)),
        ActionResult(f"{item}/pick/wire%2F1#39", "null"),
        ActionResult(f"{item}/", step="undo"),
        ActionResult(f"{item}/", step="redo"),
        ActionResult(f"{item}/finished", "true"),
        *(
            ActionResult(f"{item}/concept/{kind}/{at}", json.dumps(text))
            for kind, texts in names.items()
            for at, text in enumerate(texts)
        ),
        *(ActionResult(f"{item}/question/{at}", str(at % 4)) for at in range(5)),
        ActionResult(f"{item}/submitted", "true"),
    ]
    outcomes = [judging.act("ferries", who, [each])[0] for each in told]
    assert {each.became for each in outcomes} == {"saved"}, [str(each.error) for each in outcomes if each.error]


@pytest.fixture(scope="module")
def judging(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Judging]:
    """Return a study of two topics in which three people have built reports, and one merged list."""
    with Workspace(tmp_path_factory.mktemp("study"), clock=Clock()) as workspace:
        topics = [
            Topic("The ferry", DOCUMENTS, "Why did the ferry move?", "tracking"),
            Topic("The crew", DOCUMENTS, "Who counted boats?", "extraction"),
        ]
        studies = workspace.judging
        studies.new(StudyPlan("report", "Ferries"), topics, list(NAMED))
        for item in ("the-ferry", "the-crew"):
            for at, who in enumerate(NAMED):
                build(studies, who, item, [1, 2 + at, 9])
        found = studies.merging("ferries", "the-ferry")
        studies.merge("ferries", "the-ferry", begin(found.named))
        yield studies


def test_tables_have_agreement_answers_and_concepts(judging: Judging) -> None:
    matrix, agreement, answers, concepts = judging.results("ferries").tables
    assert {row.labels for row in matrix.rows} == {("Ana",), ("Bo",), ("Cy/1",)}
    first = agreement.rows[0]
    assert first.labels == ("The ferry", "Ana-Bo")
    assert [each.value for each in first.entries] == [2 * 2 / 6, 1.0, 2]
    assert [each.value for each in answers.rows[1].entries] == [0, 100, 0, 0, 6]
    assert answers.rows[1].labels == ("Difficulty of the report",)
    people = next(row for row in concepts.rows if row.labels == ("The ferry", "people"))
    assert [each.value for each in people.entries] == [3, 2, 2]


def test_a_testbed_reads_back_and_holds_what_was_handed_in(judging: Judging, tmp_path: Path) -> None:
    testbed = judging.testbed("ferries")
    save_testbed(testbed, tmp_path / "bed")
    again = load_testbed(tmp_path / "bed")
    assert again.digest == testbed.digest
    topic = again.topic("the-ferry")
    assert (topic.question, topic.kind) == ("Why did the ferry move?", "tracking")
    assert {each.author: [ref.index for ref in each.refs] for each in topic.reports} == {
        "Ana": [1, 2, 9], "Bo": [1, 3, 9], "Cy/1": [1, 4, 9],
    }  # fmt: skip


def test_traces_read_back_as_the_same_reports_concepts_and_answers(judging: Judging, tmp_path: Path) -> None:
    judging.save_traces("ferries", tmp_path / "traces")
    lines = (tmp_path / "traces" / "traces" / "the-ferry.Ana.trace").read_text(encoding="utf-8").splitlines()
    assert lines[:4] == ["00:01||open||2", "00:02||leave||2", "00:02||open||1", "00:03||add||40"]
    assert "||factor||heavy / seas" in lines
    assert lines[-1] == "||answer||tired|none"
    testbed, back = judging.testbed("ferries"), read_traces(tmp_path / "traces")
    for topic in testbed:
        other = back.topic(topic.id)
        assert [(each.author.replace("/", "-"), each.refs) for each in topic.reports] == [
            (each.author, each.refs) for each in other.reports
        ]
        assert (topic.title, topic.kind, topic.question) == (other.title, other.kind, other.question)
        assert [each.id for each in topic.documents] == [each.id for each in other.documents]
    named = {concept.text: concept.count for concept in back.topic("the-ferry").concepts}
    assert named["Aurel Denko"] == 2
    ana = next(each for each in read_sessions(tmp_path / "traces") if (each.user, each.topic) == ("Ana", "the-ferry"))
    assert ana.opened == ("echo", "wire/1")
    assert ana.refs == tuple(SentenceRef("wire/1", number) for number in (1, 2, 9))
    assert dict(ana.answers)["hard"] == "a little"
    assert ana.seconds == 10


def test_a_list_is_begun_joined_parted_and_grows(judging: Judging) -> None:
    found = judging.merging("ferries", "the-ferry")
    assert [each.text for each in found.listed if each.kind == "person"] == ["Aurel Denko", "Denko"]
    reasons = {(each.first.text, each.second.text): each.reason for each in found.suggested}
    assert "part of" in reasons["Aurel Denko", "Denko"]
    assert ("Coast Guard", "coast guards") in reasons
    assert ("a rock", "rocks") in reasons
    assert "another order" in reasons["Ministry of Transport", "Transport Ministry"]
    two = [each for each in found.listed if each.kind == "person"]
    judging.merge("ferries", "the-ferry", join(two[0], two[1]))
    (one,) = [each for each in judging.merging("ferries", "the-ferry").listed if each.kind == "person"]
    assert one.forms == ("Aurel Denko", "aurel denko", "Denko")
    (concept,) = [each for each in judging.testbed("ferries").topic("the-ferry").concepts if each.kind == "person"]
    assert (concept.text, concept.count) == ("Aurel Denko", 2)
    judging.merge("ferries", "the-ferry", part(one, judging.merging("ferries", "the-ferry").listed))
    assert sum(each.kind == "person" for each in judging.merging("ferries", "the-ferry").listed) == 3
    log = judging.store.actions("ferries")
    assert {(each.participant, each.slot): each for each in judging.store.slots("ferries")} == fold(log)


def test_only_the_adjudicator_writes_the_list(judging: Judging) -> None:
    (outcome,) = judging.act("ferries", "Ana", [ActionResult("the-crew/merged/person/0", '{"text": "Ana"}')])
    assert outcome.became == "refused"
    for answer in ('{"text": ""}', '{"text": "a", "more": 1}', '["a"]', '{"text": "a", "aliases": "b"}'):
        (outcome,) = judging.act("ferries", ADJUDICATOR, [ActionResult("the-crew/merged/person/0", answer)])
        assert outcome.became == "refused"
    (outcome,) = judging.act("ferries", ADJUDICATOR, [ActionResult("the-crew/merged/animal/0", '{"text": "a"}')])
    assert outcome.became == "refused"


@pytest.mark.parametrize("form", list(FORMATS))
def test_answers_read_back_in_every_form(judging: Judging, form: str) -> None:
    text = judging.answers("ferries", form)
    read = {(each.judge, f"{each.item}/{each.slot}"): json.loads(each.answer) for each in FORMATS[form].parse(text)}
    held = {(each.participant, each.slot): json.loads(each.answer) for each in judging.store.slots("ferries")}
    assert read == {place: answer for place, answer in held.items() if answer is not None}


def test_what_has_no_traces_says_so(judging: Judging, tmp_path: Path) -> None:
    judging.new(StudyPlan("utility", "Useful"), [Topic("The ferry", DOCUMENTS)], ["Ana"])
    with pytest.raises(UsageError, match="only reports have traces"):
        judging.save_traces("useful", tmp_path / "none")


def test_lists_are_pure_changes_of_slots() -> None:
    entries = (MergedConcepts("person", 0, "Ana", ()), MergedConcepts("person", 3, "ANA", ("Anna",)))
    assert merged_list({each.slot: {"text": each.text, "aliases": list(each.aliases)} for each in entries}) == entries
    assert [each.reason for each in suggestions(entries, "en")] == ["the same but for case or accents"]
    assert left_out(entries, {}) == {}
    assert begin({}) == {}
