"""All alerts of a story: none without news, each cause once, whatever arrives in whichever portions."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.alerts import find_alerts, read_state
from meadow.model import Document, Watch
from stories import FERRY, START, documents

WATCHES = [Watch("ferry", "ferry Skerra", START), Watch("wolves", "wolves", START)]


def test_without_new_articles_there_is_nothing_to_report() -> None:
    assert find_alerts(read_state("wire", FERRY, ()), WATCHES, START) == []


def test_alerts_carry_their_story_watch_cause_and_articles() -> None:
    found = find_alerts(read_state("wire", FERRY, {"courier"}, name="Ferry\ndisaster"), WATCHES, START)
    assert [(each.kind, each.cause, each.watch) for each in found] == [
        ("grows", "grows:3", None),
        ("watch", "fact:courier:0", "ferry"),
    ]
    assert found[0].text == "3 independent sources now report: Ferry disaster"
    assert {each.story_id for each in found} == {"wire"}
    assert all(each.documents == ("courier",) and each.at == START and each.number == 0 for each in found)


def test_a_new_story_that_matches_is_reported_by_the_watch() -> None:
    (found,) = find_alerts(read_state("wire", FERRY[:1], {"wire"}), WATCHES, START)
    assert (found.kind, found.watch) == ("word", "ferry")


@settings(max_examples=20, deadline=None)
@given(documents, st.integers(0, 4))
def test_causes_of_one_look_are_different(given_documents: list[Document], count: int) -> None:
    new = {each.id for each in given_documents[count:]}
    found = find_alerts(read_state("d0", given_documents, new), [Watch("w", "ferry storm", START)], START)
    keys = [(each.cause, each.watch) for each in found]
    assert len(keys) == len(set(keys))
    assert all("\n" not in each.text and each.text for each in found)
