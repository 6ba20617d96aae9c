"""Rules of dates at their edges, seen from Wednesday 4 March 2026: what is part of a mention and what is not."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.phrases import dates, tag
from meadow.text.phrases.dates import dates_among
from meadow.text.phrases.numbers import numbers, quantities
from meadow.text.phrases.tokens import read_tokens

ANCHOR = datetime(2026, 3, 4, 12, tzinfo=UTC)


def found(text: str, language: str = "en", anchor: datetime | None = ANCHOR) -> list[tuple[str, str | None]]:
    return [
        (each.text, None if each.day is None else each.day.isoformat()) for each in dates(text, language, anchor=anchor)
    ]


class TestYears:
    """Which year belongs to a day."""

    @pytest.mark.parametrize(
        ("text", "mention"),
        [
            ("On 3 March 2025 it sank.", "3 March 2025"), ("On 3 March, 2025 it sank.", "3 March, 2025"),
            ("On March 3 of 2025 it sank.", "March 3 of 2025"), ("On March 3. 2025 was bad.", "March 3. 2025"),
            ("On March 3, of 2025 it sank.", "March 3, of 2025"), ("On 3 March 1499 it sank.", "3 March"),
            ("On 3 March 2100 boats sank.", "3 March"), ("On 3 March 1500 it sank.", "3 March 1500"),
        ],
    )  # fmt: skip
    def test_in_english(self, text: str, mention: str) -> None:
        assert found(text)[0][0] == mention

    def test_a_stop_before_a_year_and_a_word_ends_the_mention(self) -> None:
        assert found("On March 3. Of 2025 nobody speaks.")[0][0] == "March 3"

    def test_in_spanish_of_stands_before_it(self) -> None:
        assert found("El 3 de marzo del 2025 se hundió.", "es") == [("3 de marzo del 2025", "2025-03-03")]
        assert found("El 3 marzo 2025 se hundió.", "es") == [("3 marzo 2025", "2025-03-03")]


class TestMonths:
    """Months that are words too."""

    @pytest.mark.parametrize("text", ["They march 3 times.", "It may 3 times.", "a march 3 of them saw"])
    def test_an_english_month_has_its_capital(self, text: str) -> None:
        assert found(text) == []

    def test_with_its_stop(self) -> None:
        assert found("It sank on Jan. 5 there.") == [("Jan. 5", "2026-01-05")]

    def test_the_month_comes_first_in_english_only(self) -> None:
        assert found("marzo 3", "es") == [("marzo", None)]
        assert found("maart 3", "nl") == [("maart", None)]

    def test_alone_it_counts_where_it_cannot_be_another_word(self) -> None:
        assert found("It sank in March.") == [("March", None)]
        assert found("They like March best.") == []
        assert found("Het zonk in mei.", "nl") == [("mei", None)]
        assert found("Se hundió en marzo.", "es") == [("marzo", None)]
        assert found("Se hundió en el mar.", "es") == []

    @pytest.mark.parametrize("day", ["1st", "2nd", "3rd", "4th", "31st"])
    def test_ordinals(self, day: str) -> None:
        assert found(f"On the {day} of January it sank.")[0][0] == f"{day} of January"

    def test_numbers_beyond_a_month_are_no_days(self) -> None:
        assert found("40 March boats") == []


class TestWeekdays:
    """On which side of the anchor a weekday lies."""

    @pytest.mark.parametrize(
        ("language", "text", "mention", "day"),
        [
            ("es", "Se hundió el lunes pasado.", "lunes pasado", "2026-03-02"),
            ("es", "Se hundió el miércoles pasado.", "miércoles pasado", "2026-02-25"),
            ("es", "Zarpa el próximo viernes.", "próximo viernes", "2026-03-06"),
            ("es", "Zarpa el viernes próximo.", "viernes próximo", "2026-03-06"),
            ("es", "El barco saldrá el viernes.", "viernes", "2026-03-06"),
            ("es", "Habrá una misa el viernes.", "viernes", "2026-03-06"),
            ("es", "El barco salió el viernes.", "viernes", "2026-02-27"),
            ("es", "El barco zarpará el miércoles.", "miércoles", "2026-03-04"),
            ("es", "Se hundió el lunes por la tarde.", "lunes por la tarde", "2026-03-02"),
            ("es", "Se hundió el lunes por la calle.", "lunes", "2026-03-02"),
            ("es", "El lunes viene el barco.", "lunes", None),
            ("es", "El lunes que viene zarpa.", "lunes que viene", "2026-03-09"),
            ("es", "El lunes que zarpó.", "lunes", "2026-03-02"),
            ("nl", "Het zonk maandagavond.", "maandagavond", "2026-03-02"),
            ("nl", "Het vaart volgende vrijdag.", "volgende vrijdag", "2026-03-06"),
            ("nl", "Vrijdag zonk het.", "Vrijdag", "2026-02-27"),
            ("en", "It sank Wednesday.", "Wednesday", "2026-03-04"),
            ("en", "It will sail Wednesday.", "Wednesday", "2026-03-04"),
            ("en", "It sails next Wednesday.", "next Wednesday", "2026-03-11"),
            ("en", "It sank Monday night.", "Monday night", "2026-03-02"),
            ("en", "It sank Monday noise.", "Monday", "2026-03-02"),
        ],
    )  # fmt: skip
    def test_each(self, language: str, text: str, mention: str, day: str | None) -> None:
        assert found(text, language) == [(mention, day)]

    def test_a_word_with_day_in_it_is_no_weekday(self) -> None:
        assert found("De verjaardag en de dagelijkse gang.", "nl") == []

    def test_a_verb_of_the_future_reaches_forty_words(self) -> None:
        # Between the verb and the day stand so many words.
        for words, day in ((39, "2026-03-06"), (40, None)):
            assert found(f"It will {'so ' * words}Friday") == [("Friday", day)], words

    @pytest.mark.parametrize("stop", [".", "!", "?", ",", ";"])
    def test_a_mark_between_them_ends_its_reach(self, stop: str) -> None:
        assert found(f"It will sail{stop} on Friday it sank.")[0][1] == "2026-02-27"


class TestNumeric:
    """Digits joined by strokes."""

    @pytest.mark.parametrize(
        ("text", "mention"),
        [
            ("on 2026-3-4 here", "2026-3-4"), ("on 4-3-2026 here", "4-3-2026"), ("on 04/03/2026.", "04/03/2026"),
            ("on 4/3-2026 here", None), ("on 12/2026-03-04 here", None), ("v2026-03-04", None), ("2026-03-04T12:00", None),
            ("on 4/3/26 here", None), ("on 2026-03-040", None), ("on 32/1/2026", None), ("on 1/13/2026", None),
        ],
    )  # fmt: skip
    def test_what_counts(self, text: str, mention: str | None) -> None:
        assert [each.text for each in dates(text)] == ([] if mention is None else [mention])

    def test_a_date_in_digits_beside_a_weekday(self) -> None:
        assert found("On Wednesday 2026-03-04 it sank.") == [("Wednesday", "2026-03-04"), ("2026-03-04", "2026-03-04")]


class TestYearsAlone:
    """A year without a day."""

    @pytest.mark.parametrize(
        ("text", "mention"), [("in 2017", "2017"), ("since 1999", "1999"), ("in 2017-18", None), ("in 1066", None)]
    )
    def test_behind_a_word_that_tells(self, text: str, mention: str | None) -> None:
        assert [each.text for each in dates(f"It sank {text}.")] == ([] if mention is None else [mention])


@given(st.dates(date(1990, 1, 1), date(2035, 12, 31)), st.sampled_from(["en", "es", "nl", "de"]))
def test_a_whole_date_means_its_day_wherever_it_is_seen_from(day: date, language: str) -> None:
    text = f"2026 {day.isoformat()} x"
    for anchor in (None, ANCHOR):
        (mention,) = dates(text, language, anchor=anchor)
        assert (mention.day, mention.text) == (day, day.isoformat())


@given(st.integers(0, 6), st.integers(0, 400))
def test_a_weekday_lies_within_a_week_of_the_anchor(wanted: int, shift: int) -> None:
    name = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][wanted]
    anchor = ANCHOR + timedelta(days=shift)
    for text, least, most in (
        (f"It sank on {name}.", -6, 0),
        (f"It sank last {name}.", -7, -1),
        (f"It sails next {name}.", 1, 7),
    ):
        (mention,) = dates(text, anchor=anchor)
        assert mention.day is not None
        assert mention.day.weekday() == wanted
        assert least <= (mention.day - anchor.date()).days <= most


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "On 3 March 2026 14 of 20 boats sank in 2017."),
        ("es", "El 3 de marzo murieron 14 personas."),
        ("nl", "Op 3 maart zonken 14 boten."),
        ("ja", "3月3日に14隻が沈んだ。"),
    ],
)
def test_days_that_are_known_are_taken_as_they_are(language: str, text: str) -> None:
    words = tag(text, language)
    assert quantities(text, language, words) == numbers(text, language)
    assert quantities(text, language, words, dates(text, language)) == numbers(text, language)
    if language != "ja":
        assert dates_among(text, read_tokens(text, language), language, anchor=ANCHOR) == dates(
            text, language, anchor=ANCHOR
        )
        # Without its dates a text has more numbers.
        assert len(quantities(text, language, words, ())) > len(numbers(text, language))
