"""Small stories for tests: our own fiction, with sentence boundaries given so that nothing depends on the splitter."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from meadow.model import Document
from meadow.text.background import IdfTable
from meadow.vectors.view import StoryView, view_documents

START = datetime(2026, 3, 2, 8, tzinfo=UTC)
FLAT = IdfTable("flat", {}, unknown=2.0)


def document(name: str, sentences: Sequence[str], *, hours: float | None = 0, title: str | None = None) -> Document:
    """Return a document of the given sentences, published `hours` after the start."""
    spans: list[tuple[int, int]] = []
    at = 0
    for sentence in sentences:
        spans.append((at, at + len(sentence)))
        at += len(sentence) + 1
    published = None if hours is None else START + timedelta(hours=hours)
    text = " ".join(sentences)
    return Document(name, f"Outlet {name}", title, text, published, language="en", spans=tuple(spans))


def view(*documents: Sequence[str]) -> StoryView:
    """Return the view of documents given as lists of sentences, an hour apart, with a flat background."""
    made = [document(f"d{number}", sentences, hours=number) for number, sentences in enumerate(documents)]
    return view_documents(made, background=FLAT)


_WORDS = ("ferry", "capsized", "skerra", "coast", "guard", "captain", "storm", "harbour", "rescued", "the", "and", "14")
sentences = st.lists(st.sampled_from(_WORDS), min_size=1, max_size=12).map(
    lambda words: " ".join(words).capitalize() + "."
)
documents = st.lists(st.lists(sentences, min_size=1, max_size=6), min_size=1, max_size=5).map(
    lambda texts: [document(f"d{number}", own, hours=number % 3) for number, own in enumerate(texts)]
)

FERRY = [
    document(
        "wire",
        [
            "A ferry with 245 people aboard capsized off Skerra on Monday, killing nine, the coast guard said.",
            "The Star of Skerra was on its way from Sant Oriel when it hit a rock in heavy seas.",
            "Rescue boats brought 221 people ashore before dark.",
        ],
        hours=0,
        title="Ferry capsizes off Skerra, nine dead",
    ),
    document(
        "echo",
        [
            "A ferry with 245 people aboard capsized off Skerra on Monday and nine people died, the coast guard said.",
            "Families waited on the quay through the night for news of the missing.",
            "The captain, Aurel Denko, was taken to hospital with a broken arm.",
        ],
        hours=5,
        title="Nine dead as ferry overturns",
    ),
    document(
        "courier",
        [
            "Investigators said on Friday that a door to the car deck had not been closed when the ferry left Sant Oriel.",
            "The number of dead has risen to 17, and two people are still missing.",
        ],
        hours=90,
        title="Open door blamed for ferry disaster",
    ),
]
