"""Particles that Hebrew and Arabic write onto words: what is left of a word, and reports that differ by them alone."""

from meadow.model import Document
from meadow.text.background import default_background
from meadow.tracking.particles import bare_words, has_particles, light_stems
from meadow.tracking.terms import DocumentTerms
from meadow.tracking.weighing import Weighing


def test_a_word_without_what_is_written_before_it() -> None:
    assert bare_words(["הפיצוץ", "ופיצוץ", "בפיצוץ", "פיצוץ"], "he") == ["פיצוץ"] * 4
    assert bare_words(["الانفجار", "والانفجار", "بالانفجار", "انفجار"], "ar") == ["انفجار"] * 4


def test_a_noun_that_begins_as_from_does_is_one_word_with_and_without_its_article() -> None:
    assert bare_words(["המעבורת", "מעבורת", "ומעבורת", "והמעבורת", "מהמעבורת"], "he") == ["מעבורת"] * 5
    assert bare_words(["מהנדס", "המהנדס"], "he") == ["מהנדס"] * 2


def test_three_letters_stay() -> None:
    assert bare_words(["בית", "לבית", "שלום"], "he") == ["בית", "בית", "לום"]
    assert bare_words(["الى", "وقف"], "ar") == ["الى", "وقف"]


def test_stems_by_letters_in_hebrew_and_by_endings_in_arabic() -> None:
    assert light_stems(["הממשלתיים", "ממשלתית"], "he", letters=5) == ["ממשלת"] * 2
    assert light_stems(["الحكومية", "حكومي", "والحكومات"], "ar", letters=5) == ["حكوم"] * 3


def test_only_these_two_languages_are_known() -> None:
    assert has_particles("he")
    assert has_particles("ar")
    assert not has_particles("en")
    assert not has_particles("cs")


def test_reports_whose_words_differ_by_particles_share_them() -> None:
    first = Document("a", text="פיצוץ נמל ספינה", language="he")
    second = Document("b", text="בפיצוץ בנמל הספינה", language="he")
    rows = Weighing(None).rows([first, second]).matrix()
    similar = (rows @ rows.T).toarray()
    assert similar[0, 1] == similar[0, 0]


def test_a_word_is_no_rarer_for_what_is_written_onto_it() -> None:
    written, bare = (DocumentTerms(None, letters=5).rows_of([text], ["he"]).idf[0] for text in ("מהממשלה", "הממשלה"))
    by_itself = default_background("he").idf(["מהממשלה", "הממשלה", "ממשלה"]).tolist()
    assert by_itself[0] > by_itself[2] > by_itself[1]
    assert written == by_itself[2]
    assert bare <= by_itself[1]


def test_cidr_counts_words_as_they_are_written() -> None:
    plain = DocumentTerms(None)
    assert plain.names(plain.rows_of(["הפיצוץ"], ["he"]).terms) == ["הפיצוץ"]
