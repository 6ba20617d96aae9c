"""Marks of words: what a rule cannot do without is always seen, so that a rule which is not asked would have said no."""

from __future__ import annotations

import re
from functools import reduce
from operator import or_

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.sample import sample_path
from meadow.text import boilerplate, openings
from meadow.text.phrases.lexicon import lexicon
from meadow.text.selfcontained import captions, context_dependence, junk, word_flags
from meadow.text.selfcontained.checks import _size
from meadow.text.selfcontained.cues import flags_of_word, read_wording, splits_words_alike
from meadow.text.selfcontained.lists import listed
from meadow.text.selfcontained.quotations import read_quotations
from meadow.text.tokens import words

WORD = re.compile(r"\w+")
SPOKEN = ["en", "es", "nl", "fr", "de"]
WORDS = st.sampled_from(
    ["The", "ferry", "sank", "photo", "seen", "is", "left,", "(R,", "vs.", "3", "http://a.b", "said", "he", "here", "will",
     "I", "perhaps", "police", "it", "also", "comment", "not", "immediately", "respond", "/", "--", "#a", "2013",
     "Monday, June 17, 2013", "By", "Ann Lund", "contributed to this report.", "Photo:", "llegará", "zal", "hij", "“No,”"]
)  # fmt: skip
TEXTS = st.lists(WORDS, min_size=1, max_size=14).map(" ".join)
LISTS = [
    (word_flags.SAYER, "sayers"),
    (word_flags.HERE, "here"),
    (word_flags.VOICE, "voice"),
    (word_flags.OWN_WORDS, "own words"),
    (word_flags.NEWSY, "newsy"),
    (word_flags.FORECAST, "forecast"),
]
GATED = [
    *((word_flags.FRONTED, "en", pattern) for pattern in context_dependence._FRONTED["en"].split("\n")),
    (word_flags.FRONTED, "fr", context_dependence._FRONTED["fr"]),
    (word_flags.FRONTED, "nl", context_dependence._FRONTED["nl"]),
    *((word_flags.TELLER, language, pattern) for language, pattern in openings.REPORTED.items()),
    (word_flags.PICTURED, "en", captions._IN_PHOTO.pattern.replace(r"^FILE\b|", "")),
    (word_flags.SHOWN, "en", captions._SHOWN.pattern),
    (word_flags.SHOWN, "en", captions._SHOWN_LAST.pattern),
    (word_flags.PLACED, "en", captions._PLACED.pattern),
]


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize(("mark", "section"), LISTS)
def test_every_word_of_a_list_bears_its_mark(mark: int, section: str, language: str) -> None:
    for word in filter(WORD.fullmatch, listed(language, section)):  # "i'm" is two words
        assert read_wording(f"Xy {word}, zz", language).flags & mark


@pytest.mark.parametrize("language", SPOKEN)
def test_a_word_of_no_list_bears_none(language: str) -> None:
    assert read_wording("Qwertz qwertzing.", language).flags == 0


@pytest.mark.parametrize(("mark", "section"), LISTS)
@given(text=TEXTS, language=st.sampled_from(SPOKEN))
def test_a_mark_of_a_list_says_that_a_word_of_it_is_there(mark: int, section: str, text: str, language: str) -> None:
    wording = read_wording(text, language)
    ends = language == "es" and section == "forecast" and re.search(r"rán?\b", text) is not None
    assert bool(wording.flags & mark) == (ends or not listed(language, section).isdisjoint(wording.every))


def test_english_auxiliaries_and_copulas_are_marked_as_verbs() -> None:
    for word in filter(WORD.fullmatch, lexicon("en").words("copulas") | lexicon("en").words("auxiliaries")):
        assert read_wording(f"Ferry {word} home", "en").flags & word_flags.VERB
    assert not read_wording("Ambulances at the harbour after the blast.", "en").flags & word_flags.VERB


@pytest.mark.parametrize("language", ["ja", "zh", "th"])
def test_where_words_are_not_spaced_no_list_is_read_and_every_gated_rule_is_asked(language: str) -> None:
    wording = read_wording("船は said here will", language)
    assert (wording.every, wording.flags) == (frozenset(), word_flags.GATES)


@given(TEXTS | st.text("aABİiςΣσ_’'-.,é\u0301 thiswe9", max_size=40), st.sampled_from(SPOKEN))
def test_marks_of_single_words_are_those_of_the_text(text: str, language: str) -> None:
    single = map(flags_of_word(language), words(text, language))
    together = reduce(or_, single, 0)
    if splits_words_alike(text):
        assert read_wording(text, language, together).flags == read_wording(text, language).flags


@pytest.mark.parametrize("text", ["the_ferry", "İstanbul", "ΣΑΣ", "ς"])
def test_where_words_are_told_in_another_way_no_marks_are_taken_from_them(text: str) -> None:
    assert not splits_words_alike(f"It sank off {text} on Monday.")


@pytest.mark.parametrize("language", SPOKEN)
def test_each_rule_for_later_words_has_a_gate_of_its_own(language: str) -> None:
    gates = [1 << word_flags.FIRST_LATER + number for number, _ in enumerate(context_dependence.later_words(language))]
    assert all(gate & word_flags.LATER for gate in gates)
    for gate, triggers in zip(gates, context_dependence.later_words(language), strict=True):
        for trigger in triggers:
            assert read_wording(f"Xy {trigger} zz", language).flags & word_flags.LATER == gate


@pytest.mark.parametrize(("mark", "language", "pattern"), GATED)
@given(data=st.data())
@settings(max_examples=30)
def test_what_a_gated_pattern_matches_bears_its_mark(
    mark: int, language: str, pattern: str, data: st.DataObject
) -> None:
    text = data.draw(st.from_regex(re.compile(pattern, re.ASCII)))
    found = re.search(pattern, text)
    assert found is None or read_wording(text, language).flags & mark


@pytest.mark.parametrize(("sign", "pattern"), junk._SHAPES, ids=[sign for sign, _ in junk._SHAPES])
@given(data=st.data())
@settings(max_examples=20)
def test_a_shape_is_never_passed_over(sign: str, pattern: re.Pattern[str], data: st.DataObject) -> None:
    text = data.draw(st.from_regex(re.compile(pattern.pattern, re.ASCII)))
    if sign in text and pattern.search(text) is not None:
        assert junk._has_shape(text, read_wording(text, "en").flags)


@pytest.mark.parametrize("language", SPOKEN)
@given(data=st.data())
def test_whatever_matches_a_formula_begins_as_one(language: str, data: st.DataObject) -> None:
    pattern = boilerplate._patterns(language)
    text = data.draw(st.from_regex(pattern, fullmatch=True)).strip()
    if text and pattern.fullmatch(text) is not None:
        assert boilerplate._begins_as_formula(text, language)


@pytest.mark.parametrize("pattern", junk._lines("any"))
@given(data=st.data())
@settings(max_examples=20)
def test_whatever_opens_as_junk_is_not_told_apart_by_its_first_word(pattern: str, data: st.DataObject) -> None:
    text = data.draw(st.from_regex(re.compile(rf"(?:{pattern})[a-z .:]{{0,9}}", re.ASCII), fullmatch=True)).lower()
    if re.match(pattern, text) is not None:
        assert junk._opens_as_junk(text, "en")


@given(TEXTS, st.sampled_from(SPOKEN))
def test_junk_told_by_marks_is_junk_told_by_every_rule(text: str, language: str) -> None:
    told = junk.is_junk(text, len(text.split()), language, read_wording(text, language).flags)
    assert told == junk.is_junk(text, len(text.split()), language)


@given(TEXTS, st.sampled_from(SPOKEN))
def test_leaning_told_by_marks_is_leaning_told_by_every_rule(text: str, language: str) -> None:
    quotations = read_quotations(text)
    outside, every = read_wording(quotations.outside, language), read_wording(text, language)
    asked = word_flags.FlaggedWords(quotations.outside, outside.flags | word_flags.GATES)
    told = context_dependence.context_dependence(text, quotations, every.flags, outside, language)
    assert told == context_dependence.context_dependence(text, quotations, word_flags.GATES, asked, language)


def test_the_sample_s_sentences_are_judged_the_same_with_every_gate_open() -> None:
    lines = [line for path in sorted(sample_path().glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()]
    assert len(lines) > 50
    for line in lines:
        for text in re.split(r"(?<=[.!?]) ", line):
            closed = read_wording(text, "en").flags
            assert junk.is_junk(text, 9, "en", closed) == junk.is_junk(text, 9, "en")


@given(st.lists(st.sampled_from(["a", "bc", " ", "  ", "\n", "\t", "\u00a0", "d."]), max_size=40).map("".join))
def test_how_many_words_a_line_has_is_told_up_to_some(text: str) -> None:
    assert min(_size(text), 8) == min(len(text.split()), 8)
