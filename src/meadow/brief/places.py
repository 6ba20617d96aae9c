"""Where each sentence of a summary stands: numbered citations, their context, and who else said the same."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from meadow.errors import InputError
from meadow.model import Document, Pick, Sentence, SentenceRef, Summary
from meadow.text.sentences import document_sentences

CONTEXT_SENTENCES = 2
CONTEXT_CHARACTERS = 240

SentencesById = Mapping[str, Sequence[Sentence]]


@dataclass(frozen=True, slots=True)
class Place:
    """A sentence's document and its index there, from 0."""

    document: Document
    index: int

    @property
    def sentence_number(self) -> int:
        """The number that a reader counts, from 1."""
        return self.index + 1


@dataclass(frozen=True, slots=True)
class Citation:
    """A numbered pick, where it stands, and the places of the sentences that say the same (`echoes`)."""

    number: int
    pick: Pick
    place: Place
    echoes: tuple[Place, ...]

    @property
    def document(self) -> Document:
        """The document that the sentence was taken from."""
        return self.place.document

    @property
    def where(self) -> str:
        """Where the sentence is in its document, in words: its number, and its page where the document has pages."""
        page = self.document.page_of(self.pick.sentence.start)
        return f"{'' if page is None else f'page {page}, '}sentence {self.place.sentence_number}"

    @property
    def shortened(self) -> bool:
        """Whether rewriting left out more than white space; dates and names that it put in shorten nothing."""
        rest = iter(self.pick.written)
        return not all(character in rest for character in self.pick.sentence.text if not character.isspace())


@dataclass(frozen=True, slots=True)
class PlaceContext:
    """A sentence between its neighbours; `before` and `after` keep the blanks that separate them."""

    before: str
    sentence: str
    after: str


def cite(summary: Summary, documents: Iterable[Document], *, first: int = 1) -> tuple[Citation, ...]:
    """Return one citation per pick, numbered in printing order from `first`."""
    by_id = documents_by_id(documents)
    return tuple(
        Citation(number, pick, _place(pick.ref, by_id), tuple(_place(ref, by_id) for ref in pick.covers))
        for number, pick in enumerate(summary.picks, start=first)
    )


def split_cited(citations: Iterable[Citation]) -> dict[str, Sequence[Sentence]]:
    """Return the sentences of every document that the citations mention, each split once."""
    places = (place for citation in citations for place in (citation.place, *citation.echoes))
    mentioned = {place.document.id: place.document for place in places}
    return {name: document_sentences(document) for name, document in mentioned.items()}


def context_of(citation: Citation, sentences: SentencesById) -> PlaceContext:
    """Return the cited sentence with up to two neighbours on either side, found by its offsets."""
    text, cited = citation.document.text, citation.pick.sentence
    siblings = sentences[citation.document.id]
    earlier = bisect_right(siblings, cited.start, key=_end)
    later = bisect_left(siblings, cited.end, key=_start)
    preceding = siblings[max(0, earlier - CONTEXT_SENTENCES) : earlier]
    following = siblings[later : later + CONTEXT_SENTENCES]
    low = preceding[0].start if preceding else cited.start
    high = following[-1].end if following else cited.end
    return PlaceContext(_before(text, low, cited.start), text[cited.start : cited.end], _after(text, cited.end, high))


def sentence_at(place: Place, sentences: SentencesById) -> Sentence:
    """Return the sentence that stands at a place, or say that its document has none there."""
    known = sentences[place.document.id]
    if not 0 <= place.index < len(known):
        raise InputError(
            f"There is no sentence {place.index} in document {place.document.id!r}.",
            given=str(place.index),
            allowed=f"It has {len(known)}, counted from 0.",
            advice="Give the documents that the summary was made from.",
        )
    return known[place.index]


def clip(text: str, characters: int) -> str:
    """Return the text if it is short enough, else its beginning up to a word's end and an ellipsis."""
    if len(text) <= characters:
        return text
    head = text[:characters]
    # Scripts without spaces have no word's end to look for: a cut far from the end would lose too much.
    blank = head.rfind(" ", characters * 2 // 3)
    return f"{(head if blank < 0 else head[:blank]).rstrip()}…"


def documents_by_id(documents: Iterable[Document]) -> dict[str, Document]:
    """Return the documents under their ids, in the same order."""
    return {document.id: document for document in documents}


def find_document(document_id: str, by_id: Mapping[str, Document]) -> Document:
    """Return the document that a summary names, or say that it was not given."""
    if document_id not in by_id:
        raise InputError(
            f"The summary names document {document_id!r}, which is not among the {len(by_id)} documents given.",
            given=document_id,
            advice="Give all documents that the summary was made from.",
        )
    return by_id[document_id]


def _place(ref: SentenceRef, by_id: Mapping[str, Document]) -> Place:
    return Place(find_document(ref.document_id, by_id), ref.index)


def _before(text: str, low: int, start: int) -> str:
    shown = text[low:start]
    if len(shown) > CONTEXT_CHARACTERS:
        tail = shown[-CONTEXT_CHARACTERS:]
        return f"…{tail[tail.find(' ', 0, CONTEXT_CHARACTERS // 3) + 1 :]}"
    return f"…\u00a0{shown}" if text[:low].strip() else shown


def _after(text: str, end: int, high: int) -> str:
    shown = text[end:high]
    if len(shown) > CONTEXT_CHARACTERS:
        return clip(shown, CONTEXT_CHARACTERS)
    return f"{shown}\u00a0…" if text[high:].strip() else shown


def _start(sentence: Sentence) -> int:
    return sentence.start


def _end(sentence: Sentence) -> int:
    return sentence.end
