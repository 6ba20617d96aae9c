"""A story analysed once: its documents in time order, their sentences as rows, and counts under any scheme."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from meadow.errors import InputError
from meadow.model import Document, IntArray, Sentence
from meadow.text.analysis import Analysis as DocumentAnalysis
from meadow.text.analysis import analysis_of
from meadow.text.background import Background, default_background
from meadow.text.sentences import document_language, document_sentences
from meadow.text.tokens import Scheme
from meadow.vectors.counts import Counts, CountScheme, LanguageRows, count_words, read_words
from meadow.vectors.kept_views import VIEWS

Analysis = TypeVar("Analysis")
Split = tuple[str, tuple[Sentence, ...]]  # a document's language, and its sentences


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
    _read: dict[str, tuple[LanguageRows, ...]] = field(default_factory=dict, repr=False)
    _made: dict[str, Counts] = field(default_factory=dict, repr=False)
    _kept: dict[Callable[..., Any], Any] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.sentences)

    @property
    def language(self) -> str:
        """The language of most sentences; of equally many the one that comes first."""
        languages = self.row_languages or list(self.languages)
        return max(dict.fromkeys(languages), key=languages.count)

    @property
    def row_languages(self) -> list[str]:
        """The language of each sentence."""
        return [self.languages[document] for document in self.document_of.tolist()]

    def language_of(self, row: int) -> str:
        """Return the language of a sentence."""
        return self.languages[int(self.document_of[row])]

    def part(self, rows: Sequence[int]) -> StoryView:
        """Return the view of some of its sentences, as they were split; documents without any are left out."""
        kept, document_of = np.unique(self.document_of[list(rows)], return_inverse=True)
        return StoryView(
            documents=tuple(self.documents[number] for number in kept.tolist()),
            languages=tuple(self.languages[number] for number in kept.tolist()),
            sentences=tuple(self.sentences[row] for row in rows),
            document_of=document_of.astype(np.int32),
            number=self.number[list(rows)],
            background=self.background,
        )

    def beside(self, other: StoryView) -> StoryView:
        """Return both views as one, the rows of the other below; weighed by the frequencies of this one."""
        return StoryView(
            documents=(*self.documents, *other.documents),
            languages=(*self.languages, *other.languages),
            sentences=(*self.sentences, *other.sentences),
            document_of=np.concatenate([self.document_of, other.document_of + np.int32(len(self.documents))]),
            number=np.concatenate([self.number, other.number]),
            background=self.background,
        )

    def counts(self, scheme: CountScheme = "terms") -> Counts:
        """Return the counts of all sentences: `terms` are stems without stop words, `words` all folded words.

        Both rest on one reading of the words; the two MEAD schemes are the released system's.
        """
        if scheme not in self._made:
            parts = self.words("words" if scheme == "terms" else scheme)
            self._made[scheme] = count_words(parts, len(self), stems=scheme == "terms")
        return self._made[scheme]

    def counts_with(self, texts: Sequence[str], languages: Sequence[str], scheme: CountScheme = "terms") -> Counts:
        """Return the counts of all sentences and, in the rows below them, of other texts (titles, say)."""
        every = [sentence.text for sentence in self.sentences] + list(texts)
        all_languages = [*self.row_languages, *languages]
        parts = read_words(
            every, all_languages, self.backgrounds(all_languages), scheme="words" if scheme == "terms" else scheme
        )
        return count_words(parts, len(every), stems=scheme == "terms")

    def words(self, scheme: Scheme) -> tuple[LanguageRows, ...]:
        """Return the words of all sentences as ids of their language's vocabulary, read once for each scheme."""
        if scheme not in self._read:
            texts, languages = [sentence.text for sentence in self.sentences], self.row_languages
            self._read[scheme] = read_words(texts, languages, self.backgrounds(languages), scheme=scheme)
        return self._read[scheme]

    def kept(self, analyse: Callable[[StoryView], Analysis]) -> Analysis:
        """Return what an analysis says of this view; it is made when first asked for, as counts are."""
        if analyse not in self._kept:
            self._kept[analyse] = analyse(self)
        kept: Analysis = self._kept[analyse]
        return kept

    def kept_of(self, find: Callable[[StoryView, int], Analysis], row: int) -> Analysis:
        """Return what a pure function of this view says of one of its rows; it is asked once for each."""
        known: dict[int, Analysis] = self._kept.setdefault(find, {})
        if row not in known:
            known[row] = find(self, row)
        return known[row]

    def told(self, find: Callable[..., Analysis], row: int, *given: Hashable) -> Analysis:
        """Return what a pure function of a sentence, its language and more says of a row; it is kept beside the document."""
        document = self.document_of.item(row)
        known = self.kept(_analyses)[document]
        return known.in_sentence(find, self.sentences[row], self.languages[document], *given)

    def told_together(
        self,
        find: Callable[..., Sequence[Analysis]],
        rows: Sequence[int],
        beside: Sequence[Hashable] | None = None,
    ) -> list[Analysis]:
        """Return what a pure function of sentences and their language says of several rows, kept beside their documents.

        Those of a language of which it is not known yet are asked about together. `beside` is what is known of every row of
        the view and spares the function time; no answer depends on it.
        """
        owners, analyses = self.document_of[list(rows)].tolist(), self.kept(_analyses)
        known = {owner: analyses[owner].by_place(find, self.languages[owner]) for owner in set(owners)}
        asked = [(row, known[owner], self.sentences[row]) for row, owner in zip(rows, owners, strict=True)]
        unknown: dict[str, list[tuple[int, dict[tuple[int, int], Any], Sentence]]] = {}
        for each, owner in zip(asked, owners, strict=True):
            if (each[2].start, each[2].end) not in each[1]:
                unknown.setdefault(self.languages[owner], []).append(each)
        for language, those in unknown.items():
            given = () if beside is None else ([beside[row] for row, *_ in those],)
            found = find([sentence.text for *_, sentence in those], language, *given)
            for (_, places, sentence), answer in zip(those, found, strict=True):
                places[sentence.start, sentence.end] = answer
        return [places[sentence.start, sentence.end] for _, places, sentence in asked]

    def told_of_all(self, find: Callable[[str, str], Analysis]) -> list[Analysis]:
        """Return the same of every row."""
        known = self.kept(_analyses)
        return [
            known[document].in_sentence(find, sentence, self.languages[document])
            for sentence, document in zip(self.sentences, self.document_of.tolist(), strict=True)
        ]

    def backgrounds(self, languages: Iterable[str]) -> dict[str, Background]:
        """Return the frequencies that weigh the words of each language."""
        return {language: self.background_for(language) for language in set(languages)}

    def background_for(self, language: str) -> Background:
        """Return the frequencies that weigh words of a language: those given, else the language's own."""
        return self.background if self.background is not None else default_background(language)


def view_documents(
    documents: Iterable[Document],
    *,
    background: Background | None = None,
    split: Callable[[Sequence[Document]], Iterable[Split]] | None = None,
) -> StoryView:
    """Return the view of documents as one story; their order does not matter, an id that occurs twice is an error.

    `split` may find languages and sentences of all documents in another way than one after the other, here. The stories
    that were asked for last are kept: who asks again gets the same view, and with it what was found in it.
    """
    ordered = tuple(sorted(documents, key=lambda document: document.order))
    check_unique_ids(ordered)
    known = VIEWS.get(ordered, background)
    if known is not None:
        return known
    splits = list(map(language_and_sentences, ordered) if split is None else split(ordered))
    languages = tuple(language for language, _ in splits)
    per_document = [sentences for _, sentences in splits]
    lengths = [len(sentences) for sentences in per_document]
    view = StoryView(
        documents=ordered,
        languages=languages,
        sentences=tuple(sentence for sentences in per_document for sentence in sentences),
        document_of=np.repeat(np.arange(len(ordered), dtype=np.int32), lengths),
        number=np.concatenate([np.empty(0, np.int32), *(np.arange(1, n + 1, dtype=np.int32) for n in lengths)]),
        background=background,
    )
    VIEWS.put(view)
    return view


def _analyses(view: StoryView) -> tuple[DocumentAnalysis, ...]:
    return tuple(analysis_of(document.text) for document in view.documents)


def language_and_sentences(document: Document) -> Split:
    """Return what is found in a document alone: its language, and its sentences."""
    return document_language(document), document_sentences(document)


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
