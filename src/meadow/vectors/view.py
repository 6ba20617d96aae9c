"""A story analysed once: its documents in time order, their sentences as rows, and counts under any scheme."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from meadow.errors import InputError
from meadow.model import Document, IntArray, Sentence
from meadow.text.background import Background, default_background
from meadow.text.language import detect_language
from meadow.text.sentences import document_sentences
from meadow.vectors.counts import Counts, CountScheme, count_sentences


@dataclass(frozen=True, slots=True, eq=False)
class StoryView:
    """What every method works on: row i is sentence i of the story, documents in time order, sentences in theirs.

    `document_of[i]` is the index of its document, `number[i]` its place there from 1. Counts are made when first asked for
    and kept, so that all methods of a run share one analysis.
    """

    documents: tuple[Document, ...]
    languages: tuple[str, ...]
    sentences: tuple[Sentence, ...]
    document_of: IntArray
    number: IntArray
    background: Background | None = None
    _made: dict[str, Counts] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.sentences)

    @property
    def language(self) -> str:
        """The language of most sentences; of equally many the one that comes first."""
        own: list[str] = [self.languages[document] for document in self.document_of.tolist()] or list(self.languages)
        return max(dict.fromkeys(own), key=own.count)

    @property
    def background_name(self) -> str:
        """What signatures say about the background frequencies."""
        if self.background is not None:
            return self.background.name
        return "+".join(default_background(language).name for language in sorted(set(self.languages)))

    def counts(self, scheme: CountScheme = "terms") -> Counts:
        """Return the counts of all sentences under a scheme."""
        if scheme not in self._made:
            texts = [sentence.text for sentence in self.sentences]
            languages = [self.languages[document] for document in self.document_of.tolist()]
            backgrounds = {language: self.background_for(language) for language in set(languages)}
            self._made[scheme] = count_sentences(texts, languages, backgrounds, scheme=scheme)
        return self._made[scheme]

    def count_texts(self, texts: Sequence[str], languages: Sequence[str], scheme: CountScheme = "terms") -> Counts:
        """Return the counts of other texts (titles, say) together with all sentences, whose rows come first."""
        own = [self.languages[document] for document in self.document_of.tolist()]
        every = [sentence.text for sentence in self.sentences] + list(texts)
        backgrounds = {language: self.background_for(language) for language in {*own, *languages}}
        return count_sentences(every, [*own, *languages], backgrounds, scheme=scheme)

    def background_for(self, language: str) -> Background:
        """Return the frequencies that weigh words of a language: those given, else the language's own."""
        return self.background if self.background is not None else default_background(language)


def view_documents(documents: Iterable[Document], *, background: Background | None = None) -> StoryView:
    """Return the view of documents as one story; their order does not matter, an id that occurs twice is an error."""
    ordered = tuple(sorted(documents, key=lambda document: document.order))
    check_unique_ids(ordered)
    languages = tuple(document.language or detect_language(document.text) for document in ordered)
    per_document = [document_sentences(document) for document in ordered]
    lengths = [len(sentences) for sentences in per_document]
    return StoryView(
        documents=ordered,
        languages=languages,
        sentences=tuple(sentence for sentences in per_document for sentence in sentences),
        document_of=np.repeat(np.arange(len(ordered), dtype=np.int32), lengths),
        number=np.concatenate([np.empty(0, np.int32), *(np.arange(1, n + 1, dtype=np.int32) for n in lengths)]),
        background=background,
    )


def check_unique_ids(documents: Sequence[Document]) -> None:
    """Raise an error that names the first id which two documents share."""
    seen: dict[str, Document] = {}
    for document in documents:
        other = seen.setdefault(document.id, document)
        if other is not document:
            places = " and ".join(str(each.place) for each in (other, document) if each.place is not None)
            raise InputError(
                f"Two documents have the id {document.id!r}{': ' + places if places else ''}.",
                given=document.id,
                advice="Give each its own id, or leave the id out and let the content name it.",
            )
