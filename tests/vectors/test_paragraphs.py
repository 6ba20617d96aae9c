"""Captions by their paragraph and quotations by their marks, on both sides of every bound."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.model import Document
from meadow.vectors.captioned import captioned_rows
from meadow.vectors.coreference.definites import definite_subject, mentions, unresolved_nouns
from meadow.vectors.quoted import quotations, quoted_rows
from meadow.vectors.view import StoryView, view_documents

NEWS = "The ferry Alma sank off Skerra on Monday."
REST = "Twelve people drowned."
DAY = datetime(2026, 3, 20, 9, tzinfo=UTC)


def _view(*texts: str, published: datetime | None = DAY, language: str = "en") -> StoryView:
    return view_documents(
        [Document(f"d{number}", text=text, published=published, language=language) for number, text in enumerate(texts)]
    )


def captions(*texts: str, published: datetime | None = DAY, language: str = "en") -> list[str]:
    view = _view(*texts, published=published, language=language)
    return [view.sentences[row].text for row in captioned_rows(view).nonzero()[0].tolist()]


class TestCredits:
    """What a credit closes."""

    @pytest.mark.parametrize(("count", "all_of_it"), [(1, True), (4, True), (5, False)])
    def test_four_sentences_may_stand_before_it(self, count: int, all_of_it: bool) -> None:
        sentences = [f"Diver {number} came back." for number in range(count)]
        found = captions(f"{NEWS}\n\n{' '.join(sentences)} | Reuters\n\n{REST}")
        assert found == ([*sentences, "| Reuters"] if all_of_it else ["| Reuters"])

    @pytest.mark.parametrize(("size", "all_of_it"), [(500, True), (501, False)])
    def test_five_hundred_characters_may_stand_before_and_in_it(self, size: int, all_of_it: bool) -> None:
        sentence = "Divers " + "x" * (size - len("Divers . | Reuters")) + "."
        assert len(f"{sentence} | Reuters") == size
        assert captions(f"{NEWS}\n\n{sentence} | Reuters\n\n{REST}") == (
            [sentence, "| Reuters"] if all_of_it else ["| Reuters"]
        )

    @pytest.mark.parametrize(("length", "found"), [(70, True), (71, False)])
    def test_a_credit_has_seventy_characters(self, length: int, found: bool) -> None:
        tail = "| " + "R" * (length - 2)
        assert (tail in captions(f"{NEWS}\n\nDivers came back. {tail}\n\n{REST}")) is found

    def test_it_closes_its_own_paragraph_only(self) -> None:
        assert captions(f"{NEWS}\n\nDivers came back. | Reuters\n\n{REST}") == ["Divers came back.", "| Reuters"]

    def test_it_does_not_reach_into_the_document_before(self) -> None:
        assert captions(NEWS, f"Divers came back. | Reuters\n\n{REST}") == ["Divers came back.", "| Reuters"]

    def test_at_the_head_of_a_document_it_closes_nothing(self) -> None:
        assert captions(f"| Reuters\n{NEWS}\n\n\n{REST}") == []

    def test_in_the_middle_of_a_line_it_closes_nothing(self) -> None:
        assert captions(f"{NEWS}\n\nDivers came back. | Reuters and more\n\n{REST}") == []

    def test_a_bare_name_closes_inside_a_text_and_not_at_its_end(self) -> None:
        assert "Skerra Police" in captions(f"{NEWS}\n\nDivers came back. Skerra Police\n\n{REST}")
        assert captions(f"{NEWS}\n\nDivers came back. Skerra Police") == []
        assert captions(f"{NEWS}\n\nDivers came back. Skerra Police\n \n") == []


class TestSources:
    """A line below the source of a picture."""

    @pytest.mark.parametrize(
        "source", ["Fuente de la imagen, LPA", "Image source, LPA", "Image copyright LPA", "Beeld LPA"]
    )
    def test_is_its_caption(self, source: str) -> None:
        found = captions(f"{source}\nEl capitán mira al puerto.\n{REST}")
        assert "El capitán mira al puerto." in found
        assert REST not in found

    def test_in_the_next_document_it_is_none(self) -> None:
        assert captions("Image source, LPA", f"{NEWS} {REST}") == []

    def test_with_nothing_below_it_there_is_none(self) -> None:
        assert captions("Image source, LPA") == []

    def test_a_line_of_two_sentences_is_none(self) -> None:
        assert captions(f"Image source, LPA\nDivers came back. {REST}") == []


class TestPast:
    """The present of a day long before the article."""

    @pytest.mark.parametrize(("days", "shown"), [(8, True), (7, False), (0, False), (-30, False)])
    def test_a_week_before_is_long(self, days: int, shown: bool) -> None:
        day = DAY.replace(hour=0) - timedelta(days=days)
        sentence = f"The ferry lies in the port of Skerra on {day:%B} {day.day}, {day.year}."
        assert (sentence in captions(f"{NEWS}\n{sentence}", published=DAY.replace(hour=0))) is shown

    def test_without_the_day_of_the_article_nobody_knows(self) -> None:
        assert captions("The ferry lies in the port on May 3, 2019.", published=None) == []

    def test_a_day_that_no_month_has_is_none(self) -> None:
        assert captions("The ferry lies in the port on February 30, 2019.") == []

    def test_other_languages_are_not_asked(self) -> None:
        assert captions("The ferry lies in the port on May 3, 2019.", language="nl") == []
        assert captions("The ferry lies in the port on May 3, 1999.") != []


class TestQuotations:
    """Where quotations begin and end."""

    @pytest.mark.parametrize(("length", "found"), [(39, False), (40, True), (2000, True), (2001, False)])
    def test_forty_to_two_thousand_characters(self, length: int, found: bool) -> None:
        text = f"“{'x' * length}” he said."
        assert list(quotations(text)) == ([(1, 1 + length)] if found else [])

    @pytest.mark.parametrize(
        ("opening", "closing"),
        [
            ("“", "”"),
            ('"', '"'),
            ("„", "”"),
            ("«", "»"),
            ("``", "''"),
            ("“", "\n"),
            ("„", "\n"),
            ("«", "\n"),
            ("``", "\n"),
        ],
    )
    def test_marks_that_open_and_close(self, opening: str, closing: str) -> None:
        words = "word " * 10
        text = f"He said {opening}{words}{closing} and left."
        start = len(f"He said {opening}")
        assert list(quotations(text)) == [(start, start + len(words))]

    def test_a_straight_mark_is_not_closed_by_a_line(self) -> None:
        assert list(quotations('He said "' + "word " * 10 + "\nand left.")) == []

    def test_a_mark_behind_a_letter_does_not_open(self) -> None:
        assert list(quotations("He said“" + "word " * 10 + "” and left.")) == []

    def test_a_straight_mark_opens_before_a_word_only(self) -> None:
        assert list(quotations('He said " ' + "word " * 10 + '" and left.')) == []
        assert list(quotations('He said "¿' + "word " * 10 + '" and left.')) != []

    def test_the_last_mark_that_opens_counts(self) -> None:
        text = "He said “no and “" + "word " * 10 + "” and left."
        assert list(quotations(text)) == [(17, 67)]

    @given(
        st.lists(
            st.sampled_from(["“", "”", '"', "«", "»", "``", "''", "\n", "word " * 9, " ", "x. Y"]), max_size=9
        ).map("".join)
    )
    def test_they_lie_apart_inside_the_text_and_hold_no_mark(self, text: str) -> None:
        found = list(quotations(text))
        assert all(40 <= end - start <= 2000 and 0 < start < end < len(text) for start, end in found)
        assert all(first[1] <= second[0] for first, second in itertools.pairwise(found))
        assert all(not set(text[start:end]) & set("“”„«»\n") for start, end in found)

    def test_of_two_documents_each_has_its_own(self) -> None:
        inner = "The door of the ferry was open. Nobody looked. We slept"
        view = _view(f"{NEWS} {REST}", f"“{inner},” said Ann Lund.")
        assert [view.sentences[row].text for row in quoted_rows(view).nonzero()[0].tolist()][-1] == "Nobody looked."
        assert not quoted_rows(view)[:2].any()


class TestDefinites:
    """What “the noun” owes."""

    @pytest.mark.parametrize(
        ("text", "noun"),
        [
            ("The old grey ferry sank.", "ferry"),
            ("The ferry which sank was old.", None),
            ("The us left.", None),
            ("The man's boat sank.", "man"),
            ("The it's boat sank.", None),
            ("Yesterday, the ferry sank.", "ferry"),
            ("the ferry sank.", "ferry"),
            ("In the dark and cold night of that very long day, the ferry sank.", None),
            ("The", None),
            ("The ferry", None),
            ("", None),
        ],
    )
    def test_subjects(self, text: str, noun: str | None) -> None:
        assert definite_subject(text) == noun

    def test_the_first_sentence_owes_nothing(self) -> None:
        view = _view("The helper left.", "A helper came. The helper left.")
        assert unresolved_nouns(view, 0) == ()

    @pytest.mark.parametrize(
        ("sentence", "nouns"),
        [
            ("“It sank,” the diver said.", ("diver",)),
            ("“It sank,” said the diver.", ("diver",)),
            ("“It sank,” the company said.", ()),
            ("“It sank,” the police said.", ()),
            ("“It sank,” the old diver added.", ("diver",)),
            ("Ann Lund read the letter.", ("letter",)),
            ("Ann Lund read the letter of Skerra.", ()),
            ("Ann Lund read the paper.", ()),
            ("The letter and the diver’s words: the letter was old.", ("letter",)),
        ],
    )
    def test_speakers_and_what_came_as_one(self, sentence: str, nouns: tuple[str, ...]) -> None:
        view = _view(f"{NEWS} Ann Lund found a letter there. {sentence}")
        assert unresolved_nouns(view, 2) == nouns

    @pytest.mark.parametrize(
        ("text", "noun", "held"),
        [
            ("Two ferries sank.", "ferry", False),
            ("Two boats sank.", "boat", True),
            ("A BOAT sank.", "boats", True),
            ("Boatmen sank.", "boat", False),
            ("", "boat", False),
        ],
    )
    def test_mentions(self, text: str, noun: str, held: bool) -> None:
        assert mentions(text, noun) is held
