"""How well what wires and sites leave around their news is known: `python -m benchmarks.residue [--misses]`.

`residue_labels.csv` holds lines of our own making, after the formats of agencies (AP, New York Times, Reuters, AFP, Xinhua,
Kyodo, Dow Jones, FBIS), of the evaluation collections that carry them, and of news sites, with what is wanted of each:
`junk` where nothing of it is news, `news` where it must be printed as it stands, else the text to print. Every second line
of a kind is held out: rules were written beside the others only.

For each kind and half: how many lines of residue are known, how many of news survive, and how many leads are printed clean:
they may be printed, and exactly the wanted words are. `--misses` lists the rest of the half that was seen.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from meadow.rewrite.trim import trim
from meadow.text.selfcontained import check_sentence

LABELS = Path(__file__).with_name("residue_labels.csv")
HALVES = ("seen", "held-out")


class Line(NamedTuple):
    """A line with what is wanted of it."""

    kind: str
    half: str
    language: str
    text: str
    wanted: str


def main() -> None:
    """Print the table, and with `--misses` the lines that are not as wanted."""
    lines = list(labelled())
    print(f"{'':<18}{'seen':>12}{'held-out':>12}")
    for kind in dict.fromkeys(line.kind for line in lines):
        shares = [_share([line for line in lines if (line.kind, line.half) == (kind, half)]) for half in HALVES]
        print(f"{kind:<18}{shares[0]:>12}{shares[1]:>12}")
    if "--misses" in sys.argv:
        for line in lines:
            if line.half == "seen" and not as_wanted(line):
                print(f"{line.kind}: {line.text!r} -> {printed(line)!r}")


def labelled() -> Iterator[Line]:
    """Iterate over the labelled lines."""
    with LABELS.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield Line(row["kind"], row["half"], row["language"], row["line"], row["wanted"])


def as_wanted(line: Line) -> bool:
    """Say whether a line is left out, kept or printed as its label asks."""
    if line.wanted == "junk":
        return printed(line) is None
    return printed(line) == (line.text if line.wanted == "news" else line.wanted)


def printed(line: Line) -> str | None:
    """Return what a summary would print of a line; None if it never would, since it is junk or two sentences in one."""
    standing = check_sentence(line.text, line.language)
    if standing.junk or standing.fused:
        return None
    return trim(line.text, line.language, dates=False).text or None


def _share(lines: list[Line]) -> str:
    return f"{sum(map(as_wanted, lines))} of {len(lines)}"


if __name__ == "__main__":
    main()
