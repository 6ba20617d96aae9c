"""A pipeline in place of our rules; a small stand-in with spaCy's attributes plays its part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest

from meadow.text.phrases import use_spacy


@dataclass
class Token:
    text: str
    idx: int
    pos_: str


@dataclass
class Chunk:
    start_char: int
    end_char: int
    label_: str = ""


@dataclass
class Parsed:
    """What spaCy calls a Doc: tokens to iterate over, entities, noun chunks."""

    tokens: list[Token]
    ents: list[Chunk] = field(default_factory=list)
    chunks: list[Chunk] | None = None

    def __iter__(self) -> Iterator[Token]:
        return iter(self.tokens)

    @property
    def noun_chunks(self) -> Iterator[Chunk]:
        if self.chunks is None:
            raise NotImplementedError("no noun chunks for this language")
        return iter(self.chunks)


TEXT = "The captain, Petra Halvorsen, saw 14 large boats of the navy off Skerra on Monday, 2 March."
POS = {
    "The": "DET", "captain": "NOUN", "Petra": "PROPN", "Halvorsen": "PROPN", "saw": "VERB", "14": "NUM", "large": "ADJ",
    "boats": "NOUN", "of": "ADP", "the": "DET", "navy": "NOUN", "off": "ADP", "Skerra": "PROPN", "on": "ADP",
    "Monday": "PROPN", "2": "NUM", "March": "PROPN",
}  # fmt: skip


def spans(text: str, pieces: Sequence[tuple[str, str]]) -> list[Chunk]:
    return [Chunk(text.index(piece), text.index(piece) + len(piece), label) for piece, label in pieces]


def parse(text: str, *, chunked: bool = True) -> Parsed:
    tokens, place = [], 0
    for word in text.replace(",", " ,").replace(".", " .").split():
        place = text.index(word, place)
        tokens.append(Token(word, place, POS.get(word, "PUNCT")))
        place += len(word)
    chunks = spans(text, [("The captain", ""), ("Petra Halvorsen", ""), ("14 large boats", ""), ("the navy", "")])
    ents = spans(text, [("Petra Halvorsen", "PERSON"), ("14", "CARDINAL"), ("Skerra", "GPE")]) if text == TEXT else []
    return Parsed(tokens, ents, chunks if chunked else None)


def test_tags_are_the_pipelines() -> None:
    words = use_spacy(parse).tag(TEXT)
    tags = {word.text: word.tag for word in words}
    assert tags["captain"] == "noun"
    assert tags["The"] == "article"
    assert tags["of"] == "link"
    assert tags["off"] == "preposition"
    assert tags["Petra"] == "name"
    assert all(TEXT[word.start : word.end] == word.text for word in words)


def test_noun_phrases_are_its_chunks_without_function_words() -> None:
    found = use_spacy(parse).noun_phrases(TEXT)
    assert [span.text for span in found] == ["captain", "Petra Halvorsen", "14 large boats", "navy"]


def test_a_pipeline_without_chunks_gets_our_runs() -> None:
    found = use_spacy(lambda text: parse(text, chunked=False)).noun_phrases(TEXT)
    assert [span.text for span in found] == ["captain", "Petra Halvorsen", "14 large boats of the navy", "Skerra"]


def test_names_are_its_entities_merged() -> None:
    (person, place) = use_spacy(parse).names([TEXT])
    assert (person.text, person.kind) == ("Petra Halvorsen", "person")
    assert (place.text, place.kind, place.spans[0].index) == ("Skerra", "place", 0)
    assert use_spacy(parse).names(TEXT) == (person, place)


def test_numbers_dates_and_clauses_are_read_from_its_tags() -> None:
    phrases = use_spacy(parse)
    (quantity,) = phrases.numbers(TEXT)
    assert (int(quantity.value), quantity.counted) == (14, "large boats")
    days = phrases.dates(TEXT, anchor=datetime(2026, 3, 4, tzinfo=UTC))
    assert [day.text for day in days] == ["Monday", "2 March"]
    assert [clause.text for clause in phrases.clauses(TEXT) if clause.kind == "parenthetical"] == [", Petra Halvorsen,"]


@pytest.mark.parametrize("text", ["", "   "])
def test_an_empty_text_has_nothing(text: str) -> None:
    phrases = use_spacy(lambda given: Parsed([Token(given, 0, "SPACE")] if given else [], [], []))
    assert not phrases.tag(text)
    assert not phrases.noun_phrases(text)
    assert not phrases.names(text)
    assert not phrases.numbers(text)
