"""Articles that newcomers bring: those of the sample, and as much more fiction as they want, the same on every run."""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from meadow.sample import sample_path

_WORDS: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
_GIVEN, _FIRST, _SECOND, _NOUNS, _VERBS = (
    str(_WORDS[key]).split() for key in ("given", "first", "second", "nouns", "verbs")
)
_MIDDLE: list[str] = _WORDS["middle"]
_THIRD: list[str] = _WORDS["third"]
HEBREW: list[tuple[str, str]] = [(title, text) for title, text in _WORDS["hebrew"]]
_START = datetime(2026, 3, 2, 6, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Article:
    """An article and the event it reports."""

    event: int
    id: str
    title: str
    text: str
    source: str
    published: datetime

    def row(self) -> dict[str, str]:
        """Return the article as a JSON Lines row with Meadow's own names."""
        stamp = self.published.isoformat()
        return {"id": self.id, "title": self.title, "text": self.text, "source": self.source, "published": stamp}


def sample_articles() -> list[Article]:
    """Return the articles of the bundled sample, read as plain JSON."""
    found = []
    for path in sorted(sample_path().glob("*.jsonl")):
        for row in map(json.loads, path.read_text("utf-8").splitlines()):
            when = datetime.fromisoformat(row["published"])
            found.append(Article(-1, row["id"], row["title"], row["text"], row["source"], when))
    return found


def generated(count: int, *, seed: int = 1) -> list[Article]:
    """Return articles in the order of time: an event every two hours, reported up to ten times over its days."""
    made = sorted(islice(_articles(random.Random(seed)), count), key=lambda article: (article.published, article.id))
    assert len({article.title for article in made}) > count // 4
    return made


def _articles(chance: random.Random) -> Iterator[Article]:
    event = 0
    while True:
        begun = _START + timedelta(hours=2 * event)
        kind = chance.choice(_WORDS["happens"])
        names = {
            "place": _place(chance),
            "other": _place(chance),
            "first": _person(chance),
            "second": _person(chance),
            "few": str(chance.randint(2, 9)),
            "many": str(chance.randint(11, 990)),
            **{f"noun{number}": noun for number, noun in enumerate(chance.sample(_NOUNS, 8))},
            **{f"verb{number}": verb for number, verb in enumerate(chance.sample(_VERBS, 6))},
        }
        for number in range(chance.randint(2, 10)):
            when = begun + timedelta(hours=9 * number, minutes=chance.randrange(300))
            title, lead = kind[min(number // 3, len(kind) - 1)]
            told = " ".join([lead, *(_sentence(chance) for _ in range(chance.randint(4, 7)))])
            text = told.format(**names, day=f"{begun:%A}")
            source = chance.choice(_WORDS["outlets"])
            headline = title.format(**names)
            yield Article(event, f"g{event}-{number}", headline[0].upper() + headline[1:], text, source, when)
        event += 1


def _sentence(chance: random.Random) -> str:
    subject, deed, place, other = (chance.choice(_WORDS[each]) for each in ("subjects", "deeds", "places", "places"))
    return f"{subject[0].upper()}{subject[1:]} {deed} {place}, {other}."


def _place(chance: random.Random) -> str:
    return _name(chance) + chance.choice(_SECOND) + chance.choice(_THIRD)


def _name(chance: random.Random) -> str:
    return chance.choice(_FIRST) + chance.choice(_MIDDLE)


def _person(chance: random.Random) -> str:
    return f"{chance.choice(_GIVEN)} {_name(chance)}{chance.choice(('sen', 'mann', 'ova', 'etti', 'quist'))}"
