"""What holds of every judgement: any text has one, fields agree, and what is too long is not read."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.phrases import tag
from meadow.text.selfcontained import check_lead, check_leads, check_sentence, forecast_day, is_self_contained
from meadow.text.selfcontained.quotations import read_quotations
from meadow.text.selfcontained.verbless import _could_be, _plain_verbs
from meadow.text.selfcontained.wording import read_wording

LANGUAGES = st.sampled_from(["en", "es", "nl", "ja", "fr", "de", "zh", "xx", ""])
PIECES = st.sampled_from(
    ["He", "said", "“", "”", "\"", "«", "»", "The ferry", "sank", ".", ",", "I", "will", "on Monday", "here", "Photos:",
     "Hun Sen", "(", ")", "we", "!", "?", "彼は", "「", "」", "。", "@x", "\n", "31", "mln"]
)  # fmt: skip
TEXTS = st.text(max_size=300) | st.lists(PIECES, max_size=30).map(" ".join)
HOSTILE = [
    "“" * 40,
    "(" * 40,
    "a." * 20,
    "Dr. " * 10,
    "「」" * 20,
    "\u200b" * 40,
    "He said “" * 5,
    "1,2" * 13,
    "- " * 20,
]


@given(TEXTS, LANGUAGES)
def test_any_text_has_one_judgement(text: str, language: str) -> None:
    found = check_sentence(text, language)
    assert found == check_sentence(text, language)
    assert found.printable_anywhere <= found.usable  # what stands is usable
    assert found.printable_anywhere <= found.self_contained
    assert found.quotation == (found.speaker is not None)
    assert not (found.junk and found.printable_anywhere)


@given(TEXTS, LANGUAGES)
def test_what_may_open_a_summary_is_judged_as_it_always_is(text: str, language: str) -> None:
    found = check_sentence(text, language)
    assert check_lead(text, language) == (found if found.usable and found.self_contained else None)


@given(st.lists(TEXTS, max_size=5), LANGUAGES)
def test_several_are_judged_as_each_of_them_is(texts: list[str], language: str) -> None:
    assert check_leads(texts, language) == [check_lead(text, language) for text in texts]


@given(st.lists(TEXTS, min_size=1, max_size=3), st.sampled_from(["en", "es", "nl", "fr", "de"]))
def test_marks_that_are_known_already_change_no_judgement(texts: list[str], language: str) -> None:
    flags = [read_wording(text, language).flags for text in texts]
    assert check_leads(texts, language, flags) == check_leads(texts, language)
    assert check_leads(texts, language, [None] * len(texts)) == check_leads(texts, language)


@given(TEXTS, LANGUAGES)
def test_junk_is_asked_nothing_else(text: str, language: str) -> None:
    found = check_sentence(text, language)
    if found.junk:
        assert (found.dependence, found.fused, found.voice, found.scene, found.forecast) == (
            None,
            False,
            False,
            False,
            False,
        )
    else:
        assert found.self_contained == is_self_contained(text, language)


@given(TEXTS, LANGUAGES)
def test_a_scene_neither_leans_nor_quotes_nor_speaks_for_its_writer(text: str, language: str) -> None:
    found = check_sentence(text, language)
    assert not found.scene or (found.self_contained and not found.voice and not found.quotation)


@given(TEXTS)
def test_quotations_are_words_of_the_text(text: str) -> None:
    read = read_quotations(text)
    assert all(inside in text for inside in read.inside)
    assert len(read.outside) <= len(text) + 2 * len(read.inside) + 1


@given(TEXTS, LANGUAGES)
def test_a_day_ahead_is_a_day_ahead(text: str, language: str) -> None:
    anchor = datetime(2026, 3, 3, tzinfo=UTC)
    day = forecast_day(text, language, anchor=anchor)
    assert day is None or day >= anchor.date()


@pytest.mark.parametrize("piece", HOSTILE)
@pytest.mark.parametrize("language", ["en", "es", "nl", "ja"])
def test_hostile_text_is_judged_up_to_its_bound_and_not_read_beyond(piece: str, language: str) -> None:
    whole = piece * (2_000 // len(piece) + 1)
    assert check_sentence(whole[:2_000], language).junk or any(
        map(str.isalnum, piece)
    )  # a line without a word is no sentence
    assert check_sentence(whole[:2_000] + "xy", language) == check_sentence(
        "x" * 2_002, language
    )  # junk, whatever is in it


VERBLESS = st.lists(
    st.sampled_from(["Ambulances", "at", "the", "harbour", "said", "rescued", "Ed", "iPhones", "sank,",
     "(sank)", "Said", "sank", "co-led", "of"]),
    min_size=3, max_size=9,
).map(lambda words: " ".join(words) + ".")  # fmt: skip


@given(VERBLESS)
def test_a_verb_that_is_told_without_the_tagger_is_one_to_it(text: str) -> None:
    told = any(map(_plain_verbs().__getitem__, text.split()))
    tagged = any(word.tag in ("verb", "auxiliary") or _could_be(word.text, word.tag) for word in tag(text, "en"))
    assert tagged >= told
