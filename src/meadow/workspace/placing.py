"""Why each article of a story is in it, as `track --explain` says, compared with the stories that share most words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from meadow.model import Assignment, Document, Reason
from meadow.pipeline.tracks import make_tracker
from meadow.store.contract import Store, Wanted
from meadow.store.query import Query
from meadow.text.stopwords import stop_words
from meadow.text.tokens import words
from meadow.tracking.tracker import ExplainingTracker

MOST_ARTICLES = 1_000  # of a story that is explained; every pair of them is looked at
_WORDS, _HITS = 8, 40
_STORIES, _ARTICLES = 20, 10
_CHARACTERS = 1_000


@dataclass(frozen=True, slots=True)
class Placing:
    """The reasons of a story's articles by their ids, and how many other stories they were compared with.

    Without reasons `problem` says why there are none.
    """

    reasons: Mapping[str, Reason]
    stories: int
    problem: str | None = None


def explain_placing(store: Store, tracker: str, story_id: str) -> Placing:
    """Return why the articles of a story are in it, as of now, including those that people put there."""
    explaining = make_tracker(tracker)
    if not isinstance(explaining, ExplainingTracker):
        return Placing({}, 0, f"The tracker of this workspace, {tracker}, does not say why.")
    with store.reading():
        members = store.members(story_id)
        if len(members) > MOST_ARTICLES:
            return Placing({}, 0, f"A story of more than {MOST_ARTICLES:,} articles is not explained here.")
        articles = store.documents(members)
        near = _neighbours(store, story_id, articles)
        likeness = store.similarities(each.id for each in articles)
        others = {each: store.documents(store.members(each)[:_ARTICLES]) for each in near}
    documents = [*articles, *(document for each in others.values() for document in each)]
    stories = [story_id] * len(articles) + [story for story, each in others.items() for _ in each]
    log = [
        Assignment(document.id, story, likeness.get(document.id, 0.0), document.id == story)
        for document, story in zip(documents, stories, strict=True)
    ]
    reasons = explaining.explain(documents, log) if documents else []
    return Placing({each.document_id: each for each in reasons[: len(articles)]}, len(others))


def _neighbours(store: Store, story_id: str, documents: Sequence[Document]) -> list[str]:
    """Return other stories whose articles hold most of the most frequent words of a story."""
    hits: Counter[str] = Counter()
    for word in _frequent_words(documents):
        ids = [hit.document_id for hit in store.search(Query(words=(word,)), limit=_HITS).hits]
        hits.update(set(store.story_of(ids).values()))
    del hits[story_id]
    ranked = sorted(hits, key=lambda each: (-hits[each], each))[:_STORIES]
    return [row.id for row in store.stories(Wanted(ids=ranked))]


def _frequent_words(documents: Sequence[Document]) -> list[str]:
    """Return the words that most of the articles hold, without function words."""
    used: Counter[str] = Counter()
    for document in documents:
        language = document.language or "en"
        text = f"{document.title or ''}\n{document.text[:_CHARACTERS]}"
        used.update(set(words(text, language)) - stop_words(language))
    return sorted(used, key=lambda each: (-used[each], each))[:_WORDS]
