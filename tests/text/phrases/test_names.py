"""Names: runs of capitals, their kinds, and short and long forms brought together."""

from __future__ import annotations

import pytest

from meadow.text.phrases import Name, names
from meadow.text.phrases.name_forms import abbreviates


def kinds(texts: str | list[str], language: str = "en") -> dict[str, str]:
    return {name.text: name.kind for name in names(texts, language)}


def named(texts: list[str], text: str, language: str = "en") -> Name:
    """Return the name with that fullest form."""
    return next(name for name in names(texts, language) if name.text == text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Transport Minister Petra Halvorsen met Dr. Ines Varga.",
            {"Petra Halvorsen": "person", "Ines Varga": "person"},
        ),
        ("Jobs at Kestrel Foods Ltd. are safe.", {"Kestrel Foods Ltd.": "organisation"}),
        (
            "The Ministry of Fisheries closed Lake Orrin.",
            {"Ministry of Fisheries": "organisation", "Lake Orrin": "place"},
        ),
        ("The ferry Star of Skerra sank off Cape Morland.", {"Star of Skerra": "other", "Cape Morland": "place"}),
        ("The town of Vellin lies in Lethria.", {"Vellin": "place", "Lethria": "place"}),
        ("They met Jan van der Berg, 52, at home.", {"Jan van der Berg": "person"}),
        (
            "It hit St. Alban's Hospital, not Lethria's coast.",
            {"St. Alban's Hospital": "organisation", "Lethria": "person"},
        ),
        ("Lethrian ships and Marenzan sailors left on Monday in March.", {}),
        ("The Institute for Public Health (IPH) moved.", {"Institute for Public Health": "organisation"}),
        ("Prime Minister and King left.", {}),
        ("Survivors wept. Yesterday it rained.", {}),
        ("Hale & Sons closed Quay Street.", {"Hale & Sons": "organisation", "Quay Street": "place"}),
        ("Vantel, the largest operator in the north, was fined.", {"Vantel": "organisation"}),
        ("Police Superintendent Jonas Brek spoke.", {"Jonas Brek": "person"}),
        ("EVERYBODY SHOUTS IN THIS TEXT.", {}),
    ],
)
def test_english(text: str, expected: dict[str, str]) -> None:
    assert kinds(text) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("es", "La ministra de Transportes, Petra Halvorsen, visitó el río Ashe.",
         {"Petra Halvorsen": "person", "río Ashe": "place"}),
        ("es", "El Ministerio de Pesca multó al capitán Osvaldo Trall en Puerto Claro.",
         {"Ministerio de Pesca": "organisation", "Osvaldo Trall": "person", "Puerto Claro": "place"}),
        ("es", "El transbordador Estrella de Skerra volcó.", {"Estrella de Skerra": "other"}),
        ("es", "El lunes llegó a la isla de Olmo.", {"Olmo": "place"}),
        ("nl", "Oppositieleider Rafe Tolland sprak met Joost de Wilde.",
         {"Rafe Tolland": "person", "Joost de Wilde": "person"}),
        ("nl", "Het ministerie van Visserij sloot de Schippersgracht in het Lethrische Vellin.",
         {"ministerie van Visserij": "organisation", "Schippersgracht": "place", "Vellin": "place"}),
        ("nl", "De Pelhambank steunt sporthal De Kolk.", {"Pelhambank": "organisation", "De Kolk": "place"}),
        ("nl", "Bewoners van Waterveen vertrokken.", {"Waterveen": "place"}),
        ("ja", "レスリアのアンナ・ウェッセル科学相は潮見宇宙開発機構を訪れた。",
         {"レスリア": "place", "アンナ・ウェッセル": "person", "潮見宇宙開発機構": "organisation"}),
        ("ja", "漁船「灰鷺丸」は川辺市長と佐久間洋介船長を乗せた。", {"灰鷺丸": "other", "佐久間洋介": "person"}),
        ("ja", "中央銀行と調査委員会は空港を閉鎖した。", {}),
    ],
)  # fmt: skip
def test_other_languages(language: str, text: str, expected: dict[str, str]) -> None:
    assert kinds(text, language) == expected


def test_short_forms_join_the_long_one() -> None:
    texts = ["Minister Petra Halvorsen spoke.", "Critics of Halvorsen said that HALVORSEN was late. Halvorsen left."]
    (name,) = names(texts)
    assert (name.text, name.kind) == ("Petra Halvorsen", "person")
    assert name.forms == ("Petra Halvorsen", "Halvorsen", "HALVORSEN")
    assert [(span.index, texts[span.index][span.start : span.end]) for span in name.spans] == [
        (0, "Petra Halvorsen"), (1, "Halvorsen"), (1, "HALVORSEN"), (1, "Halvorsen"),
    ]  # fmt: skip


def test_acronyms_join_their_expansion() -> None:
    texts = [
        "The Train Drivers' Union (TDU) rejected it.",
        "Members of the TDU struck. The Train Drivers’ Union is old.",
    ]
    name = named(texts, "Train Drivers' Union")
    assert name.forms == ("Train Drivers' Union", "TDU", "Train Drivers’ Union")
    assert len(name.spans) == 4
    assert kinds("It met the Data Protection Authority. The DPA agreed.") == {
        "Data Protection Authority": "organisation"
    }


def test_a_dateline_is_no_expansion() -> None:
    assert kinds("CARROWMERE (LPA) - The mayor spoke to nobody on Monday.")["LPA"] == "organisation"
    assert abbreviates("STP", "Sindicato de Trabajadores Portuarios")
    assert not abbreviates("LPA", "Carrowmere")


def test_two_people_of_one_surname_stay_apart() -> None:
    texts = ["Otto Brandt spoke to Tilda Brandt.", "Then Brandt left."]
    assert {name.text for name in names(texts)} == {"Otto Brandt", "Tilda Brandt", "Brandt"}
    often = [
        "Otto Brandt won.",
        "Mayor Otto Brandt left.",
        "Lawyer Otto Brandt slept.",
        "Tilda Brandt ate. Then Brandt left.",
    ]
    assert "Brandt" in named(often, "Otto Brandt").forms


def test_companies_by_their_first_word() -> None:
    texts = [
        "Shares in Northgate Savings rose.",
        "Customers of Northgate Savings Ltd. and Northgate shareholders cheered.",
    ]
    (name,) = names(texts)
    assert name.kind == "organisation"
    assert name.forms == ("Northgate Savings", "Northgate Savings Ltd.", "Northgate")


def test_a_first_word_is_a_name_where_it_is_one_elsewhere() -> None:
    assert kinds("Sand was quiet.") == {}
    assert kinds(["Sand was quiet.", "Voters chose Livia Sand."]) == {"Livia Sand": "person"}
    assert kinds(["Sand was quiet.", "Voters chose Livia Sand on sand."]) == {"Livia Sand": "person"}
    assert kinds("Mortensen rejected it.") == {"Mortensen": "person"}


def test_a_ship_is_known_by_its_whole_name_later() -> None:
    name = named(["The ferry Star of Skerra sank.", "Divers reached the Star of Skerra."], "Star of Skerra")
    assert (name.kind, len(name.spans)) == ("other", 2)


def test_names_come_in_the_order_of_their_first_mention() -> None:
    found = names(["Zoe Quill met Abel Moss.", "Abel Moss met Bea Lund."])
    assert [name.text for name in found] == ["Zoe Quill", "Abel Moss", "Bea Lund"]
    assert names("") == names([]) == ()
