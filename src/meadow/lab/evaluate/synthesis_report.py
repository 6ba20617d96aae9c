"""The report that the measures of information synthesis compare: sentences taken from documents.

Source: Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from meadow.errors import InputError
from meadow.model import Sentence, SentenceRef


@dataclass(frozen=True, slots=True)
class SynthesisReport:
    """An extractive report by a person or a system; `name` says by whom or how."""

    sentences: tuple[Sentence, ...]
    name: str | None = None

    @property
    def refs(self) -> frozenset[SentenceRef]:
        """Which sentences it holds."""
        return frozenset(sentence.ref for sentence in self.sentences)

    @property
    def document_ids(self) -> frozenset[str]:
        """Which documents it draws on."""
        return frozenset(sentence.ref.document_id for sentence in self.sentences)

    @property
    def texts(self) -> tuple[str, ...]:
        """What its sentences say, in its order."""
        return tuple(sentence.text for sentence in self.sentences)


ReportLike = SynthesisReport | Sequence[Sentence]


def as_report(given: ReportLike) -> SynthesisReport:
    """Return the report that was given, made from its sentences if need be."""
    if isinstance(given, SynthesisReport):
        return given
    for position, item in enumerate(given):
        if not isinstance(item, Sentence):
            raise InputError(
                f"A report is made of sentences, but item {position} is {type(item).__name__} {item!r:.60}.",
                given=type(item).__name__,
                allowed="Give a SynthesisReport or a sequence of Sentence values.",
                advice="meadow.text.sentences.document_sentences gives the sentences of a document.",
            )
    return SynthesisReport(tuple(given))
