"""Stories of one event in two languages: linked by names and numbers, each the other's closest, and only with evidence."""

from __future__ import annotations

import math
from collections import Counter
from datetime import timedelta

import pytest

import meadow
from meadow.model import Document, Story
from meadow.sample import sample_path
from meadow.tracking.related import _chance, _numbers_and_words, _rare, _similarities, _spelling, _weighed, find_related
from stories import START

EN = "Captain Halvorsen of the Petra said 214 people left Skerra for Sant Oriel before the Petra sank off Skerra."
ES = "El capitán Halvorsen del Petra dijo que 214 personas salieron de Skerra hacia Sant Oriel antes de hundirse el Petra."
NL = "In Waterveen brak dinsdag een dijk door, en burgemeester Hoekstra liet 4500 bewoners van Lowmark vertrekken."


def _told(name: str, text: str, language: str, *, days: float = 0) -> tuple[Story, list[Document]]:
    when = START + timedelta(days=days)
    return Story(name, (name,), when, when), [Document(name, text=text, published=when, language=language)]


def test_names_and_numbers_link_stories_of_two_languages_both_ways() -> None:
    related = find_related([_told("en", EN, "en"), _told("es", ES, "es"), _told("nl", NL, "nl")])
    assert set(related) == {"en", "es"}
    (there,), (back,) = related["en"], related["es"]
    assert (there.story_id, there.language) == ("es", "es")
    assert (back.story_id, back.language) == ("en", "en")
    assert there.similarity == back.similarity >= 0.15
    assert {"Skerra", "Halvorsen", "Oriel"} <= set(there.shared)


def test_nothing_is_said_without_evidence_or_months_apart_or_in_one_language() -> None:
    assert find_related([]) == {}
    assert find_related([_told("en", EN, "en"), _told("nl", NL, "nl")]) == {}
    assert find_related([_told("en", EN, "en"), _told("es", ES, "es", days=31)]) == {}
    assert find_related([_told("a", EN, "en"), _told("b", EN, "en", days=31)]) == {}


def test_a_story_is_linked_only_to_its_closest_in_a_language() -> None:
    weaker = "El Petra, con 214 personas, zarpó de Skerra."
    related = find_related([_told("en", EN, "en"), _told("es", ES, "es"), _told("es-2", weaker, "es")])
    assert [each.story_id for each in related["en"]] == ["es"]
    assert [(each.story_id, each.language) for each in related["es-2"]] == [("es", "es")], (
        "a thread in its own language"
    )


def test_of_equally_close_stories_the_first_is_linked() -> None:
    related = find_related([_told("en", EN, "en"), _told("es-1", ES, "es"), _told("es-2", ES, "es")])
    assert [each.story_id for each in related["en"]] == ["es-1"]
    assert [each.story_id for each in related["es-2"]] == ["es-1"]


def test_undated_stories_may_be_linked() -> None:
    stories = [
        (Story(story.id, story.document_ids), own) for story, own in (_told("en", EN, "en"), _told("es", ES, "es"))
    ]
    assert set(find_related(stories)) == {"en", "es"}


def test_each_language_gives_its_names() -> None:
    english = Document("e", text="The Petra left 07 and 214 at Skerra, he said.")
    assert _numbers_and_words(english, "en") == (["214"], ["The", "Petra", "Skerra"])
    assert _rare(["The", "Petra", "Skerra"], "en", None) == {"Petra", "Skerra"}
    japanese = Document("j", text="アルデルンの衛星は10日に")
    assert _numbers_and_words(japanese, "ja") == (["10"], ["アルデルン"])
    assert _rare(["アルデルン"], "ja", None) == {"アルデルン"}
    assert _spelling("Lethrië") == _spelling("Lethria") == "lethr"


def test_rows_weigh_what_is_rare_and_are_damped() -> None:
    (row, other) = _weighed([Counter({"skerr": 2, "214": 1}), Counter({"skerr": 1})], stories=2)
    name = -math.log((2 + 1000 * max(0.001, 30 / 6**5)) / 1002)
    number = -math.log((1 + 1000 * 0.04) / 1002)
    length = math.hypot((1 + math.log(2)) * name, number) + 6
    assert row["skerr"] == pytest.approx((1 + math.log(2)) * name / length)
    assert other["skerr"] == pytest.approx(name / (name + 6))
    assert _similarities([row], [other])[0, 0] == pytest.approx(row["skerr"] * other["skerr"])


def test_chance_falls_with_the_length_of_names_and_numbers() -> None:
    assert _chance("1998") > _chance("4500") > _chance("450000")
    assert _chance("rtn") > _chance("rtrn") > _chance("rtrnt") > _chance("rtrntrntrn") == 0.001


def test_the_sample_tells_three_events_in_two_languages_each() -> None:
    digest = meadow.digest(meadow.read(str(sample_path())), sentences=1)
    links = {frozenset((brief.story.id, each.story_id)) for brief in digest for each in brief.related}
    events = [{name.split("-")[0] for name in link} for link in links]
    assert sorted(event.pop() for event in events if len(event) == 1) == ["ferry", "flood", "satellite"]
    assert len(links) == 3
