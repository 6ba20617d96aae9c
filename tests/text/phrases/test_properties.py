"""What holds for any text: nothing fails, every span is an exact slice, in order and apart."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from meadow.text.phrases import Span, clauses, dates, names, noun_phrases, numbers, tag
from meadow.text.phrases import tokens as phrase_tokens
from meadow.text.phrases.tokens import _TOKEN, _told_apart

LANGUAGES = st.sampled_from(["en", "es", "nl", "ja", "de", "zh", "xx"])
WORDS = """
    the The a of de van der la , . ; : ( ) “ ” ' ’ - – € % 14 2,900 3.75 6:20 2026 3 March marzo maart Monday lunes
    maandag two dos twee twenty-two million millones de miljoen half between and to at least Petra Halvorsen Dr. Bank Ltd.
    TDU said dijo zei who que die which killing hundió wordt 潮見市 の は 10日 4億1千万 人 アンナ・ウェッセル 氏 No.
    Skerra's U.S.
"""
PIECES = st.sampled_from(WORDS.split())
PHRASED: st.SearchStrategy[str] = st.lists(PIECES, max_size=30).map(" ".join)
TEXTS = st.one_of(st.text(max_size=80), PHRASED, st.lists(PIECES, max_size=12).map("".join))
ANCHORS = st.one_of(st.none(), st.datetimes().map(lambda moment: moment.replace(tzinfo=UTC)))

Reader = Callable[[str, str], Sequence[Span]]
READERS: tuple[Reader, ...] = (tag, noun_phrases, numbers, dates, clauses)
ALL: tuple[Callable[[str, str], object], ...] = (*READERS, names)


@settings(max_examples=300, deadline=None)
@given(text=TEXTS, language=LANGUAGES)
@example(text="\ud800 10日 Petra", language="ja")
@example(text="İstanbul'da Ǆ ﬁ 3 ﬁ", language="en")
def test_spans_are_exact_in_order_and_apart(text: str, language: str) -> None:
    for reader in READERS:
        end = 0
        for span in reader(text, language):
            assert text[span.start : span.end] == span.text
            assert end <= span.start < span.end
            end = span.end


@settings(max_examples=200, deadline=None)
@given(texts=st.lists(TEXTS, max_size=4), language=LANGUAGES)
def test_every_mention_is_exact_and_belongs_to_one_name(texts: list[str], language: str) -> None:
    found = names(texts, language)
    places = [(span.index, span.start, span.end) for name in found for span in name.spans]
    assert len(set(places)) == len(places)
    for name in found:
        assert {span.text for span in name.spans} == set(name.forms)
        assert name.text in name.forms
        assert all(texts[span.index][span.start : span.end] == span.text for span in name.spans)


@settings(max_examples=200, deadline=None)
@given(text=TEXTS, language=LANGUAGES)
def test_words_hold_all_but_white_space_and_clauses_too(text: str, language: str) -> None:
    for reader in (tag, clauses):
        covered = {place for span in reader(text, language) for place in range(span.start, span.end)}
        assert all(character.isspace() or place in covered for place, character in enumerate(text))


@settings(max_examples=200, deadline=None)
@given(text=PHRASED, language=LANGUAGES, anchor=ANCHORS)
def test_dates_never_fail_and_the_anchor_moves_no_mention(text: str, language: str, anchor: datetime | None) -> None:
    free, anchored = dates(text, language), dates(text, language, anchor=anchor)
    assert [(each.start, each.end) for each in free] == [(each.start, each.end) for each in anchored]


@settings(max_examples=200, deadline=None)
@given(text=PHRASED, language=LANGUAGES)
def test_quantities_and_phrases_make_sense(text: str, language: str) -> None:
    for quantity in numbers(text, language):
        assert quantity.value >= 0
        assert quantity.high is None or quantity.high > quantity.value
    for phrase in noun_phrases(text, language):
        assert phrase.text == phrase.text.strip()
        assert any(map(str.isalpha, phrase.text))


HOSTILE = {
    "commas": "a, ", "capitals": "Abc ", "links": "Bank of ", "initials": "a.", "digits": "1", "numbers": "1 ",
    "scales": "million ", "brackets": "(", "dashes": " – a", "owners": "s' ", "katakana": "ア", "foreign names": "ア・",
    "numerals": "一", "myriads": "1万", "hundreds": "honderd", "quotes": '"a" ', "particles": "Jan van der ",
    "hyphens": "a-", "weekdays": "Monday ", "cities": "市", "acronyms": "A (B) ", "dots": ".", "lines": "\n",
}  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("language", ["en", "es", "nl", "ja"])
def test_hostile_repetition_is_read(piece: str, language: str) -> None:
    for reader in ALL:
        reader(piece * 400, language)


@pytest.mark.drill
@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("language", ["en", "nl", "ja"])
def test_twice_the_text_takes_about_twice_the_time(piece: str, language: str) -> None:
    for reader in ALL:
        reader(piece, language)  # lists are read once
        short, long = (_seconds(reader, piece * count, language) for count in (5_000, 20_000))
        assert long < 10 * short + 0.2, reader


def _seconds(reader: Callable[[str, str], object], text: str, language: str) -> float:
    start = time.process_time()
    reader(text, language)
    return time.process_time() - start


@given(st.text(alphabet="aBé.,:'’-\u2010/_ 12st$\n", max_size=40))
def test_words_tried_first_are_told_apart_as_if_tried_last(text: str) -> None:
    in_turn = re.compile(phrase_tokens._TOKEN.pattern.partition("|")[2])
    assert phrase_tokens._TOKEN.findall(text) == in_turn.findall(text)


CLIPPED = st.lists(
    st.sampled_from(["'t", "’s", "'n", " ", "-", "U.S", ".", "Dr", "x", "3.5", "\n", "co", "…"]), max_size=12
)


@given(text=TEXTS | CLIPPED.map("".join))
@example(text="rock 'n")
@example(text="rock 'n ")
def test_pieces_between_blanks_give_the_tokens_of_the_whole(text: str) -> None:
    assert _told_apart(text) == _TOKEN.findall(text)
