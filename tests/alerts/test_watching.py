"""Watches: which stories they match, in any form of their words, and which facts are new there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from meadow.alerts import StoryState, read_state
from meadow.alerts.watching import check_query, matches, may_match, watched
from meadow.errors import UsageError
from meadow.model import Watch
from stories import FERRY, START, document


def _watch(query: str) -> Watch:
    return Watch("w", query, START)


def _state(*new: str) -> StoryState:
    return read_state("wire", FERRY, new)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("ferry Skerra", True),
        ("ferries SKERRA", True),
        ("ferry wolves", False),
        ("Why did the ferry off Skerra capsize?", True),
        ("How many wolves were shot?", False),
        ("disaster", True),  # a title has it
        ("captain door", True),  # two articles have it between them
    ],
)
def test_a_story_matches_that_holds_every_content_word(query: str, found: bool) -> None:
    assert matches(query, FERRY) == found
    assert not matches(query, [])


def test_other_languages_match_by_their_own_forms() -> None:
    spanish = replace(
        document("es", ["Los transbordadores volcaron frente a Skerra."], title="Nueve muertos"), language="es"
    )
    assert matches("transbordador Skerra", [spanish])
    assert not matches("transbordador incendio", [spanish])
    assert matches("transbordador ferry", [spanish, FERRY[0]])


def test_a_first_look_at_new_articles_misses_no_word_in_another_form() -> None:
    assert may_match("ferries", _state("echo"))
    assert may_match("close", _state("courier")), "closed"
    assert not may_match("captain", _state("courier"))
    assert not may_match("ferry", _state())
    assert not may_match("of the", _state("echo"))


def test_a_watch_says_a_story_that_begins_to_match_once() -> None:
    ((kind, cause, text, documents),) = watched(_state("courier"), _watch("door Skerra"))
    assert (kind, cause, documents) == ("word", "word", ("courier",))
    assert text == "door Skerra: Open door blamed for ferry disaster"
    assert list(watched(_state("courier"), _watch("wolves"))) == []


def test_a_story_that_matched_before_says_new_facts_with_a_word_of_the_watch() -> None:
    facts = list(watched(_state("courier"), _watch("ferry Skerra")))
    assert [(kind, cause) for kind, cause, *_ in facts] == [("watch", "fact:courier:0")]
    assert facts[0][2].startswith("Investigators said on Friday that a door to the car deck")


def test_what_was_said_before_is_no_new_fact() -> None:
    copy = replace(FERRY[0], id="copy", source="Copyist")
    state = read_state("wire", [*FERRY, copy], {"copy"})
    assert list(watched(state, _watch("ferry Skerra"))) == []


def test_a_watch_needs_a_word_to_look_for() -> None:
    assert check_query("  legionella\n Haldmoor ") == "legionella Haldmoor"
    for empty in ("", "  ", "of the", "!?"):
        with pytest.raises(UsageError, match="no word to look for"):
            check_query(empty)
