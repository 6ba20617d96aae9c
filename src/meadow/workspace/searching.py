"""Search in a workspace: articles with their best sentences, by the story that they are in."""

from __future__ import annotations

from dataclasses import dataclass

from meadow.model import DocumentHit, StoryHit
from meadow.store.contract import Store
from meadow.store.query import Query
from meadow.store.sentence_hits import sentence_hits

SENTENCES = 3  # of each article


@dataclass(frozen=True, slots=True)
class SearchPage:
    """The results of a search by story, the story with the best article first.

    `all_words` is False where no article has all words, and these have some. `complete` is False where phrases would have to
    be looked for in more articles than one search reads. `total` counts all articles that fit; None where that is unknown.
    """

    stories: tuple[StoryHit, ...]
    all_words: bool
    complete: bool
    total: int | None


def search_stories(store: Store, query: Query, *, limit: int, after: int = 0) -> SearchPage:
    """Return the best articles for a query, by story, without the first `after`."""
    with store.reading():
        result = store.search(query, limit=after + limit)
        hits = result.hits[after:]
        ids = [hit.document_id for hit in hits]
        documents, stories = {each.id: each for each in store.documents(ids)}, store.story_of(ids)
    by_story: dict[str, list[DocumentHit]] = {}
    for hit in hits:
        document = documents.get(hit.document_id)
        if document is None:  # it is damaged, which reading it has noted
            continue
        best = sentence_hits(document, query, limit=SENTENCES)
        # A document is in no story only between its coming and its tracking, which is one step: nobody sees it.
        by_story.setdefault(stories[document.id], []).append(DocumentHit(document, hit.score, best))
    story_hits = tuple(StoryHit(story_id, tuple(hits)) for story_id, hits in by_story.items())
    return SearchPage(story_hits, result.all_words, result.complete, result.total)
