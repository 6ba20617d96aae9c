"""The lines of a testbed's files: one shape per file, what identifies a line, and which sentences it names.

A field that no shape has is an error, so that a typo is found and not taken for something absent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

import msgspec

from meadow.model import ConceptKind

Name = Annotated[str, msgspec.Meta(min_length=1)]
Index = Annotated[int, msgspec.Meta(ge=0)]
Place = tuple[Name, Index]
Places = tuple[Place, ...]
Alternative = Annotated[Places, msgspec.Meta(min_length=1)]
# The letters that `meadow.lab.evaluate.coverage` has weights for.
Rank = Annotated[str, msgspec.Meta(pattern="^[A-Za-z]$")]
Percent = Annotated[float, msgspec.Meta(gt=0, le=100)]


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
        """Yield the sentences that the line names."""
        return iter(())


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

    def places(self) -> Iterator[Place]:
        """Yield the sentences that the line names."""
        return (place for alternative in self.alternatives for place in alternative)


class ExtractLine(TestbedLine, frozen=True):
    """The extract of a judge."""

    file = "extracts"
    key = ("story", "judge", "percent")

    judge: Name
    sentences: Places
    percent: Percent | None = None

    def places(self) -> Iterator[Place]:
        """Yield the sentences that the line names."""
        return iter(self.sentences)


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

    def places(self) -> Iterator[Place]:
        """Yield the sentences that the line names."""
        yield self.sentence
        yield from self.by


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

    def places(self) -> Iterator[Place]:
        """Yield the sentences that the line names."""
        return iter(self.sentences)


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
