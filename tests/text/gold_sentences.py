"""The hand-made gold of sentence boundaries, and how to score a splitter against it.

Each language has two files: `gold/xx.txt`, which rules may be tuned on, and `gold/held_out/xx.txt`, which was written
before the splitter was run on it and is only measured. `python -m benchmarks.boundaries` prints the table.
"""

from __future__ import annotations

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


@dataclass(frozen=True, slots=True)
class Tally:
    """Boundaries found rightly, found wrongly and missed; tallies add up."""

    hits: int = 0
    false: int = 0
    missed: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.hits + other.hits, self.false + other.false, self.missed + other.missed)

    @property
    def precision(self) -> float:
        """The share of found boundaries that are right."""
        return self.hits / (self.hits + self.false)

    @property
    def recall(self) -> float:
        """The share of boundaries that were found."""
        return self.hits / (self.hits + self.missed)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return 2 * self.hits / (2 * self.hits + self.false + self.missed)


def load_cases(language: str, *, held_out: bool = False) -> list[Case]:
    """Return the cases of a language, in the order of the file: those for tuning or those held out."""
    folder = _FOLDER / "held_out" if held_out else _FOLDER
    lines = (folder / f"{language}.txt").read_text(encoding="utf-8").splitlines()
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


def compare(found: frozenset[int], gold: frozenset[int]) -> Tally:
    """Return how found boundaries agree with the gold ones."""
    return Tally(len(found & gold), len(found - gold), len(gold - found))


def tally(splitter: Splitter, cases: Iterable[Case]) -> Tally:
    """Return the tally of the inner boundaries over all cases."""
    return sum((compare(boundaries(splitter(case.text, case.language)), case.ends) for case in cases), Tally())


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
