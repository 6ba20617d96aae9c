"""Streams of templates, the same frame with other names and numbers: no story may have more than ten."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from meadow.model import Document
from meadow.tracking.evidence import evidence
from meadow.tracking.tracker import find_stories

_START = datetime(2026, 3, 2, tzinfo=UTC)
_MOST = 10
_FIRST = [
    "Ald",
    "Bren",
    "Cor",
    "Dal",
    "Esk",
    "Fen",
    "Gar",
    "Hol",
    "Ivor",
    "Jas",
    "Kest",
    "Lum",
    "Mar",
    "Nor",
    "Oth",
    "Pel",
    "Quar",
    "Rav",
    "Sel",
    "Tor",
    "Ulm",
    "Var",
    "Wes",
    "Yar",
    "Zan",
]
_MIDDLE = ("", *["ba", "de", "ki", "lo", "mu", "ra", "se", "ti", "vo", "na"])
_LAST = ["dor", "fell", "gate", "holm", "ing", "mere", "ney", "rick", "stan", "ton", "vale", "wick"]
_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


def _names(count: int, seed: int) -> list[str]:
    every = ["".join(parts) for parts in product(_FIRST, _MIDDLE, _LAST)]
    return random.Random(seed).sample(every, count)


def _document(kind: str, number: int, title: str, text: str, minutes: float) -> Document:
    return Document(f"{kind}{number:05}", "Wire", title, text, _START + timedelta(minutes=minutes), language="en")


def _earnings() -> Iterator[Document]:
    chance, names = random.Random(1), _names(2000, 1)
    for number in range(5000):
        name, figures = chance.choice(names), [chance.randrange(5, 9999) for _ in range(7)]
        text = (
            f"Shr {figures[0]} cts vs {figures[1]} cts. Net {figures[2]},000 vs {figures[3]},000. Revs {figures[4]} mln vs "
            f"{figures[5]} mln. {name} Corp said avg shrs were {figures[6]} mln in the quarter."
        )
        quarter = chance.choice(["1st", "2nd", "3rd", "4th"])
        yield _document("e", number, f"{name} Corp <{name[:4].upper()}> {quarter} qtr net", text, number)


def _weather() -> Iterator[Document]:
    chance, names = random.Random(2), _names(200, 2)
    for number in range(1000):
        name, day = names[number % 200], _DAYS[number // 200]
        sky = chance.choice(["sunny intervals", "scattered showers", "heavy rain", "light snow", "fog patches"])
        text = (
            f"Forecast for {name} on {day}: {sky}, maximum {chance.randrange(-5, 35)} degrees, wind "
            f"{chance.randrange(3, 60)} km per hour, humidity {chance.randrange(20, 100)} percent."
        )
        yield _document("w", number, f"Weather for {name}, {day}", text, 5 * number)


def _matches() -> Iterator[Document]:
    chance, teams = random.Random(3), _names(120, 3)
    for number in range(500):
        if number % 60 == 0:
            chance.shuffle(teams)
        one, other = teams[2 * (number % 60)], teams[2 * (number % 60) + 1]
        goals, minute = chance.randrange(5), chance.randrange(1, 90)
        text = (
            f"{one} lost to {other} {goals}-{goals + 1} in the league. {one} scored in the {minute}th minute and {other} "
            f"had a penalty before {chance.randrange(900, 60_000)} spectators. {chance.choice([one, other])} play away next."
        )
        yield _document("m", number, f"{one} {goals}-{goals + 1} {other}", text, 10 * number)


def _adverts() -> Iterator[Document]:
    chance, firms, towns = random.Random(4), _names(400, 4), _names(200, 5)
    jobs = ["software engineer", "nurse", "warehouse worker", "accountant", "electrician", "bus driver"]
    for number in range(1000):
        firm, town, job = chance.choice(firms), chance.choice(towns), chance.choice(jobs)
        text = (
            f"{firm} is looking for a {job} to join its team in {town}. You have {chance.randrange(1, 9)} years of "
            f"experience. We offer {chance.randrange(20, 90)},000 a year. Apply by {chance.randrange(1, 28)} April."
        )
        yield _document("a", number, f"{firm} seeks {job} in {town}", text, 5 * number)


_STREAMS = {"earnings": _earnings, "weather": _weather, "matches": _matches, "adverts": _adverts}


@pytest.mark.drill
@pytest.mark.parametrize("kinds", [["earnings"], ["weather"], ["matches"], ["adverts"], [*_STREAMS]], ids="-".join)
def test_no_story_of_templates_is_large(kinds: list[str]) -> None:
    documents = [each for kind in kinds for each in _STREAMS[kind]()]
    documents.sort(key=lambda each: each.order)
    sizes = sorted((len(story.document_ids) for story in find_stories(evidence(), documents)), reverse=True)
    assert sizes[0] <= _MOST, sizes[:10]
