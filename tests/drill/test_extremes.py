"""Extremes work (B3): small and untimed in `make test`, large with promises of time and memory in `make drill`."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

from meadow import pipeline
from meadow.model import Document

_SECONDS, _GIGABYTES = 60, 2


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


@pytest.mark.drill
@pytest.mark.parametrize(
    ("name", "documents", "sentences"), [("100 k sentences in one story", 1000, 100), ("one 5 MB sentence", 0, 0)]
)
def test_promises_of_time_and_memory(tmp_path: Path, name: str, documents: int, sentences: int) -> None:
    file = tmp_path / "articles.jsonl"
    rows = _articles(documents, sentences) or [{"id": "long", "language": "en", "text": "ferry and " * 500_000}]
    file.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "meadow", "summarize", str(file), "--words", "100", "--json"],
        capture_output=True,
        check=False,
        text=True,
    )
    seconds = time.monotonic() - start
    gigabytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e6
    assert done.returncode == 0, done.stderr[-500:]
    assert json.loads(done.stdout)["text"]
    assert seconds <= _SECONDS, f"{name}: {seconds:.0f} s"
    assert gigabytes <= _GIGABYTES, f"{name}: {gigabytes:.1f} GB"
