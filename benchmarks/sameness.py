"""Do two sentences say the same: our scorer beside word overlap and TF-IDF cosine: `python -m benchmarks.sameness`.

`--fit` fits the weights of coverage anew and prints the file that the package ships, byte for byte; `--fit-likelihood` those
of the likelihood. For the latter MRPC is measured in five folds, each drawn three times.
"""

from __future__ import annotations

import csv
import gzip
import json
import re
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import spearmanr

from benchmarks._measuring import DATA, best_seconds, shared_rows
from benchmarks._sameness_likelihood import Pairs, fit_likelihood
from benchmarks._sameness_weights import Examples, fit_weights
from meadow import read
from meadow.lab.evaluate.subsumption import transitive_closure
from meadow.model import Document, FloatArray, IntArray
from meadow.vectors.sameness import Comparison, candidate_pairs, compare, same_statement, subsumption_links
from meadow.vectors.sameness.likelihood import likelihood
from meadow.vectors.sameness.scoring import Table, same
from meadow.vectors.sameness.statements import compare_wording
from meadow.vectors.sameness.wording import SharedWording
from meadow.vectors.view import StoryView, view_documents

_LANGUAGES = ("en", "es", "nl", "ja")
_DECIDED_SHARE = 0.6  # what MRPC counts beside STS-B for the likelihood
_DRAWS = 3  # of the folds
_NEWS_WEIGHT = 0.5  # what MRPC counts beside the four STS-B sets together: the figures below chose it
_FOLDS = 5
_ABOUT = (
    "Weights of meadow.vectors.sameness.scoring: a logistic function of each table, multiplied. Fitted by"
    " `python -m benchmarks.sameness --fit` to the judgements of MRPC (train) and STS-B (train; en, es, nl, ja), STS-B"
    " pairs with sentences of MRPC left out. Features as in `features`; every weight has the sign that SIGNS allows."
)
_ABOUT_LIKELIHOOD = (
    "Weights of meadow.vectors.sameness.likelihood: tables for short and long sentences, and the line of their product"
    " with coverage. Fitted by `python -m benchmarks.sameness --fit-likelihood` to the decisions of MRPC (train) and the"
    " grades of STS-B (train; en, es, nl, ja), STS-B pairs with sentences of MRPC left out."
)

Mask = NDArray[np.bool_]
Texts = list[tuple[str, str, float]]


def main(arguments: Sequence[str]) -> None:
    """Print the tables, or with `--fit` the weights."""
    if not DATA.exists():
        print("../shared/data is not there; nothing to measure")
    elif "--fit" in arguments:
        print(shipped_file(), end="")
    elif "--fit-likelihood" in arguments:
        print(likelihood_file(), end="")
    else:
        _print_mrpc()
        _print_sts()
        _print_cst()
        _print_speed()


# Data ------------------------------------------------------------------------------------------------------------


@cache
def mrpc() -> Texts:
    """Return the pairs of MRPC's training part with 1 for a paraphrase."""
    path = DATA / "sentence_similarity" / "mrpc-train.tsv.gz"
    with gzip.open(path, "rt", encoding="utf-8-sig") as file:
        rows = [line.split("\t") for line in file.read().splitlines()[1:]]
    return [(row[3], row[4], float(row[0])) for row in rows]


@cache
def sts(language: str, part: str) -> Texts:
    """Return the pairs of a part of STS-B with their similarity, 0 to 1."""
    path = DATA / "sentence_similarity" / f"stsb-{language}-{part}.csv.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [(first, second, float(score) / 5) for first, second, score in csv.reader(file)]


def paired_view(pairs: Texts, language: str) -> tuple[StoryView, IntArray, IntArray]:
    """Return a view in which pair p is the rows 2p and 2p + 1, each sentence whole and a document of its own."""
    texts = [text for first, second, _ in pairs for text in (first, second)]
    documents = [
        Document(f"{number:06d}", text=text, language=language, spans=((0, len(text)),))
        for number, text in enumerate(texts)
    ]
    rows = np.arange(len(texts), dtype=np.int32)
    return view_documents(documents), rows[0::2], rows[1::2]


@dataclass(frozen=True, eq=False)
class Judged:
    """Judged pairs with their comparison."""

    comparison: Comparison
    wording: SharedWording
    judged: FloatArray

    def pairs(self, mask: Mask) -> Pairs:
        """Return some of the pairs as examples of the likelihood."""
        wording = SharedWording(*((ours[mask], theirs[mask]) for ours, theirs in self.wording))
        return Pairs(_masked(self.comparison, mask), wording, self.judged[mask])

    def part(self, mask: Mask, weight: float = 1.0) -> Examples:
        """Return some of the pairs as examples."""
        return Examples(_masked(self.comparison, mask), self.judged[mask], weight)


def _masked(comparison: Any, mask: Mask) -> Any:
    """Return a comparison (or coverage) of some of its pairs."""
    parts = {field.name: getattr(comparison, field.name) for field in fields(comparison)}
    cut = {name: part[mask] if isinstance(part, np.ndarray) else _masked(part, mask) for name, part in parts.items()}
    return replace(comparison, **cut)


@cache
def judged_mrpc() -> Judged:
    """Return MRPC compared."""
    return _judged(mrpc(), "en")


@cache
def judged_sts(language: str, part: str) -> Judged:
    """Return a part of STS-B compared."""
    return _judged(sts(language, part), language)


def _judged(pairs: Texts, language: str) -> Judged:
    paired = paired_view(pairs, language)
    return Judged(compare(*paired), compare_wording(*paired), np.array([score for *_, score in pairs]))


def shares_sentence(pairs: Texts, others: Texts) -> Mask:
    """Return which pairs hold a sentence of the others: STS-B took some of its pairs from MRPC."""
    known = {_bare(text) for first, second, _ in others for text in (first, second)}
    return np.array([_bare(first) in known or _bare(second) in known for first, second, _ in pairs])


def _bare(text: str) -> str:
    return re.sub(r"\W+", "", text.lower())


# Fitting ---------------------------------------------------------------------------------------------------------


def fitted(news: Mask) -> dict[str, Table]:
    """Return the weights fitted to part of MRPC and to STS-B without MRPC's sentences.

    The four languages of STS-B are translations of the same pairs, so the same ones are left out of each.
    """
    apart = ~shares_sentence(sts("en", "train"), mrpc())
    examples = [judged_sts(language, "train").part(apart, 1 / len(_LANGUAGES)) for language in _LANGUAGES]
    return fit_weights([*examples, judged_mrpc().part(news, _NEWS_WEIGHT)])


def likely(news: Mask) -> dict[str, Table]:
    """Return the weights of the likelihood fitted to part of MRPC and to STS-B without MRPC's sentences."""
    apart = ~shares_sentence(sts("en", "train"), mrpc())
    graded = [judged_sts(language, "train").pairs(apart) for language in _LANGUAGES]
    return fit_likelihood(graded, judged_mrpc().pairs(news), share=_DECIDED_SHARE)


def likelihood_file() -> str:
    """Return the text of `likelihood.json`."""
    tables = likely(np.ones(len(mrpc()), dtype=bool))
    return json.dumps({"about": _ABOUT_LIKELIHOOD, "weights": tables}, indent=2) + "\n"


def shipped_file() -> str:
    """Return the text of `weights.json`."""
    tables = fitted(np.ones(len(mrpc()), dtype=bool))
    return json.dumps({"about": _ABOUT, "weights": tables}, indent=2) + "\n"


# Tables ----------------------------------------------------------------------------------------------------------

_PLAIN: Mapping[str, Callable[[Comparison], FloatArray]] = {
    "word overlap (R_s)": lambda comparison: comparison.overlap,
    "TF-IDF cosine": lambda comparison: comparison.cosine,
}


def _print_mrpc() -> None:
    judged = judged_mrpc()
    yes = judged.judged == 1
    folds = [
        np.random.default_rng(draw).integers(_FOLDS, size=len(yes)) == test
        for draw in range(_DRAWS)
        for test in range(_FOLDS)
    ]
    print(
        f"MRPC, train part: {len(yes):,} pairs, {_FOLDS} folds drawn {_DRAWS} times; thresholds tuned on the training folds"
    )
    print(f"{'':<28} {'accuracy':>9} {'F1':>7}  spread over folds")
    for name, score in _PLAIN.items():
        values = score(judged.comparison)
        print(_row(name, [_tested(values, yes, test) for test in folds]))
    covering = [same(judged.comparison, fitted(~test)) for test in folds[:_FOLDS]]
    print(_row("coverage", [_tested(*each) for each in zip(covering, [yes] * _FOLDS, folds, strict=False)]))
    ours = [likelihood(judged.comparison, judged.wording, likely(~test)) for test in folds]
    print(_row("likelihood", [_tested(values, yes, test) for values, test in zip(ours, folds, strict=True)]))
    print(
        _row("likelihood, threshold 0.5", [_quality(v >= 0.5, yes, test) for v, test in zip(ours, folds, strict=True)])
    )


def _tested(values: FloatArray, yes: Mask, test: Mask) -> tuple[float, float]:
    steps = np.quantile(values[~test], np.linspace(0, 0.99, 200))
    best = max(steps.tolist(), key=lambda step: float(((values[~test] >= step) == yes[~test]).mean()))
    return _quality(values >= best, yes, test)


def _quality(said: Mask, yes: Mask, test: Mask) -> tuple[float, float]:
    hits = (said & yes & test).sum()
    return float((said == yes)[test].mean()), float(2 * hits / ((said & test).sum() + (yes & test).sum()))


def _row(name: str, results: Sequence[tuple[float, float]]) -> str:
    accuracy, f1 = np.mean(results, axis=0)
    spread = np.std(results, axis=0)
    return f"{name:<28} {accuracy:>9.3f} {f1:>7.3f}  {spread[0]:.3f} {spread[1]:.3f}"


def _print_sts() -> None:
    print("\nSTS-B, dev part: Spearman's correlation with the judges")
    print(f"{'':<22} {' '.join(f'{language:>6}' for language in _LANGUAGES)}")
    apart = ~shares_sentence(mrpc(), sts("en", "dev"))
    tables, weights = fitted(apart), likely(apart)
    scores: dict[str, Callable[[Judged], FloatArray]] = {
        name: lambda judged, score=score: score(judged.comparison)  # type: ignore[misc]
        for name, score in _PLAIN.items()
    }
    scores["coverage"] = lambda judged: same(judged.comparison, tables)
    scores["likelihood"] = lambda judged: likelihood(judged.comparison, judged.wording, weights)
    for name, score in scores.items():
        print(f"{name:<22} {' '.join(f'{_correlation(score, language):>6.3f}' for language in _LANGUAGES)}")


def _correlation(score: Callable[[Judged], FloatArray], language: str) -> float:
    judged = judged_sts(language, "dev")
    return float(spearmanr(score(judged), judged.judged).statistic)


# Types of relation in the sentrel file, by the numbers of the CST bank: the source says all that the target says.
_COVERING = {"identity": "1", "equivalence": "2", "subsumption": "4"}
_RELATION = re.compile(r'<R SDID="(.*?)" SSENT="(\d+)" TDID="(.*?)" TSENT="(\d+)">(.*?)</R>', re.DOTALL)


def _print_cst() -> None:
    folder = DATA / "mead" / "cst"
    view = view_documents(read(folder / "docsent"))
    rows = {(sentence.ref.document_id, sentence.ref.index + 1): row for row, sentence in enumerate(view.sentences)}
    judged = _covering(rows, (folder / "10000000000001.sentrel").read_text(encoding="utf-8"))
    every = set().union(*judged.values())
    print(f"\nSubsumption links against {len(every):,} of mead/cst (one judge is enough)")
    print(f"{'threshold':>9} {'links':>6} {'precision':>10} {'recall':>7}   recall by kind")
    for threshold in (0.5, 0.7, 0.8, 0.85, 0.9):
        links = closed(subsumption_links(view, threshold=threshold), len(view))
        hits = len(links & every)
        kinds = ", ".join(
            f"{kind} {len(links & found) / len(found):.2f} of {len(found)}" for kind, found in judged.items()
        )
        print(f"{threshold:>9} {len(links):>6} {hits / max(1, len(links)):>10.3f} {hits / len(every):>7.3f}   {kinds}")


def closed(links: Sequence[tuple[int, int]], total: int) -> set[tuple[int, int]]:
    """Return the links that follow from links, those from a sentence to itself left out."""
    return {(a, b) for a, others in enumerate(transitive_closure(links, total)) for b in others if a != b}


def _covering(rows: Mapping[tuple[str, int], int], text: str) -> dict[str, set[tuple[int, int]]]:
    """Return the links that judges gave, by kind: the source subsumes the target, and equal ones each other."""
    links: dict[str, set[tuple[int, int]]] = {kind: set() for kind in _COVERING}
    for source, number, target, other, relations in _RELATION.findall(text):
        pair = rows[target, int(other)], rows[source, int(number)]
        for kind, code in _COVERING.items():
            if f'TYPE="{code}"' in relations:
                links[kind] |= {pair} if kind == "subsumption" else {pair, pair[::-1]}
    return links


def _print_speed() -> None:
    print("\nSpeed, CPU seconds of one thread: one story of copies with a word in 30 changed")
    print(f"{'sentences':>9} {'candidates':>11} {'seconds':>8} {'reading':>8} {'scoring':>8} {'pairs/s':>10}")
    for documents in (10, 100, 1_000):
        view = story(documents)
        view.counts("terms")
        (first, second), found = _seconds(partial(candidate_pairs, view))
        _, read_in = _seconds(partial(compare, view, first[:1], second[:1]))
        repeats = max(1, 300_000 // max(1, len(first)))
        job = partial(same_statement, view, np.tile(first, repeats), np.tile(second, repeats))
        job()  # the kernel is loaded
        scored = best_seconds(job, rounds=3)
        rate = repeats * len(first) / scored
        print(f"{len(view):>9,} {len(first):>11,} {found:>8.3f} {read_in:>8.3f} {scored:>8.3f} {rate:>10,.0f}")


def story(documents: int) -> StoryView:
    """Return a story of so many documents: the English ones of MultiLing, over and over with some words exchanged."""
    random = np.random.default_rng(0)
    texts = [row["text"] for row in shared_rows("multiling2011", "docs.jsonl.gz") if row["lang"] == "en"]
    return view_documents(
        Document(f"{number:05d}", text=_edited(texts[number % len(texts)], random, number >= len(texts)), language="en")
        for number in range(documents)
    )


def _edited(text: str, random: np.random.Generator, change: bool) -> str:
    words = text.split(" ")
    for place in random.integers(len(words), size=len(words) // 30 if change else 0).tolist():
        words[place] = words[int(random.integers(len(words)))]
    return " ".join(words)


def _seconds(job: Callable[[], Any]) -> tuple[Any, float]:
    start = time.process_time()
    result = job()
    return result, time.process_time() - start


if __name__ == "__main__":
    main(sys.argv[1:])
