"""Extremes work (B3): small and untimed in `make test`, large with promises of time and memory in `make drill`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from hostile_corpus import VERBS
from meadow import pipeline
from meadow.model import Document

_SECONDS, _GIGABYTES = 60, 2
_TRACK_SECONDS, _TRACK_GIGABYTES = 15, 0.6  # of 5,000 items: 60 s and 1.3 GB once


def _articles(documents: int, sentences: int) -> list[dict[str, str]]:
    """Return made-up articles with enough variety that no two sentences are alike."""
    return [
        {
            "id": f"d{number}",
            "language": "en",
            "text": " ".join(
                f"Report {number} says that crew {line} of ferry {(number * line) % 977} left port {number % 31}."
                for line in range(sentences)
            ),
        }
        for number in range(documents)
    ]


def _documents(documents: int, sentences: int) -> list[Document]:
    return [Document(row["id"], text=row["text"], language="en") for row in _articles(documents, sentences)]


EXTREMES = {
    "many sentences": _documents(20, 100),
    "one long sentence": [Document("long", text="ferry and " * 5_000, language="en")],
    "one long word": [Document("word", text="f" * 50_000, language="en")],
    "all duplicates": [Document(f"copy{n}", text="The ferry capsized. Nine died.", language="en") for n in range(200)],
    "no Latin letters": [
        Document("el", text="Το πλοίο ανατράπηκε ανοιχτά της Σκέρρα τη Δευτέρα το πρωί.", language="el")
    ],
    "no letters": [Document("marks", text="… !!! ??? --- 12 34.", language="en")],
    "one word each": [Document(f"w{n}", text=f"Word{n}", language="en") for n in range(50)],
}


@pytest.mark.parametrize("name", list(EXTREMES))
def test_extremes_give_a_digest_within_the_budget(name: str) -> None:
    for brief in pipeline.digest(EXTREMES[name], words=40):
        assert len(brief.summary.text.split()) <= 40
        assert brief.headline.text


@dataclass(frozen=True, slots=True)
class Spent:
    """What a command printed, and the computing time and memory of its process."""

    output: str
    seconds: float
    gigabytes: float


def _spent(folder: Path, *arguments: str) -> Spent:
    """Run a command in a process of its own; other programs on the machine hardly disturb its computing time."""
    output, errors = folder / "output", folder / "errors"
    with output.open("wb") as out, errors.open("wb") as err:
        process = subprocess.Popen([sys.executable, "-m", "meadow", *arguments], cwd=folder, stdout=out, stderr=err)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, errors.read_text("utf-8")[-500:]
    return Spent(output.read_text("utf-8"), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1e6)


def _check_promise(spent: Spent, name: str) -> None:
    assert spent.seconds <= _SECONDS, f"{name}: {spent.seconds:.0f} s"
    assert spent.gigabytes <= _GIGABYTES, f"{name}: {spent.gigabytes:.1f} GB"


@pytest.fixture(scope="module")
def hundred_thousand(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with `articles.jsonl`: 100,000 sentences in a thousand articles."""
    folder = tmp_path_factory.mktemp("large")
    rows = map(json.dumps, _articles(1000, 100))
    (folder / "articles.jsonl").write_text("\n".join(rows), encoding="utf-8")
    return folder


@pytest.mark.drill
@pytest.mark.golden("B3")
@pytest.mark.parametrize("verb", list(VERBS))
def test_every_verb_takes_a_hundred_thousand_sentences(verb: str, hundred_thousand: Path) -> None:
    question = ("Which crew of the ferry left port?",) if verb in ("report", "pack") else ()
    spent = _spent(hundred_thousand, verb, *question, "articles.jsonl", *VERBS[verb])
    assert json.loads(spent.output.splitlines()[0])
    _check_promise(spent, verb)


_MOULD_WORDS = (
    *(
        "ferry",
        "harbour",
        "pilot",
        "anchor",
        "beacon",
        "rope",
        "tide",
        "buoy",
        "deck",
        "cargo",
        "mast",
        "keel",
        "chart",
    ),
    *(
        "hull",
        "gale",
        "reef",
        "crane",
        "dock",
        "barge",
        "sail",
        "council",
        "bridge",
        "school",
        "market",
        "forest",
        "engine",
    ),
    *(
        "tunnel",
        "stable",
        "garden",
        "quarry",
        "mill",
        "tower",
        "chapel",
        "cellar",
        "orchard",
        "meadow",
        "canal",
        "vineyard",
    ),
    *(
        "station",
        "depot",
        "clinic",
        "library",
        "theatre",
        "museum",
        "stadium",
        "bakery",
        "foundry",
        "brewery",
        "tannery",
    ),
)


def _from_moulds(sentences: int) -> list[dict[str, str]]:
    """Return a hundred articles whose sentences come from ten moulds; each has a word that no other from its mould has."""
    texts: list[list[str]] = [[] for _ in range(100)]
    for number in range(sentences):
        first, *words = (
            _MOULD_WORDS[number % 10 * 5 : number % 10 * 5 + 5] + _MOULD_WORDS[(number % 10 * 5 + 23) % 45 :][:5]
        )
        texts[number % 100].append(f"The {first} X{number // 10}q {' '.join(words)} closed.")
    return [{"id": f"d{at}", "language": "en", "text": " ".join(lines)} for at, lines in enumerate(texts)]


@pytest.mark.drill
@pytest.mark.golden("B3")
def test_a_hundred_thousand_sentences_from_ten_moulds_are_grouped(tmp_path: Path) -> None:
    rows = map(json.dumps, _from_moulds(100_000))
    (tmp_path / "articles.jsonl").write_text("\n".join(rows), encoding="utf-8")
    spent = _spent(tmp_path, "group", "articles.jsonl", "--json")
    # Two moulds whose words are those of others too are not alike enough by them.
    assert sum(len(group["members"]) for group in json.loads(spent.output)["groups"]) >= 60_000
    _check_promise(spent, "moulds")


@pytest.mark.drill
def test_five_thousand_nearly_equal_items_are_tracked_in_seconds(tmp_path: Path) -> None:
    text = "Ferry capsized off Skerra, coast guard seeks nine. The search goes on for passenger {} tonight."
    rows = (json.dumps({"id": f"d{at}", "language": "en", "text": text.format(at)}) for at in range(5_000))
    (tmp_path / "articles.jsonl").write_text("\n".join(rows), encoding="utf-8")
    spent = _spent(tmp_path, "track", "articles.jsonl", "--json")
    assert json.loads(spent.output.splitlines()[0])
    assert spent.seconds <= _TRACK_SECONDS, f"{spent.seconds:.1f} s"
    assert spent.gigabytes <= _TRACK_GIGABYTES, f"{spent.gigabytes:.2f} GB"


@pytest.mark.drill
@pytest.mark.golden("B3")
def test_one_sentence_of_five_megabytes_is_summarized(tmp_path: Path) -> None:
    row = {"id": "long", "language": "en", "text": "ferry and " * 500_000}
    (tmp_path / "articles.jsonl").write_text(json.dumps(row), encoding="utf-8")
    spent = _spent(tmp_path, "summarize", "articles.jsonl", "--words", "100", "--json")
    assert json.loads(spent.output)["text"]
    _check_promise(spent, "one sentence")
