from __future__ import annotations

from brief.test_terminal import printed, render_digest
from brief.values import RADIO, WIRE, brief, digest, document, ferry, pick, rocket, summary
from meadow.brief.html import format_html
from meadow.brief.json import digest_value
from meadow.brief.languages import named_languages, story_language
from meadow.brief.markdown import format_markdown


def test_a_digest_in_one_language_does_not_name_it() -> None:
    alone = digest(ferry())

    assert named_languages(alone) == {}
    for told in (printed(render_digest(alone)), format_html(alone), format_markdown(alone)):
        assert "English" not in told


def test_a_digest_in_two_languages_says_which_is_which() -> None:
    mixed = digest(ferry(), rocket())

    assert sorted(named_languages(mixed).values()) == ["English", "Japanese"]
    facts = [line for line in printed(render_digest(mixed)).splitlines() if " · " in line]
    assert [line.rpartition(" · ")[2] for line in facts] == ["English", "Japanese", "3–5 Mar 2026"]
    assert "Mar 2026 · Japanese" in format_markdown(mixed)
    assert format_html(mixed).count(" · Japanese</span>") == 1
    assert format_html(mixed).count(" · English</span>") == 1


def test_a_language_nobody_knows_is_shown_by_its_code_and_one_not_given_is_not_shown() -> None:
    odd = document("odd", ["Tlhab."], language="tlh")
    silent = document("silent", ["?"], language=None)
    told = digest(ferry(), brief([odd], summary([pick(odd, 0)])), brief([silent], summary([pick(silent, 0)])))

    assert named_languages(told) == {"wire-1": "English", "odd": "Tlh"}


def test_the_language_of_a_story_is_that_of_what_it_cites() -> None:
    dutch = document("dutch", ["De haven is dicht."], language="nl")

    assert story_language(brief([WIRE, RADIO, dutch], summary([pick(dutch, 0)]))) == "nl"
    assert story_language(brief([WIRE, RADIO, dutch], summary([]))) == "en"


def test_json_gives_the_code_of_each_story_and_article() -> None:
    stories = digest_value(digest(ferry(), rocket()))["stories"]

    assert isinstance(stories, list)
    assert [story["language"] for story in stories] == ["en", "ja"]
    assert {article["language"] for article in stories[1]["articles"]} == {"ja"}
