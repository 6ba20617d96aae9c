"""`Workspace.judging`: one method per verb of judging."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from meadow.errors import UnknownNameError, UsageError
from meadow.model import ADJUDICATOR, Action, Participant, Study, StudyItem
from meadow.store.contract import Store
from meadow.studies import ItemState, Task, task_of
from meadow.studies.folding import History, history, item_state
from meadow.studies.judging.acting import ActionResult, Actor, Outcome, check_open, find_item
from meadow.studies.judging.checking import with_roles
from meadow.studies.judging.making import (
    Invitation,
    StudyPlan,
    Topic,
    freeze,
    invite,
    make_id,
    make_study,
    token_digest,
)
from meadow.studies.judging.writing import assign, check_references, unasked, writers_of
from meadow.studies.progress import Progress, item_order, progress_of
from meadow.studies.writers import writes

if TYPE_CHECKING:
    from meadow.lab.testbed import Testbed
    from meadow.studies.answers.concepts import ConceptAnswers
    from meadow.studies.concept_merging import Joinable, MergedConcepts
    from meadow.studies.judging.outcomes import StudyResults
    from meadow.studies.material import StudyMaterial

_NAMED = ("report", "concepts")  # tasks in which people name key concepts


@dataclass(frozen=True, slots=True)
class MadeStudy:
    """A new study and the links of those who take part."""

    study: Study
    invitations: tuple[Invitation, ...]


@dataclass(frozen=True, slots=True)
class StudyRow:
    """A study as a list shows it: who takes part, and of how many items each has done or skipped how many.

    `writes` is for how many stories each writes a headline, where not everybody writes for all.
    """

    study: Study
    participants: tuple[Participant, ...]
    done: dict[str, int]
    asked: dict[str, int]
    writes: dict[str, int]


@dataclass(frozen=True, slots=True)
class OpenItem:
    """An item in the hands of one participant: what they have said, what can be undone, and how far they are."""

    task: Task
    state: ItemState
    slots: tuple[Action, ...]
    history: History
    progress: Progress


@dataclass(frozen=True, slots=True)
class Merging:
    """The one list of an item's key concepts: what each judge named, the list so far, and which entries may be one."""

    material: StudyMaterial
    named: Mapping[str, ConceptAnswers]
    listed: tuple[MergedConcepts, ...]
    suggested: tuple[Joinable, ...]


class Judging:
    """Studies of a workspace."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self.store = store
        self.clock = clock

    def new(self, plan: StudyPlan, topics: Iterable[Topic], participants: Sequence[str] = ()) -> MadeStudy:
        """Make a study of topics and invite participants; the secrets of their links are returned here and nowhere else."""
        now, task = self.clock(), task_of(plan.task)
        check_references(task, plan.references)
        given = list(topics)
        items = freeze(given, fewest_documents=1 if plan.owner is not None else task.fewest_documents)
        items, roles = with_roles(plan, task, given, items)
        with self.store.writing() as writer:
            study_id = make_id(plan.title or items[0].title, (each.id for each in writer.studies()))
            study = make_study(plan, items, study_id, now, roles)
            invited = invite(study_id, participants, now)
            writer.add_study(study, items)
            for participant, _ in invited:
                writer.add_participant(participant)
            assign(writer, study, now, plan.references)
        return MadeStudy(study, tuple(invitation for _, invitation in invited))

    def invite(self, study_id: str, names: Sequence[str]) -> tuple[Invitation, ...]:
        """Let more people take part in a study; one who does already gets a new link, and the old one ends."""
        study, now = self.study(study_id), self.clock()
        invited = invite(study.id, names, now)
        with self.store.writing() as writer:
            for participant, _ in invited:
                writer.add_participant(participant)
            assign(writer, study, now)
        return tuple(invitation for _, invitation in invited)

    def study(self, study_id: str) -> Study:
        """Return a study by its id."""
        known = {each.id: each for each in self.store.studies()}
        if study_id not in known:
            shared = [each.id for each in known.values() if each.owner is None]
            raise UnknownNameError("study", study_id, shared)
        return known[study_id]

    def studies(self, *, owner: str | None = None) -> list[StudyRow]:
        """Return the studies in which people take part, by id; or the reports of one reader's own."""
        rows = []
        for study in self.store.studies():
            if study.owner == owner:
                people = tuple(self.store.participants(study.id))
                names = [each.name for each in people]
                writers = writers_of(self.store, study)
                done = {name: self._count_done(study, name) for name in names}
                asked = {name: len(self.items(study, name)) for name in names}
                written = {
                    name: sum(name in assigned for assigned in writers.values())
                    for name in names
                    if writers is not None
                }
                rows.append(StudyRow(study, people, done, asked, written if writers is not None else {}))
        return rows

    def participant(self, token: str | None) -> Participant | None:
        """Return the participant whose link has a token, if any."""
        return None if not token else self.store.participant(token_digest(token))

    def item(self, study_id: str, item_id: str) -> StudyItem:
        """Return an item as it was when the study was made."""
        return find_item(self.store, self.study(study_id), item_id)

    def items(self, study: Study, participant: str) -> tuple[str, ...]:
        """Return the items that ask something of a participant, in their own order."""
        left = unasked(self.store, study, participant, writers_of(self.store, study))
        return item_order(study, participant, without=left)

    def open(self, study_id: str, participant: str, item_id: str) -> OpenItem:
        """Return an item in the hands of a participant."""
        study = self.study(study_id)
        task, item = task_of(study.task), find_item(self.store, study, item_id)
        with self.store.reading():
            slots = tuple(self.store.slots(study.id, participant=participant, item=item_id))
            log = self.store.actions(study.id, participant=participant, item=item_id)
        asked = participant != ADJUDICATOR and writes(writers_of(self.store, study), item_id, participant)
        state = item_state(study, item, slots, self.clock(), log, writes=asked)
        return OpenItem(task, state, slots, history(task, log), progress_of(task, state))

    def progress(self, study_id: str, participant: str) -> list[Progress]:
        """Return how far a participant is with each item, in their own order."""
        study = self.study(study_id)
        task, now = task_of(study.task), self.clock()
        slots, writers = self.store.slots(study.id, participant=participant), writers_of(self.store, study)
        states = (
            item_state(study, find_item(self.store, study, each), slots, now, writes=writes(writers, each, participant))
            for each in self.items(study, participant)
        )
        return [progress_of(task, state) for state in states]

    def act(self, study_id: str, participant: str, messages: Sequence[ActionResult]) -> list[Outcome]:
        """Carry out what a participant did, in order and in one transaction; what is refused holds up nothing else."""
        study = self.study(study_id)
        with self.store.writing() as writer:
            actor = Actor(writer, study, participant, self.clock())
            return actor.carry_out_all(messages)

    def check_open(self, study_id: str) -> None:
        """Raise an error if a study is closed."""
        check_open(self.study(study_id), self.clock())

    def results(self, study_id: str) -> StudyResults:
        """Return how far the judges of a study are, how far they agree, and what they dispute most."""
        from meadow.studies.judging.outcomes import results_of  # slow to load, and no page of a judge needs it

        return results_of(self.store, self.study(study_id))

    def testbed(self, study_id: str, *others: str) -> Testbed:
        """Return what judges of a study, and of others of the same items, handed in: a testbed, ready for experiments."""
        from meadow.studies.judging.outcomes import judged_of
        from meadow.studies.testbed import study_testbed

        studies = [judged_of(self.store, self.study(each)) for each in (study_id, *others)]
        return study_testbed(studies, name=study_id)

    def answers(self, study_id: str, form: str) -> str:
        """Return every current answer, in a format that reads back: jsonl, csv or label-studio."""
        from meadow.studies.exporting import answer_format, given_answers
        from meadow.studies.judging.outcomes import judged_of

        judged = judged_of(self.store, self.study(study_id))
        return answer_format(form).format(judged.materials, given_answers(judged))

    def save_traces(self, study_id: str, path: str | Path) -> None:
        """Write what people did while they built reports to a new folder, line by line with times."""
        from meadow.studies.judging.outcomes import judged_of
        from meadow.studies.traces import save_traces

        study = self.study(study_id)
        if study.task != "report":
            raise UsageError(
                f"The study {study.id!r} is about {study.task}, and only reports have traces.", given=study.task,
                advice="Export it as a testbed.",
            )  # fmt: skip
        with self.store.reading():
            judged, actions = judged_of(self.store, study), self.store.actions(study.id)
        save_traces(judged, actions, path)

    def merging(self, study_id: str, item_id: str) -> Merging:
        """Return the list of key concepts of an item in the making, with suggestions."""
        from meadow.studies.concept_merging import merged_list, suggestions
        from meadow.studies.judging.outcomes import compared_of

        study = self.study(study_id)
        judged = compared_of(self.store, study)
        material = next((each for each in judged.materials if each.id == item_id), None)
        if material is None or study.task not in _NAMED:
            raise UnknownNameError("item with concepts", item_id, study.items if study.task in _NAMED else ())
        answers = judged.answers(material)
        concepts = {judge: each.concepts if study.task == "report" else each for judge, each in answers.items()}
        listed = merged_list(self.open(study.id, ADJUDICATOR, item_id).state.values)
        return Merging(material, concepts, listed, suggestions(listed, material.language))

    def merge(self, study_id: str, item_id: str, changes: Mapping[str, object]) -> list[Outcome]:
        """Change the list of key concepts of an item, as the adjudicator."""
        messages = [ActionResult(f"{item_id}/{slot}", json.dumps(answer)) for slot, answer in changes.items()]
        return self.act(study_id, ADJUDICATOR, messages)

    def _count_done(self, study: Study, participant: str) -> int:
        ends = {f"{item}/{end}" for item in study.items for end in ("submitted", "skip")}
        slots = self.store.slots(study.id, participant=participant)
        return len({each.slot.partition("/")[0] for each in slots if each.slot in ends and each.answer != "null"})
