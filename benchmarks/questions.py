"""Whether a question helps: `python -m benchmarks.questions [SET…]` prints ROUGE-1/2 recall with and without it.

- `quotes`: QuoteSum's questions over their own passages, and `quotes-mixed` over those of ten other questions of the half as
  well, 100 words, against people's answers; halves by a hash as in `benchmarks.answers`.
- `crises`: four Spanish crises, 250 words, against reference timelines, and `crises-mixed`: every fourth article of all four
  at once, one crisis asked for.
- `topics`: MultiLing 2011 in English and French, 250 words, against people's summaries; the question is the title of the
  first article of a topic.

The row "by scores alone" is what a question did before it reached the selector: the same ranking, its scores weighing 10.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

import meadow
from benchmarks._measuring import DATA, shared_rows
from benchmarks.answers import digest, half_of, passages
from benchmarks.reports import QUESTIONS, news_document
from meadow.errors import NoTokensWarning
from meadow.lab.evaluate import rouge
from meadow.model import Document

_QUOTED = re.compile(r"\[\s*\d+\s|\]")  # the marks of "[ 2 a quoted span ]"
_OTHERS = 10  # questions whose passages are mixed in


class Case(NamedTuple):
    """A question on documents, how many words may answer it, and what people wrote."""

    question: str
    documents: Sequence[Document]
    references: Sequence[str]
    words: int
    language: str


System = Callable[[Case], str]


def main() -> None:
    """Print a table of recall for each set."""
    if not DATA.exists():
        print("../shared/data is not there; nothing to measure")
        return
    warnings.simplefilter("ignore", NoTokensWarning)  # an answer of QuoteSum without a word scores 0 for everybody
    for name in sys.argv[1:] or SETS:
        cases = list(SETS[name]())
        print(f"\n{f'{name}, {len(cases)} questions':<36}    R-1    R-2")
        for label, system in SYSTEMS.items():
            first, second = mean_recalls(cases, system)
            print(f"{label:<36} {100 * first:6.1f} {100 * second:6.1f}", flush=True)


def mean_recalls(cases: Sequence[Case], system: System) -> list[float]:
    """Return the mean ROUGE-1 and ROUGE-2 recall of what a system makes of the cases."""
    found: list[float] = np.mean([_recalls(case, system(case)) for case in cases], axis=0).tolist()
    return found


def _recalls(case: Case, text: str) -> list[float]:
    dialect: rouge.Dialect = "rouge155" if case.language == "en" else "google"
    scores = rouge.score(
        text, case.references, metrics=("rouge1", "rouge2"), language=case.language, dialect=dialect
    )  # fmt: skip
    return [scores["rouge1"].recall, scores["rouge2"].recall]


# Sets ------------------------------------------------------------------------------------------------------------


def _quotes(half: str, *, mixed: bool) -> Iterator[Case]:
    rows = [row for row in shared_rows("questions", "quotesum-dev.jsonl.gz") if half_of(row) == half]
    rows.sort(key=lambda row: digest(row["question"]))
    for place, row in enumerate(rows):
        gathered = [rows[(place + step) % len(rows)] for step in range(1 + _OTHERS * mixed)]
        documents = [document for each in gathered for document in passages(each)]
        if mixed:
            documents.sort(key=lambda document: digest(document.id))
        answers = [" ".join(_QUOTED.sub(" ", answer).split()) for answer in row["answers"]]
        yield Case(row["question"], documents, answers, 100, "en")


def _crises(*, mixed: bool) -> Iterator[Case]:
    timelines = {row["cluster"]: row["timeline"] for row in shared_rows("spanish", "timelines.jsonl.gz")}
    news: dict[str, list[Document]] = defaultdict(list)
    for row in shared_rows("spanish", "docs.jsonl.gz"):
        news[row["cluster"]].append(news_document(row, "es"))
    every = [each for name in sorted(news) for each in news[name] if digest(each.id) % 4 == 0]
    for name, question in QUESTIONS.items() if news else ():
        reference = " ".join(text for day in timelines[name] for text in day["sentences"])
        yield Case(question, every if mixed else news[name], [reference], 250, "es")


def _topics(language: str) -> Iterator[Case]:
    references = {row["cluster"]: row["references"] for row in shared_rows("multiling2011", "clusters.jsonl.gz")}
    rows: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in shared_rows("multiling2011", "docs.jsonl.gz"):
        if row["lang"] == language:
            rows[row["cluster"]].append(row)
    for name, articles in rows.items():
        documents = [news_document(row, language) for row in articles]
        texts = [reference["text"] for reference in references[name]]
        yield Case(articles[0]["title"], documents, texts, 250, language)


SETS: Mapping[str, Callable[[], Iterator[Case]]] = {
    "quotes-seen": lambda: _quotes("seen", mixed=False),
    "quotes-mixed-seen": lambda: _quotes("seen", mixed=True),
    "quotes-unseen": lambda: _quotes("unseen", mixed=False),
    "quotes-mixed-unseen": lambda: _quotes("unseen", mixed=True),
    "topics-en": lambda: _topics("en"),
    "topics-fr": lambda: _topics("fr"),
    "crises": lambda: _crises(mixed=False),
    "crises-mixed": lambda: _crises(mixed=True),
}


# Systems ---------------------------------------------------------------------------------------------------------


def _summary(case: Case, *, question: str | None = None, method: str = "meadow", select: str | None = None) -> str:
    return meadow.summarize(
        case.documents, method=method, select=select, words=case.words, question=question, annotate=False
    ).text


def _report(case: Case) -> str:
    """Return the sentences of a report that fit, in its order."""
    sentences, left = list[str](), case.words
    for pick in meadow.report(case.question, case.documents).picks:
        size = len(pick.written.split())
        if size <= left:
            sentences.append(pick.written)
            left -= size
    return " ".join(sentences)


SYSTEMS: Mapping[str, System] = {
    "default, no question": _summary,
    "icsi, no question": lambda case: _summary(case, method="icsi"),
    "question, by scores alone": lambda case: _summary(
        case, question=case.question, select="coverage(score=10, asked=none)"
    ),
    "question": lambda case: _summary(case, question=case.question),
    "report": _report,
}

if __name__ == "__main__":
    main()
