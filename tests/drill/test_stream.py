"""A stream without end: memory follows the window (A10), a restart changes nothing (A4), and one story may be huge."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from meadow.model import Assignment, Document
from meadow.tracking.cidr import Cidr, cidr
from meadow.tracking.evidence import evidence
from meadow.tracking.tracker import stories_from

TESTS = Path(__file__).resolve().parents[1]
_START = datetime(2026, 3, 2, tzinfo=UTC)
_MEGABYTES_PER_100_K = 1.0

# In a process of its own, so that the peak is the tracker's.
_ENDLESS = """
import resource
from drill.endless import documents
from meadow.pipeline import make_tracker

tracker = make_tracker("{tracker}")
for hundred in range(10):
    for _ in tracker.iter_steps(documents(hundred * 100_000, (hundred + 1) * 100_000)):
        pass
    getattr(tracker, "take_events", tuple)()
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
print(len(tracker.snapshot()["{open}"]))
"""


@pytest.mark.drill
@pytest.mark.parametrize(
    ("tracker", "open_things"), [("cidr(window_hours=24)", "stories"), ("meadow(window_documents=8640)", "clusters")]
)
def test_a_million_documents_need_the_memory_of_a_few(tracker: str, open_things: str) -> None:
    program = _ENDLESS.replace("{tracker}", tracker).replace("{open}", open_things)
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True, cwd=TESTS)
    *kilobytes, open_stories = map(int, done.stdout.split())
    # Warm after 300 k documents: until then the fading of words has not come round twice.
    growth = (kilobytes[-1] - kilobytes[2]) / 1000 / (len(kilobytes) - 3)
    assert growth <= _MEGABYTES_PER_100_K, f"{growth:.2f} MB per 100 k documents: {kilobytes}"
    assert open_stories < 10_000


def _made(size: int, *, events: int, seed: int = 1) -> Iterator[Document]:
    chance = random.Random(seed)
    for number in range(size):
        event = chance.randrange(events)
        words = [f"event{event}", f"place{event % 97}", *(f"word{chance.randrange(3000)}" for _ in range(6))]
        published = _START + timedelta(minutes=number)
        yield Document(f"d{number}", text=" ".join(words), published=published, language="en")


def _killed(tracker: Cidr, documents: list[Document], kills: int) -> list[Assignment]:
    """Return the log of a tracker that is ended and restored from its snapshot several times."""
    log: list[Assignment] = []
    size = -(-len(documents) // (kills + 1))
    for start in range(0, len(documents), size):
        stored = json.dumps(tracker.snapshot())
        tracker = cidr(window_hours=72, threshold=1.0)
        tracker.restore(json.loads(stored))
        log += tracker.iter_steps(documents[start : start + size])
    return log


@pytest.mark.drill
def test_twenty_restarts_change_nothing() -> None:
    documents = list(_made(10_000, events=300))
    straight = list(cidr(window_hours=72, threshold=1.0).iter_steps(documents))
    assert _killed(cidr(window_hours=72, threshold=1.0), documents, 20) == straight


@pytest.mark.drill
def test_a_story_of_ten_thousand_documents() -> None:
    documents = [
        Document(
            f"d{n}",
            text=f"Ferry capsized off Skerra, report {n}",
            published=_START + timedelta(minutes=n),
            language="en",
        )
        for n in range(10_000)
    ]
    for keep_over in (0.0, 3.0):
        tracker = cidr(threshold=1.0, keep_over=keep_over)
        (story,) = stories_from(tracker.iter_steps(documents), documents)
        assert len(story.document_ids) == 10_000
        assert tracker.centroid(story.id)[0].tf == 1.0


@pytest.mark.drill
def test_the_default_tracker_restarts_alike() -> None:
    documents = list(_made(6_000, events=300))
    straight = evidence(window_documents=1_000)
    log, restarted, begun = list(straight.iter_steps(documents)), evidence(window_documents=1_000), list[Assignment]()
    for start in range(0, len(documents), 900):
        begun += restarted.iter_steps(documents[start : start + 900])
        stored = json.dumps(restarted.snapshot())
        restarted = evidence(window_documents=1_000)
        restarted.restore(json.loads(stored))
    assert begun == log
    assert restarted.finish() == straight.finish()


@pytest.mark.drill
def test_nearly_equal_articles_are_one_run_of_the_default_tracker() -> None:
    documents = [
        Document(f"d{n}", text=f"Ferry capsized off Skerra, coast guard seeks nine, report {n}", language="en")
        for n in range(5_000)
    ]
    tracker = evidence()
    (story,) = stories_from(list(tracker.iter_steps(documents)), documents, tracker.finish())
    assert len(story.document_ids) == 5_000
    assert len(tracker.snapshot()["clusters"]) < 50


def test_a_short_stream_restarts_alike() -> None:
    documents = list(_made(300, events=20))
    straight = list(cidr(window_hours=72, threshold=1.0).iter_steps(documents))
    assert _killed(cidr(window_hours=72, threshold=1.0), documents, 6) == straight
