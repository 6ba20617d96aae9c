"""Precision and recall of phrases on hand-made gold, and their speed on the sample: `python -m benchmarks.phrases`.

`tuned` sentences served to make the rules better, `held-out` ones never did; tests/text/phrases/gold/README.txt says more.
"""

from __future__ import annotations

from collections.abc import Callable

from benchmarks._measuring import best_seconds
from meadow.ingest import read
from meadow.sample import sample_path
from meadow.text.phrases import clauses, dates, names, noun_phrases, numbers, tag
from text.phrases.gold_phrases import KINDS, LANGUAGES, PARTS, load_cases, totals

_FUNCTIONS: tuple[Callable[[str, str], object], ...] = (tag, noun_phrases, names, numbers, dates, clauses)


def main() -> None:
    """Print a table of precision and recall per kind, language and part of the gold, and megabytes per second."""
    print(f"{'precision / recall (items)':<32}" + "".join(f"{kind:>20}" for kind in KINDS))
    for language in LANGUAGES:
        for part in PARTS:
            count = sum(case.part == part for case in load_cases(language))
            figures = totals(language, part).values()
            cells = (f"{each.precision:.2f} / {each.recall:.2f} ({each.gold})" for each in figures)
            print(f"{language}, {part}, {count} sentences".ljust(32) + "".join(f"{cell:>20}" for cell in cells))
    print()
    print(f"{'MB/s on the sample news':<32}" + "".join(f"{function.__name__:>20}" for function in _FUNCTIONS))
    for language in LANGUAGES:
        texts = [document.text for document in read(sample_path()) if document.language == language]
        print(f"{language:<32}" + "".join(f"{_speed(function, texts, language):>20.2f}" for function in _FUNCTIONS))


def _speed(function: Callable[[str, str], object], texts: list[str], language: str) -> float:
    size = sum(len(text.encode()) for text in texts)
    return size / 1e6 / best_seconds(lambda: [function(text, language) for text in texts], rounds=2)


if __name__ == "__main__":
    main()
