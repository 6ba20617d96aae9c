"""The results of a study: progress, agreement, attention, a testbed, and judgements out and in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import quote

from meadow.errors import InputError, UnknownNameError
from meadow.lab.tables import Table
from meadow.model import ADJUDICATOR, OWNER, Action, Study, StudyItem
from meadow.store.contract import StoreReader, StoreWriter
from meadow.studies import task_of
from meadow.studies.agreement import result_tables
from meadow.studies.agreement.differences import DifferenceReport, difference_report
from meadow.studies.agreement.disputed import Disputed, most_disputed
from meadow.studies.agreement.matrix import JudgeProgress, judges_progress
from meadow.studies.agreement.said import said_about
from meadow.studies.answer_slots import decode, encode, item_values, slot_name
from meadow.studies.answers.kind import is_skipped, is_submitted
from meadow.studies.blinding import hidden_names, renamed
from meadow.studies.exporting import GivenAnswer
from meadow.studies.judged import Judged, check_judged
from meadow.studies.judging.releasing import release_time
from meadow.studies.judging.writing import writers_of
from meadow.studies.material import material_of
from meadow.studies.quality import SelfAgreement, attends, repeated, self_agreement
from meadow.studies.slots import sentence_key

Pair = tuple[str, str, str]  # an item and two judges


@dataclass(frozen=True, slots=True)
class Attention:
    """A judge's attention: attention items passed of those handed in, and repeats."""

    judge: str
    passed: int
    asked: int
    repeats: tuple[SelfAgreement, ...]

    @property
    def same(self) -> float | None:
        """The share of answers that they gave the same way again, None where nothing came back."""
        both = sum(each.both for each in self.repeats)
        return sum(each.same for each in self.repeats) / both if both else None


@dataclass(frozen=True, slots=True)
class StudyResults:
    """All that a study shows of its judges.

    `compared` is what they said under the names that it is weighed by: their own, or others where the study hides names.
    """

    study: Study
    judged: Judged
    compared: Judged
    tables: tuple[Table, ...]
    progress: tuple[JudgeProgress, ...]
    disputed: tuple[Disputed, ...]
    attention: tuple[Attention, ...]
    released: datetime | None


def judged_of(reader: StoreReader, study: Study) -> Judged:
    """Return a study's current answers, of the items that count."""
    roles = {item: study.roles.get(item, "judged") for item in study.items}
    counted = [item for item, role in roles.items() if role == "judged"]
    materials = tuple(material_of(_item(reader, study, item), seed=study.seed) for item in counted)
    return Judged(
        study.task, materials, _slots(reader, study, counted),
        name=study.title, about=f"Made from the study {study.title!r} ({study.task}).",
        writers=writers_of(reader, study),
    )  # fmt: skip


def compared_of(reader: StoreReader, study: Study) -> Judged:
    """Return a study's answers under the names that they are weighed by."""
    judged = judged_of(reader, study)
    return renamed(judged, hidden_names(study, judged.judges))


def results_of(reader: StoreReader, study: Study, *, seen_by: str | None = None) -> StudyResults:
    """Return how far the judges of a study are and agree; one of them sees no hidden name but their own."""
    judged = judged_of(reader, study)
    names = hidden_names(study, judged.judges)
    attention = [_attention(reader, study, judge) for judge in judged.judges]
    compared = renamed(judged, names)
    if seen_by is not None:
        names = {**names, seen_by: seen_by}
        attention = [replace(each, judge=names[each.judge]) for each in attention]
        judged = compared = renamed(judged, names)
    return StudyResults(
        study, judged, compared, result_tables(judged, compared), judges_progress(judged), most_disputed(compared),
        tuple(attention), release_time(reader, study),
    )  # fmt: skip


def report_of(reader: StoreReader, study: Study, judged: Judged, pair: Pair) -> DifferenceReport:
    """Return what sets two judges apart on an item, with the reasons that the owner has given."""
    item, first, second = pair
    prefix = _reason_slot(pair, "")
    given = {
        each.slot[len(prefix) :]: str(decode(each.answer))
        for each in reader.slots(study.id, participant=OWNER)
        if each.slot.startswith(prefix) and each.answer != "null"
    }
    bare = difference_report(judged, item, first, second)
    changed = {sentence_key(each.ref) for each in bare.changes}
    reasons = {name: reason for name, reason in given.items() if name in changed}
    return difference_report(judged, item, first, second, reasons=reasons) if reasons else bare


def said_of(reader: StoreReader, study: Study, item: str) -> tuple[Disputed, ...]:
    """Return what judges said about an item that they handed in; nothing of items that do not count."""
    judged = compared_of(reader, study)
    return tuple(each for material in judged.materials if material.id == item for each in said_about(judged, material))


def skipped_by(reader: StoreReader, study: Study, item: str) -> dict[str, str]:
    """Return the judges who handed an item in without judging it, each with the reason."""
    judged = compared_of(reader, study)
    values = {
        judge: judged.values(judge, each) for each in judged.materials if each.id == item for judge in judged.judges
    }
    return {judge: str(each["skip",]) for judge, each in values.items() if is_submitted(each) and is_skipped(each)}


def taken_over(reader: StoreReader, study: Study, item: str, judge: str) -> dict[str, str]:
    """Return what makes the adjudicator's answers those of a judge who handed the item in: answers by slot, as JSON."""
    judged = compared_of(reader, study)
    able = [name for each in judged.materials if each.id == item for name in judged.answers(each)]
    if judge not in able:
        raise UnknownNameError("judge who handed this item in", judge, able)
    prefix, own = f"{item}/", task_of(study.task).lasting | {"written"}  # whose headline it is, no adjudicator changes
    handed_in, settled = (
        {slot: answer for slot, answer in judged.slots.get(name, {}).items() if slot.startswith(prefix)}
        for name in (judge, ADJUDICATOR)
    )
    wanted = dict.fromkeys(settled, "null") | handed_in
    return {
        slot: answer
        for slot, answer in wanted.items()
        if slot[len(prefix) :].split("/")[0] not in own and settled.get(slot, "null") != answer
    }


def tag_difference(
    writer: StoreWriter, study: Study, pair: Pair, sentence: str, reason: str | None, now: datetime
) -> None:
    """Keep why two judges treat a sentence differently, or take the reason back."""
    item, first, second = pair
    judged = compared_of(writer, study)
    if reason is not None:
        difference_report(judged, item, first, second, reasons={sentence: reason})
    writer.act(Action(0, study.id, OWNER, _reason_slot(pair, sentence), encode(reason), now))


def take_in(writer: StoreWriter, study: Study, answers: Iterable[GivenAnswer], now: datetime) -> int:
    """Keep judgements that were made elsewhere, and return how many slots changed; what does not fit changes nothing.

    Answers are kept under the names of their judges, who need no link; an answer that exists already is left alone.
    """
    given = list(answers)
    _check_task(study, given)
    judged = judged_of(writer, study)
    slots: dict[str, dict[str, str]] = {}
    for each in given:
        slots.setdefault(each.judge, {})[slot_name(each.item, *each.slot.split("/"))] = each.answer
    check_judged(Judged(study.task, judged.materials, slots))
    before = {(judge, slot): answer for judge, by_slot in judged.slots.items() for slot, answer in by_slot.items()}
    changes = [
        (judge, slot, answer)
        for judge, by_slot in slots.items()
        for slot, answer in by_slot.items()
        if before.get((judge, slot)) is None or decode(before[judge, slot]) != decode(answer)
    ]
    for judge, slot, answer in changes:
        writer.act(Action(0, study.id, judge, slot, answer, now))
    return len(changes)


def _reason_slot(pair: Pair, sentence: str) -> str:
    item, *judges = pair
    return slot_name(item, "reason", *(quote(judge, safe="") for judge in judges), sentence)


def _slots(reader: StoreReader, study: Study, items: Sequence[str]) -> Mapping[str, dict[str, str]]:
    by_judge: dict[str, dict[str, str]] = {each.name: {} for each in reader.participants(study.id)}
    wanted = set(items)
    for action in reader.slots(study.id):
        if action.participant != OWNER and action.slot.partition("/")[0] in wanted:
            by_judge.setdefault(action.participant, {})[action.slot] = action.answer
    return by_judge


def _attention(reader: StoreReader, study: Study, judge: str) -> Attention:
    slots = {each.slot: each.answer for each in reader.slots(study.id, participant=judge)}
    passed = asked = 0
    again = []
    for item, role in study.roles.items():
        given = item_values(item, slots)
        if role == "attention" and given.get(("submitted",)) is True:
            asked += 1
            expected = {
                tuple(slot.split("/")): decode(answer) for slot, answer in _item(reader, study, item).expected.items()
            }
            passed += attends(expected, given)
        first = repeated(item)
        if role == "repeat" and first is not None:
            again.append(self_agreement(first, item_values(first, slots), given))
    return Attention(judge, passed, asked, tuple(again))


def _item(reader: StoreReader, study: Study, item: str) -> StudyItem:
    found = reader.study_item(study.id, item)
    if found is None:
        raise InputError(
            f"The study {study.id!r} has lost its item {item!r}.", given=item, advice="Run `meadow doctor`."
        )
    return found


def _check_task(study: Study, answers: Sequence[GivenAnswer]) -> None:
    if not answers:
        raise InputError("There is no judgement to take in.", given="0 judgements", advice="See `meadow judge export`.")
    strangers = {each.task for each in answers} - {study.task}
    if strangers:
        raise InputError(
            f"These are judgements of {', '.join(sorted(strangers))}, and the study {study.id!r} is about {study.task}.",
            given=", ".join(sorted(strangers)),
            advice="Take them into the study that they come from; `meadow judge list` names the task of each.",
        )
    reserved = {each.judge for each in answers} & {OWNER}
    if reserved:
        raise InputError(f"No judge is called {OWNER!r}.", given=OWNER, allowed=f"Names of people, or {ADJUDICATOR}.")
