"""What a judge works on: the documents of an item as they were when the study was made, and their sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from meadow.model import Document, Sentence, SentenceRef, StudyItem
from meadow.provenance import content_id
from meadow.text.language import detect_language
from meadow.text.sentences import document_sentences
from meadow.vectors.view import StoryView, view_documents

_KEY_LENGTH = 10


@dataclass(frozen=True, slots=True)
class StudyCandidate:
    """A headline that judges rate: the system that wrote it is never sent to them, the key is all they see of it."""

    key: str
    system: str
    text: str


@dataclass(frozen=True)
class StudyMaterial:
    """An item of a study: documents in time order, each with the spans that its sentences had when the study was made.

    `candidates` are the headlines to be rated, in the order of their keys, which says nothing about who wrote them. `writes`
    says whether the judge is to write a headline too.
    """

    id: str
    documents: tuple[Document, ...]
    title: str = ""
    question: str = ""
    kind: str | None = None
    candidates: tuple[StudyCandidate, ...] = ()
    writes: bool = True

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
        languages = [document.language or detect_language(document.text) for document in self.documents]
        return max(dict.fromkeys(languages), key=languages.count)

    def text_of(self, ref: SentenceRef) -> str:
        """Return the words of a sentence."""
        return self.sentences[self.places[ref]].text


def material_of(item: StudyItem, *, seed: int = 0, writes: bool = True) -> StudyMaterial:
    """Return an item of a study as judges work on it; the study's seed hides who wrote its headlines."""
    candidates = blind(item.headlines, item=item.id, seed=seed)
    return StudyMaterial(item.id, item.documents, item.title, item.question or "", item.kind, candidates, writes)


def blind(texts: Mapping[str, str], *, item: str, seed: int) -> tuple[StudyCandidate, ...]:
    """Return systems' headlines under keys that hide the systems, in the order of the keys."""
    made = (
        StudyCandidate(content_id("headline", str(seed), item, name)[:_KEY_LENGTH], name, text)
        for name, text in texts.items()
    )
    return tuple(sorted(made, key=lambda candidate: candidate.key))
