"""The lines of a testbed's files: one shape per file, what identifies a line, the sentences it names; and topics of lines.

A field that no shape has is an error, so that a typo is found and not taken for something absent. Topics out of lines and
lines out of topics stand next to each other, so that neither forgets a field.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Annotated, ClassVar, TypeVar

import msgspec
from msgspec.structs import astuple

from meadow.lab.evaluate.judge_tables import JudgeTable
from meadow.lab.testbed import (
    AbstractSentence,
    GoldExtract,
    JudgeClustering,
    JudgeExtract,
    Output,
    PersonReport,
    Question,
    Rating,
    SubsumptionAnswer,
    Topic,
    WrittenText,
)
from meadow.model import Concept, ConceptKind, Document, SentenceRef

Name = Annotated[str, msgspec.Meta(min_length=1)]
Index = Annotated[int, msgspec.Meta(ge=0)]
Place = tuple[Name, Index]
Places = tuple[Place, ...]
Alternative = Annotated[Places, msgspec.Meta(min_length=1)]
# The letters that `meadow.lab.evaluate.coverage` has weights for.
Rank = Annotated[str, msgspec.Meta(pattern="^[A-Za-z]$")]
Percent = Annotated[float, msgspec.Meta(gt=0, le=100)]


def _places_in(field: object) -> Iterator[Place]:
    match field:
        case (str(document), int(index)):
            yield document, index
        case tuple():
            for each in field:
                yield from _places_in(each)


class SettingsOfTestbed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `testbed.toml` says; `documents` is a path from the folder."""

    name: Name
    about: str = ""
    illustration: bool = False
    documents: Name | None = None


class TestbedLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line of some file; `file` is that file's name without suffix, `key` the fields that no two lines share."""

    file: ClassVar[str]
    key: ClassVar[tuple[str, ...]]

    story: Name

    def places(self) -> Iterator[Place]:
        """Yield the sentences that the line names, wherever its fields hold places."""
        return _places_in(astuple(self))


class StoryLine(TestbedLine, frozen=True):
    """A story and its documents."""

    file = "stories"
    key = ("story",)

    documents: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1)]
    title: str | None = None
    kind: str | None = None
    question: str | None = None


class WrittenLine(TestbedLine, frozen=True):
    """A text that a person wrote."""

    key = ("story", "id", "length")

    id: Name
    text: str
    length: str | None = None


class ReferenceLine(WrittenLine, frozen=True):
    """A summary that a person wrote."""

    file = "references"


class HeadlineLine(WrittenLine, frozen=True):
    """A headline that a person wrote."""

    file = "headlines"


class GoldLine(TestbedLine, frozen=True):
    """A sentence of an abstract and the sets of sentences that could have produced it."""

    file = "gold"
    key = ("story", "length", "id")

    id: Name
    alternatives: Annotated[tuple[Alternative, ...], msgspec.Meta(min_length=1)]
    length: str | None = None
    rank: Rank | None = None
    text: str | None = None


class ExtractLine(TestbedLine, frozen=True):
    """The extract of a judge."""

    file = "extracts"
    key = ("story", "judge", "percent")

    judge: Name
    sentences: Places
    percent: Percent | None = None


class UtilityLine(TestbedLine, frozen=True):
    """What a sentence is worth, by judge."""

    file = "utilities"
    key = ("story", "document", "index")

    document: Name
    index: Index
    judges: Annotated[dict[Name, float], msgspec.Meta(min_length=1)]

    def places(self) -> Iterator[Place]:
        """Yield the sentences that the line names."""
        yield self.document, self.index


class SubsumptionLine(TestbedLine, frozen=True):
    """Which sentences say all that a sentence says, in the eyes of a judge."""

    file = "subsumption"
    key = ("story", "judge", "sentence")

    judge: Name
    sentence: Place
    by: Places


class GroupPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A cluster of a clustering: its sentences, and the one that speaks for them."""

    members: Alternative
    label: Place | None = None


class ClusteringLine(TestbedLine, frozen=True):
    """The clusters that a judge made, the most important first."""

    file = "clusterings"
    key = ("story", "judge")

    judge: Name
    groups: tuple[GroupPart, ...]

    def places(self) -> Iterator[Place]:
        """Yield the sentences that the line names."""
        return (place for group in self.groups for place in group.members)


class QuestionLine(TestbedLine, frozen=True):
    """A question and its acceptable answers."""

    file = "questions"
    key = ("story", "id", "length")

    id: Name
    text: str
    answers: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1)]
    length: str | None = None


class ConceptLine(TestbedLine, frozen=True):
    """A key concept: its fullest form and its other forms; `count` and `documents` say how often it was found."""

    file = "concepts"
    key = ("story", "text", "kind")

    text: Name
    kind: ConceptKind
    aliases: tuple[str, ...] = ()
    count: Index = 0
    documents: Index = 0


class ReportLine(TestbedLine, frozen=True):
    """The sentences of a person's report."""

    file = "reports"
    key = ("story", "author")

    author: Name
    sentences: Places


class OutputLine(TestbedLine, frozen=True):
    """What a system wrote; it may be nothing."""

    file = "outputs"
    key = ("story", "system", "task", "length")

    system: Name
    text: str
    task: Name = "summary"
    length: str | None = None


class RatingLine(TestbedLine, frozen=True):
    """What a judge gave a system's output on a scale."""

    file = "ratings"
    key = ("story", "system", "scale", "judge", "task")

    system: Name
    scale: Name
    judge: Name
    value: float
    task: Name = "summary"


SHAPES: Mapping[str, type[TestbedLine]] = {
    shape.file: shape
    for shape in (
        StoryLine,
        ReferenceLine,
        HeadlineLine,
        GoldLine,
        ExtractLine,
        UtilityLine,
        SubsumptionLine,
        ClusteringLine,
        QuestionLine,
        ConceptLine,
        ReportLine,
        OutputLine,
        RatingLine,
    )
}


_LineT = TypeVar("_LineT", bound=TestbedLine)


def topic_of(story: StoryLine, documents: Iterable[Document], lines: Sequence[TestbedLine]) -> Topic:
    """Return the topic of a story: its documents in time order, and all that lines say about it, in their order."""
    return Topic(
        story.story,
        tuple(sorted(documents, key=lambda document: document.order)),
        story.title,
        story.kind,
        story.question,
        references=tuple(WrittenText(line.id, line.text, line.length) for line in _of(ReferenceLine, lines)),
        gold=_gold(_of(GoldLine, lines)),
        extracts=tuple(
            JudgeExtract(line.judge, _refs(line.sentences), line.percent) for line in _of(ExtractLine, lines)
        ),
        utilities=_utilities(_of(UtilityLine, lines)),
        subsumption=tuple(map(_answer, _of(SubsumptionLine, lines))),
        clusterings=tuple(map(_clustering, _of(ClusteringLine, lines))),
        questions=tuple(Question(line.id, line.text, line.answers, line.length) for line in _of(QuestionLine, lines)),
        concepts=tuple(
            Concept(line.text, line.kind, line.aliases, line.count, line.documents) for line in _of(ConceptLine, lines)
        ),
        reports=tuple(PersonReport(line.author, _refs(line.sentences)) for line in _of(ReportLine, lines)),
        headlines=tuple(WrittenText(line.id, line.text, line.length) for line in _of(HeadlineLine, lines)),
        outputs=tuple(Output(line.system, line.text, line.task, line.length) for line in _of(OutputLine, lines)),
        ratings=tuple(
            Rating(line.system, line.scale, line.judge, line.value, line.task) for line in _of(RatingLine, lines)
        ),
    )


def iter_topic_lines(topic: Topic) -> Iterator[TestbedLine]:
    """Yield the lines that `topic_of` makes the topic of."""
    name = topic.id
    ids = tuple(document.id for document in topic.documents)
    yield StoryLine(name, ids, topic.title, topic.kind, topic.question)
    yield from (ReferenceLine(name, text.id, text.text, text.length) for text in topic.references)
    yield from (HeadlineLine(name, text.id, text.text, text.length) for text in topic.headlines)
    yield from _judged_lines(topic)
    yield from (QuestionLine(name, each.id, each.text, each.answers, each.length) for each in topic.questions)
    for concept in topic.concepts:
        yield ConceptLine(name, concept.text, concept.kind, concept.aliases, concept.count, concept.documents)
    yield from (ReportLine(name, report.author, _places(report.refs)) for report in topic.reports)
    yield from (OutputLine(name, each.system, each.text, each.task, each.length) for each in topic.outputs)
    for rating in topic.ratings:
        yield RatingLine(name, rating.system, rating.scale, rating.judge, _number(rating.value), rating.task)


def _judged_lines(topic: Topic) -> Iterator[TestbedLine]:
    """Yield what judges said about single sentences."""
    name = topic.id
    for extract in topic.gold:
        for each in extract.sentences:
            sets = tuple(_places(sorted(refs)) for refs in each.alternatives)
            yield GoldLine(name, each.id, sets, extract.length, each.rank, each.text)
    for chosen in topic.extracts:
        percent = None if chosen.percent is None else _number(chosen.percent)
        yield ExtractLine(name, chosen.judge, _places(chosen.refs), percent)
    yield from () if topic.utilities is None else _utility_lines(name, topic.utilities)
    for answer in topic.subsumption:
        yield SubsumptionLine(name, answer.judge, _place(answer.ref), _places(sorted(answer.by)))
    for clustering in topic.clusterings:
        # Labels that are too few leave groups without one, which the checks report: a topic has all or none.
        pairs = list(zip_longest(clustering.groups, clustering.labels))[: len(clustering.groups)]
        groups = (GroupPart(_places(refs), None if label is None else _place(label)) for refs, label in pairs)
        yield ClusteringLine(name, clustering.judge, tuple(groups))


def _of(shape: type[_LineT], lines: Iterable[TestbedLine]) -> list[_LineT]:
    return [line for line in lines if isinstance(line, shape)]


def _gold(lines: Iterable[GoldLine]) -> tuple[GoldExtract, ...]:
    """Return the gold of each length, in the order in which the lengths are first met."""
    by_length: dict[str | None, list[AbstractSentence]] = {}
    for line in lines:
        alternatives = tuple(frozenset(_refs(places)) for places in line.alternatives)
        by_length.setdefault(line.length, []).append(AbstractSentence(line.id, alternatives, line.rank, line.text))
    return tuple(GoldExtract(tuple(sentences), length) for length, sentences in by_length.items())


def _utilities(lines: Sequence[UtilityLine]) -> JudgeTable | None:
    """Return the table of the judges, who all score every sentence; None without lines."""
    if not lines:
        return None
    judges = tuple(lines[0].judges)
    sentences = tuple(SentenceRef(line.document, line.index) for line in lines)
    return JudgeTable(judges, sentences, tuple(tuple(line.judges[judge] for line in lines) for judge in judges))


def _utility_lines(name: str, table: JudgeTable) -> Iterator[UtilityLine]:
    rows = list(zip(table.judges, table.utilities, strict=True))
    for column, ref in enumerate(table.sentences):
        # A row that is too short gives a gap, which the checks report with the judge's name.
        scores = {judge: _number(row[column]) for judge, row in rows if column < len(row)}
        yield UtilityLine(name, ref.document_id, ref.index, scores)


def _answer(line: SubsumptionLine) -> SubsumptionAnswer:
    return SubsumptionAnswer(line.judge, SentenceRef(*line.sentence), frozenset(_refs(line.by)))


def _clustering(line: ClusteringLine) -> JudgeClustering:
    labels = tuple(SentenceRef(*group.label) for group in line.groups if group.label is not None)
    return JudgeClustering(line.judge, tuple(_refs(group.members) for group in line.groups), labels)


def _refs(places: Places) -> tuple[SentenceRef, ...]:
    return tuple(SentenceRef(*place) for place in places)


def _place(ref: SentenceRef) -> Place:
    return ref.document_id, ref.index


def _places(refs: Iterable[SentenceRef]) -> Places:
    return tuple(map(_place, refs))


def _number(value: float) -> float:
    """Return a whole number as one, so that 7 and 7.0 are written alike; -0.0 stays, for it has no whole twin."""
    exact = float(value)
    return int(exact) if exact.is_integer() and repr(exact) != "-0.0" else exact
