"""Testbeds from studies: what judges answered, as the lab's own values, so that experiments run on it as it is.

Only what was handed in counts. Several studies over the same items become one testbed: utilities and subsumptions of a story
are in one topic, which is what MEAD's tables with a penalty need.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from meadow.errors import InputError
from meadow.lab.clustering_rules import broken_rules
from meadow.lab.evaluate.judge_tables import JudgeTable
from meadow.lab.testbed import (
    AbstractSentence,
    GoldExtract,
    JudgeClustering,
    Output,
    PersonReport,
    Question,
    Rating,
    SubsumptionAnswer,
    Testbed,
    Topic,
    WrittenText,
)
from meadow.studies.answers.alignment import AbstractAnswers
from meadow.studies.answers.concepts import ConceptAnswers
from meadow.studies.answers.grouping import GroupingAnswers
from meadow.studies.answers.headlines import HeadlineAnswers
from meadow.studies.answers.report import ReportAnswers
from meadow.studies.answers.subsumption import SubsumptionAnswers
from meadow.studies.answers.utility import UtilityAnswers
from meadow.studies.concept_lists import merged_concepts
from meadow.studies.judged import Judged
from meadow.studies.material import StudyMaterial

HEADLINE = "headline"


def study_testbed(studies: Sequence[Judged], *, name: str | None = None) -> Testbed:
    """Return the testbed of one study or of several over the same items; an error where nobody has handed anything in."""
    topics: dict[str, Topic] = {}
    for judged in studies:
        for material in judged.materials:
            topic = topic_of(judged, material)
            topics[topic.id] = _joined(topics[topic.id], topic) if topic.id in topics else topic
    titles = ", ".join(judged.name for judged in studies)
    if not any(getattr(topic, name) for topic in topics.values() for name in _JUDGEMENTS):
        raise InputError(
            f"Nothing has been handed in yet in {titles or 'no study'}.",
            given=titles,
            allowed="A testbed holds items that at least one judge has handed in.",
            advice="`meadow judge results` shows how far each judge is.",
        )
    about = " ".join(judged.about for judged in studies if judged.about)
    return Testbed(studies[0].name if name is None else name, tuple(topics.values()), about)


def topic_of(judged: Judged, material: StudyMaterial) -> Topic:
    """Return an item as a topic that holds what judges handed in about it."""
    documents = tuple(document for document in material.documents if document.text)  # not those that were forgotten
    topic = Topic(material.id, documents, material.title or None, material.kind or None, material.question or None)
    return replace(topic, **_FIELDS[judged.task](judged, material, judged.answers(material)))


def judge_table(material: StudyMaterial, answers: Mapping[str, UtilityAnswers]) -> JudgeTable | None:
    """Return the scores of the sentences that every judge scored, None where there is no judge or no such sentence."""
    refs = [ref for ref in material.places if answers and all(ref in each.scores for each in answers.values())]
    rows = tuple(tuple(float(each.scores[ref]) for ref in refs) for each in answers.values())
    return JudgeTable(tuple(answers), tuple(refs), rows) if refs else None


def _utilities(_: Judged, material: StudyMaterial, answers: Mapping[str, UtilityAnswers]) -> dict[str, Any]:
    return {"utilities": judge_table(material, answers)}


def _subsumption(_: Judged, material: StudyMaterial, answers: Mapping[str, SubsumptionAnswers]) -> dict[str, Any]:
    said = (
        SubsumptionAnswer(judge, ref, each.by(ref))
        for judge, each in answers.items()
        for ref in sorted(each.settled - each.skipped, key=material.places.__getitem__)
    )
    return {"subsumption": tuple(said)}


def _clusterings(_: Judged, __: StudyMaterial, answers: Mapping[str, GroupingAnswers]) -> dict[str, Any]:
    """Return the groups, without members and labels of documents that were forgotten."""
    made = []
    for judge, each in answers.items():
        sound = [group for group in each.groups if not broken_rules([group.members])]
        labels = tuple(group.label for group in sound if group.label is not None)
        members = tuple(group.members for group in sound)
        made.append(JudgeClustering(judge, members, labels if len(labels) == len(members) else ()))
    return {"clusterings": tuple(made)}


def _alignments(judged: Judged, material: StudyMaterial, answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return the gold of one judge, since a topic has one per length: the adjudicator's, else the first judge's by name.

    The abstracts of all judges are references.
    """
    references = (
        WrittenText(judge, abstract.text, length)
        for judge, each in answers.items()
        for length, abstract in each.items()
    )
    settled = judged.adjudicated(material)
    chosen = settled if settled is not None else next(iter(answers.values()), {})
    return {
        "references": tuple(references),
        "gold": tuple(gold for length, abstract in chosen.items() if (gold := _gold(length, abstract)).sentences),
        "questions": tuple(
            Question(f"{length}-{number}", question.text, question.answers, length)
            for length, abstract in chosen.items()
            for number, question in enumerate(abstract.questions, start=1)
        ),
    }


def _gold(length: str, abstract: AbstractAnswers) -> GoldExtract:
    sentences = (
        AbstractSentence(f"{length}-{number}", part.alternatives, part.rank, part.text)
        for number, part in enumerate(abstract.sentences, start=1)
        if part.alternatives
    )
    return GoldExtract(tuple(sentences), length)


def _concepts(judged: Judged, material: StudyMaterial, answers: Mapping[str, ConceptAnswers]) -> dict[str, Any]:
    return {"concepts": merged_concepts(answers, judged.values("adjudicator", material))}


def _reports(judged: Judged, material: StudyMaterial, answers: Mapping[str, ReportAnswers]) -> dict[str, Any]:
    named = {judge: each.concepts for judge, each in answers.items()}
    return {
        "reports": tuple(PersonReport(judge, each.refs) for judge, each in answers.items() if each.refs),
        "concepts": merged_concepts(named, judged.values("adjudicator", material)),
    }


def _headlines(_: Judged, material: StudyMaterial, answers: Mapping[str, HeadlineAnswers]) -> dict[str, Any]:
    written = ((judge, each.written) for judge, each in answers.items())
    systems = {candidate.key: candidate.system for candidate in material.candidates}
    ratings = (
        Rating(systems[key], scale, judge, float(value), HEADLINE)
        for judge, each in answers.items()
        for key, given in each.ratings.items()
        for scale, value in given.items()
    )
    shown = sorted(material.candidates, key=lambda candidate: candidate.system)
    return {
        "headlines": tuple(WrittenText(judge, text) for judge, text in written if text is not None),
        "outputs": tuple(Output(each.system, each.text, HEADLINE) for each in shown) if answers else (),
        "ratings": tuple(ratings),
    }


_FIELDS: Mapping[str, Any] = {
    "report": _reports,
    "utility": _utilities,
    "subsumption": _subsumption,
    "grouping": _clusterings,
    "alignment": _alignments,
    "concepts": _concepts,
    "headlines": _headlines,
}
_JUDGEMENTS = tuple(
    field.name for field in fields(Topic) if field.name not in ("id", "documents", "title", "kind", "question")
)


def _joined(first: Topic, second: Topic) -> Topic:
    if first.documents != second.documents:
        raise InputError(
            f"Two studies have an item {first.id!r} with different documents.",
            given=first.id,
            allowed="Studies that become one testbed are about the same documents under the same name.",
            advice="Export each by itself.",
        )
    judgements = {name: _either(first.id, name, getattr(first, name), getattr(second, name)) for name in _JUDGEMENTS}
    return replace(first, **judgements)


def _either(topic: str, name: str, one: Any, other: Any) -> Any:
    if one and other:
        raise InputError(
            f"Two studies both have {name} for the item {topic!r}.",
            given=topic,
            allowed="Each sort of judgement comes from one study.",
            advice="Export each by itself.",
        )
    return one or other
