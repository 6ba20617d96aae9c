"""Made-up streams of templates: the same frame with other names and numbers, and in some kinds events with several reports.

The first four kinds took part in choosing how formulaic streams are recognised; the others did not.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import product
from typing import NamedTuple

from meadow.model import Document

_START = datetime(2026, 3, 2, tzinfo=UTC)
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


class Report(NamedTuple):
    """A document and the event that it is of."""

    document: Document
    event: str


class _Frames(NamedTuple):
    """Titles and texts of the reports on an event, the first one first, and what fills them beside names and numbers."""

    reports: tuple[tuple[str, str], ...]
    words: tuple[str, ...]


_FRAMES = {
    "courts": _Frames(
        (
            (
                "Court in {place} jails {name}",
                (
                    "A court in {place} sentenced {name} {other} to {n} years for {word}. The judge, {judge}, said "
                    "the defendant had shown no remorse. The prosecution had asked for {m} years."
                ),
            ),
            (
                "{name} to appeal against sentence",
                (
                    "Lawyers for {name} {other} said they would appeal against the {n} years that judge {judge} gave "
                    "their client in {place} for {word}."
                ),
            ),
            (
                "{name} released pending appeal",
                "{name} {other} left prison in {place} on bail while the case of {word} is heard again.",
            ),
        ),
        ("fraud", "arson", "robbery", "perjury", "forgery", "smuggling"),
    ),
    "quakes": _Frames(
        (
            (
                "Magnitude {n}.{m} quake strikes near {place}",
                (
                    "An earthquake of magnitude {n}.{m} struck {k} km from {place} at a depth of {m}0 km, the {name} "
                    "institute said. There were no reports of {word}."
                ),
            ),
            (
                "{place} quake leaves {word}",
                (
                    "The earthquake of {n}.{m} near {place} left {word} in the villages of {name} and {other}, "
                    "officials said, and {k} people slept outside."
                ),
            ),
        ),
        ("damage", "casualties", "landslides", "power cuts"),
    ),
    "recalls": _Frames(
        (
            (
                "{name} recalls {k}00 {word}",
                (
                    "{name} Ltd of {place} is recalling {k}00 {word} sold since {m} March because a part may "
                    "overheat. Customers get their money back. The agency {other} knows of {n} injuries."
                ),
            ),
            (
                "Recall of {word} by {name} widened",
                (
                    "{name} Ltd added {m}00 {word} to its recall after {n} more reports of fires. Owners in {place} "
                    "should call the agency {other}."
                ),
            ),
        ),
        ("kettles", "heaters", "chargers", "toasters", "prams", "helmets"),
    ),
    "obituaries": _Frames(
        (
            (
                "{name} {other}, {word}, dies at {k}",
                (
                    "{name} {other}, a {word} who was born in {place} and worked there for {m}0 years, has died aged "
                    "{k}. A service will be held on {n} April."
                ),
            ),
        ),
        ("painter", "chemist", "cellist", "surgeon", "jurist", "poet"),
    ),
}


def template_stream(kind: str) -> list[Report]:
    """Return the reports of a kind, in no order."""
    return list(_STREAMS[kind]())


def _names(count: int, seed: int) -> list[str]:
    every = ["".join(parts) for parts in product(_FIRST, _MIDDLE, _LAST)]
    return random.Random(seed).sample(every, count)


def _report(kind: str, number: int, title: str, text: str, minutes: float, event: str | None = None) -> Report:
    document_id = f"{kind}-{number:05}"
    moment = _START + timedelta(minutes=minutes)
    return Report(Document(document_id, "Wire", title, text, moment, language="en"), event or document_id)


def _earnings() -> Iterator[Report]:
    chance, names = random.Random(1), _names(2000, 1)
    for number in range(5000):
        name, figures = chance.choice(names), [chance.randrange(5, 9999) for _ in range(7)]
        text = (
            f"Shr {figures[0]} cts vs {figures[1]} cts. Net {figures[2]},000 vs {figures[3]},000. Revs {figures[4]} mln vs "
            f"{figures[5]} mln. {name} Corp said avg shrs were {figures[6]} mln in the quarter."
        )
        quarter = chance.choice(["1st", "2nd", "3rd", "4th"])
        yield _report("earnings", number, f"{name} Corp <{name[:4].upper()}> {quarter} qtr net", text, number)


def _weather() -> Iterator[Report]:
    chance, names = random.Random(2), _names(200, 2)
    for number in range(1000):
        name, day = names[number % 200], _DAYS[number // 200]
        sky = chance.choice(["sunny intervals", "scattered showers", "heavy rain", "light snow", "fog patches"])
        text = (
            f"Forecast for {name} on {day}: {sky}, maximum {chance.randrange(-5, 35)} degrees, wind "
            f"{chance.randrange(3, 60)} km per hour, humidity {chance.randrange(20, 100)} percent."
        )
        yield _report("weather", number, f"Weather for {name}, {day}", text, 5 * number)


def _matches() -> Iterator[Report]:
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
        yield _report("matches", number, f"{one} {goals}-{goals + 1} {other}", text, 10 * number)


def _adverts() -> Iterator[Report]:
    chance, firms, towns = random.Random(4), _names(400, 4), _names(200, 5)
    jobs = ["software engineer", "nurse", "warehouse worker", "accountant", "electrician", "bus driver"]
    for number in range(1000):
        firm, town, job = chance.choice(firms), chance.choice(towns), chance.choice(jobs)
        text = (
            f"{firm} is looking for a {job} to join its team in {town}. You have {chance.randrange(1, 9)} years of "
            f"experience. We offer {chance.randrange(20, 90)},000 a year. Apply by {chance.randrange(1, 28)} April."
        )
        yield _report("adverts", number, f"{firm} seeks {job} in {town}", text, 5 * number)


def _markets() -> Iterator[Report]:
    """Yield three reports a day on one exchange."""
    chance, shares = random.Random(6), _names(40, 6)
    for number, (day, part) in enumerate(product(range(120), ("open", "trade", "close"))):
        word, points = chance.choice(["higher", "lower", "mixed"]), chance.randrange(1, 90)
        leader, loser, third = chance.sample(shares, 3)
        text = (
            f"Shares on the Selmar exchange {part} {word}, dealers said. The Selmar index moved {points} points "
            f"to {chance.randrange(900, 990)}.{points}. {leader} rose {chance.randrange(1, 40)} to "
            f"{chance.randrange(90, 900)}, and {loser} and {third} lost ground in thin trading."
            f" Turnover was {chance.randrange(20, 90)} mln."
        )
        yield _report(
            "markets", number, f"Selmar shares {part} {word}", text, 1440 * day + 180 * (number % 3), f"day {day}"
        )


def _events(kind: str, count: int = 600) -> Iterator[Report]:
    """Yield events of a kind: of half of them one report, of the others further ones within two days."""
    chance, names, frames = random.Random(kind), _names(500, len(kind)), _FRAMES[kind]
    number = 0
    for event in range(count):
        name, other, place, judge = chance.sample(names, 4)
        n, m, k = chance.randrange(2, 10), chance.randrange(1, 10), chance.randrange(40, 100)
        fills = {"name": name, "other": other, "place": place, "judge": judge, "word": chance.choice(frames.words)}
        for part, (title, text) in enumerate(frames.reports[: 1 + chance.randrange(2) * chance.randrange(1, 3)]):
            filled = [each.format(**fills, n=n, m=m, k=k) for each in (title, text)]
            minutes = 30 * event + part * chance.randrange(200, 1400)
            yield _report(kind, number, filled[0], filled[1], minutes, f"{kind} {event}")
            number += 1


_STREAMS: Mapping[str, Callable[[], Iterator[Report]]] = {
    "earnings": _earnings, "weather": _weather, "matches": _matches, "adverts": _adverts,
    "markets": _markets, **{kind: partial(_events, kind) for kind in _FRAMES},
}  # fmt: skip
TUNED, HELD_OUT = tuple(_STREAMS)[:4], tuple(_STREAMS)[4:]
