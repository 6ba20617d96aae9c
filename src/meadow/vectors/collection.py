"""A collection of documents that a story is compared with: how rare words are in it, and what its sentences hold (T9, T10).

Source: Hirao, Okumura, Fukusima, Nobata and Nanba (2004), section 4.1: document frequencies come from a large collection of
news, |DB| documents of which df(t) hold a term, and patterns are counted in the sentences of the other topics.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from meadow.errors import InputError
from meadow.model import Document, FloatArray
from meadow.provenance import data_digest
from meadow.text.background import IdfTable, background_from_texts
from meadow.text.language import detect_language
from meadow.text.tokens import fold, words
from meadow.vectors.sequences import Sequences, term_sequences
from meadow.vectors.view import StoryView, view_documents


@dataclass(frozen=True, eq=False)
class Collection:
    """Documents as a background: `ln(N / df)` of a word in any case, a word that none of them holds counting as in one.

    Methods that compare a story with other text find that text here; nothing is counted before it is asked for.
    """

    name: str
    documents: tuple[Document, ...]

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The language of each document."""
        return tuple(each.language or detect_language(each.text) for each in self.documents)

    @cached_property
    def table(self) -> IdfTable:
        """How rare each word is."""
        read = (words(each.text, code) for each, code in zip(self.documents, self.languages, strict=True))
        return background_from_texts(self.name, read)

    @cached_property
    def digest(self) -> str:
        """What tells the collection from others of its name."""
        return data_digest(self.documents)

    @cached_property
    def view(self) -> StoryView:
        """Its documents as one story: sentences, and counts of their terms."""
        return view_documents(self.documents)

    def idf(self, given: Sequence[str]) -> FloatArray:
        """Return how rare each word is, in whatever case it is written."""
        return self.table.idf([fold(word) for word in given])

    def folded(self) -> Collection:
        """Return itself: case never counts."""
        return self

    def rest(self, story: Iterable[Document]) -> NDArray[np.bool_]:
        """Return which sentences are not of a story's own documents; that there are none is an error."""
        taken = {(each.id, each.text) for each in story}
        others = np.array([(each.id, each.text) not in taken for each in self.view.documents], np.bool_)
        kept: NDArray[np.bool_] = others[self.view.document_of]
        if not kept.any():
            raise InputError(
                f"The collection {self.name!r} holds no sentence beside the story's own.",
                given=self.name,
                advice="Give a collection with other articles.",
            )
        return kept

    def sequences(self) -> Sequences:
        """Return the terms of all its sentences in order, as columns of its view's counts; read once."""
        return self.view.kept(term_sequences)
