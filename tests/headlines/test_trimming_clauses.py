"""What hangs on a main clause goes as a whole, and what it would turn round or leave open stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.headlines.complements import keeps_complements
from meadow.headlines.trimming import drop_articles, versions
from meadow.headlines.trimming_clauses import drop_aside, drop_dash, drop_last_clause
from meadow.headlines.trimming_japanese import japanese_versions

WORDS = (
    "Lund",
    "who",
    "the",
    "ferry",
    "sank",
    ",",
    "--",
    "after",
    "was",
    "that",
    "and",
    "of",
    "43",
    "said",
    "to",
    "freed",
)


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("Nils Corrigan, who steered the ferry, the Alma, for years, was freed", "Nils Corrigan was freed"),
        ("Edda Quill, 43, a baker from Ninemile, has died", "Edda Quill has died"),
        ("The captain, Nils Corrigan, was freed", None),  # a name may be all that a reader knows
        ("Trucks, vans, and cars were stuck", None),
        ("After the storm, which hit Skerra, was over", None),
        ("Nils Corrigan was freed on Monday", None),
    ],
)  # fmt: skip
def test_an_aside_behind_the_subject_goes(line: str, left: str | None) -> None:
    assert drop_aside(line, "en") == left


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("The ferry Alma sank off Skerra -- a loss for the island", "The ferry Alma sank off Skerra"),
        ("The ferry Alma sank off Skerra — but nobody died", None),  # what follows takes back what stands before
        ("The ferry -- an old one -- sank off Skerra", None),
    ],
)
def test_what_follows_a_dash_goes(line: str, left: str | None) -> None:
    assert drop_dash(line, "en") == left


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("The mayor of Skerra resigned after the ferry had sunk", "The mayor of Skerra resigned"),
        ("The mayor of Skerra resigned two days after the ferry had sunk", "The mayor of Skerra resigned"),
        ("Divers have found the ferry that sank in May", "Divers have found the ferry"),
        ("The mayor told the court that she resigned", None),
        ("The mayor was hired as head of the port", None),
        ("La alcaldesa de Skerra dimitió cuando el barco se hundió", "La alcaldesa de Skerra dimitió"),
    ],
)
def test_a_clause_at_the_end_goes(line: str, left: str | None) -> None:
    language = "es" if line.startswith("La ") else "en"
    assert drop_last_clause(line, language) == left


@pytest.mark.parametrize("language", ["nl", "ja", "fr"])
def test_languages_with_another_order_are_left_alone(language: str) -> None:
    line = "Nils Corrigan, who steered it, was freed after the ferry had sunk"
    assert drop_aside(line, language) is None
    assert drop_last_clause(line, language) is None


@pytest.mark.parametrize(
    ("line", "rest", "kept"),
    [
        ("The mayor rebuked criticism about what was", "said of the port.", False),
        ("The port will close for its involvement", "in the loss of the ferry.", False),
        ("The mayor asked Skerra and Aldern", "to close the port.", False),
        ("A jury convicted the captain of the loss", "of the ferry.", False),
        ("The storm destroyed 40", "houses in Skerra.", False),
        ("The mayor lamented the fact", "that the ferry sank.", False),
        ("The council is at war, with its mayor, Ann Lund", ", calling the captain a fraud.", False),
        ("The ferry sank on Monday, with 245 people aboard", ", the coast guard said.", True),
        ("Divers raised the ferry", "that sank in May.", True),
        ("The mayor closed the port", "on Monday.", True),
    ],
)
def test_no_line_ends_before_what_its_last_word_asks_for(line: str, rest: str, kept: bool) -> None:
    assert keeps_complements(f"{line} {rest}", line, "en") is kept


@pytest.mark.parametrize(
    ("sentence", "printed"),
    [
        ("Yesterday the port of Skerra, a big one, closed its gates.", "Yesterday the port of Skerra closed its gates"),
        ("Today, the port of Skerra closed its gates.", "The port of Skerra closed its gates"),
        ("According to Ann Lund, the mayor, the port of Skerra is closed for weeks.",
         "According to Ann Lund, the mayor, the port of Skerra is closed for weeks"),
        ("Ann Lund is the mother and Edda Quill, who was a baker, the aunt.",
         "Ann Lund is the mother and Edda Quill, who was a baker, the aunt"),
    ],
)  # fmt: skip
def test_openings_and_lists_keep_what_belongs_to_them(sentence: str, printed: str) -> None:
    assert printed in list(versions(sentence, "en"))
    assert not any(
        text.startswith("A big one") or text == "Ann Lund is the mother" for text in versions(sentence, "en")
    )


@pytest.mark.parametrize(
    ("sentence", "language", "left"),
    [
        ("Los pescadores de Skerra han navegado este jueves a la ciudad de Vellin.", "es", "han navegado a la ciudad"),
        ("De vissers van Skerra zijn deze donderdag naar Vellin gevaren.", "nl", "zijn naar Vellin gevaren"),
        ("The fishermen of Skerra sailed this Thursday to the town of Vellin.", "en", "sailed to the town"),
    ],
)
def test_a_day_goes_with_the_word_that_points_at_it(sentence: str, language: str, left: str) -> None:
    without_day = [each for each in versions(sentence, language) if left in each]
    assert without_day
    assert not any(f" {word} " in each for each in without_day for word in ("este", "deze", "this"))


def test_articles_go_and_the_line_begins_with_a_capital() -> None:
    assert drop_articles("The ferry left the port of Skerra", "en") == "Ferry left port of Skerra"
    assert drop_articles("El barco salió del puerto", "es") is None


@pytest.mark.parametrize(
    ("sentence", "printed"),
    [
        (
            "港湾局によると、スケラ島の渡し船「アルマ号」が沈没していることが3日までに明らかになった。",
            "スケラ島の渡し船「アルマ号」が沈没している",
        ),
        ("スケラ市は3日、港を閉鎖することを発表した。", "スケラ市は3日、港を閉鎖する"),
        (
            "7月3日に「船、港、島」展がスケラ市で開かれ、千人が訪れた。",
            "「船、港、島」展がスケラ市で開かれ、千人が訪れた",
        ),
    ],
)
def test_japanese_lines_tell_what_became_known(sentence: str, printed: str) -> None:
    assert printed in list(japanese_versions(sentence))


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=14).map(" ".join))
def test_a_cut_line_is_shorter_and_has_no_other_words(line: str) -> None:
    for trim in (drop_aside, drop_dash, drop_last_clause):
        shorter = trim(line, "en")
        if shorter is not None:
            assert len(shorter) < len(line)
            rest = iter(line.split())
            assert all(word in rest for word in shorter.split())
