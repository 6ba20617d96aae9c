"""Stories of one event in several languages: who is linked with whom, by which names, at which distance in time."""

from __future__ import annotations

from datetime import timedelta

import pytest

from meadow.model import Document, Story
from meadow.tracking.related import find_related
from stories import START

TELLINGS = {
    "en": "Captain Halvorsen of the Petra said 214 people left Skerra for Sant Oriel before the Petra sank off Skerra.",
    "es": "El capitán Halvorsen del Petra dijo que 214 personas salieron de Skerra hacia Sant Oriel antes de hundirse.",
    "nl": "Kapitein Halvorsen van de Petra zei dat 214 mensen Skerra verlieten naar Sant Oriel voordat de Petra zonk.",
    "de": "Kapitän Halvorsen von der Petra sagte, 214 Menschen hätten Skerra nach Sant Oriel verlassen, ehe sie sank.",
}
OTHER = {
    "en": "Farmers in Lethria asked ranger Okonkwo for a permit after 38 wolves came down to Ninemile in January.",
    "es": "Los ganaderos de Lethria pidieron un permiso al guarda Okonkwo tras bajar 38 lobos a Ninemile en enero.",
}


def told(name: str, *texts: str, language: str, days: float | None = 0) -> tuple[Story, list[Document]]:
    when = None if days is None else START + timedelta(days=days)
    documents = [Document(f"{name}-{n}", text=text, published=when, language=language) for n, text in enumerate(texts)]
    return Story(name, tuple(each.id for each in documents), when, when), documents


def linked(*stories: tuple[Story, list[Document]]) -> dict[str, list[str]]:
    return {name: [each.story_id for each in every] for name, every in find_related(stories).items()}


def test_an_event_in_four_languages_is_linked_with_each_of_the_others() -> None:
    stories = [told(language, text, language=language) for language, text in TELLINGS.items()]
    found = linked(*stories)
    assert {name: set(others) for name, others in found.items()} == {
        language: set(TELLINGS) - {language} for language in TELLINGS
    }


def test_links_go_both_ways_with_one_similarity_and_names_of_both() -> None:
    related = find_related([told("e", TELLINGS["en"], language="en"), told("s", TELLINGS["es"], language="es")])
    (there,), (back,) = related["e"], related["s"]
    assert there.similarity == back.similarity
    assert (there.language, back.language) == ("es", "en")
    assert len(there.shared) <= 5
    assert {"Halvorsen", "Skerra"} <= {name.title() for name in there.shared}


def test_numbers_are_told_only_where_names_are_few() -> None:
    def shared(first: str, second: str) -> tuple[str, ...]:
        related = find_related([told("e", first, language="en"), told("s", second, language="es")])
        return related["e"][0].shared

    assert not any(name.isdecimal() for name in shared(TELLINGS["en"], TELLINGS["es"]))
    numbers = "on 0800 1723 456 at 38 places with 789321 calls"
    few = shared(f"Halvorsen called {numbers}.", f"Halvorsen llamó {numbers}.")
    assert few == ("Halvorsen", "789321", "1723")  # the longer a number, the less it stands there by chance


def test_two_events_are_linked_each_with_its_own() -> None:
    found = linked(
        told("ferry-en", TELLINGS["en"], language="en"), told("wolf-en", OTHER["en"], language="en"),
        told("wolf-es", OTHER["es"], language="es"), told("ferry-es", TELLINGS["es"], language="es"),
    )  # fmt: skip
    assert found == {
        "ferry-en": ["ferry-es"], "ferry-es": ["ferry-en"], "wolf-en": ["wolf-es"], "wolf-es": ["wolf-en"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("days", "related"), [(0, True), (29, True), (30, True), (31, False), (-31, False), (400, False)]
)
def test_stories_of_one_event_are_not_a_month_apart(days: float, related: bool) -> None:
    found = linked(told("e", TELLINGS["en"], language="en"), told("s", TELLINGS["es"], language="es", days=days))
    assert bool(found) is related


def test_where_one_has_no_time_time_says_nothing() -> None:
    assert linked(
        told("e", TELLINGS["en"], language="en", days=None), told("s", TELLINGS["es"], language="es", days=90)
    )


def test_the_order_of_stories_changes_no_link() -> None:
    stories = [told(language, text, language=language) for language, text in TELLINGS.items()]
    forward, backward = find_related(stories), find_related(stories[::-1])
    assert {
        name: {(each.story_id, round(each.similarity, 12)) for each in every} for name, every in forward.items()
    } == {name: {(each.story_id, round(each.similarity, 12)) for each in every} for name, every in backward.items()}


def test_more_of_the_same_names_bring_stories_closer() -> None:
    few = find_related([told("e", TELLINGS["en"], language="en"), told("s", TELLINGS["es"], language="es")])
    more = find_related(
        [
            told("e", TELLINGS["en"], "Divers found the wreck of the Petra near Haldmoor.", language="en"),
            told("s", TELLINGS["es"], "Los buzos hallaron los restos del Petra cerca de Haldmoor.", language="es"),
        ]
    )
    assert more["e"][0].similarity > few["e"][0].similarity


@pytest.mark.parametrize("text", ["", "…", "the of and", "12"])
def test_a_story_that_names_nothing_is_linked_with_nobody(text: str) -> None:
    assert linked(told("e", TELLINGS["en"], language="en"), told("s", text, language="es")) == {}


def test_the_language_of_a_story_is_that_of_most_of_its_articles() -> None:
    mixed = (
        Story("s", ("a", "b", "c"), START, START),
        [
            Document("a", text=TELLINGS["es"], published=START, language="es"),
            Document("b", text=TELLINGS["es"], published=START, language="es"),
            Document("c", text=OTHER["en"], published=START, language="en"),
        ],
    )
    ((relation,),) = (find_related([told("e", TELLINGS["en"], language="en"), mixed])["e"],)
    assert relation.language == "es"
