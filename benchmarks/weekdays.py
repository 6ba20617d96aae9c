"""On which side of publication weekdays are put, beside labels by hand: `python -m benchmarks.weekdays [--read PART]`.

`weekday_labels.csv` points at 940 weekdays in English, Spanish and Dutch that stand without "last" or "next" and without a
date beside them: collection, document, where in its text the sentence stands and where in that the weekday, and the label
of one reader, who read each with its sentence, the one before it and the day of publication where that is known. `before`
is the last such day up to publication, `after` the first one after it; `unclear` is what the reader could not tell, and what
is no such day at all: "Monday through Friday", a name, a diary.

- `seen`: 252 of multi_news_100, ecb_plus, multiling2011, Reuters-21578, the Spanish crises and the Dutch newspapers. The
  rules were written beside them.
- `checked`: 234 more of these, labelled with the first ones before any rule was written, and 257 of other Reuters articles,
  newsroom, summeval and the translated pairs of sentence_similarity. Both were held out, scored, then looked at and learnt
  from: what was told was right in .925 and .910.
- `held-out`: 197 more of the latter, labelled before they were scored, and never looked at with what is said of them.

Days after publication are rare: in `seen` and `checked` two thirds to a half were drawn among sentences with a word that
announces, or among what the rule of old put after publication; in `held-out` a fifth, the rest at random. Left out were
weekdays of the very day of publication, which mean that day whatever is said, copies of a sentence, and articles whose date
is not the day they were written. The one who labelled wrote the rules, too.

Each mention is read in its sentence, as if written three days before or four after such a weekday. Told is what gets a
day; what is told of what is unclear counts as wrong, but has no part in the column "of clear". `--read` points at what is
wrong or not told.
"""

from __future__ import annotations

import csv
import gzip
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from benchmarks._measuring import DATA, agreement, share, shared_rows
from meadow.text.phrases.dates import dates

LABELS = Path(__file__).with_name("weekday_labels.csv")
_FILES = {
    "reuters21578": ("scale", "reuters21578.jsonl.gz"),
    "newsroom": ("summary_judgements", "newsroom.jsonl.gz"),
    "summeval": ("summary_judgements", "summeval.jsonl.gz"),
}
_LANGUAGES, _PARTS = ("en", "es", "nl"), ("seen", "checked", "held-out")
_SUNDAY = datetime(2026, 3, 1, 12, tzinfo=UTC)
_DAYS_AHEAD = 3


@dataclass(frozen=True, slots=True)
class Judged:
    """A weekday in its sentence, the reader's label and what we say: `before`, `after`, or None where no day is told."""

    part: str
    language: str
    text: str
    place: int
    label: str
    said: str | None


def main() -> None:
    """Print the table, or what is wrong and not told in one part."""
    found = list(judged())
    if "--read" in sys.argv:
        _print_misses(found, sys.argv[sys.argv.index("--read") + 1])
        return
    print(
        f"{'':<16}mentions  right  wrong   not told  right of told  of clear"
        "  after: precision  recall  before: precision  recall"
    )
    for language in _LANGUAGES:
        for part in _PARTS:
            _print_row(
                f"{language}, {part}", [each for each in found if (each.language, each.part) == (language, part)]
            )
    for part in _PARTS:
        _print_row(f"all, {part}", [each for each in found if each.part == part])


def judged() -> Iterator[Judged]:
    """Iterate over the labelled mentions, each with what we say of it."""
    with LABELS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for collection in dict.fromkeys(row["collection"] for row in rows):
        own = [row for row in rows if row["collection"] == collection]
        texts = _texts(collection, {row["document"] for row in own})
        yield from (_judge(row, texts[row["document"]]) for row in own if row["document"] in texts)


def _texts(collection: str, wanted: set[str]) -> Mapping[str, str]:
    if collection == "sentence_similarity":
        return {
            name: text for file in sorted({name.partition(":")[0] for name in wanted}) for name, text in _pairs(file)
        }
    rows = shared_rows(*_FILES.get(collection, (collection, "docs.jsonl.gz")))
    texts = (
        (str(row.get("doc_id", row.get("id"))), str(row.get("source" if "doc_id" in row else "text"))) for row in rows
    )
    return {name: text for name, text in texts if name in wanted}


def _pairs(file: str) -> Iterator[tuple[str, str]]:
    """Iterate over the sentences of a file of pairs, each by its file, its line from 0 and its side."""
    path = DATA / "sentence_similarity" / f"{file}.csv.gz"
    if not path.exists():
        print(f"../shared/data/sentence_similarity/{file}.csv.gz is not there; nothing to measure")
        return
    with gzip.open(path, "rt", encoding="utf-8", newline="") as lines:
        for line, pair in enumerate(csv.reader(lines)):
            yield from ((f"{file}:{line}:{side}", pair[side]) for side in (0, 1))


def _judge(row: Mapping[str, str], text: str) -> Judged:
    sentence, place = text[int(row["start"]) : int(row["end"])], int(row["place"])
    said = _side(sentence, place, row["language"])
    return Judged(row["part"], row["language"], sentence, place, row["label"], said)


def _side(sentence: str, place: int, language: str) -> str | None:
    """Return on which side of publication the weekday at a place lies, wherever in the week publication is."""
    for shift in range(7):
        anchor = _SUNDAY + timedelta(days=shift)
        days = {each.start: each.day for each in dates(sentence, language, anchor=anchor)}
        # A weekday may stand behind a word that belongs to the mention.
        day = days[max(days)] if (days := {at: day for at, day in days.items() if place - 12 <= at <= place}) else None
        if day is not None and (day - anchor.date()).days % 7 == _DAYS_AHEAD:
            return "after" if day > anchor.date() else "before"
    return None


class Counts(NamedTuple):
    """How many mentions get the right day, a wrong one, and none."""

    right: int
    wrong: int
    none: int


def counted(rows: Sequence[Judged]) -> Counts:
    """Return how many of the mentions get the right day, a wrong one, and none."""
    right = sum(each.said is not None and each.said == each.label for each in rows)
    none = sum(each.said is None for each in rows)
    return Counts(right, len(rows) - right - none, none)


def _print_row(name: str, rows: Sequence[Judged]) -> None:
    counts = counted(rows)
    told = [each for each in rows if each.said is not None]
    clear = sum(each.label != "unclear" for each in told)
    shares = (share(count, len(rows)) for count in counts)
    cells = f"{name:<16}{len(rows):>8}" + "".join(
        f"{share:>{width}}" for share, width in zip(shares, (7, 7, 11), strict=True)
    )
    cells += f"{share(counts.right, len(told)):>15}{share(counts.right, clear):>10}"
    for side, widths in (("after", (18, 8)), ("before", (19, 8))):
        found = agreement((each.said == side, each.label == side) for each in rows)
        cells += f"{share(found.right, found.said):>{widths[0]}}{share(found.right, found.labelled):>{widths[1]}}"
    print(cells)


def _print_misses(found: Sequence[Judged], part: str) -> None:
    for each in found:
        if each.part == part and each.said != each.label and (each.said is not None or each.label != "unclear"):
            around = " ".join(each.text[max(0, each.place - 230) : each.place + 120].split())
            print(
                f"{each.language} {each.label:<8}{each.said or '-':<7}{each.text[each.place :].split()[0]:<12}{around}"
            )


if __name__ == "__main__":
    main()
