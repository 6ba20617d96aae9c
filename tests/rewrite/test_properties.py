"""What holds of every rewriter: nothing is added but dates in brackets, and these can be undone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.rewrite import REWRITERS
from meadow.rewrite.compress import compress
from meadow.rewrite.none import none
from meadow.rewrite.rewritten import Context
from meadow.rewrite.trim import trim
from meadow.testing import check_rewriter
from meadow.text.shortening import MARK

WRITTEN = datetime(2026, 10, 27, 12, tzinfo=UTC)
LANGUAGES = st.sampled_from(["en", "es", "nl", "ja", "fr", "xx"])
WORDS = (
    "Monday",
    "yesterday",
    "on",
    "the",
    "ferry",
    "sank",
    "last",
    "month",
    "20",
    "October",
    "(a",
    "door)",
    ",",
    "lunes",
)
SENTENCES = st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join) | st.text(max_size=100)
CONTEXTS = st.integers(0, 800).map(lambda days: Context(WRITTEN, WRITTEN + timedelta(days=days)))


@pytest.mark.parametrize("spec", [*sorted(REWRITERS), "trim(dates=false)", "compress(dates=false)"])
def test_every_rewriter_keeps_the_contract(spec: str) -> None:
    check_rewriter(REWRITERS.build(spec))


@given(SENTENCES, LANGUAGES, CONTEXTS)
def test_dates_are_undone_by_leaving_them_out(text: str, language: str, context: Context) -> None:
    dated, plain = trim(text, language, context), trim(text, language, context, dates=False)
    assert plain.insertions == ()
    assert plain == trim(text, language)  # without dates a context says nothing
    printed = dated.text
    for insertion in dated.insertions:
        assert insertion.text.strip() in printed
        printed = printed.replace(insertion.text.strip(), "", 1)
    assert "".join(printed.split()) == "".join(plain.text.split())
    assert dated.cuts == plain.cuts


@given(SENTENCES, LANGUAGES, CONTEXTS)
def test_an_insertion_is_a_date_in_brackets_inside_the_sentence(text: str, language: str, context: Context) -> None:
    places = [insertion.place for insertion in trim(text, language, context).insertions]
    assert places == sorted(set(places))
    assert all(0 < place <= len(text) for place in places)
    for insertion in trim(text, language, context).insertions:
        inside = insertion.text.strip()
        assert len(inside) > 2
        assert any(map(str.isalnum, inside))


@given(SENTENCES, LANGUAGES)
def test_none_prints_every_word_and_trim_no_other(text: str, language: str) -> None:
    assert none(text, language).text.split() == text.split()
    whole, printed = ("".join(each.split()) for each in (text, trim(text, language).text))
    assert whole.endswith(printed)


@given(SENTENCES, LANGUAGES, st.integers(20, 120))
def test_no_sentence_is_longer_than_asked(text: str, language: str, characters: int) -> None:
    printed = compress(text, language, characters=characters).text
    assert len(printed) <= characters
    rest = iter(text)
    assert all(letter in rest for letter in printed.removesuffix(MARK) if not letter.isspace())


@given(SENTENCES, LANGUAGES)
def test_trimming_twice_is_trimming_once_where_nothing_was_cut(text: str, language: str) -> None:
    once = trim(text, language)
    if not once.cuts:
        assert trim(once.text, language).text in (once.text, "")
