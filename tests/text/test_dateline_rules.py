"""Each part of the rule for datelines, with and without it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.datelines import agencies, dateline_length, is_boilerplate, is_date

REST = "The ferry sank."


def cut(dateline: str, rest: str = REST, language: str = "en") -> str:
    """Return what is taken off."""
    text = dateline + rest
    return text[: dateline_length(text, language)]


class TestWhatFollows:
    """A dateline must be followed by what begins a sentence, or by nothing."""

    @pytest.mark.parametrize(
        "rest", ["The ferry sank.", "40 people came.", "“We lost,” she said.", "(It sank.)", "¿Quién?", "Ölpreis", ""]
    )
    def test_a_sentence(self, rest: str) -> None:
        assert cut("CARROWMERE (LPA) — ", rest) == "CARROWMERE (LPA) — "

    @pytest.mark.parametrize(
        "rest",
        [
            "the ferry sank.",
            ", the ferry",
            "; the ferry",
            ": the ferry",
            ". The ferry",
            ") The ferry",
            "“the ferry” sank",
            "(the ferry sank)",
        ],
    )
    def test_a_piece_of_one(self, rest: str) -> None:
        assert cut("CARROWMERE (LPA) — ", rest) == ""


class TestPlace:
    """What the place looks like decides what else must be there."""

    @pytest.mark.parametrize(
        "place", ["CARROWMERE", "SANT ORIEL", "OSLO", "NEW YORK", "ST. BRANNOCK", "PORT ANSELM/CARROWMERE"]
    )
    def test_capitals_need_a_dash_only(self, place: str) -> None:
        assert cut(f"{place} — ") == f"{place} — "

    @pytest.mark.parametrize("place", ["IBM", "EU", "NDRF", "COVID-19", "AB CD"])
    def test_short_capitals_are_acronyms(self, place: str) -> None:
        assert cut(f"{place} — ") == ""

    def test_two_words_of_three_letters_are_a_place(self) -> None:
        assert cut("LAS VEG — ") == "LAS VEG — "

    @pytest.mark.parametrize("place", ["Carrowmere", "Sant Oriel"])
    def test_small_letters_need_a_date_and_an_agency_or_a_known_agency(self, place: str) -> None:
        assert cut(f"{place}, March 3 (Harbour Wire) - ") == f"{place}, March 3 (Harbour Wire) - "
        assert cut(f"{place} (Reuters) - ") == f"{place} (Reuters) - "
        assert cut(f"{place} (Harbour Wire) - ") == ""
        assert cut(f"{place}, March 3 - ") == ""
        assert cut(f"{place} - ") == ""

    def test_a_sentence_about_a_place_is_none(self) -> None:
        assert cut("he left Carrowmere (Reuters) - ") == ""

    @pytest.mark.parametrize("label", ["THE BIG IDEA", "WHAT WE KNOW", "FERRY SINKS OFF SKERRA"])
    def test_rubrics_are_no_places(self, label: str) -> None:
        assert cut(f"{label} — ") == ""

    def test_a_short_dash_behind_several_words_is_that_of_a_rubric(self) -> None:
        assert cut("PORT ANSELM – ") == ""
        assert cut("CARROWMERE – ") == "CARROWMERE – "

    def test_with_an_agency_the_same_dash_closes_a_dateline(self) -> None:
        assert cut("PORT ANSELM (LPA) – ") == "PORT ANSELM (LPA) – "

    def test_a_date_or_region_makes_a_place_of_two_words(self) -> None:
        assert cut("PORT ANSELM, March 3 – ") == "PORT ANSELM, March 3 – "
        assert cut("PORT ANSELM, Letria – ") == "PORT ANSELM, Letria – "


class TestAgency:
    """Agencies alone and without a dash."""

    @pytest.mark.parametrize("agency", ["Reuters", "AP", "AFP", "EFE", "ANP", "dpa", "CNN"])
    def test_a_known_one_in_brackets_counts_alone(self, agency: str) -> None:
        assert agency.lower() in agencies()
        assert cut(f"({agency}) ") == f"({agency}) "
        assert cut(f"({agency}) - ") == f"({agency}) - "

    def test_an_unknown_one_does_not(self) -> None:
        assert cut("(Harbour Wire) ") == ""
        assert cut("(Harbour Wire) - ") == ""

    def test_a_known_one_needs_no_dash_behind_a_place_in_capitals(self) -> None:
        assert cut("CARROWMERE (CNN) ") == "CARROWMERE (CNN) "
        assert cut("Carrowmere (CNN) ") == ""
        assert cut("CARROWMERE (LPA) ") == ""

    def test_with_a_region_it_does(self) -> None:
        assert cut("CARROWMERE, Letria (CNN) ") == ""
        assert cut("CARROWMERE, Letria (CNN) - ") == "CARROWMERE, Letria (CNN) - "

    def test_alone_on_its_line_a_dated_place_in_small_letters_needs_no_dash(self) -> None:
        assert cut("Puerto Claro, 3 mar (EFE)", "") == "Puerto Claro, 3 mar (EFE)"
        assert cut("Puerto Claro (EFE)", "") == ""
        assert cut("Puerto Claro, 3 mar (EFE) ") == ""

    def test_a_date_in_front_of_it_without_a_place_is_none(self) -> None:
        assert cut(" March 3 (Reuters) ") == ""

    def test_a_small_letter_in_brackets_is_a_remark(self) -> None:
        assert cut("CARROWMERE (north) — ") == ""
        assert cut("CARROWMERE (dpa) — ") == "CARROWMERE (dpa) — "


class TestSpanishDash:
    """`.-` closes a dateline whose place is in small letters too."""

    @pytest.mark.parametrize("head", ["Caracas, 3 de marzo.- ", "EFE.- ", "Puerto Claro, 3 mar 2026.- "])
    def test_with_a_date_or_an_agency(self, head: str) -> None:
        assert cut(head, "El puerto cerró.", "es") == head

    @pytest.mark.parametrize("head", ["Puerto Claro.- ", "puerto claro, 3 de marzo.- "])
    def test_not_without_and_not_in_small_letters(self, head: str) -> None:
        assert cut(head, "El puerto cerró.", "es") == ""

    def test_particles_may_be_small(self) -> None:
        assert cut("San Luis de la, 3 mar.- ", "El puerto cerró.", "es") == "San Luis de la, 3 mar.- "
        assert cut("San luis de Oriel, 3 mar.- ", "El puerto cerró.", "es") == ""
        assert cut("San Luis de Oriel, 3 mar.- ", "El puerto cerró.", "es") == "San Luis de Oriel, 3 mar.- "


@pytest.mark.parametrize(
    "date",
    [
        "March 3",
        "Jan. 5",
        "3 March",
        "3 mar",
        "3 de marzo",
        "3 mrt.",
        "3 mars 2026",
        "3. März",
        "12 avril",
        "3 мар",
        "March 3, 2026",
    ],
)
def test_dates_of_many_languages_stand_in_datelines(date: str) -> None:
    assert cut(f"CARROWMERE, {date} (LPA) - ") == f"CARROWMERE, {date} (LPA) - "


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ("March 3, 2026", True),
        ("3 March 2026", True),
        ("Tuesday, March 3, 2026", True),
        ("3rd March 2026", True),
        ("martes 3 de marzo de 2026", True),
        ("dinsdag 3 maart 2026", True),
        ("le 1er mars 2026", True),
        ("Dienstag, den 3. März", True),
        ("3 March 2026 14:20", True),
        ("3 March 2026, 14.20 GMT", True),
        ("March 3.", True),
        ("segunda-feira, 3 mar", True),
        ("March 2026", False),
        ("2026", False),
        ("3 March 2026 was a cold day", False),
        ("", False),
        ("March", False),
        ("33 crowns", False),
    ],
)
def test_a_line_that_is_nothing_but_a_date(line: str, is_one: bool) -> None:
    assert is_date(line) is is_one


class TestBullets:
    """Bullets go with or without a dateline behind them."""

    @pytest.mark.parametrize(
        "bullet", ["* ", "• ", "·", "▪ ", "■", "● ", "◦ ", "‣ ", "► ", "▶", "➤ ", "» ", "- ", "*** ", "- * "]
    )
    def test_before_a_sentence(self, bullet: str) -> None:
        assert cut(bullet) == bullet
        assert cut(f"{bullet}CARROWMERE (LPA) — ") == f"{bullet}CARROWMERE (LPA) — "

    @pytest.mark.parametrize(
        "text", ["-The ferry", "- the ferry", "********** The ferry", "–The ferry", "* ", "*, The"]
    )
    def test_not_before_something_else(self, text: str) -> None:
        assert dateline_length(text) == 0


@pytest.mark.parametrize(("length", "found"), [(300, True), (301, False)])
def test_boilerplate_is_no_longer_than_three_hundred(length: int, found: bool) -> None:
    names = " ".join(["A" * 21] * 12 + ["B" * (length - 277)])
    text = f"Reporting by {names}"
    assert len(text) == length
    assert is_boilerplate(text) is found


@pytest.mark.parametrize("between", ["", " ", "\n"])
def test_a_day_with_its_year_that_was_glued_to_a_sentence_goes(between: str) -> None:
    day = f"Tuesday, March 3, 2026{between}"
    assert dateline_length(f"{day}Through the night divers searched.") == len(day)
    assert dateline_length(f"{day}A ferry sank.") == len(day)


@pytest.mark.parametrize(
    "text",
    [
        "Tuesday, March 3, 2026, was a day of storms.",
        "Tuesday, March 3, 2026 was a day of storms.",
        "Tuesday, March 3, was a day of storms.",
        "On Tuesday, March 3, 2026 Ann Lund left.",
        "Sunday, bloody Sunday.",
    ],
)
def test_a_day_that_the_sentence_goes_on_from_stays(text: str) -> None:
    assert dateline_length(text) == 0


@pytest.mark.parametrize("text", ["", " ", "\n"])
def test_nothing_is_no_boilerplate(text: str) -> None:
    assert not is_boilerplate(text)


@pytest.mark.parametrize("language", ["en", "es", "nl", "fr", "de", "ja", "xx"])
def test_rights_are_reserved_in_the_middle_of_a_line_too(language: str) -> None:
    assert is_boilerplate("(c) Harbour Wire 2026. All Rights Reserved. Do not copy.", language)
    assert not is_boilerplate("All Rights Reserved" + "x" * 130, language)


@pytest.mark.parametrize(
    ("byline", "language"),
    [("By", "en"), ("Por", "es"), ("Door", "nl"), ("Par", "fr"), ("Von", "de"), ("BY", "en"), ("POR", "es")],
)
def test_bylines_are_those_of_the_language(byline: str, language: str) -> None:
    assert is_boilerplate(f"{byline} Ana Ruel", language)
    assert not is_boilerplate(f"{byline} Ana Ruel.", language)
    assert not is_boilerplate(f"{byline} Ana", language)
    assert not is_boilerplate(f"{byline} Ana Ruel", "ja")


@given(
    st.sampled_from(
        ["CARROWMERE", "Sant Oriel", "(AP)", "March 3", "-", "—", "The ferry sank.", "* ", ", ", "EFE", ".-"]
    ).flatmap(
        lambda first: st.lists(st.sampled_from([first, " ", "(AP)", "—", "The ferry sank.", "x"]), max_size=6).map(
            "".join
        )
    ),
    st.sampled_from(["en", "es", "ja", "zh"]),
)
def test_what_is_taken_off_is_not_taken_off_again_from_its_middle(text: str, language: str) -> None:
    length = dateline_length(text, language)
    assert 0 <= length <= len(text)
    # What is left begins a sentence, or nothing is left.
    rest = text[length:]
    assert length == 0 or not rest or not rest[0].islower()
