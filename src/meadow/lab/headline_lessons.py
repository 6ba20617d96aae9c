"""Learning which sentence a headline could be taken from, out of any collection of titled articles (H1).

An article teaches by its own title: the sentence with the highest ROUGE-1 F against it is the one with a headline in it. How
well such a table tells it is found on articles that it was not learned from: the collection is halved, and each half is
tried by the table of the other.

Source: van Kesteren and Kraaij (2005), section II, for the Naive Bayes; halves instead of a further collection are our own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from meadow.errors import InputError
from meadow.headlines.bayes_table import BayesTable, fit_bayes
from meadow.lab.evaluate import rouge
from meadow.model import Document
from meadow.vectors.view import StoryView, view_documents

FEWEST_SENTENCES = 3
_FEWEST_EXAMPLES = 2
_DIALECT: rouge.Dialect = "google"  # the tables of `meadow.headlines` were learned with it

# An article as a story of its own, and the row of the sentence that is closest to its title.
Example = tuple[StoryView, int]


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
