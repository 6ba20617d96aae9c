"""Testbeds: stories with everything that people judged, wrote or chose about them, as values.

A topic holds all that is known of one story, so that its digest says exactly what a figure about it rests on. What is
absent is an empty tuple, or None where there can be only one. Sentences are named by document and index, never by text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import msgspec

from meadow.errors import UnknownNameError
from meadow.lab.evaluate.judge_tables import JudgeTable
from meadow.model import Concept, Document, SentenceRef
from meadow.provenance import content_id

DIGEST_LENGTH = 16


@dataclass(frozen=True, slots=True)
class WrittenText:
    """A summary or a headline that a person wrote; `length` names a kind of length where there are several (short, long)."""

    id: str
    text: str
    length: str | None = None


@dataclass(frozen=True, slots=True)
class AbstractSentence:
    """A sentence of an abstract: the alternative sets of source sentences that could have produced it, and its rank."""

    id: str
    alternatives: tuple[frozenset[SentenceRef], ...]
    rank: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class GoldExtract:
    """What an abstract of some length was made from, sentence by sentence (T2)."""

    sentences: tuple[AbstractSentence, ...]
    length: str | None = None


@dataclass(frozen=True, slots=True)
class JudgeExtract:
    """The sentences that a judge would put into an extract; `percent` says how long it was to be (M16)."""

    judge: str
    refs: tuple[SentenceRef, ...]
    percent: float | None = None


@dataclass(frozen=True, slots=True)
class SubsumptionAnswer:
    """Which sentences say all that a sentence says, in the eyes of a judge; none is an answer too (M13)."""

    judge: str
    ref: SentenceRef
    by: frozenset[SentenceRef]


@dataclass(frozen=True, slots=True)
class JudgeClustering:
    """The clusters that a judge made of a story's sentences, the most important first; the rest are irrelevant (G2)."""

    judge: str
    groups: tuple[tuple[SentenceRef, ...], ...]
    labels: tuple[SentenceRef, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its acceptable answers (T7); `length` is that of the abstract it was asked about."""

    id: str
    text: str
    answers: tuple[str, ...]
    length: str | None = None


@dataclass(frozen=True, slots=True)
class PersonReport:
    """The sentences that a person put into a report about the topic (S1)."""

    author: str
    refs: tuple[SentenceRef, ...]


@dataclass(frozen=True, slots=True)
class Output:
    """What some other system wrote about the story: a `summary` or a `headline`."""

    system: str
    text: str
    task: str = "summary"
    length: str | None = None


@dataclass(frozen=True, slots=True)
class Rating:
    """What a judge gave a system's output on a scale such as quality, readability or relevance."""

    system: str
    scale: str
    judge: str
    value: float
    task: str = "summary"


@dataclass(frozen=True)
class Topic:
    """One story of a testbed and all that is known of it; documents are in time order.

    `kind` distinguishes sorts of topics (`tracking`, `extraction`), `question` is what a report is to answer, `title` a name
    for tables.
    """

    id: str
    documents: tuple[Document, ...]
    title: str | None = None
    kind: str | None = None
    question: str | None = None
    references: tuple[WrittenText, ...] = ()
    gold: tuple[GoldExtract, ...] = ()
    extracts: tuple[JudgeExtract, ...] = ()
    utilities: JudgeTable | None = None
    subsumption: tuple[SubsumptionAnswer, ...] = ()
    clusterings: tuple[JudgeClustering, ...] = ()
    questions: tuple[Question, ...] = ()
    concepts: tuple[Concept, ...] = ()
    reports: tuple[PersonReport, ...] = ()
    headlines: tuple[WrittenText, ...] = ()
    outputs: tuple[Output, ...] = ()
    ratings: tuple[Rating, ...] = ()

    @cached_property
    def digest(self) -> str:
        """What the topic holds in sixteen letters: equal content, equal digest, wherever its files lie."""
        placeless = replace(self, documents=tuple(replace(document, place=None) for document in self.documents))
        content = msgspec.to_builtins(placeless, enc_hook=_plain, order="deterministic")
        for document in content["documents"]:
            del document["origin"]  # where in a file its text was, not what it says
        encoded = msgspec.json.encode(content)
        return content_id(encoded.decode("utf-8"))[:DIGEST_LENGTH]

    @property
    def language(self) -> str | None:
        """The language that most documents name; None where none does."""
        named = [document.language for document in self.documents if document.language is not None]
        return max(dict.fromkeys(named), key=named.count) if named else None


@dataclass(frozen=True)
class Testbed:
    """Topics under a name; an `illustration` is too small to compare systems, `loose` documents have no story."""

    __test__ = False  # its name makes pytest want to collect it

    name: str
    topics: tuple[Topic, ...]
    about: str = ""
    illustration: bool = False
    loose: tuple[Document, ...] = ()

    def __iter__(self) -> Iterator[Topic]:
        return iter(self.topics)

    def __len__(self) -> int:
        return len(self.topics)

    def topic(self, name: str) -> Topic:
        """Return the topic called `name`."""
        topic = self._by_id.get(name)
        if topic is None:
            raise UnknownNameError(f"topic of the testbed {self.name}", name, self._by_id)
        return topic

    @cached_property
    def _by_id(self) -> dict[str, Topic]:
        return {topic.id: topic for topic in self.topics}

    @cached_property
    def digest(self) -> str:
        """What the testbed holds in sixteen letters, its name and description aside."""
        alone = Topic("", self.loose)
        return content_id(*(topic.digest for topic in self.topics), alone.digest)[:DIGEST_LENGTH]

    @property
    def documents(self) -> tuple[Document, ...]:
        """Every document once, in time order."""
        every = {document.id: document for topic in self.topics for document in topic.documents}
        every |= {document.id: document for document in self.loose}
        return tuple(sorted(every.values(), key=lambda document: document.order))


def _plain(value: object) -> object:
    """Return a set as a sorted list: the only shape here whose order is not its own."""
    if isinstance(value, frozenset):
        return sorted(value)
    raise NotImplementedError(f"{type(value).__name__} has no canonical form")
