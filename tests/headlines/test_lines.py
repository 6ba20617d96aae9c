"""How sentences are printed as headlines, and how much lines tell by their form."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.headlines.complements import has_main_verb
from meadow.headlines.lead import lead
from meadow.headlines.lines import lines_of
from meadow.headlines.readable import flaws, without_stop
from meadow.headlines.telling import strength
from meadow.model import Document
from meadow.rank import RANKERS
from meadow.vectors.view import view_documents

RANK = RANKERS.build("lead")
LONG = (
    "Nils Corrigan, who had steered the ferry Alma between Skerra and Aldern for thirty years, was freed on Monday after "
    "the court of Sant Oriel had heard two witnesses, his lawyer said."
)


def _headline(*texts: str, language: str = "en", hours: int = 1) -> str:
    start = datetime(2026, 3, 2, 8, tzinfo=UTC)
    documents = [
        Document(f"d{n}", None, None, text, start + timedelta(hours=n * hours), language=language)
        for n, text in enumerate(texts)
    ]
    return lead(view_documents(documents), RANK).text


def test_a_short_sentence_is_one_whole_line() -> None:
    (line,) = lines_of("The ferry Alma sank off Skerra on Monday.", "en")
    assert (line.text, line.kept) == ("The ferry Alma sank off Skerra on Monday", 1.0)


def test_a_long_sentence_is_pruned_and_keeps_less() -> None:
    pruned, *rest = lines_of(LONG, "en")
    assert pruned.text == "Nils Corrigan was freed on Monday after the court of Sant Oriel had heard two witnesses"
    assert 1.0 > pruned.kept > max((line.kept for line in rest), default=0.0)
    assert all(len(line.text) > 120 for line in rest)


def test_what_fits_without_its_articles_is_not_cut_further() -> None:
    sentence = (
        "The mayor of the island of Skerra has closed the port, the school, the market, the church and the bank of the old "
        "town of Aldern."
    )
    assert next(line.text for line in lines_of(sentence, "en")) == (
        "Mayor of island of Skerra has closed port, school, market, church and bank of old town of Aldern"
    )


def test_a_sentence_that_cannot_be_pruned_may_be_long() -> None:
    sentence = (
        "A woman who failed to take her son with a high fever to the only doctor of the island of Skerra has been sentenced "
        "to three years."
    )
    pruned, whole = lines_of(sentence, "en")
    assert len(pruned.text) <= 120 < len(whole.text)
    assert whole.kept == 0.5


@pytest.mark.parametrize(
    ("line", "least", "most"),
    [
        ("The ferry Alma sank off Skerra with nine people", 1.0, 1.0),
        ("Ferry downtime explained", 0.5, 0.7),
        ("Nobody said that living on Skerra was easy", 0.4, 0.4),
        ("In 2015, Nils Corrigan was sentenced to nine years", 0.4, 0.4),
        ("On Tuesday, he was released from prison in Sant Oriel", 0.4, 0.4),
        ("Skerra says they were inside its waters all along", 0.4, 0.4),
        ("You will not believe what the divers found below", 0.0, 0.4),
        ("Edda Quill is a baker with many followers in Ninemile", 0.7, 0.7),
        ("The man shot the mayor of Skerra with a rifle", 0.7, 0.7),
        ("The decision saves the port of Skerra from ruin", 0.7, 0.7),
        ("The statement from the hospital of Skerra was the latest in a row", 0.7, 0.7),
        ("More details of the wreck were in the report of the divers", 0.4, 0.4),
        ("More than nine people were saved from the ferry off Skerra", 1.0, 1.0),
        ("“It surprised all of us on the boat,” the divers said", 0.4, 0.4),
        ("Decades later it turned up at a market in Sant Oriel", 0.4, 0.4),
        ("The government of Skerra has closed its only port", 1.0, 1.0),
        ("The police have closed the only port of Skerra", 1.0, 1.0),
        ("The port of Skerra will be closed for two weeks", 0.8, 0.8),
        ("Nadie vio el barco que se hundió ante la isla", 0.4, 0.4),
    ],
)
def test_a_line_keeps_what_its_form_tells(line: str, least: float, most: float) -> None:
    assert least <= strength(line, "es" if line.startswith("Nadie") else "en") <= most


def test_the_line_that_kept_the_point_wins() -> None:
    first = (
        "Divers from Sant Oriel have, after weeks of storms and long debates about money, begun, with two boats, a crane "
        "and little hope, to look for the wreck of the ferry Alma, which sank off Skerra."
    )
    assert _headline(first, "The ferry Alma sank off Skerra with nine people. Divers look for it.") == (
        "The ferry Alma sank off Skerra with nine people"
    )


def test_a_tease_gives_way_to_the_news_behind_it() -> None:
    text = (
        "Nobody said that life on Skerra was easy. A study of Skerra finds that dust from its quarry makes people ill."
    )
    assert _headline(text) == "A study of Skerra finds that dust from its quarry makes people ill"


def test_a_heading_with_capitals_has_its_verb() -> None:
    assert has_main_verb("Ann Lund and Nils Corrigan Leave Skerra", "en")
    assert not has_main_verb("The Port of Skerra", "en")


def test_blanks_that_programs_put_before_marks_are_not_printed() -> None:
    parted = "Edda Quill , a baker ( 43 ) , has died in Ninemile 's old bakery , her family said ."
    assert _headline(parted) == "Edda Quill has died in Ninemile's old bakery"


def test_a_weight_ends_with_no_stop() -> None:
    assert without_stop("The girl weighs 3.31kg.") == "The girl weighs 3.31kg"
    assert without_stop("He moved to the U.S.") == "He moved to the U.S."


@given(st.lists(st.sampled_from((*LONG.split(), "and", "that", ",", "“Alma”")), min_size=1, max_size=40).map(" ".join))
def test_every_line_reads_well_and_fits(sentence: str) -> None:
    for line in lines_of(sentence, "en"):
        assert not flaws(line.text, "en")
        assert len(line.text) <= (150 if line.kept == 0.5 else 120)
        assert 0.0 < strength(line.text, "en") <= 1.0
