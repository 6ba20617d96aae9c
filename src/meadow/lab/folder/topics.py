"""Topics out of lines, and lines out of topics: the two directions stand side by side, so that neither forgets a field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import TypeVar

from meadow.lab.evaluate.judge_tables import JudgeTable
from meadow.lab.folder import shapes
from meadow.lab.folder.shapes import Place, Places, TestbedLine
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
from meadow.model import Concept, Document, SentenceRef

_LineT = TypeVar("_LineT", bound=TestbedLine)


def topic_of(story: shapes.StoryLine, documents: Iterable[Document], lines: Sequence[TestbedLine]) -> Topic:
    """Return the topic of a story: its documents in time order, and all that lines say about it, in their order."""
    return Topic(
        story.story,
        tuple(sorted(documents, key=lambda document: document.order)),
        story.title,
        story.kind,
        story.question,
        references=tuple(WrittenText(line.id, line.text, line.length) for line in _of(shapes.ReferenceLine, lines)),
        gold=_gold(_of(shapes.GoldLine, lines)),
        extracts=tuple(
            JudgeExtract(line.judge, _refs(line.sentences), line.percent) for line in _of(shapes.ExtractLine, lines)
        ),
        utilities=_utilities(_of(shapes.UtilityLine, lines)),
        subsumption=tuple(map(_answer, _of(shapes.SubsumptionLine, lines))),
        clusterings=tuple(map(_clustering, _of(shapes.ClusteringLine, lines))),
        questions=tuple(
            Question(line.id, line.text, line.answers, line.length) for line in _of(shapes.QuestionLine, lines)
        ),
        concepts=tuple(
            Concept(line.text, line.kind, line.aliases, line.count, line.documents)
            for line in _of(shapes.ConceptLine, lines)
        ),
        reports=tuple(PersonReport(line.author, _refs(line.sentences)) for line in _of(shapes.ReportLine, lines)),
        headlines=tuple(WrittenText(line.id, line.text, line.length) for line in _of(shapes.HeadlineLine, lines)),
        outputs=tuple(Output(line.system, line.text, line.task, line.length) for line in _of(shapes.OutputLine, lines)),
        ratings=tuple(
            Rating(line.system, line.scale, line.judge, line.value, line.task) for line in _of(shapes.RatingLine, lines)
        ),
    )


def iter_topic_lines(topic: Topic) -> Iterator[TestbedLine]:
    """Yield the lines that `topic_of` makes the topic of."""
    name = topic.id
    ids = tuple(document.id for document in topic.documents)
    yield shapes.StoryLine(name, ids, topic.title, topic.kind, topic.question)
    yield from (shapes.ReferenceLine(name, text.id, text.text, text.length) for text in topic.references)
    yield from (shapes.HeadlineLine(name, text.id, text.text, text.length) for text in topic.headlines)
    yield from _judged_lines(topic)
    yield from (shapes.QuestionLine(name, each.id, each.text, each.answers, each.length) for each in topic.questions)
    for concept in topic.concepts:
        yield shapes.ConceptLine(name, concept.text, concept.kind, concept.aliases, concept.count, concept.documents)
    yield from (shapes.ReportLine(name, report.author, _places(report.refs)) for report in topic.reports)
    yield from (shapes.OutputLine(name, each.system, each.text, each.task, each.length) for each in topic.outputs)
    for rating in topic.ratings:
        yield shapes.RatingLine(name, rating.system, rating.scale, rating.judge, _number(rating.value), rating.task)


def _judged_lines(topic: Topic) -> Iterator[TestbedLine]:
    """Yield what judges said about single sentences."""
    name = topic.id
    for extract in topic.gold:
        for each in extract.sentences:
            sets = tuple(_places(sorted(refs)) for refs in each.alternatives)
            yield shapes.GoldLine(name, each.id, sets, extract.length, each.rank, each.text)
    for chosen in topic.extracts:
        percent = None if chosen.percent is None else _number(chosen.percent)
        yield shapes.ExtractLine(name, chosen.judge, _places(chosen.refs), percent)
    yield from () if topic.utilities is None else _utility_lines(name, topic.utilities)
    for answer in topic.subsumption:
        yield shapes.SubsumptionLine(name, answer.judge, _place(answer.ref), _places(sorted(answer.by)))
    for clustering in topic.clusterings:
        # Labels that are too few leave groups without one, which the checks report: a topic has all or none.
        pairs = list(zip_longest(clustering.groups, clustering.labels))[: len(clustering.groups)]
        groups = (shapes.GroupPart(_places(refs), None if label is None else _place(label)) for refs, label in pairs)
        yield shapes.ClusteringLine(name, clustering.judge, tuple(groups))


def _of(shape: type[_LineT], lines: Iterable[TestbedLine]) -> list[_LineT]:
    return [line for line in lines if isinstance(line, shape)]


def _gold(lines: Iterable[shapes.GoldLine]) -> tuple[GoldExtract, ...]:
    """Return the gold of each length, in the order in which the lengths are first met."""
    by_length: dict[str | None, list[AbstractSentence]] = {}
    for line in lines:
        alternatives = tuple(frozenset(_refs(places)) for places in line.alternatives)
        by_length.setdefault(line.length, []).append(AbstractSentence(line.id, alternatives, line.rank, line.text))
    return tuple(GoldExtract(tuple(sentences), length) for length, sentences in by_length.items())


def _utilities(lines: Sequence[shapes.UtilityLine]) -> JudgeTable | None:
    """Return the table of the judges, who all score every sentence; None without lines."""
    if not lines:
        return None
    judges = tuple(lines[0].judges)
    sentences = tuple(SentenceRef(line.document, line.index) for line in lines)
    return JudgeTable(judges, sentences, tuple(tuple(line.judges[judge] for line in lines) for judge in judges))


def _utility_lines(name: str, table: JudgeTable) -> Iterator[shapes.UtilityLine]:
    rows = list(zip(table.judges, table.utilities, strict=True))
    for column, ref in enumerate(table.sentences):
        # A row that is too short gives a gap, which the checks report with the judge's name.
        scores = {judge: _number(row[column]) for judge, row in rows if column < len(row)}
        yield shapes.UtilityLine(name, ref.document_id, ref.index, scores)


def _answer(line: shapes.SubsumptionLine) -> SubsumptionAnswer:
    return SubsumptionAnswer(line.judge, SentenceRef(*line.sentence), frozenset(_refs(line.by)))


def _clustering(line: shapes.ClusteringLine) -> JudgeClustering:
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
