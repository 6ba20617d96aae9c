"""Words, in every script, and the schemes of the released MEAD."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text import tokens
from meadow.text.stems import stem_words
from meadow.text.tokens import count_printed_words, fold, has_letter_or_digit, tokenize, words


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Don’t panic, it's 5 p.m. Friday!", ["don't", "panic", "it's", "5", "p.m", "friday"]),
        ("U.S. forces; 25,000.50 crowns", ["u.s", "forces", "25,000.50", "crowns"]),
        ("anti-terrorist snake_case end.Next", ["anti", "terrorist", "snake", "case", "end", "next"]),
        ("l'eau d’Évian 'quoted'", ["l'eau", "d'évian", "quoted"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("ΟΔΟΣ οδός", ["οδοσ", "οδόσ"]),
        ("… — !", []),
    ],
)
def test_words(text: str, wanted: list[str]) -> None:
    assert words(text) == wanted


def test_japanese_takes_short_units_and_chinese_and_thai_take_pairs() -> None:
    assert words("潮見宇宙開発機構は9日、発表した。", "ja") == [
        "潮見",
        "宇宙",
        "開発",
        "機構",
        "は",
        "9",
        "日",
        "発表",
        "し",
        "た",
    ]
    assert words("北京大学 GDP 5", "zh") == ["北京", "京大", "大学", "gdp", "5"]
    assert words("ไทย", "th") == ["ไท", "ทย"]


def test_long_japanese_text_is_fed_in_pieces() -> None:
    assert len(words("ロケットを打ち上げた。" * 3000, "ja")) > 9000


@given(st.text())
def test_folding_keeps_every_offset(text: str) -> None:
    assert len(fold(text)) == len(text)
    assert all(has_letter_or_digit(word) or word for word in words(text))


def test_the_schemes_of_mead() -> None:
    text = "The GIA's anti-war call (today), U.S. said!"
    assert tokenize(text, "mead") == ["The", "GIA's", "anti", "war", "call", "today", "U", "S", "said"]
    assert tokenize(text, "mead-cosine") == ["the", "gia's", "anti-war", "call", "(today)", "u.s.", "said"]
    assert tokenize("Wolf2day x", "cidr") == ["Wolf", "day", "x"]


def test_printed_words_are_split_at_white_space_or_counted_as_tokens() -> None:
    assert count_printed_words("A well-known man, said.") == 4
    assert count_printed_words("打ち上げた。", "ja") == 3


def test_stems_by_language_and_none_where_there_is_no_stemmer() -> None:
    assert stem_words(["ferries", "capsized"], "en") == ["ferri", "capsiz"]
    assert stem_words(["muertos"], "es") == ["muert"]
    assert stem_words(["ロケット"], "ja") == ["ロケット"]


@given(st.text(alphabet="aB5½'.,-_ \u00e9\u0142\u201c\u2019\u2014", max_size=20))
def test_a_text_without_marks_reads_as_one_with(text: str) -> None:
    folded = tokens.fold(text)
    assert tokens.words(text) == tokens._word_pattern().findall(folded)


def test_all_marks_are_found_though_not_all_characters_are_looked_at() -> None:
    every = map(chr, range(0x300, tokens.LAST_LETTER))
    assert tokens.marks() == "".join(each for each in every if unicodedata.category(each).startswith("M"))


def test_every_mark_is_where_marks_are_looked_for() -> None:
    assert all(tokens.MAY_HOLD_MARKS.search(mark) for mark in tokens.marks())


@given(
    st.text(max_size=60) | st.text("ab'’.,19 _İΣ北京 กข้é\u0301", max_size=30), st.sampled_from(("en", "zh", "th", "ja"))
)
def test_spans_of_words_are_where_the_words_stand(text: str, language: str) -> None:
    spans = tokens.word_spans(text, language)
    assert [word for word, _, _ in spans] == words(text, language)
    assert all(fold(text[start:end]) == word for word, start, end in spans)
