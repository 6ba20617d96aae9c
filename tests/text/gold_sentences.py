"""The hand-made gold of sentence boundaries, and how to score a splitter against it.

Run as a script it prints the boundary F1 of Meadow, sentencex and pysbd on each language.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sentencex

from meadow.text.sentences import split_sentences

Splitter = Callable[[str, str], list[str]]
LANGUAGES = ("en", "es", "nl", "ja")
_FOLDER = Path(__file__).parent / "gold"


@dataclass(frozen=True, slots=True)
class Case:
    """A text and the sentences that readers see in it."""

    language: str
    text: str
    sentences: tuple[str, ...]

    @property
    def ends(self) -> frozenset[int]:
        """Where sentences end inside the text, counted without white space; the end of the text itself proves nothing."""
        return boundaries(self.sentences)


def load_cases(language: str) -> list[Case]:
    """Return the cases of a language, in the order of the file."""
    lines = (_FOLDER / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    return [parse_case(language, line) for line in lines if line and not line.startswith("#")]


def parse_case(language: str, line: str) -> Case:
    """Return the case that a line writes down: bars end sentences, ⏎ is a line break, blanks around either are dropped."""
    broken = line.replace("⏎⏎", "⏎\n").replace(" ⏎", "\n").replace("⏎", "\n").replace("\n ", "\n")
    text = broken.replace(" | ", " ").replace("\n| ", "\n").replace("\n|", "\n").replace("|", "")
    return Case(language, text, tuple(part.strip() for part in broken.split("|")))


def boundaries(sentences: Iterable[str]) -> frozenset[int]:
    """Return the inner ends of sentences as counts of characters that are not white space."""
    lengths = [len("".join(sentence.split())) for sentence in sentences]
    ends = {sum(lengths[: index + 1]) for index in range(len(lengths))}
    return frozenset(ends - {0, sum(lengths)})


def f1(splitter: Splitter, cases: Iterable[Case]) -> float:
    """Return the F1 of the inner boundaries over all cases."""
    hits = false = missed = 0
    for case in cases:
        found = boundaries(splitter(case.text, case.language))
        hits += len(found & case.ends)
        false += len(found - case.ends)
        missed += len(case.ends - found)
    return 2 * hits / (2 * hits + false + missed)


def split_by_meadow(text: str, language: str) -> list[str]:
    """Split with the package under test."""
    return [text[start:end] for start, end in split_sentences(text, language)]


def split_by_sentencex(text: str, language: str) -> list[str]:
    """Split with sentencex alone."""
    return list(sentencex.segment(language, text))


def split_by_pysbd(text: str, language: str) -> list[str]:
    """Split with pysbd, whose own source warns when it is compiled."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pysbd

        segmenter: Any = pysbd.Segmenter(language=language, clean=False)
        return list(segmenter.segment(text))


PEERS: dict[str, Splitter] = {"meadow": split_by_meadow, "sentencex": split_by_sentencex, "pysbd": split_by_pysbd}


if __name__ == "__main__":
    for code in LANGUAGES:
        gold = load_cases(code)
        figures = "  ".join(f"{name} {f1(splitter, gold):.3f}" for name, splitter in PEERS.items())
        sys.stdout.write(f"{code} ({len(gold)} texts): {figures}\n")
