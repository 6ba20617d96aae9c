"""Reports on four Spanish crises against reference timelines, answers told from no answers, concepts, speed.

`python -m benchmarks.reports`. The report is compared with `lead` and with the plain summarizer, at 50 sentences each and at
the report's own number of words. A question is answerable when it is the title of an article on the documents' topic (the
article itself is left out), and not when it comes from another topic.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np

import meadow
from benchmarks._measuring import best_seconds, shared_rows
from meadow.lab.evaluate import rouge
from meadow.model import Document, Pick
from meadow.reports.question import read_question
from meadow.reports.retrieval import ANSWERED, find_evidence
from meadow.text.stopwords import stop_words
from meadow.text.tokens import words
from meadow.vectors.view import view_documents
from reports.concept_gold import Tally, gold_concepts, tally

QUESTIONS = {
    "egypt": "La crisis de Egipto: protestas y caída de Mubarak",
    "libya": "La guerra de Libia y la caída de Gadafi",
    "syria": "La guerra de Siria y el régimen de Bachar al Asad",
    "yemen": "La crisis de Yemen y la salida de Saleh",
}
_SENTENCES = 50
_TITLE_LANGUAGES = ("en", "fr")
_TITLES = 3  # of each topic


def main() -> None:
    """Print the four tables."""
    timelines = {row["cluster"]: row["timeline"] for row in shared_rows("spanish", "timelines.jsonl.gz")}
    news: dict[str, list[Document]] = defaultdict(list)
    for row in shared_rows("spanish", "docs.jsonl.gz"):
        news[row["cluster"]].append(news_document(row, "es"))
    if news:
        _print_crises(news, timelines)
        _print_speed(news["libya"])
    _print_answers()
    _print_concepts()


def _print_crises(news: Mapping[str, Sequence[Document]], timelines: Mapping[str, Any]) -> None:
    print(f"{'mean of four crises':<34}  R-1 F   R-2 F   R-2 R  date F1  words")
    reports = {name: meadow.report(question, news[name], sentences=_SENTENCES) for name, question in QUESTIONS.items()}
    lengths = {name: sum(len(pick.written.split()) for pick in made.picks) for name, made in reports.items()}
    rows: dict[str, Mapping[str, Sequence[Pick]]] = {
        "report, 50 sentences": {n: made.picks for n, made in reports.items()}
    }
    for method in ("lead", "meadow"):
        rows[f"{method}, 50 sentences"] = {
            name: meadow.summarize(news[name], method=method, sentences=_SENTENCES).picks for name in QUESTIONS
        }
        rows[f"{method}, as many words"] = {
            name: meadow.summarize(news[name], method=method, words=lengths[name]).picks for name in QUESTIONS
        }
    for label, picks in rows.items():
        figures = np.mean([_figures(picks[name], news[name], timelines[name]) for name in QUESTIONS], axis=0)
        print(
            f"{label:<34} {figures[0]:6.3f}  {figures[1]:6.3f}  {figures[2]:6.3f}  {figures[3]:6.3f}  {figures[4]:6.0f}"
        )


def _figures(
    picks: Sequence[Pick], documents: Sequence[Document], timeline: Sequence[Mapping[str, Any]]
) -> list[float]:
    days = {document.id: document.published_text or "" for document in documents}
    told = " ".join(pick.written for pick in picks)
    reference = " ".join(text for day in timeline for text in day["sentences"])
    scores = rouge.score(told, [reference], metrics=("rouge1", "rouge2"), language="es", dialect="google")
    found, wanted = {days[pick.ref.document_id][:10] for pick in picks}, {day["date"] for day in timeline}
    dates = 2 * len(found & wanted) / (len(found) + len(wanted))
    return [scores["rouge1"].f, scores["rouge2"].f, scores["rouge2"].recall, dates, float(len(told.split()))]


def _print_speed(documents: Sequence[Document]) -> None:
    cut = [_shortened(document) for document in documents[:100]]
    size = len(view_documents(cut))
    seconds = best_seconds(lambda: meadow.report(QUESTIONS["libya"], cut), rounds=4)
    print(f"\na report on {len(cut)} documents, {size} sentences: {seconds:.2f} s warm (CPU)")


def _shortened(document: Document) -> Document:
    sentences = view_documents([document]).sentences[:30]
    text = document.text[: sentences[-1].end] if sentences else document.text
    return Document(document.id, document.source, None, text, document.published, None, document.language)


def _print_answers() -> None:
    topics: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for row in shared_rows("multiling2011", "docs.jsonl.gz"):
        if row["lang"] in _TITLE_LANGUAGES:
            topics[row["lang"], row["cluster"]].append(row)
    if topics:
        print(f"\ntitles as questions, no answer below a coverage of {ANSWERED:g}")
    for size in (2, 3, None) if topics else ():
        own, others = _coverages(topics, size)
        found, told = np.mean(np.array(own) >= ANSWERED), np.mean(np.array(others) < ANSWERED)
        label = "whole titles" if size is None else f"{size} words of them"
        print(
            f"{label:<16} {len(own)}: answered on their own topic {found:.0%}, told to have no answer on another {told:.0%}"
        )


def _coverages(
    topics: Mapping[tuple[str, str], list[dict[str, Any]]], size: int | None
) -> tuple[list[float], list[float]]:
    """Return the coverage of titles, or of some of their words, on their own topic and on another."""
    own, others, chance = [], [], np.random.default_rng(0)
    keys = sorted(topics)
    for place, (language, cluster) in enumerate(keys):
        rows = topics[language, cluster]
        spoken = [key for key in keys if key[0] == language and key[1] != cluster]
        other = [news_document(row, language) for row in topics[spoken[place % len(spoken)]]]
        for row in [row for row in rows if row["title"]][:_TITLES]:
            telling = [word for word in words(row["title"], language) if word not in stop_words(language)]
            kept = telling if size is None else chance.permutation(telling)[:size].tolist()
            rest = [news_document(each, language) for each in rows if each["id"] != row["id"]]
            own.append(_coverage(" ".join(kept), rest))
            others.append(_coverage(" ".join(kept), other))
    return own, others


def _coverage(question: str, documents: Sequence[Document]) -> float:
    view = view_documents(documents)
    return find_evidence(view, read_question(view, question)).coverage


def _print_concepts() -> None:
    print("\nkey concepts of the sample: precision / recall (gold)")
    kinds = ("person", "organisation", "factor")
    for language in ("en", "es", "nl", "ja"):
        mine = [gold for gold in gold_concepts() if gold.language == language]
        cells = []
        for chosen in (kinds, *((kind,) for kind in kinds)):
            total = sum((tally(gold, chosen) for gold in mine), Tally(0, 0, 0))
            name = "all" if chosen == kinds else chosen[0]
            cells.append(f"{name} {total.precision:.2f} / {total.recall:.2f} ({total.gold})")
        print(f"{language}: {', '.join(cells)}")


def news_document(row: Mapping[str, Any], language: str) -> Document:
    """Return an article of a shared collection."""
    published = datetime.fromisoformat(row["date"]).replace(tzinfo=UTC) if row.get("date") else None
    return Document(
        row["id"], row.get("source") or None, row.get("title") or None, row["text"], published, None, language
    )


if __name__ == "__main__":
    main()
