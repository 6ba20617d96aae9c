"""Rules of numbers at their edges: spelled ones, units, ranges, bounds, clocks and years."""

from __future__ import annotations

import itertools
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.phrases import numbers, tag
from meadow.text.phrases.japanese_numbers import parse_japanese
from meadow.text.phrases.lexicon import lexicon
from meadow.text.phrases.number_words import is_spelled, parse_digits, read_scale, read_spelled
from meadow.text.phrases.numbers import candidates, may_hold_numbers
from meadow.text.phrases.tagger import tag_tokens
from meadow.text.phrases.tokens import read_tokens

UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"


def spelled(number: int) -> str:
    """Return a number below a million in English words."""
    if number < 20:
        return UNITS.split()[number]
    if number < 100:
        tens, unit = divmod(number, 10)
        return TENS.split()[tens - 2] + (f"-{UNITS.split()[unit]}" if unit else "")
    scale, name = (100, "hundred") if number < 1000 else (1000, "thousand")
    many, rest = divmod(number, scale)
    return f"{spelled(many)} {name}" + (
        f" and {spelled(rest)}" if 0 < rest < 100 else f" {spelled(rest)}" if rest else ""
    )


def values(text: str, language: str = "en") -> list[Decimal]:
    return [each.value for each in numbers(text, language)]


@given(st.integers(2, 999_999))
def test_a_number_in_words_is_the_number(number: int) -> None:
    words = spelled(number).split()
    assert read_spelled(words, 0, lexicon("en").table("numbers"), "and") == (Decimal(number), len(words))


@given(st.integers(2, 999_999))
def test_a_number_in_a_sentence_is_the_number(number: int) -> None:
    (found,) = numbers(f"They saw {spelled(number)} boats.")
    assert (found.value, found.counted) == (Decimal(number), "boats")


@pytest.mark.parametrize(
    ("words", "value", "taken"),
    [
        ("two hundred five", 205, 3),
        ("two hundred and five", 205, 4),
        ("two hundred and", 200, 2),
        ("two hundred and men", 200, 2),
        ("twenty five", 25, 2),
        ("twenty ten", 20, 1),
        ("twenty twenty", 20, 1),
        ("ten five", 10, 1),
        ("five hundred hundred", 50000, 3),
        ("hundred", 100, 1),
        ("two thousand three thousand", 5000, 4),
        ("two million five hundred thousand", 2500000, 5),
        ("and five", None, 0),
        ("five and million", 5, 1),
        ("one hundred twenty three", 123, 4),
    ],
)
def test_words_that_belong_to_one_number(words: str, value: int | None, taken: int) -> None:
    read = read_spelled(words.split(), 0, lexicon("en").table("numbers"), "and")
    if value is None:
        assert read is None
    elif words == "two thousand three thousand":
        assert read is not None
        assert read[1] <= taken
    else:
        assert read == (Decimal(value), taken)


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("tweeëntwintig", 22),
        ("vijfendertig", 35),
        ("honderd", 100),
        ("honderdvijf", 105),
        ("tweehonderd", 200),
        ("driehonderdvijftig", 350),
        ("drieduizend", 3000),
        ("duizendvijf", None),
        ("tweeduizendhonderd", None),
        ("mensen", None),
        ("boten", None),
        ("enen", None),
    ],
)
def test_dutch_numbers_in_one_word(word: str, value: int | None) -> None:
    table = lexicon("nl").table("numbers")
    if value is None:
        read = read_spelled([word], 0, table, "en")
        assert read is None or read[0] > 999
    else:
        assert is_spelled(word, table)
        assert read_spelled([word], 0, table, "en") == (Decimal(value), 1)


@pytest.mark.parametrize(
    ("token", "language", "value"),
    [
        ("2,900", "en", "2900"),
        ("2,90", "en", "2.90"),
        ("2.900", "en", "2.900"),
        ("2.900", "es", "2900"),
        ("2,900", "es", "2.900"),
        ("12,345,678.90", "en", "12345678.90"),
        ("1234,567", "en", "1234.567"),
        ("1,2,3", "en", None),
        ("0", "en", "0"),
        ("１２", "ja", "12"),
        ("9" * 40, "en", "9" * 40),
        ("9" * 41, "en", None),
        ("", "en", None),
        (".5", "en", None),
        ("5.", "en", None),
        ("2.900,5", "nl", "2900.5"),
    ],
)
def test_digits(token: str, language: str, value: str | None) -> None:
    assert parse_digits(token, language) == (None if value is None else Decimal(value))


@given(st.integers(0, 10**12))
def test_grouped_digits_come_back_in_every_language(number: int) -> None:
    assert parse_digits(f"{number:,}", "en") == number
    assert parse_digits(f"{number:,}".replace(",", "."), "nl") == number
    assert parse_digits(str(number), "ja") == number


def test_at_most_three_scales_are_multiplied() -> None:
    table = lexicon("en").table("numbers")
    assert read_scale(["thousand"] * 5, 0, table) == (Decimal(10**9), 3)
    assert read_scale(["boats"], 0, table) == (Decimal(1), 0)
    assert read_scale([], 0, table) == (Decimal(1), 0)


class TestOne:
    """A spelled one is mostly an article or a pronoun."""

    @pytest.mark.parametrize(
        "text", ["No one came.", "The one boat", "Each one left.", "One of them left.", "That one sank."]
    )
    def test_pronouns(self, text: str) -> None:
        assert values(text) == []

    @pytest.mark.parametrize("text", ["One boat sank.", "Only one old boat sank."])
    def test_numbers(self, text: str) -> None:
        assert values(text) == [1]

    def test_with_a_scale_it_is_a_number(self) -> None:
        assert values("One million people left.") == [1_000_000]
        assert values("Un millón de personas salió.", "es") == [1_000_000]
        assert values("Un barco se hundió.", "es") == []
        assert values("Een schip zonk.", "nl") == []

    def test_a_bare_scale_is_none_in_english(self) -> None:
        assert values("Hundred boats sank.") == []


class TestNoQuantity:
    """Clocks, years, and numbers inside names."""

    @pytest.mark.parametrize(
        ("language", "text", "found"),
        [
            ("en", "It sank at 5 p.m. there.", []),
            ("en", "It sank at 17:20 there.", []),
            ("en", "It sank in 1999 again.", []),
            ("en", "They saw 1999 boats.", [1999]),
            ("en", "They drove 1999 km.", [1999]),
            ("en", "It took 5 hours.", [5]),
            ("es", "Duró 5 horas.", [5]),
            ("es", "Fue a las 5 horas.", []),
            ("es", "Fue 6.20 horas.", []),
            ("nl", "Het duurde 5 uur.", [5]),
            ("nl", "Het was om 5 uur.", []),
            ("nl", "Het was 21.40 uur.", []),
            ("en", "It is Room 12.", []),
            ("en", "Route 9 is closed.", []),
            ("en", "Class of ’61 met.", []),
            ("en", "See No. 3 there.", []),
            ("en", "The 2nd boat sank.", []),
            ("en", "Skerra 12 boats sank.", [12]),
        ],
    )
    def test_each(self, language: str, text: str, found: list[int]) -> None:
        assert values(text, language) == found


class TestUnits:
    """What hangs on a number."""

    @pytest.mark.parametrize(
        ("language", "text", "value", "unit"),
        [
            ("en", "It rose 5%.", "5", "%"),
            ("en", "It was 5 °C.", "5", "°C"),
            ("en", "It was 5° there.", "5", "°"),
            ("en", "It cost 5 €.", "5", "EUR"),
            ("en", "It cost £5.", "5", "GBP"),
            ("en", "It cost ¥5 million.", "5000000", "JPY"),
            ("en", "It cost $5m.", "5000000", "USD"),
            ("en", "A 5m pole.", "5", "m"),
            ("en", "A 5-km walk.", "5", "km"),
            ("es", "Costó 5 millones de coronas.", "5000000", "crown"),
            ("es", "Costó 5 de coronas.", "5", None),
            ("nl", "Het kost 5 gulden.", "5", "guilder"),
            ("en", "It ran 5 kilometres an hour.", "5", "km/h"),
            ("en", "It cost €3.", "3", "EUR"),
            ("en", "It cost ₹300.", "300", "INR"),
            ("en", "It cost ₽300 and more.", "300", "RUB"),
        ],
    )
    def test_each(self, language: str, text: str, value: str, unit: str | None) -> None:
        (found,) = numbers(text, language)
        assert (found.value, found.unit) == (Decimal(value), unit)

    def test_whole_numbers_are_whole(self) -> None:
        (found,) = numbers("It cost 5.00 crowns.")
        assert str(found.value) == "5"


class TestRanges:
    """Two numbers that are one."""

    @pytest.mark.parametrize(
        ("language", "text", "low", "high"),
        [
            ("en", "between 5 and 9 boats", 5, 9),
            ("en", "5-9 boats", 5, 9),
            ("en", "5 to 9 boats", 5, 9),
            ("en", "5 or 9 boats", 5, None),
            ("en", "5 and 9 boats", 5, None),
            ("en", "5 - 9 boats", 5, None),
            ("en", "9 to 5 boats", 9, None),
            ("en", "5 to 5 boats", 5, None),
            ("en", "5 km to 9 km", 5, 9),
            ("en", "5 km to 9 crowns", 5, None),
            ("es", "entre 5 y 9 barcos", 5, 9),
            ("nl", "tussen 5 en 9 boten", 5, 9),
            ("en", "from 5 to 9 boats", 5, None),
            ("en", "5 to 9 km", 5, 9),
        ],
    )
    def test_each(self, language: str, text: str, low: int, high: int | None) -> None:
        first = numbers(text, language)[0]
        assert (int(first.value), None if first.high is None else int(first.high)) == (low, high)


@pytest.mark.parametrize(
    ("language", "text", "bound"),
    [
        ("en", "at least half a million boats", ">="),
        ("nl", "ruim een half miljoen boten", ">"),
        ("es", "más de un millón de barcos", ">"),
        ("en", "as many as 5 boats", "<="),
        ("en", "well over 5 boats", ">"),
        ("en", "at 5 boats", None),
        ("en", "5 boats at least", None),
    ],
)
def test_bounds(language: str, text: str, bound: str | None) -> None:
    assert numbers(text, language)[0].bound == bound


@given(
    st.lists(
        st.sampled_from(
            [
                "two",
                "hundred",
                "14",
                "3.5",
                "boats",
                "and",
                "to",
                "–",
                "km",
                "$",
                "%",
                "at",
                "least",
                "one",
                "half",
                "a",
                "million",
                "2019",
                "March",
                "No",
                ".",
                "’",
                "61",
                "5km",
                "x",
            ]
        ),
        max_size=10,
    ).map(" ".join)
)
def test_every_quantity_is_among_the_candidates_and_slices_its_text(text: str) -> None:
    found = read_tokens(text, "en")
    tags = tag_tokens(found, "en")
    possible = {(found.starts[each.first], each.value) for each in candidates(found, tags, "en")}
    quantities = numbers(text)
    assert {(each.start, each.value) for each in quantities} <= possible
    assert not quantities or may_hold_numbers(found, "en")
    assert all(text[each.start : each.end] == each.text for each in quantities)
    assert all(first.end <= second.start for first, second in itertools.pairwise(quantities))
    assert all(each.high is None or each.high > each.value for each in quantities)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("十", 10),
        ("十五", 15),
        ("二十", 20),
        ("百", 100),
        ("千五百", 1500),
        ("一万二千", 12000),
        ("1万2千", 12000),
        ("1億", 10**8),
        ("１２３", 123),
        ("三", 3),
        ("0", 0),
        ("3千万", 30_000_000),
        ("1兆2億", 10**12 + 2 * 10**8),
    ],
)
def test_japanese_numerals(text: str, value: int) -> None:
    assert parse_japanese(text) == value


@given(st.integers(1, 9999), st.integers(0, 9999))
def test_japanese_ten_thousands_come_back(high: int, low: int) -> None:
    assert parse_japanese(f"{high}万{low or ''}") == high * 10_000 + low


@pytest.mark.parametrize("language", ["en", "es", "nl", "ja", "fr", "xx"])
@pytest.mark.parametrize("text", ["", " ", "\x00", "\ud800", "船", "…", "’", "\n\n", "7", "$", "A"])
def test_next_to_nothing_can_be_asked_about(text: str, language: str) -> None:
    assert all(word.text == text[word.start : word.end] for word in tag(text, language))
    assert all(each.text == text[each.start : each.end] for each in numbers(text, language))
