"""Stories with headlines to predict: what goes in, and the references that were left out of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from benchmarks._measuring import shared_rows
from meadow.ingest import read
from meadow.model import Document
from meadow.sample import gold_stories, sample_path

# Of the Japanese articles the first are for measuring and the next for learning; the corpus is not sorted by anything.
MEASURED_ARTICLES = 300
LEARNT_ARTICLES = 700
_FOLDS = 2
_DAY_BEFORE_TITLE = re.compile(r"^\d{0,4}/\d{1,2}/\d{1,2}\s+")
_LEAST_TEXT = 100
# Wikinews articles end on their sources, whose titles would give the headline away.
_SOURCE = re.compile(r"『[^』]{3,80}』[。,、\-－―—]?\s*[^。『]{0,30}?[、,。]?\d{4}年")


@dataclass(frozen=True, slots=True)
class Item:
    """A story as methods get it, its language, and the headlines that they should come close to."""

    documents: tuple[Document, ...]
    references: tuple[str, ...]
    language: str


def japanese_items() -> list[Item]:
    """Return single articles without their titles, which are the references."""
    articles = _japanese_articles()[:MEASURED_ARTICLES]
    return [Item((Document(each.id, text=each.text, language="ja"),), (each.title or "",), "ja") for each in articles]


def uci_items() -> list[Item]:
    """Return stories of titles twice: every other title goes in, the rest are references, and the other way round."""
    stories: dict[str, list[Document]] = {}
    for row in shared_rows("uci_headlines", "docs.jsonl.gz"):
        day = datetime.fromisoformat(row["date"])
        made = Document(row["id"], row["source"], row["title"], "", day, language="en")
        stories.setdefault(row["cluster"], []).append(made)
    return [item for story in stories.values() for item in _halves(story, "en")]


def multiling_items(language: str) -> list[Item]:
    """Return stories of whole articles twice: those of one half with their titles, the titles of the other half left out."""
    stories: dict[str, list[Document]] = {}
    for cluster, document in _multiling_documents(language):
        if _is_measured(cluster):
            stories.setdefault(cluster, []).append(document)
    return [item for story in stories.values() for item in _halves(story, language)]


def untitled(items: Sequence[Item]) -> list[Item]:
    """Return the same stories with every title left out."""
    bare = [
        tuple(Document(d.id, d.source, None, d.text, d.published, language=d.language) for d in item.documents)
        for item in items
    ]
    return [Item(documents, item.references, item.language) for documents, item in zip(bare, items, strict=True)]


def sample_items(languages: Sequence[str]) -> list[Item]:
    """Return the stories of the sample in some languages, with the headlines that its writers gave them."""
    by_id = {document.id: document for document in read(sample_path())}
    return [
        Item(tuple(by_id[name] for name in story.documents), story.headlines, story.language)
        for story in gold_stories()
        if story.language in languages
    ]


def titled_documents() -> Iterator[Document]:
    """Iterate over what may be learnt from: openly licensed articles with titles that nothing is measured on."""
    for language in ("en", "fr", "el", "cs"):
        yield from (document for cluster, document in _multiling_documents(language) if not _is_measured(cluster))
    yield from _japanese_articles()[MEASURED_ARTICLES : MEASURED_ARTICLES + LEARNT_ARTICLES]


def _is_measured(cluster: str) -> bool:
    """Say whether a topic is for measuring: those of odd number, in all languages, which hold the same articles."""
    return int(cluster[1:4]) % 2 == 1


def _halves(story: Sequence[Document], language: str) -> Iterator[Item]:
    ordered = sorted(story, key=lambda document: document.order)
    for fold in range(_FOLDS):
        left_out = tuple(document.title or "" for document in ordered[1 - fold :: _FOLDS])
        yield Item(tuple(ordered[fold::_FOLDS]), left_out, language)


def _japanese_articles() -> list[Document]:
    return [
        Document(row["id"], row["source"], row["title"], text, language="ja")
        for row in shared_rows("japanese", "docs.jsonl.gz")
        if row["title"] and len(text := _without_sources(row["text"])) >= _LEAST_TEXT
    ]


def _without_sources(text: str) -> str:
    match = _SOURCE.search(text)
    return text if match is None else text[: text.rfind("。", 0, match.start()) + 1]


def _multiling_documents(language: str) -> Iterator[tuple[str, Document]]:
    for row in shared_rows("multiling2011", "docs.jsonl.gz"):
        if row["lang"] == language and row["title"]:
            title = _DAY_BEFORE_TITLE.sub("", row["title"])
            day = datetime.fromisoformat(row["date"]) if row["date"] else None
            yield row["cluster"], Document(row["id"], row["source"], title, row["text"], day, language=language)
