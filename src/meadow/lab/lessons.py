"""Lessons: stories with what each sentence is worth, from judges who scored it or from summaries that people wrote.

A titled article teaches which sentence a headline could be taken from (H1): the one with the highest ROUGE-1 F against its
title. How well such a table finds it is measured on articles that it was not learned from: the collection is halved, and
each half is tried by the table of the other.

Source: our own. From judges it is the mean of their utilities, after Radev, Jing, Styś and Tam (2004); from references the
mean of ROUGE-1 and ROUGE-2 precision, after Lin (2004): the share of a sentence's words, and of its bigrams, that the
references hold. A share, because a summary's budget is counted in words: extracts that take the highest first are the best
of those that we tried, and ROUGE-1 F only teaches to like long sentences (docs/how-to/learn-weights.md has the figures);
van Kesteren and Kraaij (2005), section II, for the Naive Bayes of headlines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal

import numpy as np

from meadow.errors import InputError
from meadow.headlines.bayes_table import BayesTable, fit_bayes
from meadow.lab.evaluate import rouge
from meadow.lab.evaluate.judge_tables import JudgeTable
from meadow.lab.scoring import figures_of
from meadow.lab.testbed import Testbed
from meadow.model import Document, FloatArray, SentenceRef
from meadow.provenance import content_id, data_digest
from meadow.text.background import Background
from meadow.vectors.view import StoryView, view_documents

DIGEST_LENGTH = 8
FROM_JUDGES = "judges: mean utility of a sentence"
WORTH = ("rouge1(dialect=rouge155).precision", "rouge2(dialect=rouge155).precision")

_DIGITS = 6

FEWEST_SENTENCES = 3
_FEWEST_EXAMPLES = 2
_DIALECT: rouge.Dialect = "google"  # the tables of `meadow.headlines` were learned with it
# An article as a story of its own, and the row of the sentence that is closest to its title.
Example = tuple[StoryView, int]


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """A story, the rows of those sentences whose worth is known, and what each of them is worth."""

    name: str
    view: StoryView
    rows: tuple[int, ...]
    worth: FloatArray

    @property
    def digest(self) -> str:
        """What the lesson holds in eight letters: its documents, and the worth of each sentence to six digits."""
        values = (f"{row}:{worth:.{_DIGITS}g}" for row, worth in zip(self.rows, self.worth.tolist(), strict=True))
        return content_id(data_digest(self.view.documents), *values)[:DIGEST_LENGTH]


def told_from_references(measures: Sequence[str] = WORTH) -> str:
    """Return what a file of weights says about what a sentence was worth."""
    named = "ROUGE-1 and ROUGE-2 precision" if tuple(measures) == WORTH else " and ".join(measures)
    return f"references: mean of {named} of a sentence"


def lesson_from_references(
    name: str, view: StoryView, references: Sequence[str], *, measures: Sequence[str] = WORTH
) -> Lesson:
    """Return a story with what measures say of each sentence: by default the share of words and bigrams in references."""
    texts = [reference for reference in references if reference.strip()]
    if not texts:
        raise InputError(
            f"The story {name!r} has no reference.", given=name,
            allowed="Every story has at least one reference, and none is empty.",
            advice="Add a summary that a person wrote of it, or leave the story out.",
        )  # fmt: skip
    sentences = [sentence.text for sentence in view.sentences]
    worth = np.array([fmean(figures) for figures in figures_of(sentences, texts, measures, language=view.language)])
    return Lesson(name, view, tuple(range(len(view))), worth)


def lessons_from_judges(stories: Sequence[tuple[str, StoryView]], table: JudgeTable) -> list[Lesson]:
    """Return stories with the mean utility of each judged sentence; a judged sentence that no story has is an error.

    Sentences that nobody judged, such as headlines, are not learned from.
    """
    means = dict(zip(table.sentences, np.array(table.utilities, dtype=np.float64).mean(axis=0).tolist(), strict=True))
    lessons = [_judged(name, view, means) for name, view in stories]
    known = {view.sentences[row].ref for (_, view), lesson in zip(stories, lessons, strict=True) for row in lesson.rows}
    stranger = next((ref for ref in means if ref not in known), None)
    if stranger is not None:
        raise _stranger(stranger, stories)
    return lessons


def lessons_of_testbed(
    testbed: Testbed,
    *,
    source: Literal["judges", "references"],
    background: Background | None = None,
    measures: Sequence[str] = WORTH,
) -> list[Lesson]:
    """Return the topics of a testbed that judges scored, or that people summarized, as lessons."""
    lessons: list[Lesson] = []
    for topic in testbed:
        if source == "references" and topic.references:
            view = view_documents(topic.documents, background=background)
            texts = [each.text for each in topic.references]
            lessons.append(lesson_from_references(topic.id, view, texts, measures=measures))
        elif source == "judges" and topic.utilities is not None:
            view = view_documents(topic.documents, background=background)
            lessons += lessons_from_judges([(topic.id, view)], topic.utilities)
    if not lessons:
        needed = "references.jsonl" if source == "references" else "utilities.jsonl"
        raise InputError(
            f"No topic of the testbed {testbed.name!r} has {source}.", given=testbed.name,
            allowed=f"The file {needed} of a testbed holds them.", advice="`meadow lab check` says what it holds.",
        )  # fmt: skip
    return lessons


def _judged(name: str, view: StoryView, means: dict[SentenceRef, float]) -> Lesson:
    rows = tuple(row for row, sentence in enumerate(view.sentences) if sentence.ref in means)
    return Lesson(name, view, rows, np.array([means[view.sentences[row].ref] for row in rows]))


def _stranger(ref: SentenceRef, stories: Sequence[tuple[str, StoryView]]) -> InputError:
    sizes = {
        document.id: int((view.document_of == number).sum())
        for _, view in stories
        for number, document in enumerate(view.documents)
    }
    size = sizes.get(ref.document_id)
    documents = f"The stories have the documents {', '.join(sizes)}."
    allowed = documents if size is None else f"That document has {size} sentences, counted from 0."
    return InputError(
        f"The judges scored sentence {ref.index} of {ref.document_id!r}, which is not in the stories.",
        given=f"sentence {ref.index} of {ref.document_id!r}",
        allowed=allowed,
        advice="Give the documents that were judged, with the sentences they had then.",
    )


@dataclass(frozen=True, slots=True, eq=False)
class HeadlineFit:
    """What was learned, from how many articles, and how often the best sentence is the one closest to the title.

    `found` is over articles that the table in question was not learned from, `lead` what taking the first sentence gives.
    """

    table: BayesTable
    examples: int
    found: float
    lead: float


def headline_examples(documents: Iterable[Document]) -> Iterator[Example]:
    """Iterate over titled documents as stories of their own, each with the sentence of the best ROUGE-1 F with its title.

    Documents of two sentences or fewer, and those without a word of their title, teach nothing.
    """
    for document in documents:
        if document.title is None or not document.title.strip():
            continue
        view = view_documents([document])
        if len(view) < FEWEST_SENTENCES:
            continue
        pairs = [(sentence.text, document.title) for sentence in view.sentences]
        scored = rouge.score_many(pairs, metrics=("rouge1",), language=view.language, dialect=_DIALECT)
        values = [row["rouge1"].f for row in scored]
        if max(values) > 0:
            yield view, values.index(max(values))


def fit_headlines(documents: Iterable[Document], *, data: str) -> HeadlineFit:
    """Return the table that titled articles teach; `data` says what they are and is written into it."""
    given = list(documents)
    examples = list(headline_examples(given))
    if len(examples) < _FEWEST_EXAMPLES:
        raise InputError(
            f"Of {len(given)} documents {len(examples)} can be learned from.",
            given=f"{len(given)} documents",
            allowed=f"An article has a title, {FEWEST_SENTENCES} sentences or more, and shares a word with its title.",
            advice="Give more articles; tables are learned from some hundreds.",
        )
    halves = examples[::2], examples[1::2]
    right = [
        _is_first(example, table)
        for tried, learned in (halves, halves[::-1])
        for table in [fit_bayes(learned, data=data)]
        for example in tried
    ]
    lead = sum(row == 0 for _, row in examples)
    return HeadlineFit(fit_bayes(examples, data=data), len(examples), _share(right), lead / len(examples))


def _is_first(example: Example, table: BayesTable) -> bool:
    view, row = example
    return int(table.log_odds(view).argmax()) == row


def _share(right: Sequence[bool]) -> float:
    return sum(right) / len(right)
