"""What is found in a text is found once, kept within bounds, and the same with and without what came before."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from meadow.model import Document, Sentence, SentenceRef
from meadow.text.analysis import Analyses, Analysis, analysis_of, forget_analyses
from meadow.text.sentences import document_language, document_sentences

_TEXT = "The ferry Petrel sank off Orl on Monday. Twelve people were aboard."


def test_a_function_is_asked_once_for_each_text_and_what_else_it_is_given() -> None:
    asked: list[tuple[str, str]] = []

    def shout(text: str, mark: str) -> str:
        asked.append((text, mark))
        return text.upper() + mark

    analysis = Analyses().of("a gull")

    assert [analysis.found(shout, mark) for mark in "!?!"] == ["A GULL!", "A GULL?", "A GULL!"]
    assert asked == [("a gull", "!"), ("a gull", "?")]


def test_what_is_found_in_a_sentence_is_known_by_its_place_and_a_none_is_an_answer() -> None:
    asked: list[str] = []

    def nothing(text: str, _language: str) -> None:
        asked.append(text)

    analysis = Analysis("Ay. Ay.")
    first, second = (Sentence(SentenceRef("d", number), 4 * number, 4 * number + 3, "Ay.") for number in range(2))

    for sentence in (first, second, first, second):
        assert analysis.in_sentence(nothing, sentence, "en") is None
    assert asked == ["Ay.", "Ay."]


def test_of_what_varies_from_call_to_call_the_last_is_kept() -> None:
    asked: list[str] = []

    def named(text: str, name: str) -> str:
        asked.append(name)
        return f"{name}: {text}"

    analysis = Analysis("sank")

    assert [analysis.latest(named, name) for name in ("a", "a", "b", "a")] == [
        "a: sank",
        "a: sank",
        "b: sank",
        "a: sank",
    ]
    assert asked == ["a", "b", "a"]


def test_texts_asked_for_last_are_kept_and_no_more_than_fit() -> None:
    kept = Analyses(most_characters=5_000)
    first = kept.of("a" * 500)
    for letter in "bcd":
        kept.of(letter * 500)
    assert kept.of("a" * 500) is first  # asked for again, so that b is the oldest now
    assert kept.of("e" * 500) is kept.of("e" * 500)
    assert kept.of("f" * 500) is not None

    assert kept.characters <= 5_000
    assert kept.of("a" * 500) is first
    assert len(kept) == 5


def test_a_text_that_would_push_out_all_others_is_not_kept() -> None:
    kept = Analyses(most_characters=5_000)

    assert kept.of("a" * 5_000) is not kept.of("a" * 5_000)
    assert len(kept) == 0
    assert kept.characters == 0


def test_equal_texts_under_other_names_share_what_is_found_and_keep_their_own_sentences() -> None:
    one, other = Document("one", text=_TEXT, language="en"), Document("other", text=_TEXT, language="en")

    for document in (one, other, one):
        refs = [sentence.ref for sentence in document_sentences(document)]
        assert refs == [SentenceRef(document.id, 0), SentenceRef(document.id, 1)]
    assert [(each.start, each.end) for each in document_sentences(one)] == [(0, 40), (41, 67)]
    assert document_sentences(one) is document_sentences(one)


def test_boundaries_of_the_source_a_language_and_an_origin_are_told_apart() -> None:
    document = Document("d", text=_TEXT, language="en")

    assert len(document_sentences(document)) == 2
    assert [each.text for each in document_sentences(replace(document, spans=((0, 9),)))] == ["The ferry"]
    assert document_sentences(replace(document, origin=((0, 10),)))[0].given == (10, 50)
    assert document_sentences(document)[0].given is None
    assert len(document_sentences(replace(document, spans=()))) == 0


def test_what_was_found_before_changes_no_answer() -> None:
    documents = [Document(f"d{number}", text=f"{_TEXT} Boat {number} left Orl.") for number in range(5)]
    warm = [document_sentences(document) for document in documents for _ in range(2)][::2]
    forget_analyses()

    assert [document_sentences(document) for document in documents] == warm
    assert {document_language(document) for document in documents} == {"en"}
    assert analysis_of(documents[0].text) is analysis_of(documents[0].text)


def test_threads_get_what_one_would() -> None:
    kept = Analyses(most_characters=3_000)
    texts = [f"{letter} boat" for letter in "abcdefgh"] * 50

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda text: kept.of(text).found(str.upper), texts))

    assert answers == [text.upper() for text in texts]
    assert 0 < kept.characters <= 3_000
