"""A text checked against a workspace: against the articles of a story, or those that a search for its sentences finds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

from meadow.errors import UsageError
from meadow.grounding import check
from meadow.grounding.given import Given, parse_given
from meadow.model import Document, Verdict
from meadow.store.contract import Store
from meadow.store.query import Query

MOST_CHARACTERS = 50_000
MOST_SENTENCES = 200
_MOST_ARTICLES = 60  # read for one text, as for a question
_PER_SENTENCE = 5  # articles that have most of a sentence's words
_MOST_WORDS = 40  # of a sentence that are searched for
_LABEL = re.compile(r"[^\s\[\]()\",]{1,200}")


@dataclass(frozen=True, slots=True)
class CheckedText:
    """A verdict for each sentence of a text, and the articles that were read for them, cited ones first."""

    verdicts: tuple[Verdict, ...]
    documents: tuple[Document, ...]


def check_text(store: Store, text: str, *, story_id: str | None) -> CheckedText:
    """Return whether a text's sentences are in a story's articles, or in those that they cite or share words with."""
    if len(text) > MOST_CHARACTERS:
        raise UsageError(
            f"The text is too long: {len(text):,} characters.", given=text[:80],
            allowed=f"At most {MOST_CHARACTERS:,} characters and {MOST_SENTENCES} sentences.",
            advice="Check it in parts, or with `meadow check` on files.",
        )  # fmt: skip
    sentences = parse_given(text, ())
    if not any(each.isalnum() for given in sentences for each in given.text) or len(sentences) > MOST_SENTENCES:
        raise UsageError(
            f"There are {len(sentences)} sentences to check.", given=text[:80],
            allowed=f"At least one sentence and at most {MOST_SENTENCES}.",
            advice="Give a text, or a JSON list of {sentence, sources}.",
        )  # fmt: skip
    documents = tuple(_sources(store, text, sentences, story_id))
    given = parse_given(text, documents, numbered=False)
    verdicts = check([each.text for each in given], documents, citations=[each.cites for each in given])
    return CheckedText(verdicts, documents)


def _sources(store: Store, text: str, sentences: tuple[Given, ...], story_id: str | None) -> list[Document]:
    with store.reading():
        if story_id is not None:
            return store.documents(store.members(story_id))
        named = (label.lstrip("^") for label in dict.fromkeys(_LABEL.findall(text)))
        ids = dict.fromkeys(islice(store.story_of(named), _MOST_ARTICLES))
        found = [_found(store, each.text) for each in sentences]
        # The best of every sentence first, so that a long text leaves no sentence without its best article.
        ids |= dict.fromkeys(hits[rank] for rank in range(_PER_SENTENCE) for hits in found if rank < len(hits))
        return store.documents(islice(ids, _MOST_ARTICLES))


def _found(store: Store, sentence: str) -> list[str]:
    words = tuple(islice(dict.fromkeys(sentence.split()), _MOST_WORDS))
    return [hit.document_id for hit in store.search(Query(words=words), limit=_PER_SENTENCE).hits]
