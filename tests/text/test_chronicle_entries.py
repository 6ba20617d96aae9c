"""Entries of chronicles and live pages are no sentences of a story."""

from __future__ import annotations

import pytest

from meadow.text.selfcontained import check_sentence
from meadow.text.selfcontained.entries import is_entry


@pytest.mark.parametrize(
    "text",
    [
        "21.55 h: La presidenta de Letria felicita a los vecinos de Skerra.",
        "13:39 h: La noticia está sin confirmar.",
        "9 p.m.: Divers reach the wreck of the ferry.",
        "23: Los vecinos toman el puerto de Skerra.",
        "28 de febrero de 1922: Letria declara su independencia.",
        "9 de marzo: Las tropas llegan a Vellin.",
        "19 mei 2011 – De dijk bij Vellin breekt door.",
        "9 March: Troops reach the town of Vellin.",
    ],
)
def test_a_day_or_an_hour_with_a_colon_opens_an_entry(text: str) -> None:
    assert is_entry(text)
    assert check_sentence(text, "es").junk


@pytest.mark.parametrize(
    "text",
    [
        "17 people died: the bow door had not been closed.",
        "23 - year - old John Brek of Vellin was charged on Monday.",
        "28 de febrero fue el día en que se hundió el transbordador.",
        "12:30 was too late for the divers of Skerra.",
        "On 9 March: troops reach the town of Vellin.",
        "200 soldados llegaron a Vellin: el agua subía.",
    ],
)
def test_a_sentence_that_opens_with_a_number_is_none(text: str) -> None:
    assert not is_entry(text)


@pytest.mark.parametrize(
    "line", ["5 PM EASTERN UPDATE: Adds the mayor's response.", "11:30 a.m. update: The bridge is open."]
)
def test_a_note_on_what_an_update_adds_is_no_sentence_of_the_story(line: str) -> None:
    assert check_sentence(line).junk
    assert not check_sentence("At 5 p.m. Eastern the mayor gave an update: the bridge of Skerra is open.").junk


@pytest.mark.parametrize(
    "line",
    [
        "The seed for this crawl was a list of every host of Skerra.",
        "This crawl was run at a level of two.",
        "These crawls are part of an effort to keep pages of Skerra.",
        "Then the Internet Archive hopes that somebody reads them.",
        "You must log in to continue.",
        "The IP address has changed.",
    ],
)
def test_notes_of_archives_and_servers_are_no_sentences_of_a_story(line: str) -> None:
    assert check_sentence(line).junk


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("Find out what we know of the ferry of Skerra.", "en"),
        ("Corrects the spelling of the captain's name.", "en"),
        ("After hours, please call the harbour master of Skerra.", "en"),
        ("Por favor, active JavaScript para leer sobre el puerto.", "es"),
        ("Los comentarios son responsabilidad de los lectores.", "es"),
    ],
)
def test_what_a_site_asks_of_its_readers_is_no_sentence_of_a_story(line: str, language: str) -> None:
    assert check_sentence(line, language).junk


def test_what_only_opens_like_a_request_is_one() -> None:
    assert not check_sentence("After hours of talks the harbour master of Skerra resigned on Monday.").junk
    assert not check_sentence("Los comentarios del alcalde de Skerra molestaron a los pescadores.", "es").junk
