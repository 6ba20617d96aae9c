from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grouping.differing import Article, differences, documents, findings, told
from meadow.grouping.disagreement import find_differences
from meadow.model import Disagreement, Document, Movement
from meadow.vectors.view import view_documents

WIRE, COURIER, RADIO = "Harbour Wire", "Courier", "Radio Aldern"

QUAKE: list[Article] = [
    (
        0,
        WIRE,
        "An earthquake of magnitude 6.1 shook the valley of Orvane on Monday. At least 10 houses fell. Twelve people were "
        "killed, the mayor of Orvane said.",
    ),
    (2, COURIER, "The Orvane earthquake measured magnitude 6.3. It left 14 dead and many houses in ruins."),
    (3, WIRE, "The earthquake in Orvane killed 12 people, rescuers repeated. Its magnitude of 6.1 was felt far away."),
]
FERRY: list[Article] = [
    (0, WIRE, "A ferry capsized off Skerra on Monday, killing nine people, the coast guard said."),
    (5, COURIER, "Nine people died when a ferry overturned off Skerra."),
    (50, WIRE, "The death toll of the Skerra ferry has risen to 17, the coast guard said."),
    (60, COURIER, "Seventeen people died in the ferry disaster off Skerra."),
]

# Language, articles, and what is found: the name, the values in force, the earlier ones.
Found = list[tuple[str, list[str], list[str]]]
STORIES: dict[str, tuple[str, list[Article], Found]] = {
    "quake": ("en", QUAKE, [("dead", ["12", "14"], []), ("magnitude", ["6.1", "6.3"], [])]),
    "a toll that rose": ("en", FERRY, [("dead", ["17"], ["9"])]),
    "a lower bound that is broken": (
        "en",
        [
            (0, WIRE, "At least 12 people were killed by the storm in Tarn."),
            (0, COURIER, "The storm in Tarn killed 10 people."),
        ],
        [("dead", ["10", "12"], [])],
    ),
    "vote": (
        "en",
        [
            (0, WIRE, "Mara Lind won the run-off in Carrow by 1,204 votes on Sunday."),
            (1, COURIER, "Lind took Carrow with a margin of 1,240 votes."),
        ],
        [("winning margin in votes", ["1,204", "1,240"], [])],
    ),
    "strike": (
        "en",
        [
            (0, WIRE, "The union said 5,000 workers were on strike at the port of Hale."),
            (1, COURIER, "The port of Hale said 3,000 workers were on strike."),
        ],
        [("on strike (workers)", ["3,000", "5,000"], [])],
    ),
    "two words for one crowd": (
        "en",
        [
            (0, WIRE, "Police counted 20,000 demonstrators on Market Square."),
            (1, COURIER, "Organisers spoke of 50,000 protesters on Market Square."),
        ],
        [("demonstrators", ["20,000", "50,000"], [])],
    ),
    "cost": (
        "en",
        [
            (0, WIRE, "The new bridge over the Lune will cost 310 million crowns, the ministry said."),
            (1, COURIER, "The ministry puts the cost of the new bridge over the Lune at 340 million crowns."),
        ],
        [("new bridge lune (crown)", ["310 million", "340 million"], [])],
    ),
    "aboard": (
        "en",
        [
            (0, WIRE, "The ferry had 245 people aboard when it hit a rock off Skerra."),
            (1, COURIER, "There were 254 people on board when the ferry hit a rock off Skerra."),
        ],
        [("aboard", ["245", "254"], [])],
    ),
    "age": (
        "en",
        [
            (0, WIRE, "The captain, Aurel Denko, 51, was arrested."),
            (1, COURIER, "Police questioned 53-year-old Aurel Denko on Tuesday."),
        ],
        [("age (Aurel Denko)", ["51", "53"], [])],
    ),
    "a noun that few stories count": (
        "en",
        [
            (0, WIRE, "A petition against the closure had gathered 1,900 signatures by noon."),
            (1, COURIER, "Campaigners handed the mayor 2,300 signatures."),
        ],
        [("signatures", ["1,900", "2,300"], [])],
    ),
    "an outlet that corrects itself": (
        "en",
        [
            (0, WIRE, "The crash in Lommel injured 13 people."),
            (4, WIRE, "The crash in Lommel injured 31 people, not 13 as reported earlier."),
        ],
        [("injured", ["31"], ["13"])],
    ),
    "rivals in one sentence": (
        "en",
        [
            (0, WIRE, "The union says 1,100 trains were cancelled, while the railway puts the figure at 900."),
            (1, COURIER, "Commuters waited in the rain."),
        ],
        [("trains", ["1,100", "900"], [])],
    ),
    "new for old": (
        "en",
        [
            (0, WIRE, "Each club was given 9,000 tickets for the final."),
            (30, COURIER, "Each club will now get 11,500 tickets instead of the 9,000 it had at first."),
        ],
        [("tickets", ["11,500"], ["9,000"])],
    ),
    "no dates, no supersession": (
        "en",
        [
            (None, WIRE, "The storm killed 12 people in Tarn."),
            (None, COURIER, "The storm killed 14 people in Tarn."),
        ],
        [("dead", ["12", "14"], [])],
    ),
    "terremoto": (
        "es",
        [
            (0, WIRE, "Un terremoto de magnitud 6,1 sacudió el valle de Orvane el lunes. Murieron 12 personas."),
            (0, COURIER, "El terremoto de Orvane, de magnitud 6,3, dejó 14 muertos y decenas de casas en ruinas."),
        ],
        [("magnitud", ["6,1", "6,3"], []), ("muertos", ["12", "14"], [])],
    ),
    "transbordador": (
        "es",
        [
            (0, WIRE, "Un transbordador volcó frente a Skerra y nueve personas murieron, informó la guardia costera."),
            (50, COURIER, "La cifra de muertos del transbordador de Skerra ascendió a 17."),
        ],
        [("muertos", ["17"], ["9"])],
    ),
    "beving": (
        "nl",
        [
            (0, WIRE, "Een aardbeving met een kracht van 6,1 trof maandag het dal van Orvane. Er vielen twaalf doden."),
            (0, COURIER, "De beving bij Orvane had een kracht van 6,3. Veertien mensen kwamen om het leven."),
        ],
        [("doden", ["12", "14"], []), ("kracht", ["6,1", "6,3"], [])],
    ),
    "veerboot": (
        "nl",
        [
            (0, WIRE, "Bij het omslaan van een veerboot voor Skerra zijn negen mensen omgekomen."),
            (50, COURIER, "Het dodental van de ramp met de veerboot bij Skerra is gestegen naar 17."),
        ],
        [("doden", ["17"], ["9"])],
    ),
    "地震": (
        "ja",
        [
            (0, WIRE, "オルバネで3日、マグニチュード6.1の地震があり、12人が死亡した。"),
            (0, COURIER, "オルバネの地震はマグニチュード6.3で、死者は14人に上った。"),
        ],
        [("マグニチュード", ["6.1", "6.3"], []), ("死者", ["12", "14"], [])],
    ),
    "フェリー": (
        "ja",
        [
            (0, WIRE, "スケラ沖でフェリーが転覆し、9人が死亡した。"),
            (50, COURIER, "スケラ沖のフェリー転覆で、死者は17人になった。"),
        ],
        [("死者", ["17"], ["9"])],
    ),
}


@pytest.mark.parametrize("name", STORIES)
def test_values_that_cannot_both_be_true_are_found(name: str) -> None:
    language, articles, expected = STORIES[name]

    assert told(differences(articles, language)) == expected


def test_a_finding_says_who_when_and_in_which_sentence() -> None:
    (toll, _) = differences(QUAKE)
    twelve, fourteen = sorted(toll.values, key=lambda each: each.value)

    assert twelve.document_ids == ("d0", "d2")
    assert twelve.sources == (WIRE,)
    assert [(ref.document_id, ref.index) for ref in twelve.refs] == [("d0", 2), ("d2", 0)]
    assert twelve.first is not None
    assert twelve.last is not None
    assert (twelve.last - twelve.first).total_seconds() == 3 * 3600
    assert fourteen.sources == (COURIER,)


def test_the_order_is_conflicts_first_then_most_documents() -> None:
    ferry_and_conflict = [*FERRY, (61, RADIO, "The ferry had 245 aboard."), (61.5, WIRE, "It had 254 people aboard.")]

    assert [(each.what, isinstance(each, Disagreement)) for each in differences(ferry_and_conflict)] == [
        ("aboard", True),
        ("dead", False),
    ]


def test_copies_are_listed_and_count_once() -> None:
    copied = [*QUAKE, (4, RADIO, QUAKE[1][2]), (5, "Echo", QUAKE[1][2])]
    view = view_documents(documents(copied))

    (toll, _) = find_differences(view, copies={"d3": "d1", "d4": "d1"}).disagreements
    assert [(each.value, each.document_ids) for each in toll.values] == [
        ("12", ("d0", "d2")),
        ("14", ("d1", "d3", "d4")),
    ]
    (toll, _) = find_differences(view).disagreements
    assert [each.value for each in toll.values] == ["14", "12"]


def test_a_toll_that_comes_back_is_old_news_unless_it_was_corrected() -> None:
    back = [*FERRY, (70, RADIO, "Nine people died off Skerra, the ferry company said.")]
    corrected = [*FERRY, (70, RADIO, "The death toll off Skerra was revised to 15, the ferry company said.")]

    assert told(differences(back)) == [("dead", ["17"], ["9"])]
    assert told(differences(corrected)) == [("dead", ["15"], ["17", "9"])]


def test_a_bare_day_is_not_before_a_time_of_that_day() -> None:
    early, late = documents([FERRY[0], (20, COURIER, "Seventeen people died in the ferry disaster off Skerra.")])
    day = Document("day", RADIO, None, early.text, early.published, language="en", day_only=True)

    assert isinstance(findings(view_documents([early, late]))[0], Movement)
    same_day = Document("late", COURIER, None, late.text, early.published, language="en")
    assert isinstance(findings(view_documents([day, same_day]))[0], Disagreement)


@pytest.mark.parametrize("count", [0, 1])
def test_one_document_disagrees_with_nobody(count: int) -> None:
    assert findings(view_documents(documents(QUAKE[:count]))) == ()


def test_identical_documents_agree() -> None:
    assert differences([(0, WIRE, QUAKE[0][2]), (1, COURIER, QUAKE[0][2])]) == ()


def test_a_language_without_lists_still_compares_like_sentences() -> None:
    articles: list[Article] = [
        (0, WIRE, "Die neue Brücke über die Lune kostet 310 Kronen je Meter Stahl, sagte das Ministerium."),
        (1, COURIER, "Die neue Brücke über die Lune kostet 340 Kronen je Meter Stahl, sagte das Ministerium."),
    ]

    assert [found[1:] for found in told(differences(articles, "de"))] == [(["310", "340"], [])]


def test_a_sentence_of_many_thousand_numbers_is_read() -> None:
    long = " ".join(f"{number} boats" for number in range(2, 2000)) + "."

    assert isinstance(differences([(0, WIRE, long), (1, COURIER, long)]), tuple)


_TEXTS = [text for _, articles, _ in STORIES.values() for _, _, text in articles]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(_TEXTS), min_size=2, max_size=6), st.randoms(use_true_random=False))
def test_the_order_of_documents_changes_nothing(texts: list[str], chance: random.Random) -> None:
    given_ones = documents([(float(number), f"Outlet {number}", text) for number, text in enumerate(texts)])
    shuffled = list(given_ones)
    chance.shuffle(shuffled)

    assert findings(view_documents(shuffled)) == findings(view_documents(given_ones))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(_TEXTS), min_size=2, max_size=6))
def test_a_finding_has_two_values_and_real_evidence(texts: list[str]) -> None:
    view = view_documents(documents([(float(number), f"Outlet {number}", text) for number, text in enumerate(texts)]))
    refs = {sentence.ref for sentence in view.sentences}

    for found in findings(view):
        assert len({value.value for value in found.values}) == len(found.values) > 1
        assert not all(value.superseded for value in found.values)
        assert isinstance(found, Movement) == any(value.superseded for value in found.values)
        for value in found.values:
            assert set(value.refs) <= refs
            assert {ref.document_id for ref in value.refs} == set(value.document_ids)


def test_a_figure_in_a_title_is_credited_to_its_article_once() -> None:
    told_here = documents(QUAKE)
    titled = Document(
        "titled",
        RADIO,
        "Quake in Orvane kills 14 people",
        "The mayor asked for tents.",
        told_here[1].published,
        language="en",
    )
    other = Document(
        "other",
        "Echo",
        "Old quake killed 900 people",
        "The mayor asked for water.",
        told_here[1].published,
        language="en",
    )

    (toll, _) = findings(view_documents([*told_here, titled, other]))
    fourteen = next(each for each in toll.values if each.value == "14")
    assert "titled" in fourteen.document_ids
    assert RADIO in fourteen.sources
    assert all(ref.document_id != "titled" for ref in fourteen.refs)
    assert all("other" not in each.document_ids for each in toll.values)
