"""Spanish and Dutch from end to end: the sample's articles as a digest that reads like one in English."""

from __future__ import annotations

import pytest

import meadow
from meadow.model import Brief
from meadow.sample import gold_stories, sample_path
from meadow.text.selfcontained import is_self_contained
from meadow.text.stems import stem_words
from meadow.text.stopwords import stop_words
from meadow.text.tokens import count_printed_words, words

WORDS = 100


def story_in(language: str) -> Brief:
    documents = list(meadow.read(str(sample_path())))
    found = [brief for brief in meadow.digest(documents, words=WORDS) if brief.documents[0].language == language]
    (brief,) = found
    return brief


def check_story(language: str) -> None:
    """Check that one story is found whole, and that its summary is short, readable and in its language."""
    brief = story_in(language)
    (gold,) = (story for story in gold_stories() if story.language == language)
    assert set(brief.story.document_ids) == set(gold.documents)
    assert 0.5 * WORDS <= count_printed_words(brief.summary.text, language) <= WORDS
    assert is_self_contained(brief.summary.picks[0].written, language)
    # The gold summaries speak of the same things: three in ten of our content words are among theirs.
    ours, theirs = content(brief.summary.text, language), content(" ".join(gold.summaries), language)
    assert len(ours & theirs) >= 0.3 * len(ours)


def content(text: str, language: str) -> set[str]:
    kept = [word for word in words(text, language) if word not in stop_words(language)]
    return set(stem_words(kept, language))


@pytest.mark.golden("S10")
def test_a_story_in_spanish() -> None:
    check_story("es")


def test_a_story_in_dutch() -> None:
    check_story("nl")


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("es", ["murieron", "murió"]),
        ("es", ["transbordador", "transbordadores"]),
        ("nl", ["dijken", "dijk"]),
        ("nl", ["bewoners", "bewoner"]),
    ],
)
def test_forms_of_a_word_share_a_stem(language: str, forms: list[str]) -> None:
    assert len(set(stem_words(forms, language))) == 1
