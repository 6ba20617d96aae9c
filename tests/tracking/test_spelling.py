"""How a document writes the terms that it shares, which of them are names, and which days it speaks of."""

from __future__ import annotations

from datetime import UTC, date, datetime

from hypothesis import given
from hypothesis import strategies as st

from meadow.model import Document, SharedDay
from meadow.tracking.spelling import Mentions, mentions_of, shared_days

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)


def mentions(
    text: str, *, title: str | None = None, language: str = "en", published: datetime | None = MONDAY
) -> Mentions:
    return mentions_of(Document("a", title=title, text=text, language=language, published=published))


def test_a_term_is_spelled_as_it_stands_and_told_for_a_name_a_number_or_a_word() -> None:
    found = mentions("Captain Iris Vale said that 214 ferries left Skerra. The 3rd came back.")
    assert found.spelled("vale") == ("Vale", "name")
    assert found.spelled("skerra") == ("Skerra", "name")
    assert found.spelled("214") == ("214", "number")
    assert found.spelled("3rd") == ("3rd", "number")
    assert found.spelled("came") == ("came", "word")


def test_a_stem_and_the_first_letters_lead_to_the_first_word_that_has_them() -> None:
    found = mentions("The ferries met a ferry. Skerravore is far.")
    assert found.spelled("ferri") == ("ferries", "word")
    assert found.spelled("skerr")[0].lower() == "skerravore"
    # What the document does not hold is left as it is.
    assert found.spelled("nowhere") == ("nowhere", "word")


def test_a_capital_in_a_title_makes_no_name() -> None:
    found = mentions("The council wants a tax.", title="Council Wants Tax")
    assert found.spelled("tax") == ("tax", "word")
    assert mentions("The ferry sank.", title="Storm over Skerra").spelled("storm") == ("storm", "word")


def test_a_title_that_is_the_text_is_read_once() -> None:
    assert mentions("The ferry sank.", title="The ferry sank.") == mentions("The ferry sank.")


def test_days_are_those_spoken_of_and_that_of_the_document() -> None:
    found = mentions("The ferry sank on 1 March 2026. A trial begins on 9 April 2026.")
    assert found.days == {date(2026, 3, 1), date(2026, 4, 9), date(2026, 3, 2)}
    assert mentions("Nothing.", published=None).days == frozenset()


def test_days_that_others_speak_of_too_come_first_by_how_many_do() -> None:
    one, two, three = date(2026, 3, 1), date(2026, 3, 2), date(2026, 3, 3)
    story = [Mentions({}, {}, frozenset(days)) for days in ({one, two, three}, {two, one}, {two}, set[date]())]
    assert shared_days(story) == [
        [SharedDay(two, 2), SharedDay(one, 1)],
        [SharedDay(two, 2), SharedDay(one, 1)],
        [SharedDay(two, 2)],
        [],
    ]


@given(st.lists(st.frozensets(st.dates(date(2026, 3, 1), date(2026, 3, 9)), max_size=4), max_size=5))
def test_every_shared_day_is_ones_own_and_somebody_elses(days: list[frozenset[date]]) -> None:
    story = [Mentions({}, {}, own) for own in days]
    for place, shared in enumerate(shared_days(story)):
        others = [own for at, own in enumerate(days) if at != place]
        assert {each.day for each in shared} == {day for day in days[place] if any(day in own for own in others)}
        assert all(each.documents == sum(each.day in own for own in others) for each in shared)
