"""Nine languages besides the four of the sample: sentences, words, stop words, rarity, detection and a digest in each."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

import meadow
from meadow.model import Document
from meadow.text.background import default_background
from meadow.text.language import UNSPACED, detect_language
from meadow.text.sentences import split_sentences
from meadow.text.stems import stem_words
from meadow.text.stopwords import stop_words
from meadow.text.tokens import words
from text.fiction import REPORTS

# A content word of each report, a function word, and two forms of a word that share a stem where there is a stemmer.
SAMPLES = {
    "ar": ("غرقت", "من", ("العبارة", "عبارة")),
    "cs": ("trajekt", "se", None),
    "de": ("fähre", "eine", ("fähren", "fähre")),
    "el": ("πλοίο", "στο", ("επιβάτες", "επιβάτης")),
    "fr": ("bac", "le", ("coulé", "coulée")),
    "he": ("מעבורת", "כל", None),
    "hi": ("नौका", "को", ("यात्रियों", "यात्री")),
    "ru": ("паром", "у", ("рыбаки", "рыбаков")),
    "zh": ("渡轮", "的", None),
}


@pytest.fixture(params=sorted(REPORTS))
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def joined(language: str, sentences: list[str]) -> str:
    return ("" if language in UNSPACED else " ").join(sentences)


def documents(language: str) -> list[Document]:
    first_title, first, second_title, second = REPORTS[language]
    rows = [("a", first_title, first), ("b", second_title, second)]
    return [
        Document(name, title=title, text=joined(language, own), language=language, source=f"Wire {name}", published=at)
        for (name, title, own), at in zip(
            rows, (datetime(2026, 3, 2, 8, tzinfo=UTC), datetime(2026, 3, 3, 8, tzinfo=UTC)), strict=True
        )
    ]


def test_sentences(language: str) -> None:
    _, first, _, second = REPORTS[language]
    for sentences in (first, second):
        text = joined(language, sentences)
        assert [text[start:end] for start, end in split_sentences(text, language)] == sentences


def test_the_language_is_detected(language: str) -> None:
    for document in documents(language):
        assert detect_language(f"{document.title}\n{document.text}") == language


def test_words_and_stop_words(language: str) -> None:
    content, function, _ = SAMPLES[language]
    found = words(documents(language)[0].text, language)
    assert content in found
    assert content not in stop_words(language)
    assert function in stop_words(language)
    if language != "zh":
        assert 0.1 <= sum(word in stop_words(language) for word in found) / len(found) <= 0.7


def test_forms_share_a_stem_where_there_is_a_stemmer(language: str) -> None:
    pair = SAMPLES[language][2]
    if pair is None:
        assert stem_words(["a", "b"], language) == ["a", "b"]
    else:
        assert len(set(stem_words(pair, language))) == 1


def test_function_words_are_common_and_names_are_rare(language: str) -> None:
    content, function, _ = SAMPLES[language]
    background = default_background(language)
    assert background.name == f"wordfreq-{language}"
    common, rare, unknown = background.idf([function, content, "qxzqxz"]).tolist()
    assert common < rare <= unknown


def test_a_digest(language: str) -> None:
    (brief,) = meadow.digest(documents(language), words=60)
    assert set(brief.story.document_ids) == {"a", "b"}
    assert brief.headline.text in {REPORTS[language][0], REPORTS[language][2]}
    every = {*REPORTS[language][1], *REPORTS[language][3]}
    assert brief.summary.picks
    assert {pick.written for pick in brief.summary.picks} <= every


def test_stories_stay_within_a_language() -> None:
    mixed = [
        Document(f"{language}-{own.id}", own.title, own.text, language=language, published=own.published)
        for language in sorted(REPORTS)
        for own in documents(language)
    ]
    languages = {document.id: document.language for document in mixed}
    for story in meadow.track(mixed):
        assert len({languages[name] for name in story.document_ids}) == 1
