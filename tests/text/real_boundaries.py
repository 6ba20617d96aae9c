"""Sentence boundaries of real news: corpora that come in sentences, joined and split again."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path

from text.gold_sentences import Splitter, Tally, boundaries, compare

_MARKED = re.compile(r"[.!?…][\s\"'”’»)\]]*$")


def iter_documents(path: Path) -> Iterator[list[str]]:
    """Iterate over the documents of a corpus, each as its sentences."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            given = json.loads(line)["sentences"]
            numbered = given if isinstance(given, list) else given.values()
            yield [sentence.strip() for sentence in numbered if sentence.strip()]


def tally_corpus(splitter: Splitter, path: Path, language: str) -> Tally:
    """Return the tally of boundaries after a mark; corpora also break after headings without one, which joining hides."""
    total = Tally()
    for sentences in iter_documents(path):
        gold = frozenset(end for end, marked in _ends(sentences) if marked)
        total += compare(boundaries(splitter(" ".join(sentences), language)), gold)
    return total


def _ends(sentences: list[str]) -> Iterator[tuple[int, bool]]:
    end = 0
    for sentence in sentences[:-1]:
        end += len("".join(sentence.split()))
        yield end, _MARKED.search(sentence[-6:]) is not None
