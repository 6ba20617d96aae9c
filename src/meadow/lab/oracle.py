"""The oracle: about the best that an extract can reach against its references, by greedy choice of sentences.

Source: our own; the greedy oracle is common practice since Nallapati, Zhai and Zhou (2017), SummaRuNNer.

Sentence by sentence it takes, of the forty that score best alone, the one that raises the sum of its measures most (ROUGE-1
and ROUGE-2 F unless told), while it fits. A search over all extracts would do a little better: this is a lower bound of what
is possible.
"""

from __future__ import annotations

from collections.abc import Sequence

from meadow.lab.scoring import figures_of
from meadow.model import Budget, Sentence
from meadow.select.budget import limit_of
from meadow.text.tokens import count_printed_words
from meadow.vectors.view import StoryView

_CANDIDATES = 40
_MEASURES = ("rouge1(dialect=google)", "rouge2(dialect=google)")


def oracle_extract(
    view: StoryView, references: Sequence[str], budget: Budget, *, measures: Sequence[str] = _MEASURES
) -> list[Sentence]:
    """Return the sentences of the oracle's extract in time order."""
    language = view.language
    limit = limit_of(budget, sentences=len(view), characters=sum(len(each.text) for each in view.sentences))
    first = {sentence.text: row for row, sentence in reversed(list(enumerate(view.sentences)))}
    worth = _worth([[text] for text in first], references, measures, language)
    ranked = sorted(zip(first, worth, strict=True), key=lambda item: (-item[1], first[item[0]]))
    candidates = [text for text, _ in ranked[:_CANDIDATES]]
    chosen: list[str] = []
    best, left = 0.0, float(limit)
    while True:
        fitting = [text for text in candidates if text not in chosen and _size(text, budget, language) <= left]
        values = _worth([[*chosen, text] for text in fitting], references, measures, language)
        value, number = max(((value, -number) for number, value in enumerate(values)), default=(0.0, 0))
        if value <= best:
            return [view.sentences[row] for row in sorted(first[text] for text in chosen)]
        text = fitting[-number]
        best, left = value, left - _size(text, budget, language)
        chosen.append(text)


def _worth(
    extracts: Sequence[Sequence[str]], references: Sequence[str], measures: Sequence[str], language: str
) -> list[float]:
    texts = [" ".join(sentences) for sentences in extracts]
    return [sum(figures) for figures in figures_of(texts, references, measures, language=language)]


def _size(text: str, budget: Budget, language: str) -> int:
    if budget.unit == "sentences":
        return 1
    return len(text) if budget.unit == "characters" else count_printed_words(text, language)
