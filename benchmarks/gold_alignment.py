"""Whether automatic gold tells good extracts from bad ones: `python -m benchmarks.gold_alignment`.

Reference summaries are aligned to their sources; then lead, random and a greedy extract that sees the reference are scored
against that gold, each as long as the minimum cover. Sensible gold puts them in the order random, lead, greedy. Nearly
every document of multiling2011 opens with a bare date line, which spoils its lead, so a second row for each collection
leaves out the sentences of fewer than six words.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, product, zip_longest
from statistics import mean

from benchmarks._measuring import shared_rows
from meadow.lab.evaluate.coverage import coverage, minimum_cover, precision
from meadow.lab.evaluate.gold_alignment import align, content_terms
from meadow.text.sentences import split_sentences

_DRAWS = 20
_THRESHOLDS = (0.5, 0.6, 0.7)
_FEWEST_WORDS = (0, 6)

Story = tuple[list[list[str]], list[str]]


def main() -> None:
    """Print coverage and precision of the three extracts by collection and threshold."""
    print(f"{'':>16} {'':>6} {'':>6} {'':>8} {'':>6} {'coverage':^21} {'precision':^21}")
    print(
        f"{'':>16} {'share':>6} {'words':>6} {'aligned':>8} {'cover':>6}"
        + 2 * f" {'random':>6} {'lead':>6} {'greedy':>7}"
    )
    for name, language in (("multi_news_100", None), ("multiling2011", "en")):
        stories = list(_stories(name, language))
        for threshold, fewest in product(_THRESHOLDS, _FEWEST_WORDS) if stories else ():
            kept = [(_long_enough(documents, fewest), abstract) for documents, abstract in stories]
            print(f"{name:>16} {threshold:>6} {fewest:>6}", _row(kept, threshold))


def _row(stories: list[Story], threshold: float) -> str:
    scores: dict[str, list[tuple[float, float]]] = {"random": [], "lead": [], "greedy": []}
    aligned, total, sizes = 0, 0, []
    generator = random.Random(0)
    for documents, abstract in stories:
        sources = list(chain.from_iterable(documents))
        alignment = align(abstract, sources, threshold=threshold)
        aligned, total = aligned + len(alignment.aligned), total + len(abstract)
        if not alignment.gold:
            continue
        size = len(minimum_cover(alignment.gold))
        sizes.append(size)
        numbers = range(1, len(sources) + 1)
        draws = [frozenset(generator.sample(numbers, size)) for _ in range(_DRAWS)]
        extracts = {"lead": [_lead(documents, size)], "greedy": [_greedy(sources, abstract, size)], "random": draws}
        for method, extract in ((method, extract) for method, several in extracts.items() for extract in several):
            correct = precision(extract, alignment.gold, cover_size=size)
            scores[method].append((coverage(extract, alignment.gold), correct))
    row = [f"{aligned / total:>8.0%} {mean(sizes):>6.1f}"]
    for part, width in ((0, (6, 6, 7)), (1, (6, 6, 7))):
        row += [f"{mean(score[part] for score in scores[m]):>{w}.3f}" for m, w in zip(scores, width, strict=True)]
    return " ".join(row)


def _long_enough(documents: list[list[str]], fewest_words: int) -> list[list[str]]:
    return [[text for text in document if len(text.split()) >= fewest_words] for document in documents]


def _lead(documents: list[list[str]], size: int) -> frozenset[int]:
    starts = [1 + sum(map(len, documents[:place])) for place in range(len(documents))]
    columns = [range(start, start + len(document)) for start, document in zip(starts, documents, strict=True)]
    turns = (number for turn in zip_longest(*columns) for number in turn if number is not None)
    return frozenset(number for number, _ in zip(turns, range(size), strict=False))


def _greedy(sources: list[str], abstract: list[str], size: int) -> frozenset[int]:
    """Take the sentence that adds most of the abstract's content words, again and again."""
    wanted = content_terms(" ".join(abstract))
    held = {number: content_terms(source) & wanted for number, source in enumerate(sources, start=1)}
    chosen: set[int] = set()
    for _ in range(size):
        best = max(held.keys() - chosen, key=lambda number: (len(held[number] & wanted), -number))
        chosen.add(best)
        wanted -= held[best]
    return frozenset(chosen)


def _stories(name: str, language: str | None) -> Iterator[Story]:
    documents: dict[str, list[list[str]]] = {}
    for row in shared_rows(name, "docs.jsonl.gz"):
        if language in (None, row.get("lang")):
            documents.setdefault(row["cluster"], []).append(_sentences(row["text"]))
    for row in shared_rows(name, "clusters.jsonl.gz"):
        for reference in row["references"] if row["cluster"] in documents else ():
            yield documents[row["cluster"]], _sentences(reference["text"])


def _sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in split_sentences(text)]


if __name__ == "__main__":
    main()
