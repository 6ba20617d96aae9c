"""Every preset on real collections, beside the oracle, given systems, sumy and lexrank: `python -m benchmarks.presets`.

ROUGE-1, 2 and SU4 F (dialect `rouge155`, stemmed in English; hits summed over references), redundancy (the mean over a
summary's sentences of the largest word overlap R_s with another one of it) and the share of the budget used, by set. Then
the mean over all sets, and a paired permutation test over all stories of each preset against the default, with Holm's
correction. Budgets: 250 words for MultiLing, as its references have; 227, the mean length of the references, for Multi-News.
The oracle takes, sentence by sentence of the forty that are best alone, what raises ROUGE-1 + ROUGE-2 F most: what an
extract could reach. Last the presets at 100 words: recall, as of published systems at that length, the room used, and in how
many summaries of a hundred each defect of `benchmarks._defects` is found.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from benchmarks._defects import DEFECTS, defects
from benchmarks._measuring import shared_rows
from meadow.ingest.times import parse_time
from meadow.kernels.loading import load_kernels
from meadow.lab.evaluate import rouge
from meadow.lab.evaluate.significance import holm, paired_permutation
from meadow.model import Document, Summary
from meadow.pipeline import summarize_view
from meadow.pipeline.presets import PRESETS, choose_preset
from meadow.select.budget import make_budget
from meadow.text.tokens import words as words_of
from meadow.vectors.similarity import word_overlap
from meadow.vectors.view import StoryView, view_documents

_LANGUAGES = ("en", "fr", "cs", "el", "ar", "he", "hi")
_METRICS = ("rouge1", "rouge2", "rougeSU4")
_ORACLE_SENTENCES = 40
_WORDS, _SHORT_WORDS = {"multiling2011": 250, "multi_news_100": 227}, 100
_KINDS = tuple(_WORDS)


@dataclass(frozen=True)
class Story:
    """A story to summarize: its view, the references and, where there are any, given systems' outputs."""

    view: StoryView
    references: list[str]
    peers: dict[str, str]
    language: str
    words: int


@dataclass(frozen=True)
class Measured:
    """The three F of one summary, its redundancy and how much of the budget it uses."""

    scores: tuple[float, ...]
    redundancy: float
    used: float

    @property
    def value(self) -> float:
        """What presets are compared by: the mean of ROUGE-1 and ROUGE-2 F."""
        return fmean(self.scores[:2])


def main() -> None:
    """Print the table of each set, the means over sets, and which presets differ from the default."""
    load_kernels()
    sets = {name: stories for name, stories in load_sets().items() if stories}
    if not sets:
        return
    systems: dict[str, Callable[[Story], list[str]]] = {name: _by_preset(name) for name in PRESETS}
    if "--quick" not in sys.argv:
        systems |= {"oracle": _oracle, "sumy LexRank": _by_sumy, "lexrank package": _by_lexrank}
    table: dict[str, dict[str, list[Measured]]] = {}
    for name, stories in sets.items():
        print(f"{name}: {len(stories)} stories, {stories[0].words} words; ROUGE-1 / 2 / SU4 F, redundancy, share used")
        own = {system: [_measure(make(story), story) for story in stories] for system, make in systems.items()}
        for peer in dict.fromkeys(peer for story in stories for peer in story.peers):
            given = [story for story in stories if peer in story.peers]
            own[f"given: {peer} ({len(given)})"] = [_measure(_sentences(each.peers[peer]), each) for each in given]
        for system, measured in own.items():
            print(f"  {system:<26} {_row(measured)}")
        table[name] = own
    _print_means(table, list(systems))
    _print_tests(table)
    _print_short(sets)


def _row(measured: Sequence[Measured]) -> str:
    scores = " / ".join(f"{fmean(each.scores[place] for each in measured):.4f}" for place in range(len(_METRICS)))
    return f"{scores}   {fmean(m.redundancy for m in measured):.3f}   {fmean(m.used for m in measured):.2f}"


def _print_means(table: Mapping[str, Mapping[str, Sequence[Measured]]], systems: Sequence[str]) -> None:
    print(f"mean over {len(table)} sets: ROUGE-1 / 2 / SU4 F, redundancy, and the mean of ROUGE-1 and 2")
    rows = []
    for system in systems:
        means = [[fmean(each.scores[place] for each in own[system]) for own in table.values()] for place in range(3)]
        redundancy = fmean(fmean(each.redundancy for each in own[system]) for own in table.values())
        rows.append((fmean([*means[0], *means[1]]), system, [fmean(values) for values in means], redundancy))
    for value, system, scores, redundancy in sorted(rows, reverse=True):
        shown = " / ".join(f"{score:.4f}" for score in scores)
        print(f"  {system:<26} {shown}   {redundancy:.3f}   {value:.4f}")


def _print_tests(table: Mapping[str, Mapping[str, Sequence[Measured]]]) -> None:
    """Print the difference of each preset from the default over all stories, its p and Holm's p; then by set."""
    print("presets minus the default, mean of ROUGE-1 and 2 over all stories; p by paired permutation, Holm's p")
    others = [name for name in PRESETS if name != "meadow"]
    for title, sets in [("all sets", list(table)), *((name, [name]) for name in table)]:
        default = [each.value for name in sets for each in table[name]["meadow"]]
        tests = {}
        for system in others:
            values = [each.value for name in sets for each in table[name][system]]
            tests[system] = fmean(values) - fmean(default), paired_permutation(values, default, seed=0).p_value
        corrected = dict(zip(others, holm([p for _, p in tests.values()]), strict=True))
        better = [name for name in others if tests[name][0] > 0]
        shown = "; ".join(f"{n} {tests[n][0]:+.4f} p {tests[n][1]:.3f} ({corrected[n]:.3f})" for n in better)
        print(f"  {title:<18} better than the default: {shown or 'none'}")


def _print_short(sets: Mapping[str, Sequence[Story]]) -> None:
    """Print for each preset, at 100 words, recall by kind of set, the share used, and defects in percent of summaries."""
    print(
        f"at {_SHORT_WORDS} words: ROUGE-1 / 2 recall on {' and on '.join(_KINDS)}, share used; then defects in percent"
    )
    for name in PRESETS:
        recalls: dict[str, list[tuple[float, float]]] = {kind: [] for kind in _KINDS}
        used: list[float] = []
        found: Counter[str] = Counter()
        for title, stories in sets.items():
            for story in stories:
                summary = short_summary(name, story)
                recalls[title.split()[0]].append(recalls_of(summary, story))
                used.append(len(summary.text.split()) / _SHORT_WORDS)
                order = [document.id for document in story.view.documents]
                found.update(defects(summary.picks, order, words=_SHORT_WORDS, language=story.language))
        shown = "   ".join(
            " / ".join(f"{fmean(column):.4f}" for column in zip(*each, strict=True)) for each in recalls.values()
        )
        rates = "  ".join(f"{defect} {100 * found[defect] / len(used):.0f}" for defect in DEFECTS)
        print(f"  {name:<14} {shown}   {fmean(used):.3f}   {rates}")


def recalls_of(summary: Summary, story: Story) -> tuple[float, float]:
    """Return the recall of ROUGE-1 and ROUGE-2 of a summary."""
    text = "\n".join(pick.written for pick in summary.picks)
    scores = rouge.score(text, story.references, metrics=_METRICS[:2], language=story.language, dialect="rouge155")
    return scores["rouge1"].recall, scores["rouge2"].recall


def short_summary(name: str, story: Story) -> Summary:
    """Return the summary of a hundred words that a preset makes."""
    return summarize_view(story.view, choose_preset(name).recipe(make_budget(words=_SHORT_WORDS)))


def load_sets() -> dict[str, list[Story]]:
    """Return the stories of each set."""
    sets = {f"multiling2011 {code}": load_set("multiling2011", code) for code in _LANGUAGES}
    return sets | {"multi_news_100": load_set("multi_news_100", "en")}


def load_set(folder: str, language: str) -> list[Story]:
    """Return the stories of a collection in one language."""
    stories: dict[str, list[Document]] = {}
    for row in shared_rows(folder, "docs.jsonl.gz"):
        if row.get("lang", "en") == language:
            time = parse_time(row["date"])[0] if row.get("date") else None
            document = Document(row["id"], None, row["title"] or None, row["text"], time, language=language)
            stories.setdefault(row["cluster"], []).append(document)
    return [
        Story(
            view_documents(stories[row["cluster"]]),
            [each["text"] for each in row["references"]],
            row.get("peers", {}),
            language,
            _WORDS[folder],
        )
        for row in shared_rows(folder, "clusters.jsonl.gz")
        if row["cluster"] in stories
    ]


def _by_preset(name: str) -> Callable[[Story], list[str]]:
    def summarize(story: Story) -> list[str]:
        budget = make_budget(words=story.words)
        summary = summarize_view(story.view, choose_preset(name).recipe(budget, annotate=False))
        return [pick.written for pick in summary.picks]

    return summarize


def _measure(sentences: Sequence[str], story: Story) -> Measured:
    text = "\n".join(sentences)
    found = rouge.score(text, story.references, metrics=_METRICS, language=story.language, dialect="rouge155")
    rows = [words_of(sentence, story.language) for sentence in sentences]
    largest = [
        max((word_overlap(row, other) for at, other in enumerate(rows) if at != place), default=0.0)
        for place, row in enumerate(rows)
    ]
    used = len(text.split()) / story.words
    return Measured(tuple(found[metric].f for metric in _METRICS), fmean(largest) if largest else 0.0, used)


def _oracle(story: Story) -> list[str]:
    """Return the extract that greedy choice by ROUGE-1 + ROUGE-2 F makes, among the sentences that are best alone."""
    every = dict.fromkeys(sentence.text for sentence in story.view.sentences)
    texts = sorted(every, key=lambda text: -_worth([text], story))[:_ORACLE_SENTENCES]
    chosen: list[str] = []
    best, left = 0.0, story.words
    while True:
        fitting = [text for text in texts if len(text.split()) <= left and text not in chosen]
        scored = [(_worth([*chosen, text], story), text) for text in fitting]
        value, text = max(scored, default=(0.0, ""))
        if value <= best:
            return chosen
        best, left = value, left - len(text.split())
        chosen.append(text)


def _worth(sentences: Sequence[str], story: Story) -> float:
    found = rouge.score(" ".join(sentences), story.references, metrics=("rouge1", "rouge2"), language=story.language)
    return found["rouge1"].f + found["rouge2"].f


def _filled(ranked: Sequence[str], words: int) -> list[str]:
    chosen: list[str] = []
    for text in ranked:
        if sum(len(each.split()) for each in chosen) + len(text.split()) <= words:
            chosen.append(text)
    return chosen


def _by_sumy(story: Story) -> list[str]:
    from sumy.models.dom import ObjectDocumentModel, Paragraph, Sentence
    from sumy.summarizers.lex_rank import LexRankSummarizer

    class Words:
        def to_words(self, text: str) -> tuple[str, ...]:
            return tuple(words_of(text, story.language))

    texts = [sentence.text for sentence in story.view.sentences]
    ranker = LexRankSummarizer()
    document = ObjectDocumentModel([Paragraph([Sentence(text, Words()) for text in texts])])
    rows = [frozenset(ranker._to_words_set(sentence)) for sentence in document.sentences]
    tf, idf = ranker._compute_tf([list(row) for row in rows]), ranker._compute_idf([list(row) for row in rows])
    matrix = ranker._create_matrix([list(row) for row in rows], ranker.threshold, tf, idf)
    scores = ranker.power_method(matrix, ranker.epsilon)
    return _filled([texts[place] for place in np.argsort(-scores, kind="stable").tolist()], story.words)


def _by_lexrank(story: Story) -> list[str]:
    from lexrank import LexRank

    texts = [sentence.text for sentence in story.view.sentences]
    by_document: dict[int, list[str]] = {}
    for text, document in zip(texts, story.view.document_of.tolist(), strict=True):
        by_document.setdefault(document, []).append(text)
    scores = LexRank(list(by_document.values())).rank_sentences(texts, threshold=None, fast_power_method=True)
    return _filled([texts[place] for place in np.argsort(-scores, kind="stable").tolist()], story.words)


def _sentences(text: str) -> list[str]:
    return [line.strip() for line in text.replace("\n", " ").split(". ") if line.strip()]


if __name__ == "__main__":
    main()
