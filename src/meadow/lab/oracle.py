"""The oracle: about the best that an extract can reach against its references, by greedy choice of sentences.

Source: our own; the greedy oracle is common practice since Nallapati, Zhai and Zhou (2017), SummaRuNNer.

Sentence by sentence it takes, of the forty that score best alone, the one that raises ROUGE-1 + ROUGE-2 F most, while it
fits. A search over all extracts would do a little better: this is a lower bound of what is possible.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence

from meadow.errors import NoTokensWarning
from meadow.evaluate import rouge
from meadow.model import Budget, Sentence
from meadow.select.budget import limit_of
from meadow.text.tokens import count_printed_words
from meadow.vectors.view import StoryView

_CANDIDATES = 40
_METRICS = ("rouge1", "rouge2")


def oracle_extract(view: StoryView, references: Sequence[str], budget: Budget) -> list[Sentence]:
    """Return the sentences of the oracle's extract in time order."""
    language = view.language
    limit = limit_of(budget, sentences=len(view), characters=sum(len(each.text) for each in view.sentences))
    first = {sentence.text: row for row, sentence in reversed(list(enumerate(view.sentences)))}
    worth = _worth([[text] for text in first], references, language)
    ranked = sorted(zip(first, worth, strict=True), key=lambda item: (-item[1], first[item[0]]))
    candidates = [text for text, _ in ranked[:_CANDIDATES]]
    chosen: list[str] = []
    best, left = 0.0, float(limit)
    while True:
        fitting = [text for text in candidates if text not in chosen and _size(text, budget, language) <= left]
        values = _worth([[*chosen, text] for text in fitting], references, language)
        value, place = max(((value, -place) for place, value in enumerate(values)), default=(0.0, 0))
        if value <= best:
            return [view.sentences[row] for row in sorted(first[text] for text in chosen)]
        text = fitting[-place]
        best, left = value, left - _size(text, budget, language)
        chosen.append(text)


def _worth(extracts: Sequence[Sequence[str]], references: Sequence[str], language: str) -> list[float]:
    pairs = [(" ".join(texts), list(references)) for texts in extracts]
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", NoTokensWarning
        )  # a sentence of dashes is worth nothing, and that is no trouble
        scores = rouge.score_many(pairs, metrics=_METRICS, language=language)
    return [sum(score[metric].f for metric in _METRICS) for score in scores]


def _size(text: str, budget: Budget, language: str) -> int:
    if budget.unit == "sentences":
        return 1
    return len(text) if budget.unit == "characters" else count_printed_words(text, language)
