"""What numbers are read as: the fact, and what is left out."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from meadow.grouping.figures.claim import Claim, SourcedClaim
from meadow.grouping.figures.lists import PhraseList, fact_lists
from meadow.grouping.figures.reading import read_claims
from meadow.grouping.figures.rivals import resolve_rivals

PUBLISHED = datetime(2026, 3, 4, tzinfo=UTC)


def read(text: str, language: str = "en") -> list[Claim]:
    return [claim for claim in read_claims(text, language, PUBLISHED) if claim.told is not None]


def kinds(text: str, language: str = "en") -> list[tuple[str, str]]:
    return [(claim.kind, str(claim.value)) for claim in read(text, language)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The storm killed 14 people and injured 30.", [("dead", "14"), ("injured", "30")]),
        ("Fourteen people were killed and 30 hurt.", [("dead", "14"), ("injured", "30")]),
        ("The bomb that killed 14 people injured 30.", [("dead", "14"), ("injured", "30")]),
        ("The death toll from the storm that hit the coast has risen to 17.", [("dead", "17")]),
        ("The number of sheep killed has risen to 41.", [("dead:sheep", "41")]),
        ("The number of confirmed dead climbed to 14.", [("dead", "14")]),
        ("Two firefighters died.", [("dead:firefight", "2")]),
        ("Turnout was 61.4 per cent, the board said.", [("turnout %", "61.4")]),
        ("She won by 312 votes.", [("margin", "312")]),
        ("The council agreed by 3 votes to 2.", [("count vote", "3")]),
        ("Five of the nine boats sank.", []),
        ("The killing of 850 demonstrators went unpunished.", [("dead:demonstr", "850")]),
        ("The railway cancels 900 trains a day.", [("count train a day", "900")]),
        ("He boarded a 16-hour flight.", [("unit hour flight", "16")]),
        ("A crowd of 41,200 watched.", [("count crowd", "41200")]),
        ("One house burned.", []),
        ("In 2019 the storm killed 14 people.", []),
        ("The plan is to cut 1,400 posts by 2029.", [("count post", "1400")]),
        ("Half a dozen boats sank.", []),
    ],
)
def test_english_numbers(text: str, expected: list[tuple[str, str]]) -> None:
    assert kinds(text) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("es", "El temporal mató a 14 personas y dejó 30 heridos.", [("dead", "14"), ("injured", "30")]),
        ("es", "Hay millones de desplazados.", []),
        ("nl", "Bij de brand zijn veertien mensen om het leven gekomen.", [("dead", "14")]),
        ("nl", "Het dodental is opgelopen tot 17.", [("dead", "17")]),
        ("ja", "地震で14人が死亡し、30人がけがをした。", [("dead", "14"), ("injured", "30")]),
        ("ja", "総事業費は、地上局を入れて4億6千万クラウンに上る。", [("unit crown 総事業費", "460000000")]),
        ("ja", "女子53キロ級で優勝した。", []),
    ],
)
def test_other_languages(language: str, text: str, expected: list[tuple[str, str]]) -> None:
    assert kinds(text, language) == expected


def test_places_and_days_narrow_a_claim() -> None:
    (claim,) = read("On Monday the storm killed 12 people in the provinces of Orl and Tarn, police said on Tuesday.")

    assert claim.places == {"orl", "tarn"}
    assert [day.isoformat() for day in claim.days] == ["2026-03-02"]
    (toll,) = read("The number of people killed rose to five after rescuers searched houses in Vellin.")
    assert toll.places == frozenset()


def test_an_earlier_value_is_told_from_a_new_one() -> None:
    new, old = read_claims("The number of people killed has risen to 41 from 23 a week ago.", "en", PUBLISHED)

    assert (new.outdated, new.changed, old.outdated, old.changed) == (False, True, True, True)


def test_a_bare_number_takes_the_fact_of_its_rival() -> None:
    def facts(*texts: str) -> list[tuple[str, str, bool]]:
        said = [
            SourcedClaim(claim, row, 0)
            for row, text in enumerate(texts)
            for claim in read_claims(text, "en", PUBLISHED)
        ]
        return [(each.claim.kind, str(each.claim.value), each.claim.rival) for each in resolve_rivals(said)]

    rivals = [("count train", "1100", True), ("count train", "900", True)]
    assert facts("The union says 1,100 trains are cancelled, while the railway puts the figure at 900.") == rivals
    assert facts("The union says 1,100 trains are cancelled.", "The railway put the figure at 900.") == rivals
    assert facts("The union says 1,100 trains are cancelled.", "It rained.", "The railway put the figure at 900.") == [
        ("count train", "1100", False)
    ]
    assert facts("Some 6,000 people were evacuated.", "The mayor says 6,000; the log records 8,500.") == [
        ("evacuated", "6000", False),
        ("evacuated", "6000", True),
        ("evacuated", "8500", True),
    ]


def test_a_phrase_list_finds_the_longest_phrase() -> None:
    phrases = PhraseList(frozenset({"on", "on board", "lost their lives"}))

    assert phrases.at(["on", "board"], 0) == "on board"
    assert phrases.at(["on", "shore"], 0) == "on"
    assert phrases.before(["they", "lost", "their", "lives"], 4) == "lost their lives"
    assert phrases.before(["they"], 0) is None
    assert phrases.among(["a", "b", "on"], 0, 2) is None


@pytest.mark.parametrize("language", ["en", "es", "nl", "ja"])
def test_every_kind_has_a_name_and_no_word_tells_two(language: str) -> None:
    lists = fact_lists(language)
    told = [phrase for kind in lists.table("kinds") for phrase in lists.phrases(kind).phrases]

    assert len(told) == len(set(told)) > 20
    assert set(lists.table("toll nouns").values()) <= set(lists.table("kinds"))
    assert lists.label("dead") != ""


def test_a_language_without_lists_has_empty_ones() -> None:
    assert fact_lists("xx").kinds == {}
    assert fact_lists("../en").label("dead") == "dead"
