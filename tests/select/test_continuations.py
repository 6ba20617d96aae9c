"""Room that is left goes to what leans on a chosen sentence, right behind it, and to nothing that would dangle or repeat."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

import meadow
from meadow.model import Document

_DAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
_LEAD = "The ferry Star of Skerra capsized off the coast of Lethria on Monday, the coast guard of Lethria said."
_ELSEWHERE = "Schools in the port of Lorvane were closed after the ferry Star of Skerra capsized off Lethria."


def _told(*texts: str, words: int = 60, days: float = 0) -> list[str]:
    documents = [
        Document(f"d{at}", f"Paper {at}", None, text, _DAY + timedelta(days=days * at), language="en")
        for at, text in enumerate(texts)
    ]
    return [pick.written for pick in meadow.summarize(documents, method="coverage", words=words).picks]


@pytest.mark.parametrize(
    "leaning",
    [
        "It had left the harbour of Skerra with forty people on board that morning.",
        "However, its crew had closed the bow door of the ferry before it left Skerra.",
    ],
)
def test_what_leans_follows_the_sentence_that_it_leans_on(leaning: str) -> None:
    assert _told(f"{_LEAD} {leaning}") == [_LEAD, leaning]


def test_a_follower_may_be_followed() -> None:
    first = "It had left the harbour of Skerra with forty people on board that morning."
    then = "They sang hymns and songs on the upper deck of the ferry until the last helicopter of the navy came."
    assert _told(f"{_LEAD} {first} {then}") == [_LEAD, first, then]


def test_behind_another_sentence_it_stays_out() -> None:
    leaning = "It had left the harbour of Skerra with forty people on board that morning."
    junk = "Click here to subscribe to our newsletter about the ferry Star of Skerra."
    assert _told(f"{_LEAD} {junk} {leaning}") == [_LEAD]


def test_a_follower_of_the_opening_is_printed_right_behind_it() -> None:
    leaning = "It had left the harbour of Skerra with forty people on board that morning."
    told = _told(_ELSEWHERE, f"{_LEAD} {leaning}", words=80, days=1)
    assert told.index(leaning) == told.index(_LEAD) + 1


@pytest.mark.parametrize(
    "unfit",
    [
        "“It went down with all its lifeboats,” he said.",  # nobody tells who
        "It capsized off the coast of Lethria on Monday, said the coast guard of Lethria.",  # told already
        "It sank.",
        "It will reach the harbour of Skerra tomorrow.",
        "I think it had left the harbour of Skerra too late that morning.",
        "It had left the harbour of Skerra with these people on board:",
    ],
)
def test_what_is_no_sentence_of_its_own_or_told_already_does_not_follow(unfit: str) -> None:
    assert unfit not in _told(f"{_LEAD} {unfit}", _ELSEWHERE, words=80, days=3)


def test_no_follower_takes_more_room_than_there_is() -> None:
    leaning = "It had left the harbour of Skerra with forty people on board that morning."
    used = len(_LEAD.split())
    assert _told(f"{_LEAD} {leaning}", words=used + len(leaning.split()) - 1) == [_LEAD]
    assert _told(f"{_LEAD} {leaning}", words=used + len(leaning.split())) == [_LEAD, leaning]


def test_of_two_that_fit_one_at_a_time_the_longer_and_likelier_comes_in() -> None:
    divers = "Divers searched the wreck of the ferry for its missing captain on Tuesday."
    short, long = (
        "It was an old ferry with wooden stairs.",
        "They found the bow door of the ferry open, a broken hinge in the engine room, and no log.",
    )
    told = _told(f"{_LEAD} {short}", f"{divers} {long}", words=len(f"{_LEAD} {divers} {long}".split()), days=5)
    assert {_LEAD, divers} < set(told)
    assert long in told
    assert short not in told


def test_what_would_be_taken_next_is_asked_first_and_another_one_only_where_it_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = [
        "It had left the harbour of Skerra for Lethria with forty people of the coast guard aboard.",
        "However, their lamps were too weak for the lower decks of the ferry.",
    ]
    asked: list[int] = []

    def repeats(_view: object, rows: list[int], *_others: object) -> bool:
        asked.append(rows[-1])
        return bool(rows[-1] == refused)

    monkeypatch.setattr("meadow.select.continuations._repeats", repeats)
    search = "Nine navy divers searched the wreck of the ferry for missing passengers until dark on Tuesday."
    texts = (f"{_LEAD} {told[0]}", f"{search} {told[1]}")
    for refused, found in ((-1, [1, 3]), (1, [1, 3, 1])):
        asked.clear()
        printed = _told(*texts, words=80, days=1)
        assert asked == found
        assert [each in printed for each in told] == [refused != 1, True]
