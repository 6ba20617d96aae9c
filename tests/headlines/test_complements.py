"""Whether a line is a sentence still: its main verb, and what its verbs, nouns and numbers ask for."""

from __future__ import annotations

import pytest

from meadow.headlines.complements import RELATIONAL, asks_for_clause, has_main_verb, is_finite, keeps_complements
from meadow.headlines.tagging import tag


class TestMainVerb:
    """A line tells what somebody did or was."""

    @pytest.mark.parametrize(
        ("line", "language"),
        [
            ("The court ruled against the mayor", "en"),
            ("A ferry that carried 200 people sank off Skerra", "en"),
            ("After the storm, villages were cut off", "en"),
            ("Divers found the captain in the wreck", "en"),
            ("El alcalde anunció una nueva ley", "es"),
            ("De burgemeester waarschuwde de bewoners", "nl"),
        ],
    )
    def test_what_somebody_did_is_a_statement(self, line: str, language: str) -> None:
        assert has_main_verb(line, language)

    @pytest.mark.parametrize(
        "line",
        [
            "A man accused of war crimes",
            "A factory owned by the state",
            "The ferry that sank off Skerra",
            "A plan to rebuild the harbour",
            "Nine people from the village",
        ],
    )
    def test_a_noun_with_what_describes_it_is_none(self, line: str) -> None:
        assert not has_main_verb(line, "en")

    def test_only_where_we_know_verbs_is_anything_held_against_a_line(self) -> None:
        assert has_main_verb("Ein Mann aus dem Dorf", "de")
        assert has_main_verb("市長の発表", "ja")

    def test_nothing_says_nothing(self) -> None:
        assert not has_main_verb("", "en")


class TestFinite:
    """Which verb is the verb of a clause."""

    @pytest.mark.parametrize(
        ("line", "verb", "finite"),
        [
            ("The mayor resigned yesterday", "resigned", True),
            ("The mayor wants to resign", "resign", False),
            ("The mayor is ill", "is", True),
            ("Officials are rebuilding the harbour", "rebuilding", False),
            ("A man suspected of murder", "suspected", False),
            ("The firm was bought by rivals", "bought", False),
        ],
    )
    def test_no_gerund_infinitive_or_participle_that_describes(self, line: str, verb: str, finite: bool) -> None:
        words = tag(line, "en")
        place = next(at for at, word in enumerate(words) if word.text == verb)
        assert is_finite(words, place) is finite


SENTENCE = "The court ruled the former mayor must pay back the money, officials said on Monday."


# Sentences with lines that break off before what their last word asks for; the last sentence does so itself.
_CUTS = [
    ("The bridge collapsed because of heavy rain.", "The bridge collapsed because"),
    ("Prices rose faster than wages did.", "Prices rose faster"),
    ("The mayor agreed to rebuild the harbour.", "The mayor agreed"),
    ("Doctors counted 14 new cases on Monday.", "Doctors counted 14"),
    ("Police found the clues to the crime.", "Police found the clues"),
    ("The report raised the fear that more may die.", "The report raised the fear"),
    ("The council met in the", "The council met in the"),
]


class TestComplements:
    """A cut keeps what the words that it leaves ask for."""

    @pytest.mark.parametrize(
        ("line", "kept"),
        [
            (SENTENCE, True),
            ("The court ruled the former mayor must pay back the money", True),
            ("The court ruled the former mayor", False),
            ("The court", True),
        ],
    )
    def test_a_clause_that_a_verb_asks_for_keeps_its_verb(self, line: str, kept: bool) -> None:
        assert keeps_complements(SENTENCE, line, "en") is kept

    @pytest.mark.parametrize(("sentence", "line"), _CUTS)
    def test_a_line_that_breaks_off_before_what_its_last_word_asks_for_is_refused(
        self, sentence: str, line: str
    ) -> None:
        assert not keeps_complements(sentence, line, "en")

    @pytest.mark.parametrize(
        ("sentence", "line"),
        [
            ("The bridge collapsed on Monday because of heavy rain.", "The bridge collapsed on Monday"),
            ("Police found the man in the harbour.", "Police found the man"),
            ("They saw the ferry that had sunk.", "They saw the ferry"),
            ("The mayor resigned, the council confirmed.", "The mayor resigned"),
        ],
    )
    def test_what_may_go_may_go(self, sentence: str, line: str) -> None:
        assert keeps_complements(sentence, line, "en")

    def test_company_goes_with_what_it_does(self) -> None:
        sentence = "The party split, with its leader, Ann Lund, calling for a new vote."
        assert not keeps_complements(sentence, "The party split, with its leader, Ann Lund", "en")
        assert keeps_complements(sentence, "The party split", "en")
        assert keeps_complements(sentence, sentence, "en")

    def test_other_languages_have_their_own_words_or_none(self) -> None:
        spanish = "El alcalde anunció que la ley entrará en vigor el lunes."
        assert not keeps_complements(spanish, "El alcalde anunció que la ley", "es")
        dutch = "De minister waarschuwde dat de dijk kan breken."
        assert not keeps_complements(dutch, "De minister waarschuwde dat de dijk", "nl")
        assert keeps_complements("Der Rat sagte, dass er zahlt.", "Der Rat sagte, dass", "de")

    @pytest.mark.parametrize("sentence", [SENTENCE, *(whole for whole, _ in _CUTS[:6])])
    def test_a_whole_sentence_has_lost_nothing(self, sentence: str) -> None:
        assert keeps_complements(sentence, sentence, "en")

    def test_a_verb_that_a_clause_may_follow_is_told_from_one_that_none_follows(self) -> None:
        words = tag("The court ruled that the man was found dead", "en")
        asking = {word.text for place, word in enumerate(words) if asks_for_clause(words, place, "en")}
        assert asking == {"ruled"}  # "was found" asks for nothing
        assert not any(asks_for_clause(words, place, "ja") for place in range(len(words)))

    def test_nouns_that_lean_on_what_follows_are_lower_case_words(self) -> None:
        assert all(noun == noun.lower() and noun.isalpha() for noun in RELATIONAL)
