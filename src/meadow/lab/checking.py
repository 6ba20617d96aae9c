"""What a testbed holds and which experiments it is ready for: counts story by story, and what is missing in which file.

Source: Radev, Jing, Styś and Tam (2004), Table 1 for the description and section 4.1 for the majority (M16).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields

from meadow.errors import InputError, UsageError
from meadow.lab.evaluate.description import StoryDescription, describe
from meadow.lab.evaluate.extraction import ideal_by_majority
from meadow.lab.experiment import EXPERIMENTS, Kind, find_kind
from meadow.lab.tables import Column, Entry, Row, Table
from meadow.lab.testbed import (
    GoldExtract,
    JudgeClustering,
    JudgeExtract,
    Question,
    Rating,
    SubsumptionAnswer,
    Testbed,
    Topic,
    WrittenText,
)
from meadow.model import SentenceRef

# Fields of a topic that have no file of their own name.
_FILES = {"id": "stories.jsonl", "title": "stories.jsonl", "kind": "stories.jsonl", "question": "stories.jsonl"}
_SHOWN_STORIES = 2

_Judged = JudgeExtract | SubsumptionAnswer | JudgeClustering | Rating
_OfLength = WrittenText | GoldExtract | Question


@dataclass(frozen=True, slots=True)
class Holdings:
    """How much is known of a story: `lengths` are the kinds of length that references, gold and questions name.

    `judges` are all who chose, scored, linked, clustered or rated; `utilities` and `links` count single scores and links.
    """

    references: int
    lengths: int
    gold: int
    judges: int
    extracts: int
    utilities: int
    links: int
    clusterings: int
    questions: int
    concepts: int
    reports: int
    headlines: int
    outputs: int
    ratings: int


@dataclass(frozen=True, slots=True)
class TopicDescription:
    """A story as the description table shows it, and how much is known of it."""

    story: StoryDescription
    holdings: Holdings


@dataclass(frozen=True, slots=True)
class TestbedDescription:
    """What a testbed is and holds; `loose` is the number of documents without a story."""

    __test__ = False  # its name makes pytest want to collect it

    name: str
    about: str
    illustration: bool
    digest: str
    loose: int
    topics: tuple[TopicDescription, ...]


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that an experiment needs and some stories do not have, and the file that would hold it."""

    field: str
    file: str
    stories: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Readiness:
    """Which stories have all that a kind of experiment needs, and what the others lack."""

    kind: str
    stories: tuple[str, ...]
    missing: tuple[Missing, ...]

    @property
    def ready(self) -> bool:
        """Whether the experiment has at least one story to run on."""
        return bool(self.stories)


def describe_testbed(testbed: Testbed) -> TestbedDescription:
    """Return what a testbed holds, story by story."""
    titles = {topic.id: topic.title for topic in testbed if topic.title is not None}
    rows = describe({topic.id: topic.documents for topic in testbed}, topics=titles)
    topics = tuple(TopicDescription(row, _holdings(topic)) for row, topic in zip(rows, testbed, strict=True))
    return TestbedDescription(
        testbed.name, testbed.about, testbed.illustration, testbed.digest, len(testbed.loose), topics
    )


def description_table(description: TestbedDescription) -> Table:
    """Return the description as a table; what no story has is left out, and the last row adds up."""
    columns = ["documents", "sentences", "sources", *_held(description)]
    rows = [
        Row((each.story.story, each.story.topic or ""), tuple(Entry(_count(each, name)) for name in columns))
        for each in description.topics
    ]
    # Sources, lengths and judges are names that stories share: their numbers do not add up.
    sums = [
        None if name in ("sources", "lengths", "judges") else sum(_count(each, name) for each in description.topics)
        for name in columns
    ]
    every = Row(("all", ""), tuple(map(Entry, sums)), contends=False)
    return Table(
        "description",
        f"What the testbed {description.name} holds",
        ("story", "topic"),
        tuple(Column(name, digits=0) for name in columns),
        (*rows, every),
        notes=tuple(_notes(description)),
        signature=f"testbed:{description.name}|data:{description.digest}",
    )


def readiness(testbed: Testbed, *, kinds: Iterable[Kind] | None = None) -> tuple[Readiness, ...]:
    """Return, for each kind of experiment (all there are unless given), which stories have what it needs."""
    asked = map(find_kind, EXPERIMENTS) if kinds is None else kinds
    return tuple(_readiness(testbed, kind) for kind in asked)


def readiness_table(kinds: Iterable[Readiness]) -> Table:
    """Return which experiments are ready as a table: on how many stories each can run, and what the others lack."""
    rows = [Row((each.kind, "; ".join(map(_told, each.missing))), (Entry(len(each.stories)),)) for each in kinds]
    return Table(
        "readiness",
        "Experiments that the testbed is ready for",
        ("experiment", "missing"),
        (Column("stories", digits=0),),
        tuple(rows),
        notes=("An experiment runs on the stories that have all it needs; 0 stories: it cannot run.",),
    )


def majority_extract(topic: Topic, *, percent: float | None = None) -> tuple[SentenceRef, ...]:
    """Return the sentences that more than half of the judges' extracts hold, in the order of the documents (M16).

    `percent` chooses the extracts of one length; it is needed where a topic has several.
    """
    extracts = [each for each in topic.extracts if percent is None or each.percent == percent]
    _check_extracts(topic, extracts=len(extracts), percent=percent)
    order = {document.id: number for number, document in enumerate(topic.documents)}
    refs = sorted(
        {ref for each in extracts for ref in each.refs},
        key=lambda ref: (order.get(ref.document_id, len(order)), ref.index),
    )
    number = {ref: position for position, ref in enumerate(refs)}
    return tuple(
        refs[each]
        for each in sorted(ideal_by_majority([number[ref] for ref in each_extract.refs] for each_extract in extracts))
    )


def _holdings(topic: Topic) -> Holdings:
    table = topic.utilities
    judged: tuple[Iterable[_Judged], ...] = (topic.extracts, topic.subsumption, topic.clusterings, topic.ratings)
    measured: tuple[Iterable[_OfLength], ...] = (topic.references, topic.gold, topic.questions)
    judges = {each.judge for group in judged for each in group}
    lengths = {each.length for group in measured for each in group} - {None}
    return Holdings(
        references=len(topic.references),
        lengths=len(lengths),
        gold=len(topic.gold),
        judges=len(judges if table is None else judges.union(table.judges)),
        extracts=len(topic.extracts),
        utilities=0 if table is None else len(table.judges) * len(table.sentences),
        links=sum(len(answer.by) for answer in topic.subsumption),
        clusterings=len(topic.clusterings),
        questions=len(topic.questions),
        concepts=len(topic.concepts),
        reports=len(topic.reports),
        headlines=len(topic.headlines),
        outputs=len(topic.outputs),
        ratings=len(topic.ratings),
    )


def _held(description: TestbedDescription) -> list[str]:
    """Return the names of what at least one story has, in the order of `Holdings`."""
    names = [field.name for field in fields(Holdings)]
    return [name for name in names if any(_count(each, name) for each in description.topics)]


def _count(each: TopicDescription, name: str) -> int:
    if name == "sources":
        return len(each.story.sources)
    count: int = getattr(each.story if name in ("documents", "sentences") else each.holdings, name)
    return count


def _notes(description: TestbedDescription) -> Iterator[str]:
    if description.illustration:
        yield "This testbed is an illustration: figures over it show the method and prove nothing."
    if description.about:
        yield description.about
    if description.loose:
        yield f"Documents without a story: {description.loose}."


def _readiness(testbed: Testbed, kind: Kind) -> Readiness:
    lacking = {need: tuple(topic.id for topic in testbed if not _has(topic, need, kind)) for need in kind.needs}
    whole = tuple(topic.id for topic in testbed if all(_has(topic, need, kind) for need in kind.needs))
    missing = (Missing(need, _file_of(need), stories) for need, stories in lacking.items() if stories)
    return Readiness(kind.name, whole, tuple(missing))


def _has(topic: Topic, need: str, kind: Kind) -> bool:
    value = getattr(topic, need)
    return len(value) >= kind.fewest.get(need, 1) if isinstance(value, tuple) else value is not None


def _file_of(field: str) -> str:
    return _FILES.get(field, f"{field}.jsonl")


def _told(missing: Missing) -> str:
    few = len(missing.stories) <= _SHOWN_STORIES
    return f"{missing.file}: {', '.join(missing.stories) if few else f'{len(missing.stories)} stories'}"


def _check_extracts(topic: Topic, *, extracts: int, percent: float | None) -> None:
    lengths = sorted({each.percent for each in topic.extracts if each.percent is not None})
    shown = ", ".join(f"{each:g}" for each in lengths) or "none"
    if not extracts:
        which = "extract" if percent is None else f"extract of {percent:g} percent"
        raise InputError(
            f"The story {topic.id!r} has no {which}.",
            given=topic.id,
            allowed=f"It has {len(topic.extracts)} extracts; their lengths in percent: {shown}.",
            advice="Add a line per judge to extracts.jsonl.",
        )
    if percent is None and len({each.percent for each in topic.extracts}) > 1:
        raise UsageError(
            f"The extracts of the story {topic.id!r} have several lengths, and a majority needs one.",
            given="no percent",
            allowed=f"Lengths in percent: {shown}.",
            advice=f"Say which, for example percent={lengths[0]:g}.",
        )
