"""Blind reading of two methods: `python -m benchmarks.blind write DIR --corpus DOCS`, then `score DIR GRADES.csv …`.

`write` puts the summaries of each story into DIR/pages.md under the letters A and B in an order drawn with a seed, and which
letter is which method into DIR/key.csv, which readers must not see. Each reader returns a CSV of the columns story, letter,
grade (1 to 5) and runs (1 if it could be printed as it is, else 0). `score` prints per method the mean grade and the share
that runs, in how many stories the second method is better and worse, and how far readers agree.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from statistics import fmean

import meadow
from meadow.ingest.times import parse_time
from meadow.model import Document

_LETTERS = "AB"
Grades = Mapping[tuple[str, str], tuple[float, float]]


def main() -> None:
    """Write pages to read, or score what readers returned."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, dest="command")
    writing = commands.add_parser("write")
    writing.add_argument("folder", type=Path)
    writing.add_argument("--corpus", nargs="+", required=True, help="articles as JSON Lines, with the key `cluster`")
    writing.add_argument("--methods", nargs=2, default=["coverage", "meadow"])
    writing.add_argument("--stories", type=int, default=60)
    writing.add_argument("--words", type=int, default=100)
    writing.add_argument("--seed", type=int, default=0)
    scoring = commands.add_parser("score")
    scoring.add_argument("folder", type=Path)
    scoring.add_argument("grades", type=Path, nargs="+")
    asked = parser.parse_args()
    if asked.command == "score":
        print(scored(read_key(asked.folder), [read_grades(path) for path in asked.grades]))
        return
    stories = read_stories(asked.corpus)
    drawn = Random(asked.seed).sample(sorted(stories), min(asked.stories, len(stories)))
    write_pages(asked.folder, {name: stories[name] for name in drawn}, asked.methods, asked.words, asked.seed)


def read_stories(paths: Sequence[str]) -> dict[str, list[Document]]:
    """Return the articles of each story: rows of JSON Lines with the same `cluster`."""
    stories = defaultdict[str, list[Document]](list)
    for path in paths:
        with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                time = parse_time(row["date"])[0] if row.get("date") else None
                language = row.get("lang")
                document = Document(row["id"], row.get("source"), row.get("title") or None, row["text"], time)
                stories[row["cluster"]].append(replace(document, language=language))
    return dict(stories)


def write_pages(
    folder: Path, stories: Mapping[str, Sequence[Document]], methods: Sequence[str], words: int, seed: int
) -> None:
    """Write what readers see and the key; stories in which both methods print the same are left out."""
    folder.mkdir(parents=True, exist_ok=True)
    draw, pages, key = Random(seed), list[str](), list[tuple[str, str, str]]()
    for name, documents in stories.items():
        texts = {
            method: meadow.summarize(documents, method=method, words=words, annotate=False).text for method in methods
        }
        if len(set(texts.values())) == 1:
            continue
        order = draw.sample(list(methods), len(methods))
        key += [(name, letter, method) for letter, method in zip(_LETTERS, order, strict=True)]
        articles = "\n\n".join(f"{each.published or ''} **{each.title or ''}**\n\n{each.text}" for each in documents)
        summaries = "\n\n".join(f"**{letter}** {texts[method]}" for letter, method in zip(_LETTERS, order, strict=True))
        pages.append(f"# {name}\n\n{summaries}\n\n## Articles\n\n{articles}\n")
    (folder / "pages.md").write_text("\n".join(pages), encoding="utf-8")
    with (folder / "key.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("story", "letter", "method"), *key])


def read_key(folder: Path) -> dict[tuple[str, str], str]:
    """Return the method of each story and letter."""
    with (folder / "key.csv").open(encoding="utf-8", newline="") as file:
        return {(row["story"], row["letter"]): row["method"] for row in csv.DictReader(file)}


def read_grades(path: Path) -> Grades:
    """Return a reader's grade of each story and letter, and whether it could be printed."""
    with path.open(encoding="utf-8", newline="") as file:
        return {
            (row["story"], row["letter"].strip()): (float(row["grade"]), float(row["runs"]))
            for row in csv.DictReader(file)
        }


def scored(key: Mapping[tuple[str, str], str], readers: Sequence[Grades]) -> str:
    """Return what readers gave each method, and how far they agree."""
    missing = [place for grades in readers for place in key if place not in grades]
    if missing:
        raise SystemExit(
            f"A reader has no grade for {missing[0][0]} {missing[0][1]}: every letter of every story needs one."
        )
    by_method: dict[str, list[tuple[str, float, float]]] = defaultdict(list)
    for (story, letter), method in key.items():
        grade, runs = (fmean(grades[story, letter][at] for grades in readers) for at in (0, 1))
        by_method[method].append((story, grade, runs))
    lines = [
        f"{method:12s} n={len(rows)} grade {fmean(row[1] for row in rows):.2f} runs {fmean(row[2] for row in rows):.2f}"
        for method, rows in sorted(by_method.items())
    ]
    (first, old), (second, new) = (
        (method, {row[0]: row[1] for row in rows}) for method, rows in sorted(by_method.items())
    )
    better, worse = sum(new[story] > old[story] for story in old), sum(new[story] < old[story] for story in old)
    lines.append(
        f"{second} better than {first} in {better} stories, worse in {worse}, equal in {len(old) - better - worse}"
    )
    for one, other in combinations(range(len(readers)), 2):
        pairs = [(readers[one][place], readers[other][place]) for place in key]
        near = fmean(abs(left[0] - right[0]) <= 1 for left, right in pairs)
        runs = fmean(left[1] == right[1] for left, right in pairs)
        lines.append(
            f"readers {one + 1} and {other + 1}: grades within 1 in {near:.2f}, agree on what runs in {runs:.2f}"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    main()
