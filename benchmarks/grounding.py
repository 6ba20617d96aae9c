"""Is a sentence in its sources: false and true rewrites, WiCE, and speed: `python -m benchmarks.grounding`.

`--show KIND` prints the sentences of a kind that get the wrong verdict, of the seen pattern only; `--fit` prints the weights
of the chance, fitted to the even half of WiCE dev.
"""

from __future__ import annotations

import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

import numpy as np
from scipy.optimize import minimize
from scipy.stats import rankdata

from benchmarks._measuring import shared_rows
from benchmarks._mutations import FALSE, Given, Pattern
from benchmarks._rewrites import TRUE
from meadow import read
from meadow.grounding.chances import FEATURES
from meadow.grounding.checking import Checker
from meadow.grounding.rules import rules
from meadow.model import Document, FloatArray, Verdict
from meadow.sample import sample_path
from meadow.text.phrases import names
from meadow.text.sentences import document_language, document_sentences
from meadow.text.tokens import words as words_of
from meadow.vectors.sameness import subsumption
from meadow.vectors.view import view_documents

_PER_PATTERN = 40
_RIDGE = 5.0
_LONGEST, _SHORTEST = 40, 6  # words of a sentence that is changed


def main(arguments: Sequence[str]) -> None:
    """Print the tables."""
    if "--fit" in arguments:
        print(weights_file(), end="")
    elif "--show" in arguments:
        _show(arguments[arguments.index("--show") + 1])
    else:
        print_rewrites()
        print_wice()
        print_speed()


# Rewrites ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, slots=True)
class Rewrite:
    """A sentence of a story, changed, with the number of its story."""

    story: int
    text: str
    changed: str


@cache
def stories() -> tuple[tuple[Document, ...], ...]:
    """Return English stories: the sample as one, and the clusters of two shared collections."""
    found = [tuple(each for each in read(sample_path()) if document_language(each) == "en")]
    for name in ("multiling2011", "multi_news_100"):
        by_cluster = defaultdict(list)
        for row in shared_rows(name, "docs.jsonl.gz"):
            if row.get("lang", "en") == "en":
                row = {key: row.get(key) for key in ("id", "title", "text", "cluster", "date")}
                by_cluster[row["cluster"]].append(_document(row))
        found += [tuple(documents) for _, documents in sorted(by_cluster.items())]
    return tuple(found)


def _document(row: dict[str, str | None]) -> Document:
    from meadow.ingest.times import parse_time

    date = row["date"]
    return Document(
        str(row["id"]),
        title=row["title"],
        text=row["text"] or "",
        published=parse_time(date)[0] if date else None,
        language="en",
    )


@cache
def givens() -> tuple[tuple[int, Given], ...]:
    """Return sentences in an order of chance, each with its story and what patterns draw on."""
    draw = Random(3)
    found = []
    for number, documents in enumerate(stories()):
        named = names([document.text[:5000] for document in documents[:10]])
        people = [each.text for each in named if each.kind == "person"]
        places = [each.text for each in named if each.kind == "place"]
        for document in documents:
            sentences = document_sentences(document)
            for index, sentence in enumerate(sentences[:-1]):
                count = len(sentence.text.split())
                if _SHORTEST <= count <= _LONGEST and sentence.text[0].isalnum() and sentence.text[-1] == ".":
                    before = " ".join(each.text for each in sentences[max(0, index - 3) : index])
                    following = sentences[index + 1].text
                    found.append(
                        (number, Given(sentence.text, following, document.published, people, places, before, draw))
                    )
    draw.shuffle(found)
    return tuple(found)


@cache
def rewrites(pattern: Pattern) -> tuple[Rewrite, ...]:
    """Return sentences changed by a pattern."""
    found: list[Rewrite] = []
    for story, given in givens():
        changed = pattern(given)
        if changed is not None and changed != given.text:
            found.append(Rewrite(story, given.text, changed))
            if len(found) == _PER_PATTERN:
                break
    return tuple(found)


@cache
def checker(story: int) -> Checker:
    """Return the articles of a story, ready to be compared with."""
    return Checker(stories()[story], rules("en"))


def judged(rewrite: Rewrite) -> Verdict:
    """Return the verdict on a changed sentence, given the articles of its story."""
    return checker(rewrite.story).verdict(0, 0, len(rewrite.changed), rewrite.changed, None)


def refused(pattern: Pattern) -> list[bool]:
    """Return for each changed sentence whether it is refused."""
    return [judged(each).kind != "supported" for each in rewrites(pattern)]


def print_rewrites() -> None:
    """Print for each kind how many sentences are refused, by the seen and the unseen pattern."""
    for title, table in (("false", FALSE), ("true", TRUE)):
        print(f"{title} refused         seen           unseen")
        both: tuple[list[bool], list[bool]] = ([], [])
        for kind, patterns in table.items():
            columns = [refused(pattern) for pattern in patterns]
            print(f"  {kind:12}", *(f"{sum(each):4} of {len(each):3} {_share(each):5.3f}" for each in columns))
            for total, column in zip(both, columns, strict=True):
                total += column
        print(f"  {'all':12}", *(f"{sum(each):4} of {len(each):3} {_share(each):5.3f}" for each in both))


def _share(values: Sequence[bool]) -> float:
    return sum(values) / len(values) if values else float("nan")


def _show(kind: str) -> None:
    for table, wanted in ((FALSE, "supported"), (TRUE, None)):
        for each in rewrites(table[kind][0]) if kind in table else ():
            verdict = judged(each)
            if (verdict.kind == "supported") == (wanted == "supported"):
                source = verdict.sources[0].text if verdict.sources else ""
                print(each.text, each.changed, f"{verdict.kind}: {verdict.reason}", source, sep="\n  ", end="\n\n")


# WiCE --------------------------------------------------------------------------------------------------------------


@cache
def wice() -> list[tuple[str, Document, bool]]:
    """Return the claims of WiCE dev with the cited article and whether it supports all of the claim."""
    found = []
    for row in shared_rows("grounding", "wice_dev.jsonl.gz"):
        pieces = [each for each in row["evidence"] if each.strip()]
        text, spans, at = "\n".join(pieces), [], 0
        for piece in pieces:
            spans.append((at, at + len(piece)))
            at += len(piece) + 1
        document = Document(row["id"], text=text, language="en", spans=tuple(spans))
        found.append((row["claim"], document, row["label"] == "supported"))
    return found


@cache
def wice_verdicts() -> list[tuple[Verdict, dict[str, float]]]:
    """Return the verdict on each claim of WiCE, and what its chance is made of."""
    found = []
    for claim, document, _ in wice():
        checking = Checker([document], rules("en"))
        verdict = checking.verdict(0, 0, len(claim), claim, None)
        found.append((verdict, checking.features(claim)))
    return found


def baselines() -> dict[str, FloatArray]:
    """Return for each claim of WiCE its best score against a sentence of its article, by the plain ways."""
    scores: dict[str, list[float]] = defaultdict(list)
    for claim, document, _ in wice():
        given = Document("claim", text=claim, language="en", spans=((0, len(claim)),))
        view = view_documents([given, document])
        rows = np.arange(1, len(view.sentences), dtype=np.int32)
        zeros = np.zeros(len(rows), dtype=np.int32)
        scores["sameness"].append(float(np.max(subsumption(view, zeros, rows)[0], initial=0.0)))
        ours = set(words_of(claim))
        texts = [set(words_of(each.text)) for each in document_sentences(document)]
        scores["word overlap"].append(max((len(ours & each) / len(ours) for each in texts), default=0.0))
        scores["word overlap, article"].append(len(ours & set().union(*texts)) / len(ours))
        scores["TF-IDF"].append(_cosine(claim, [each.text for each in document_sentences(document)]))
    return {name: np.array(values) for name, values in scores.items()}


def _cosine(claim: str, sentences: Sequence[str]) -> float:
    from sklearn.feature_extraction.text import TfidfVectorizer

    rows = TfidfVectorizer(sublinear_tf=True).fit_transform([claim, *sentences])
    return float(np.max((rows[1:] @ rows[0].T).toarray(), initial=0.0))


def area(scores: FloatArray, labels: FloatArray) -> float:
    """Return the area under the curve: how often a supported claim has the higher score."""
    ranks = rankdata(scores)
    good = labels > 0
    count, others = int(good.sum()), int((~good).sum())
    return float((ranks[good].sum() - count * (count + 1) / 2) / (count * others))


def balanced(scores: FloatArray, labels: FloatArray, threshold: float) -> float:
    """Return the mean of both classes' accuracies at a threshold."""
    said, good = scores >= threshold, labels > 0
    return float((said[good].mean() + (~said[~good]).mean()) / 2)


def _best_threshold(scores: FloatArray, labels: FloatArray) -> float:
    return float(max(np.unique(scores), key=lambda each: balanced(scores, labels, each)))


def print_wice() -> None:
    """Print area and balanced accuracy; what is fitted, thresholds included, is fitted to one half for the other."""
    labels = np.array([float(label) for *_, label in wice()])
    kinds = np.array([float(verdict.kind == "supported") for verdict, _ in wice_verdicts()])
    values = _values()
    even = np.arange(len(labels)) % 2 == 0
    print("WiCE dev               AUC odd  AUC even  balanced")
    for name, given in {**baselines(), "chance": None, "supported or not": kinds}.items():
        said = np.zeros(len(labels), dtype=bool)
        areas = []
        for half in (even, ~even):
            scores = _scores(values, _fitted(values[half], labels[half])) if given is None else given
            said[~half] = scores[~half] >= _best_threshold(scores[half], labels[half])
            areas.append(area(scores[~half], labels[~half]))
        figures = *areas, balanced(said.astype(float), labels, 1.0)
        print(f"  {name:22}", *(f"{each:.3f}    " for each in figures))


def _values() -> FloatArray:
    return np.array([[each[name] for name in FEATURES] for _, each in wice_verdicts()])


def _scores(values: FloatArray, weights: dict[str, float]) -> FloatArray:
    scores: FloatArray = values @ np.array([weights[name] for name in FEATURES]) + weights["constant"]
    return scores


def weights_file() -> str:
    """Return the weights of the chance as the package ships them."""
    labels = np.array([float(label) for *_, label in wice()])
    values = _values()
    even = np.arange(len(labels)) % 2 == 0
    fitted = _fitted(values[even], labels[even])
    about = "Fitted by `python -m benchmarks.grounding --fit` to the even half of WiCE dev; ridge of 5."
    return json.dumps({"about": about, "weights": fitted}, indent=1) + "\n"


def _fitted(values: FloatArray, labels: FloatArray) -> dict[str, float]:
    mean, scale = values.mean(axis=0), values.std(axis=0) + 1e-9
    rows = (values - mean) / scale

    def loss(table: FloatArray) -> float:
        logits = rows @ table[1:] + table[0]
        return float(
            np.logaddexp(0, -logits)[labels > 0].sum()
            + np.logaddexp(0, logits)[labels == 0].sum()
            + _RIDGE * (table[1:] ** 2).sum()
        )

    table = minimize(loss, np.zeros(values.shape[1] + 1)).x
    weights = table[1:] / scale
    constant = float(table[0] - weights @ mean)
    return {
        "constant": round(constant, 4),
        **{name: round(float(w), 4) for name, w in zip(FEATURES, weights, strict=True)},
    }


# Speed -------------------------------------------------------------------------------------------------------------


def print_speed() -> None:
    """Print the CPU time of 1,000 changed sentences against 50 articles of the sample."""
    from meadow.grounding import check

    documents = stories()[0][:50]
    texts = [each.changed for each in _cycled(FALSE)][:1000]
    start = time.process_time()
    check(texts, documents)
    print(f"{len(texts)} sentences against {len(documents)} articles: {time.process_time() - start:.2f} s CPU")


def _cycled(table: dict[str, tuple[Pattern, Pattern]]) -> Iterable[Rewrite]:
    found: Iterator[Rewrite] = (
        each for patterns in table.values() for pattern in patterns for each in rewrites(pattern)
    )
    yield from sorted(found, key=lambda each: each.story)


if __name__ == "__main__":
    main(sys.argv[1:])
