"""How well sentences are judged, beside labels by hand: `python -m benchmarks.standing [--speed]`.

`standing_labels.csv` points at 480 sentences of seven collections in English, Spanish, Dutch and Japanese: collection,
document, offsets, and what one reader saw in them (letters below; none where a sentence is plain news that stands). A
quarter was drawn among sentences with marks or words that the rarer classes have, the rest at random among the first 25
of a document.
The half `held-out` was labelled before any rule was written and not looked at again; rules were written beside the other.
`pages` are 170 other lines that look like captions, credits or what a site says of itself, labelled as junk or not.

Precision and recall for each class, on each half. Lines that are junk are asked nothing else, and fused ones only that.
`--speed` prints the time per sentence beside that of reading its words.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks._measuring import Agreement, agreement, best_seconds, shared_rows
from meadow.model import Document
from meadow.text.selfcontained import SentenceCheck, check_sentence
from meadow.text.tokens import tokenize
from meadow.vectors.sentence_checks import sentence_checks
from meadow.vectors.view import view_documents

LABELS = Path(__file__).with_name("standing_labels.csv")
_FILES = {"reuters21578": ("scale", "reuters21578.jsonl.gz")}
# letter, name, what the judgement says, and the labels that excuse a sentence from the question
CLASSES: tuple[tuple[str, str, Callable[[SentenceCheck], bool], str], ...] = (
    ("b", "junk", lambda each: each.junk, ""),
    ("x", "fused", lambda each: each.fused, "b"),
    ("l", "leans", lambda each: not each.junk and not each.self_contained, "bx"),
    ("o", "own voice", lambda each: each.voice, "bx"),
    ("s", "scene", lambda each: each.scene, "bx"),
    ("so", "scene or own voice", lambda each: each.scene or each.voice, "bx"),
    ("f", "forecast", lambda each: each.forecast, "bx"),
    ("q", "quotation", lambda each: each.quotation, "bx"),
    ("u", "quotation, no speaker", lambda each: each.speaker is False, "bx"),
)


@dataclass(frozen=True, slots=True)
class Labelled:
    """A sentence with the reader's labels and our judgement."""

    half: str
    language: str
    text: str
    labels: str
    standing: SentenceCheck

    @property
    def stands(self) -> bool:
        """Whether the reader saw plain news that stands, quoted or forecast as it may be."""
        return set(self.labels) <= set("qf")


def main() -> None:
    """Print the table, or the speed."""
    found = list(labelled())
    if "--speed" in sys.argv:
        _print_speed(found)
        return
    for half in ("seen", "held-out"):
        rows = [each for each in found if each.half == half]
        print(f"\n{half}: {len(rows)} sentences\n{'':<26}{'labelled':>9}{'precision':>11}{'recall':>8}")
        for name, counts in agreements(rows).items():
            print(counts.row(name))
    _print_pages([each for each in found if each.half == "pages"])


def agreements(rows: Sequence[Labelled]) -> dict[str, Agreement]:
    """Return for each class, and for `stands`, how our judgements of sentences agree with the labels."""
    found = {}
    for letter, name, says, excused in CLASSES:
        asked = [each for each in rows if set(excused).isdisjoint(each.labels)]
        found[name] = agreement((says(each.standing), not set(letter).isdisjoint(each.labels)) for each in asked)
    return found | {"stands": agreement((each.standing.printable_anywhere, each.stands) for each in rows)}


def junk_lines(rows: Sequence[Labelled]) -> Agreement:
    """Return how well lines around articles are known, of lines that look like captions, credits or the site's own."""
    return agreement((each.standing.junk, each.labels == "b") for each in rows)


def _print_pages(rows: Sequence[Labelled]) -> None:
    print(f"\npages: {len(rows)} lines\n{junk_lines(rows).row('junk')}")
    print(f"junk that stands{sum(each.standing.printable_anywhere and each.labels == 'b' for each in rows):>19}")


def labelled() -> Iterator[Labelled]:
    """Iterate over the labelled sentences, each judged as a sentence of its document."""
    with LABELS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for collection in dict.fromkeys(row["collection"] for row in rows):
        own = [row for row in rows if row["collection"] == collection]
        texts = _texts(collection, {row["document"] for row in own})
        yield from (_judged(row, texts[row["document"]]) for row in own if row["document"] in texts)


def _texts(collection: str, wanted: set[str]) -> Mapping[str, str]:
    parts = _FILES.get(collection, (collection, "docs.jsonl.gz"))
    return {str(row["id"]): row["text"] for row in shared_rows(*parts) if str(row["id"]) in wanted}


def _judged(row: Mapping[str, str], text: str) -> Labelled:
    start, end, language = int(row["start"]), int(row["end"]), row["language"]
    view = view_documents([Document(row["document"], text=text, language=language)])
    places = {(each.start, each.end): place for place, each in enumerate(view.sentences)}
    place = places.get((start, end))
    standing = check_sentence(text[start:end], language) if place is None else sentence_checks(view)[place]
    return Labelled(row["half"], language, text[start:end], row["labels"], standing)


def _print_speed(found: list[Labelled]) -> None:
    each = len(found) or 1
    judged = best_seconds(lambda: [check_sentence(one.text, one.language) for one in found]) / each
    read = best_seconds(lambda: [tokenize(one.text, "words", one.language) for one in found]) / each
    print(f"judge {judged * 1e6:.1f} µs a sentence, {judged / read:.2f} times the reading of its words")


if __name__ == "__main__":
    main()
