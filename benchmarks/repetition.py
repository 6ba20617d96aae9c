"""What each preset repeats on a quake that three outlets report in different words: `python -m benchmarks.repetition`.

The story is our own fiction. Every sentence is labelled by hand with the facts it tells; a fact that two sentences of a
summary tell is repeated. Printed: how many facts a summary of 90 words tells, which it repeats, and whether the disagreement
on the toll is listed.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

from meadow.model import Document, Summary
from meadow.pipeline import summarize
from meadow.pipeline.presets import PRESETS

_WORDS = 90
# Sentence by sentence: the text, and the facts that it tells.
_WIRE = (
    ("A magnitude 6.1 earthquake struck the island of Oskar Sound early on Tuesday, killing at least 12 people.",
     "quake toll"),
    ("The tremor, at a depth of nine kilometres, brought down the belfry of Saint Brannoc's church.", "depth belfry"),
    ("Rescue teams with dogs were searching the fish market, where a roof had collapsed during the auction.", "market"),
    ("The government in Carrowmere declared a state of emergency for the whole island.", "emergency"),
    ("Two aftershocks were felt within an hour.", "aftershocks"),
)  # fmt: skip
_ECHO = (
    ("Twelve people were killed when an earthquake of magnitude 6.1 shook Oskar Sound before dawn on Tuesday.",
     "quake toll"),
    ("The bell tower of the church of Saint Brannoc collapsed on to the square below.", "belfry"),
    ("At the fish market dogs and volunteers looked for traders under the fallen roof of the auction hall.", "market"),
    ("Schools stay closed until Monday, the island council said.", "schools"),
    ("The ferry company put on extra sailings for families who want to leave.", "ferries"),
)  # fmt: skip
_RADIO = (
    ("The earthquake that hit Oskar Sound on Tuesday morning killed 15 people, the island's hospital said.",
     "quake toll"),
    ("Carrowmere has proclaimed an emergency on Oskar Sound and sends a hundred soldiers with tents.", "emergency soldiers"),
    ("Divers checked the harbour wall, which shows a crack of forty metres.", "harbour"),
    ("A roof of the fish market came down during the morning auction, and searchers are still at work there.", "market"),
    ("Saint Brannoc's, built in 1611, lost its belfry.", "belfry"),
)  # fmt: skip
_OUTLETS = {"Lethrian Press Agency": _WIRE, "Sant Oriel Echo": _ECHO, "Radio Aldern": _RADIO}


def quake() -> list[Document]:
    """Return the three reports, two hours apart."""
    return [
        Document(
            f"quake-{number}",
            outlet,
            None,
            " ".join(text for text, _ in sentences),
            datetime(2026, 3, 17, 7 + 2 * number, tzinfo=UTC),
            language="en",
        )
        for number, (outlet, sentences) in enumerate(_OUTLETS.items())
    ]


def told(summary: Summary) -> Counter[str]:
    """Return how often a summary tells each fact."""
    labels = [facts for sentences in _OUTLETS.values() for _, facts in sentences]
    rows = [(f"quake-{number}", index) for number, own in enumerate(_OUTLETS.values()) for index in range(len(own))]
    facts_of = dict(zip(rows, labels, strict=True))
    return Counter(fact for pick in summary.picks for fact in facts_of[pick.ref.document_id, pick.ref.index].split())


def main() -> None:
    """Print the table."""
    print(f"one quake, three outlets, {_WORDS} words")
    print(f"  {'preset':<14} {'facts':>5} {'told twice':>10}  which")
    for preset in PRESETS:
        summary = summarize(quake(), method=preset, words=_WORDS)
        facts = told(summary)
        twice = sorted(fact for fact, times in facts.items() if times > 1)
        print(f"  {preset:<14} {len(facts):5d} {len(twice):10d}  {', '.join(twice)}")
    listed = summarize(quake(), words=_WORDS).disagreements
    for each in listed:
        print(f"  listed: {each.what}: {', '.join(value.value for value in each.values)}")


if __name__ == "__main__":
    main()
