"""On which side of publication weekdays lie: each rule with sentences of our own fiction."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.phrases import dates
from meadow.text.phrases.tense import side_of
from meadow.text.phrases.tense_cues import weekdays
from meadow.text.phrases.tokens import read_tokens

ANCHOR = datetime(2026, 3, 4, 12, tzinfo=UTC)  # a Wednesday


def sides(text: str, language: str = "en") -> list[str]:
    """Return what is said of each weekday of a text, in order."""
    words, are_days = read_tokens(text, language).plain, weekdays(language)
    return [side_of(words, at, at + 1, language) for at, word in enumerate(words) if are_days[word]]


def check(text: str, expected: str, language: str = "en") -> None:
    assert sides(text, language) == expected.split(), text


class TestNearestWord:
    """The nearest word that tells decides, backwards in the clause."""

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("The ferry sank on Friday.", "before"), ("The mayor of Skerra was in Norwold on Friday.", "before"),
            ("The clinic admitted nine sailors early on Friday.", "before"), ("They had no bread on Friday.", "before"),
            ("The crew flew to the camp by plane on Friday.", "before"),
            ("Denko told in a letter to the board on Friday how it began.", "before"),
            ("The museum will open on Friday.", "after"), ("We'll sail on Friday.", "after"),
            ("They shall vote on Friday.", "after"), ("Voters who shunned the first round will vote on Friday.", "after"),
            ("The man who stole the boat in May will be heard on Friday.", "after"),
            ("The harbour will close, the owner of the ferry said on Friday.", "before"),
            ("Denko said the harbour will close on Friday.", "after"), ("The tolls may rise on Friday.", "after"),
            ("The ferry may have sunk on Friday.", "before"), ("The council begins its talks on Friday.", "after"),
            ("The board agreed to begin on Friday.", "unknown"), ("The ban is in force until Friday.", "after"),
        ],
    )  # fmt: skip
    def test_in_english(self, text: str, expected: str) -> None:
        check(text, expected)

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("El barco se hundió el viernes.", "before"), ("El barco ha zarpado este viernes.", "before"),
            ("La alcaldesa ha dicho este viernes que no.", "before"), ("El barco zarpará el viernes.", "after"),
            ("Los vecinos habían votado el viernes.", "before"), ("La tregua expira el viernes.", "after"),
            ("La ministra vivía el viernes en el norte.", "before"), ("El puerto podría abrir el viernes.", "after"),
            ("La flota va a zarpar el viernes.", "after"), ("La junta tiene que votar el viernes.", "after"),
            ("La galería de la cancillería abrió el viernes.", "before"), ("Se espera que zarpe el viernes.", "after"),
            ("Los marinos iban a zarpar el viernes.", "unknown"), ("Teherán celebró la fiesta el viernes.", "before"),
        ],
    )  # fmt: skip
    def test_in_spanish(self, text: str, expected: str) -> None:
        check(text, expected, "es")

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("De veerboot zonk vrijdag.", "before"), ("De veerboot vaart vrijdag.", "unknown"),
            ("De veerboot zal vrijdag varen.", "after"), ("De brug wordt vrijdag gesloten.", "after"),
            ("De brug werd vrijdag gesloten.", "before"), ("De raad heeft vrijdag het plan gekozen.", "before"),
            ("Het is vrijdag in Norwold gezegd.", "before"), ("Vrijdag komt de piek.", "after"),
            ("De boot die vrijdag gezonken is, lag stil.", "before"), ("De stad zou vrijdag kiezen.", "after"),
            ("De stad zou vrijdag gekozen hebben.", "unknown"), ("Vrijdag gaan zij vissen.", "unknown"),
            ("Zal dat vrijdag lukken?", "after"), ("De wet werd vrijdag verwacht.", "unknown"),
        ],
    )  # fmt: skip
    def test_in_dutch(self, text: str, expected: str) -> None:
        check(text, expected, "nl")

    def test_in_a_language_without_lists_nothing_is_known(self) -> None:
        words = ["il", "viendra", "vendredi"]
        assert side_of(words, 2, 3, "fr") == "unknown"


class TestTo:
    """The word tells only before a verb, and only behind who plans to do it."""

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("The queen came to the home of the mayor on Friday.", "before"), ("The queen is to land on Friday.", "after"),
            ("The port is expected to reopen on Friday.", "after"), ("The board plans to meet on Friday.", "after"),
            ("Denko refused to leave on Friday.", "before"), ("The owner vowed not to sail on Friday.", "after"),
            ("The court is set to frobnicate on Friday.", "after"), ("The bank offers a bond to begin Friday.", "after"),
            ("The port closed due to the storm on Friday.", "before"), ("Fog is to blame for Friday.", "unknown"),
            ("The ferry will visit damaged islands on Friday.", "after"),
        ],
    )  # fmt: skip
    def test_each(self, text: str, expected: str) -> None:
        check(text, expected)


class TestPlans:
    """A plan puts a day after; one of the past may have been overtaken."""

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("The vote is due on Friday.", "after"), ("The vote was due on Friday.", "unknown"),
            ("The race, scheduled for Friday, is long.", "after"), ("The hearing has been scheduled for Friday.", "after"),
            ("They were set to land on Friday.", "unknown"), ("The queen was to land on Friday.", "unknown"),
            ("More people than expected came on Friday.", "before"), ("The planned visit ended on Friday.", "before"),
            ("The debate set for Friday is off.", "after"), ("The match was postponed until Friday.", "after"),
            ("Rovers won its next game on Friday.", "after"), ("Lund invited the owners to a meal on Friday.", "unknown"),
            ("The crews clashed ahead of a vote on Friday.", "unknown"), ("The boat will pull ahead on Friday.", "after"),
        ],
    )  # fmt: skip
    def test_in_english(self, text: str, expected: str) -> None:
        check(text, expected)

    @pytest.mark.parametrize(
        ("language", "text", "expected"),
        [
            ("es", "Está previsto zarpar el viernes.", "after"), ("es", "Estaba previsto zarpar el viernes.", "unknown"),
            ("es", "La cumbre fue anunciada para el viernes.", "unknown"),
            ("es", "La cumbre anunciada para este viernes es breve.", "after"),
            ("nl", "Het feest is gepland om vrijdag te beginnen.", "after"),
        ],
    )  # fmt: skip
    def test_in_others(self, language: str, text: str, expected: str) -> None:
        check(text, expected, language)


class TestWould:
    """The word puts a day after where somebody announced it."""

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("Denko said the ferry would sail on Friday.", "after"), ("The ferry would sail on Friday.", "unknown"),
            ("The ferry would have sailed on Friday.", "before"),
            ("The ferry would sail on Friday, its owner said.", "after"),
        ],
    )  # fmt: skip
    def test_each(self, text: str, expected: str) -> None:
        check(text, expected)


class TestPlaces:
    """Where the word stands that tells."""

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("Friday is the last day of the fair.", "after"), ("The fair ends soon, Friday being its last day.", "after"),
            ("Friday was the last day of the fair.", "before"), ("On Friday, the board will vote.", "after"),
            ("Late on Friday the board of the fair voted.", "before"), ("The board on Friday again voted.", "before"),
            ("Denko said that on Friday the fair would open.", "after"),
            ("Denko said one fair on Friday will be free.", "after"), ("The board voted and on Friday it left.", "before"),
            ("The fair will move to a hall, an old barn, on Friday.", "after"),
            ("The wreck will be raised after a try on Friday.", "unknown"),
            ("Denko was told when the talks take place on Friday.", "unknown"),
            ("He slipped while climbing to the hut on Friday.", "before"),
            ("A notice late Friday that the fair will move pleased them.", "unknown"),
            ("Rovers lead if they beat Norwold on Friday.", "unknown"), ("Rovers win at Norwold on Friday.", "unknown"),
            ("They left. The fair will open. It closed on Friday.", "before"), ("Fair on Friday", "unknown"),
            ("The crew of the U . S . Kestrel said at 8 p . m . Friday it was safe.", "before"),
            ("The crew will sail from Cove, Calif., on Friday.", "after"),
        ],
    )  # fmt: skip
    def test_in_english(self, text: str, expected: str) -> None:
        check(text, expected)

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("En la madrugada del viernes, la flota zarpó.", "before"), ("El viernes, la alcaldesa viajará.", "after"),
            ("La alcaldesa anunció que este viernes viajará.", "after"), ("Lloran por el ataque del viernes.", "before"),
            ("La crónica contará el ataque del viernes.", "unknown"), ("Saldrá a las seis horas del viernes.", "after"),
            ("Saldrá en la noche del viernes.", "after"), ("Los EE.UU. votaron el viernes.", "before"),
            ("El barco zarpará, si llega el viernes.", "after"), ("La alcaldesa pidió que abran el viernes.", "unknown"),
        ],
    )  # fmt: skip
    def test_in_spanish(self, text: str, expected: str) -> None:
        check(text, expected, "es")


class TestDeadlines:
    """What lasts until a day, or since."""

    @pytest.mark.parametrize(
        ("language", "text", "expected"),
        [
            ("en", "Lovett had been ill until Friday.", "unknown"), ("en", "The road will be shut until Friday.", "after"),
            ("en", "They hope to be back by Friday.", "after"), ("en", "By Friday nine had been found.", "unknown"),
            ("en", "The road has been shut since Friday.", "before"), ("en", "Rain fell in the week to Friday.", "unknown"),
            ("es", "Mintieron hasta el viernes.", "unknown"), ("es", "La veda sigue hasta el viernes.", "after"),
            ("es", "Huyen desde el viernes.", "before"), ("es", "Abrirá desde el viernes.", "after"),
            ("nl", "De wacht blijft tot vrijdag.", "after"), ("nl", "Hij mag sinds vrijdag varen.", "before"),
        ],
    )  # fmt: skip
    def test_each(self, language: str, text: str, expected: str) -> None:
        check(text, expected, language)


class TestNeighbours:
    """Words beside the weekday."""

    @pytest.mark.parametrize(
        ("language", "text", "expected"),
        [
            ("en", "The bar opens Monday through Friday.", "no day no day"),
            ("en", "The bar is shut from Monday to Friday.", "no day no day"), ("en", "It was a Friday.", "no day"),
            ("en", "Every Friday they sang.", "no day"), ("en", "They sang on the first Friday of May.", "no day"),
            ("en", "They sang on Friday last week.", "no day"), ("en", "They sing on Friday of next week.", "no day"),
            ("en", "They sail on tomorrow, Friday.", "after"), ("en", "It rains today and Friday.", "after"),
            ("en", "It rained yesterday and Friday.", "before"), ("en", "They met last Monday and Friday.", "before before"),
            ("en", "They meet next Monday, Tuesday and Friday.", "after after after"),
            ("en", "They will meet on Monday morning and Friday.", "after after"),
            ("es", "Zarpa mañana viernes.", "after"), ("es", "Zarpó ayer viernes.", "before"),
            ("es", "Zarpó hoy viernes.", "unknown"), ("es", "Cantaron el Viernes Santo.", "no day"),
            ("es", "Zarpará el viernes de la semana que viene.", "no day"), ("es", "Zarpaban los viernes.", "no day"),
            ("es", "Abre de lunes a viernes.", "no day no day"),
            ("nl", "Open van maandag tot en met vrijdag.", "no day no day"),
            ("nl", "Het zonk vorige week vrijdag.", "no day"),
            ("nl", "Zij zongen telkens op vrijdag.", "no day"), ("nl", "Het zonk gisteren (vrijdag).", "before"),
        ],
    )  # fmt: skip
    def test_each(self, language: str, text: str, expected: str) -> None:
        assert " ".join(sides(text, language)) == expected


class TestDays:
    """What the sides mean to who asks for days."""

    def found(self, text: str) -> list[str | None]:
        return [None if each.day is None else each.day.isoformat() for each in dates(text, anchor=ANCHOR)]

    def test_a_day_that_is_not_known_means_none(self) -> None:
        assert self.found("The vote was due on Friday.") == [None]
        assert self.found("The vote is due on Friday.") == ["2026-03-06"]
        assert self.found("The vote was lost on Friday.") == ["2026-02-27"]

    def test_on_whichever_side_the_day_of_publication_is_itself(self) -> None:
        for text in ("The vote was due on Wednesday.", "It is due on Wednesday.", "It was lost on Wednesday."):
            assert self.found(text) == ["2026-03-04"]
        assert self.found("They sang every Wednesday.") == [None]


WORDS = [
    "said", "will", "to", "on", "Friday", "Monday", ",", ".", "by", "until", "due", "was", "the", "after", "that", "and",
    '"', "every", "next", "tomorrow", "week", "last", "would", "have", "since", "begins", "if", "maandag", "vrijdag",
    "zal", "heeft", "gezegd", "dat", "el", "viernes", "lunes", "ha", "dicho", "zarpará", "hasta", "del", "que",
]  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=60), st.sampled_from(["en", "es", "nl", "fr"]), st.data())
def test_whatever_stands_around_there_is_an_answer_and_far_words_have_no_part(
    words: list[str], language: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(words)))
    text = [word.lower() for word in (*words[:at], "friday", *words[at:])]
    said = side_of(text, at, at + 1, language)
    assert said in ("before", "after", "unknown", "no day")
    far = ["will"] * 50
    assert side_of([*far, ".", *text], at + 51, at + 52, language) == side_of([".", *text], at + 1, at + 2, language)
