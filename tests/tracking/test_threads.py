"""Threads of one event in one language: close, each the other's closest, a good part of what holds them, and with names."""

from __future__ import annotations

import json

import meadow
from meadow.brief.html import format_html
from meadow.brief.json import digest_value
from meadow.brief.markdown import format_markdown
from meadow.model import Document
from meadow.tracking.threads import find_threads

_FERRY = "The ferry Petra capsized off Skerra and captain Halvorsen drowned."
_TRIAL = "The owner of the ferry Petra, which capsized off Skerra, stands trial."
_DAM = "A dam burst in the valley of Benguit and two villages were flooded."
_TIMETABLE = "Petra sails to Skerra and Merrow with a new timetable for commuters, cyclists and schoolchildren."
_NAMES = {"petra": 0.5, "skerr": 0.5}


def _documents(*texts: str) -> list[Document]:
    return [Document(f"{text[:9]}{at}", text=text, language="en") for at, text in enumerate(texts)]


def test_two_stories_that_share_words_and_names_are_threads() -> None:
    stories = [_documents(_FERRY), _documents(_DAM), _documents(_TRIAL)]
    ((one, other, value),) = find_threads(stories, [_NAMES, {"bengu": 0.7}, _NAMES], None)
    assert (one, other) == (0, 2)
    assert value >= 0.08
    assert find_threads(stories, [_NAMES, {"bengu": 0.7}, {"vessi": 0.7}], None) == [], "no name in common"
    assert find_threads(stories[:1], [_NAMES], None) == find_threads([], [], None) == []


def test_only_the_closest_two_are_linked() -> None:
    stories = [_documents(_FERRY), _documents(_FERRY), _documents(_TRIAL)]
    assert [pair[:2] for pair in find_threads(stories, [_NAMES] * 3, None)] == [(0, 1)]


def test_what_is_little_beside_the_cohesion_of_a_story_is_no_thread() -> None:
    close = _documents(*[_FERRY] * 3)
    apart = _documents(*[_TIMETABLE] * 3)
    assert find_threads([close, apart], [_NAMES] * 2, None) == []
    alone = [_documents(_FERRY), _documents(_TIMETABLE)]
    assert len(find_threads(alone, [_NAMES] * 2, None)) == 1, "one document each has no cohesion to ask"


def test_a_digest_names_threads_in_every_form() -> None:
    texts = [_FERRY, "Owner of the ferry Petra stands trial in Skerra for the safety of its lifeboats and doors."]
    made = meadow.digest(_documents(*texts), tracker="meadow(threshold=0.9)", sentences=1)
    assert [len(brief.related) for brief in made] == [1, 1]
    assert "Related: " in format_markdown(made)
    assert "Related:" in format_html(made)
    assert json.dumps(digest_value(made)).count('"related": [{"story":') == 2
