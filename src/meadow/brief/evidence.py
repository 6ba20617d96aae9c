"""Who gives each value of a disputed fact, when, and in which sentences: what every form of a brief says alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from meadow.brief.places import Place, documents_by_id, find_document
from meadow.brief.wording import count_text, period_text, speaker
from meadow.model import CopyGroup, DisagreeingValue, Disagreement, Document, Sentence
from meadow.text.printable import one_line
from meadow.text.sentences import document_sentences


class CitedEvidence(NamedTuple):
    """A disputed value as it is printed, who gives it and when, whether it is merely an earlier one, and its sentences."""

    value: str
    support: str
    superseded: bool
    places: tuple[Place, ...] = ()

    @property
    def text(self) -> str:
        """The value, marked where it is an earlier one: earlier: 12."""
        return f"earlier: {self.value}" if self.superseded else self.value


def claims(
    disagreement: Disagreement, documents: Iterable[Document], copies: Sequence[CopyGroup] = ()
) -> list[CitedEvidence]:
    """Return each disputed value with who gives it, when and where: 2 articles, 3 Mar 2026: Harbour Wire (sentence 2)."""
    by_id = documents_by_id(documents)
    copied = {copy for group in copies for copy in group.copies}
    return [
        CitedEvidence(one_line(each.value), _support(each, by_id, copied), each.superseded, _places(each, by_id))
        for each in disagreement.values
    ]


def evidence_of(disagreements: Iterable[Disagreement], documents: Iterable[Document]) -> dict[str, Sequence[Sentence]]:
    """Return the sentences of every document that gives a disputed value, each split once."""
    by_id = documents_by_id(documents)
    named = {ref.document_id for each in disagreements for value in each.values for ref in value.refs}
    return {name: document_sentences(find_document(name, by_id)) for name in sorted(named)}


def _support(given: DisagreeingValue, by_id: Mapping[str, Document], copied: set[str]) -> str:
    """Return how many articles give a value, copies counted separately, on which days, and who says so where."""
    behind = [find_document(name, by_id) for name in given.document_ids]
    copies = sum(document.id in copied for document in behind)
    # Where the first to print a text is not among them, one of its copies counts as the original.
    originals = max(len(behind) - copies, 1)
    counted = count_text(originals, "article")
    if len(behind) > originals:
        counted += f" and {count_text(len(behind) - originals, 'copy', 'copies')}"
    named = ", ".join(dict.fromkeys(f"{speaker(document)}{_where(given, document)}" for document in behind))
    return f"{counted}, {period_text(behind)}: {named}"


def _where(given: DisagreeingValue, document: Document) -> str:
    """Return the sentences of a document that give a value; one that none of its sentences gives has it in the title."""
    numbers = [str(ref.index + 1) for ref in given.refs if ref.document_id == document.id]
    if not numbers:
        return " (title)" if given.refs else ""
    return f" (sentence{'s' if len(numbers) > 1 else ''} {', '.join(numbers)})"


def _places(given: DisagreeingValue, by_id: Mapping[str, Document]) -> tuple[Place, ...]:
    return tuple(Place(find_document(ref.document_id, by_id), ref.index) for ref in given.refs)
