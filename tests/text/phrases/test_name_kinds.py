"""What kind of thing a name names: each cue by itself, cues against each other, and votes of many mentions."""

from __future__ import annotations

from collections import Counter

import pytest

from meadow.text.phrases import names
from meadow.text.phrases.name_kinds import Votes, decide


def kind(text: str, name: str, language: str = "en") -> str | None:
    return {each.text: each.kind for each in names(text, language)}.get(name)


@pytest.mark.parametrize(
    ("text", "name", "wanted"),
    [
        ("They met in Vellin.", "Vellin", "place"),
        ("The town of Vellin is old.", "Vellin", "place"),
        ("Vellin, a fisherman from the north, left.", "Vellin", "person"),
        ("Vellin, the largest operator in the north, left.", "Vellin", "organisation"),
        ("Vellin, 52, left the room.", "Vellin", "person"),
        ("Vellin, who left, said no.", "Vellin", "person"),
        ("The council met Captain Vellin.", "Vellin", "person"),
        ("The ferry Vellin sank.", "Vellin", "other"),
        ("The company Vellin closed.", "Vellin", "organisation"),
        ("A boat on the Vellin sank.", "Vellin", "place"),
        ("They joined the Green League.", "Green League", "organisation"),
        ("They launched Aldern-2 at dawn.", "Aldern-2", "other"),
        ("The IPH moved.", "IPH", "organisation"),
        ("VELLIN, March 3 - The council met.", "VELLIN", "place"),
        ("They visited Lake Orrin.", "Lake Orrin", "place"),
        ("They work at Hale & Sons.", "Hale & Sons", "organisation"),
        ("They saw Iris Vale.", "Iris Vale", "person"),
        ("They read the Courier.", "Courier", "organisation"),
    ],
)
def test_cues(text: str, name: str, wanted: str) -> None:
    assert kind(text, name) == wanted


def test_a_cue_inside_a_name_outweighs_what_stands_beside_it() -> None:
    assert kind("They met in Kestrel Foods Ltd. again.", "Kestrel Foods Ltd.") == "organisation"
    assert kind("Captain Lake Orrin is dry.", "Lake Orrin") in ("place", None)


def test_one_cue_outweighs_many_mentions_without_any() -> None:
    texts = ["They saw Vellin.", "They love Vellin.", "They hate Vellin.", "They met in Vellin."]
    assert {each.text: each.kind for each in names(texts, "en")} == {"Vellin": "place"}


def test_without_votes_a_name_is_of_no_kind_and_ties_go_in_a_fixed_order() -> None:
    assert decide(Counter()) == "other"
    tied: Votes = Counter({"person": 1, "place": 1})
    assert decide(tied) == "place"
    tied["organisation"] = 1
    assert decide(tied) == "organisation"
    tied["other"] = 2
    assert decide(tied) == "other"


@pytest.mark.parametrize(
    ("language", "text", "name", "wanted"),
    [
        ("es", "Se reunieron en Vellin.", "Vellin", "place"),
        ("es", "El capitán Vellin salió.", "Vellin", "person"),
        ("es", "La empresa Vellin cerró.", "Vellin", "organisation"),
        ("nl", "Ze woonden in Vellin.", "Vellin", "place"),
        ("nl", "Kapitein Vellin vertrok.", "Vellin", "person"),
        ("nl", "Het bedrijf Vellin sloot.", "Vellin", "organisation"),
    ],
)
def test_cues_of_other_languages(language: str, text: str, name: str, wanted: str) -> None:
    assert kind(text, name, language) == wanted
