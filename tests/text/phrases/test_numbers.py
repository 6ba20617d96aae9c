"""Numbers with units, bounds, ranges, and what they count."""

from __future__ import annotations

from decimal import Decimal

import pytest

from meadow.text.phrases import Quantity, numbers
from meadow.text.phrases.japanese_numbers import parse_japanese
from meadow.text.phrases.lexicon import lexicon
from meadow.text.phrases.number_words import is_spelled, parse_digits, read_spelled


def only(text: str, language: str = "en") -> Quantity:
    """Return the one quantity of a text."""
    (found,) = numbers(text, language)
    assert text[found.start : found.end] == found.text
    return found


def test_a_quantity_says_what_it_counts_and_how_sure_it_is() -> None:
    found = only("At least 14 dead were brought ashore.")
    assert found == Quantity(9, 11, "14", Decimal(14), None, "dead", ">=")


@pytest.mark.parametrize(
    ("language", "text", "value", "unit"),
    [
        ("en", "It cost 3.2 billion crowns.", "3200000000", "crown"),
        ("en", "It weighs 2,900 tonnes.", "2900", "t"),
        ("en", "Prices rose 6.5 per cent.", "6.5", "%"),
        ("en", "Prices rose 18 pct.", "18", "%"),
        ("en", "A fine of €1.2m was paid.", "1200000", "EUR"),
        ("en", "It costs $18.40 now.", "18.40", "USD"),
        ("en", "A 34-year-old baker.", "34", "year"),
        ("en", "It is 5km away.", "5", "km"),
        ("en", "Winds of 120 kilometres an hour.", "120", "km/h"),
        ("en", "It was 21 °C inside.", "21", "°C"),
        ("es", "Costó 2.400 millones de coronas.", "2400000000", "crown"),
        ("es", "Mide 6,5 metros.", "6.5", "m"),
        ("es", "Subió un 12 por ciento.", "12", "%"),
        ("es", "Duró cuarenta y cinco minutos.", "45", "min"),
        ("nl", "Het kost 18 miljoen gulden.", "18000000", "guilder"),
        ("nl", "De piek is 6,9 meter.", "6.9", "m"),
        ("nl", "Het duurde anderhalf miljoen jaar.", "1500000", "year"),
        ("ja", "総事業費は4億1千万クラウンだ。", "410000000", "crown"),
        ("ja", "賃金が６．５％下がった。", "6.5", "%"),
    ],
)
def test_values_and_units(language: str, text: str, value: str, unit: str) -> None:
    found = only(text, language)
    assert (found.value, found.unit, found.counted) == (Decimal(value), unit, None)


@pytest.mark.parametrize(
    ("language", "text", "value", "counted"),
    [
        ("en", "Twenty-two children escaped.", 22, "children"),
        ("en", "Two hundred and five sheep died.", 205, "sheep"),
        ("en", "He counted 1,400 daily passenger trains.", 1400, "daily passenger trains"),
        ("en", "Nine more people came.", 9, "people"),
        ("en", "Half a million people watched.", 500000, "people"),
        ("en", "The death toll rose to 17.", 17, "death toll"),
        ("en", "The number of dead rose to seven.", 7, "number of dead"),
        ("en", "Another 46 injured were treated.", 46, "injured"),
        ("en", "He was 52.", 52, None),
        ("es", "Medio millón de personas lo vieron.", 500000, "personas"),
        ("es", "Recuperaron otros seis cuerpos.", 6, "cuerpos"),
        ("es", "Hubo diecisiete muertos.", 17, "muertos"),
        ("nl", "Tweeëntwintig kinderen ontkwamen.", 22, "kinderen"),
        ("nl", "Het dodental is gestegen tot zeven.", 7, "dodental"),
        ("nl", "Honderdvijftig mensen kwamen.", 150, "mensen"),
        ("ja", "三十五人の生徒が来た。", 35, "生徒"),
    ],
)
def test_what_is_counted(language: str, text: str, value: int, counted: str | None) -> None:
    found = only(text, language)
    assert (int(found.value), found.counted) == (value, counted)


@pytest.mark.parametrize(
    ("language", "text", "bound"),
    [
        ("en", "more than 9,000 people", ">"), ("en", "no fewer than 10 boats", ">="), ("en", "up to 40 boats", "<="),
        ("en", "nearly 40 boats", "<"), ("en", "some 300 boats", "~"), ("en", "the 300 boats", None),
        ("es", "al menos 9 barcos", ">="), ("es", "más de 9 barcos", ">"), ("es", "unos 40 barcos", "~"),
        ("nl", "ruim 40 boten", ">"), ("nl", "ten minste 40 boten", ">="), ("nl", "zo'n 40 boten", "~"),
        ("ja", "約40人", "~"), ("ja", "少なくとも40人", ">="), ("ja", "40人以上", ">="),
    ],
)  # fmt: skip
def test_bounds(language: str, text: str, bound: str | None) -> None:
    assert only(text, language).bound == bound


@pytest.mark.parametrize(
    ("language", "text", "low", "high"),
    [
        ("en", "between 40 and 60 species", 40, 60), ("en", "10 to 15 boats", 10, 15), ("en", "10–15 boats", 10, 15),
        ("en", "300 million to 330 million crowns", 300_000_000, 330_000_000), ("es", "entre 40 y 60 especies", 40, 60),
        ("es", "de 10 a 15 becas", 10, 15), ("nl", "tussen 40 en 60 soorten", 40, 60), ("nl", "10 tot 15 beurzen", 10, 15),
        ("ja", "40〜60種", 40, 60),
    ],
)  # fmt: skip
def test_ranges_are_one_quantity(language: str, text: str, low: int, high: int) -> None:
    found = only(text, language)
    assert (int(found.value), int(found.high or 0)) == (low, high)


def test_two_numbers_are_no_range() -> None:
    assert [found.value for found in numbers("It rose from 10 to 15 boats.")] == [10, 15]
    assert [found.value for found in numbers("10 boats and 15 cars")] == [10, 15]
    assert [found.high for found in numbers("15 to 10 votes")] == [None, None]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "In 2024 it began."), ("en", "On 3 March 2026 at 6:20 a.m. it sank."), ("en", "It opens at 9 a.m. sharp."),
        ("en", "The 2nd attempt failed."), ("en", "No one of them came."), ("en", "On Route 9 near Room 12."),
        ("en", "See No. 3 and article 5."), ("es", "Un barco a las 6.20 horas."), ("es", "Una de ellas vino en 1994."),
        ("nl", "Om 21.40 uur kwam een schip in ’61."), ("ja", "2026年3月10日午前10時42分"), ("ja", "第2段は3回目"),
        ("de", ""),
    ],
)  # fmt: skip
def test_what_is_no_quantity(language: str, text: str) -> None:
    assert numbers(text, language) == ()


def test_digits_as_languages_write_them() -> None:
    assert parse_digits("2,900.5", "en") == Decimal("2900.5")
    assert parse_digits("2.900,5", "es") == Decimal("2900.5")
    assert parse_digits("1.234.567", "nl") == 1234567
    assert parse_digits("6.5", "nl") == Decimal("6.5")
    assert parse_digits("1.2.3", "en") is None
    assert parse_digits("9" * 41, "en") is None


def test_spelled_numbers_end_where_the_next_begins() -> None:
    english = lexicon("en").table("numbers")
    assert read_spelled(["two", "hundred", "and", "five", "thousand", "men"], 0, english, "and") == (
        Decimal(205_000),
        5,
    )
    assert read_spelled(["two", "three"], 0, english, "and") == (Decimal(2), 1)
    assert read_spelled(["twenty", "and", "men"], 0, english, "and") == (Decimal(20), 1)
    assert read_spelled(["men"], 0, english, "and") is None
    dutch = lexicon("nl").table("numbers")
    assert all(is_spelled(word, dutch) for word in ("vijfendertig", "drieduizend"))
    assert not any(is_spelled(word, dutch) for word in ("honderd" * 30, "mens"))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("4億1千万", 410_000_000),
        ("三十五", 35),
        ("120万", 1_200_000),
        ("二〇二六", 2026),
        ("5千", 5000),
        ("万", 10_000),
    ],
)
def test_japanese_numerals(text: str, value: int) -> None:
    assert parse_japanese(text) == value
