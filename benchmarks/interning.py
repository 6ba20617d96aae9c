"""Tokenise and intern, beside blingfire and re + dict: `python -m benchmarks.interning`."""

from __future__ import annotations

import re

import blingfire

from benchmarks._measuring import best_seconds, shared_rows
from meadow.kernels.intern import WordTable
from meadow.text.sentences import split_sentences
from meadow.vectors.vocabulary import PlainReader

_WORD = re.compile(r"\w+")


def main() -> None:
    """Print MB per CPU second for the kernel, its plain twin and the peers, with the ratio to each peer."""
    texts = [row["text"] for row in shared_rows("scale", "reuters21578.jsonl.gz") if row["text"]]
    if not texts:
        return
    megabytes = sum(len(text.encode()) for text in texts) / 1e6
    warm = WordTable.empty()
    warm.intern(texts)
    few = texts[:3000]
    share = sum(len(text.encode()) for text in few) / 1e6
    rates = {
        "meadow kernel, warm": megabytes / best_seconds(lambda: warm.intern(texts)),
        "meadow kernel, cold": megabytes / best_seconds(lambda: WordTable.empty().intern(texts)),
        "meadow plain twin": share / best_seconds(lambda: PlainReader("words", "en").intern(few), rounds=3),
        "re + dict": megabytes / best_seconds(lambda: _intern_by_dict(texts), rounds=3),
        "blingfire (no interning)": megabytes / best_seconds(lambda: _blingfire(texts), rounds=3),
        "sentence splitting alone": share / best_seconds(lambda: [split_sentences(text) for text in few], rounds=2),
    }
    print(f"Reuters-21578, {len(texts)} texts, {megabytes:.1f} MB")
    for name, rate in rates.items():
        print(f"  {name:<26} {rate:8.1f} MB/s")
    for peer in ("blingfire (no interning)", "re + dict"):
        print(f"  warm kernel ÷ {peer:<25} {rates['meadow kernel, warm'] / rates[peer]:5.1f} ×")


def _intern_by_dict(texts: list[str]) -> list[list[int]]:
    known: dict[str, int] = {}
    return [[known.setdefault(word, len(known)) for word in _WORD.findall(text.lower())] for text in texts]


def _blingfire(texts: list[str]) -> list[str]:
    return [blingfire.text_to_words(text) for text in texts]


if __name__ == "__main__":
    main()
