"""What a judge works on: the documents of an item as they were when the study was made, and their sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from meadow.errors import InputError
from meadow.model import Document, Sentence, SentenceRef
from meadow.provenance import content_id
from meadow.text.language import detect_language
from meadow.text.sentences import document_sentences
from meadow.vectors.view import StoryView, view_documents

_KEY_LENGTH = 10
_SEVERAL = 2


@dataclass(frozen=True, slots=True)
class Candidate:
    """A headline that judges rate: the system that wrote it is never sent to them, the key is all they see of it."""

    key: str
    system: str
    text: str


@dataclass(frozen=True)
class Material:
    """An item of a study: documents in time order, each with the spans that its sentences had when the study was made.

    `candidates` are the headlines to be rated, in the order of their keys, which says nothing about who wrote them.
    """

    id: str
    documents: tuple[Document, ...]
    title: str = ""
    question: str = ""
    kind: str | None = None
    candidates: tuple[Candidate, ...] = ()

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """All sentences, document by document."""
        return tuple(sentence for document in self.documents for sentence in document_sentences(document))

    @cached_property
    def places(self) -> Mapping[SentenceRef, int]:
        """The number of each sentence over the whole item, from 0."""
        return {sentence.ref: number for number, sentence in enumerate(self.sentences)}

    @cached_property
    def view(self) -> StoryView:
        """The item as a story that has been analysed."""
        return view_documents(self.documents)

    @property
    def name(self) -> str:
        """What tables call it."""
        return self.title or self.id

    @property
    def characters(self) -> int:
        """How many characters its sentences have: what the limits of abstracts are shares of."""
        return sum(len(sentence.text) for sentence in self.sentences)

    @property
    def language(self) -> str:
        """The language of most documents."""
        own = [document.language or detect_language(document.text) for document in self.documents]
        return max(dict.fromkeys(own), key=own.count)

    def text_of(self, ref: SentenceRef) -> str:
        """Return the words of a sentence."""
        return self.sentences[self.places[ref]].text


def freeze(documents: Iterable[Document]) -> tuple[Document, ...]:
    """Return documents in time order with language and sentence spans written down, so that references never move."""
    ordered = sorted(documents, key=lambda document: document.order)
    return tuple(_with_spans(document) for document in ordered)


def blind(texts: Mapping[str, str], *, item: str, seed: int) -> tuple[Candidate, ...]:
    """Return systems' headlines under keys that do not tell the systems, in the order of the keys."""
    made = (
        Candidate(content_id("headline", str(seed), item, name)[:_KEY_LENGTH], name, text)
        for name, text in texts.items()
    )
    return tuple(sorted(made, key=lambda candidate: candidate.key))


def check_material(task: str, material: Material) -> None:
    """Raise an error where an item cannot be judged: without sentences, or a grouping item of one document."""
    if not material.sentences:
        raise InputError(
            f"The item {material.id!r} has no sentence to judge.",
            given=material.id,
            allowed="An item has at least one document with text.",
            advice="Leave the item out, or give its documents.",
        )
    if task in ("grouping", "subsumption") and len(material.documents) < _SEVERAL:
        raise InputError(
            f"The item {material.id!r} has one document, and {task} compares sentences of several.",
            given=f"{material.id}: 1 document",
            allowed="At least two documents per item.",
            advice="Add documents about the same story, or leave the item out.",
        )


def _with_spans(document: Document) -> Document:
    language = document.language or detect_language(document.text)
    named = replace(document, language=language)
    return replace(named, spans=tuple((sentence.start, sentence.end) for sentence in document_sentences(named)))
