"""The sample corpus: what it promises and what the default digest makes of it."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import meadow
from meadow.ingest import read
from meadow.model import Document
from meadow.sample import gold_stories, sample_path
from meadow.text.sentences import document_sentences


@pytest.fixture(scope="module")
def articles() -> list[Document]:
    return list(read(sample_path()))


def test_size_outlets_languages_and_period(articles: list[Document]) -> None:
    assert len(articles) >= 60
    assert len({each.source for each in articles}) >= 6
    assert {each.language for each in articles} == {"en", "es", "nl", "ja"}
    days = {each.published.date() for each in articles if each.published is not None}
    assert (max(days) - min(days)).days in range(10, 15)


def test_every_article_says_that_it_is_fiction() -> None:
    for file in sorted(sample_path().iterdir()):
        for line in file.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            assert row["notice"] == "Fiction, written for the Meadow sample."
            assert row["url"].split("/")[2].endswith(".example")


def test_articles_are_of_realistic_length(articles: list[Document]) -> None:
    for article in articles:
        assert 8 <= len(document_sentences(article)) <= 32, article.id


def test_gold_names_every_article_once_with_references(articles: list[Document]) -> None:
    stories = gold_stories()
    named = Counter(name for story in stories for name in story.documents)
    assert set(named) == {each.id for each in articles}
    assert set(named.values()) == {1}
    assert len({story.story for story in stories if story.language == "en"}) >= 8
    for story in stories:
        assert len(story.headlines) == 3
        assert len(story.summaries) == 2
        for contradiction in story.contradictions:
            assert contradiction.kind in {"superseded", "conflict"}
            assert all(set(value.documents) <= set(story.documents) for value in contradiction.values)
        assert all(set(pair) <= set(story.documents) for pair in story.near_copies)


def test_summaries_of_the_sample_have_no_dateline_no_repetition_and_no_dangling_start(articles: list[Document]) -> None:
    from meadow.text.datelines import dateline_length
    from meadow.text.selfcontained import is_self_contained
    from meadow.text.tokens import words
    from meadow.vectors.similarity import word_overlap

    for brief in meadow.digest(articles, words=100):
        language = brief.documents[0].language or "en"
        written = [pick.written for pick in brief.summary.picks]
        assert written, brief.story.id
        for place, text in enumerate(written):
            assert dateline_length(text, language) == 0, text
            # A later one may depend on a printed sentence: tests/select/test_sequence.py says on which.
            assert place or is_self_contained(text, language), text
            others = written[:place]
            assert all(word_overlap(words(text, language), words(other, language)) < 0.6 for other in others), text
