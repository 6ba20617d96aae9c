"""Functions that the tasks of sentences share: an item's state from its answers, and its articles on a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from meadow.errors import AnswerError
from meadow.model import Document, Sentence
from meadow.studies.answer_slots import Values, current_values
from meadow.studies.answers.kind import AnswerKind
from meadow.studies.material import StudyMaterial, material_of
from meadow.studies.slots import sentence_key
from meadow.studies.task import ItemState
from meadow.text.sentences import document_sentences

LASTING = frozenset({"submitted", "skip", "at"})
BLIND = {"blind": 0}  # 1 hides the names of judges from the adjudicator
JUDGE_KEYS = (("j k", "next, previous"), ("Ctrl Enter", "submit and next"))


@dataclass(frozen=True, slots=True)
class ShownSentence:
    """A sentence on a page: its number over the whole item from 1, the key that slots name it by, and what was said.

    `opens` says whether a line of the article begins with it.
    """

    number: int
    key: str
    sentence: Sentence
    held: Any = None
    skipped: str | None = None
    opens: bool = False


@dataclass(frozen=True, slots=True)
class ShownDocument:
    """An article on a page, with its sentences."""

    document: Document
    sentences: tuple[ShownSentence, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """The base of a task's page: its articles, the counts of answers, and what is missing."""

    material: StudyMaterial
    documents: tuple[ShownDocument, ...]
    done: int
    total: int
    missing: tuple[str, ...]
    answers: Any


def values_of(state: ItemState) -> Values:
    """Return what was said by the parts of each slot, of what is still there."""
    return current_values(material_in(state), {tuple(slot.split("/")): answer for slot, answer in state.values.items()})


def material_in(state: ItemState) -> StudyMaterial:
    """Return the item of a state as judges work on it."""
    return material_of(state.item, seed=state.study.seed, writes=state.writes)


def checker(kind: AnswerKind) -> Callable[[ItemState, str, Any], None]:
    """Return the check of a task: an answer has to fit, an item has to be whole to be handed in, and then stays as it is."""

    def check(state: ItemState, slot: str, answer: Any) -> None:
        if slot == "submitted" and answer is True:
            _check_whole(kind, state)
        elif state.submitted and slot not in ("submitted", "at"):
            raise AnswerError(
                "This item was handed in.", given=slot, allowed="An item that is open.",
                advice="Press Open again on its page to change it.",
            )  # fmt: skip
        if answer is not None:
            kind.check(material_in(state), tuple(slot.split("/")), answer)

    return check


def missing_of(kind: AnswerKind) -> Callable[[ItemState], Sequence[str]]:
    """Return what says what an item still lacks."""
    return lambda state: kind.missing(material_in(state), values_of(state))


def viewer(kind: AnswerKind, slot: str = "") -> Callable[[ItemState], Answered]:
    """Return what gives a page its articles; `slot` is the first part of the slots that hold an answer per sentence."""
    return lambda state: answered(kind, state, slot)


def answered(kind: AnswerKind, state: ItemState, slot: str = "") -> Answered:
    """Return an item as a page shows it."""
    material, values = material_in(state), values_of(state)
    answers, skipped = state.under(slot) if slot else {}, state.under("skip")
    done, total = kind.done(material, values)
    documents = tuple(_shown(material, document, answers, skipped) for document in material.documents)
    missing = kind.missing(material, values)
    return Answered(material, documents, done, total, missing, kind.read(material, values))


def counts_of(kind: AnswerKind) -> Callable[[ItemState], Mapping[str, Any]]:
    """Return a function that counts for a page how much is answered."""

    def live(state: ItemState) -> Mapping[str, Any]:
        done, total = kind.done(material_in(state), values_of(state))
        return {"done": done, "total": total}

    return live


def _check_whole(kind: AnswerKind, state: ItemState) -> None:
    lacking = kind.missing(material_in(state), values_of(state))
    if lacking:
        raise AnswerError(
            "This item is not done yet.", given="submitted", allowed=" ".join(lacking[:3]),
            advice="Or skip it, and say why.",
        )  # fmt: skip


def _shown(
    material: StudyMaterial, document: Document, answers: Mapping[str, Any], skipped: Mapping[str, str]
) -> ShownDocument:
    shown, end = [], 0
    for each in document_sentences(document):
        key, opens = sentence_key(each.ref), "\n" in document.text[end : each.start]
        shown.append(ShownSentence(material.places[each.ref] + 1, key, each, answers.get(key), skipped.get(key), opens))
        end = each.end
    return ShownDocument(document, tuple(shown))
