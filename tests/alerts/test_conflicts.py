"""Disagreements that begin: reported when a second value comes into force, and not again."""

from __future__ import annotations

from meadow.alerts import read_state
from meadow.alerts.conflicts import begins_now, conflicts
from meadow.model import DisagreeingValue, Disagreement, Document
from stories import document


def _value(value: str, *documents: str, superseded: bool = False) -> DisagreeingValue:
    return DisagreeingValue(value, documents, superseded=superseded)


def test_a_conflict_begins_with_the_articles_that_bring_the_second_value() -> None:
    fact = Disagreement("dead", (_value("9", "a", "c"), _value("11", "b")))
    assert begins_now(fact, frozenset({"b"}))
    assert begins_now(fact, frozenset({"a", "b", "c"})), "all of it is new"
    assert not begins_now(fact, frozenset({"c"})), "it was there before"
    assert not begins_now(fact, frozenset())


def test_a_source_that_differs_with_itself_is_not_reported() -> None:
    own = DisagreeingValue("41", ("a",), ("Courier",)), DisagreeingValue("43", ("b",), ("Courier",))
    assert not begins_now(Disagreement("crowd", own), frozenset({"b"}))
    other = DisagreeingValue("43", ("c",), ("Courier", "Wire"))
    assert begins_now(Disagreement("crowd", (own[0], other)), frozenset({"c"}))


def _told(*given: tuple[str, int]) -> list[Document]:
    return [
        document(
            name, [f"A ferry capsized off Skerra on Monday, killing {dead} people, the coast guard said."], hours=at
        )
        for at, (name, dead) in enumerate(given)
    ]


def test_sources_that_begin_to_disagree_are_reported_with_their_values() -> None:
    reports = _told(("wire", 9), ("echo", 11))
    ((cause, text, documents),) = conflicts(read_state("wire", reports, {"echo"}))
    assert text == "Sources disagree on dead: 11 (Outlet echo), 9 (Outlet wire)"
    assert documents == ("echo", "wire")
    later = _told(("wire", 9), ("echo", 11), ("mail", 11))
    assert list(conflicts(read_state("wire", later, {"mail"}))) == []
    ((same, *_),) = conflicts(read_state("wire", later, {"echo", "mail"}))
    assert same == cause, "the cause of one fact stays, so that it is told once"


def test_one_source_alone_disagrees_with_nobody() -> None:
    assert list(conflicts(read_state("wire", _told(("wire", 9)), {"wire"}))) == []
