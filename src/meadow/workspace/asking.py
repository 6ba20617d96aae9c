"""Questions to a workspace: a cited report, or evidence for a language model, from a story or from what a search finds.

Few articles that answer a question hold all its words, so those of the same stories are read too.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, islice

from meadow.errors import UsageError
from meadow.model import Document, Pack, Report
from meadow.pipeline import answer
from meadow.provenance import run_stamp
from meadow.store.contract import Store
from meadow.store.query import Query
from meadow.workspace.memory import Memory

MOST_ARTICLES = 60  # the best that a search finds come first; reports compare sentences with each other
LONGEST_QUESTION = 500


@dataclass(frozen=True, slots=True)
class AnsweredQuery:
    """A report and the articles it was made from; without articles there is no report: none has a word of the question."""

    report: Report | None
    documents: tuple[Document, ...]


@dataclass(frozen=True, slots=True)
class PackedEvidence:
    """Evidence and the articles it was taken from; without articles there is none."""

    pack: Pack | None
    documents: tuple[Document, ...]


def answer_question(
    store: Store, question: str, *, story_id: str | None, sentences: int | None = None, memory: Memory[Report]
) -> AnsweredQuery:
    """Return the report that answers a question from the articles of a story, or from those that have its words.

    One that `memory` holds, from the same articles, is not made again.
    """
    documents = _asked_of(store, question, story_id)
    if not documents:
        return AnsweredQuery(None, documents)
    key = run_stamp({"question": question, "sentences": sentences}, documents).signature
    with memory.making(key):
        report = memory.get(key)
        if report is None:
            report = answer.report(question, documents, sentences=sentences)
            memory.put(key, report)
    return AnsweredQuery(report, documents)


def pack_evidence(store: Store, question: str, *, story_id: str | None, tokens: int) -> PackedEvidence:
    """Return the best evidence for a question within `tokens`, from the same articles as the report."""
    documents = _asked_of(store, question, story_id)
    return PackedEvidence(answer.pack(question, documents, tokens=tokens) if documents else None, documents)


def _asked_of(store: Store, question: str, story_id: str | None) -> tuple[Document, ...]:
    _check(question)
    with store.reading():
        if story_id is not None:
            return tuple(store.documents(store.members(story_id)))
        # A question is words, whatever signs it has: a quote or a colon in it commands nothing.
        result = store.search(Query(words=tuple(question.split())), limit=MOST_ARTICLES)
        ids = [hit.document_id for hit in result.hits]
        stories = dict.fromkeys(store.story_of(ids)[each] for each in ids)
        in_stories = (each for story in stories for each in store.members(story))
        return tuple(store.documents(islice(dict.fromkeys(chain(ids, in_stories)), MOST_ARTICLES)))


def _check(question: str) -> None:
    if not any(each.isalnum() for each in question) or len(question) > LONGEST_QUESTION:
        raise UsageError(
            "This is no question.", given=question[:LONGEST_QUESTION],
            allowed=f"Words, at most {LONGEST_QUESTION} characters of them.", advice="Ask in a sentence, or give a topic.",
        )  # fmt: skip
