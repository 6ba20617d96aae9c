"""An n-gram model of a text: how probable it makes any other text, word by word and sentence end by sentence end.

Katz back-off with Good–Turing discounts. The readings we take:

- A history is the last words of the sentence, the first word's history being the sentence start alone; sentence ends
  are predicted like words, sentence starts never are.
- Counts up to 7 are discounted by Katz's ratio `d_r = (r*/r − q) / (1 − q)` with `r* = (r+1)·n_{r+1}/n_r` and
  `q = 8·n_8/n_1`. Where it breaks down (undefined, not above 0, above 1) the raw count stays: `d_r = 1`.
- Words that the text lacks are one class. Its weight among the single words is the number of words seen once, beside
  the discounted counts of the others. Where no ratio breaks down this is Good–Turing's `n_1/N` exactly.
- A history whose discounts leave nothing to the words not seen after it gets a denominator larger by one (Doug Paul's
  rule, in the CMU tools and in SRILM); without it raw counts would forbid every new continuation.

Source: Katz (1987); Clarkson and Rosenfeld (1997), the toolkit behind the perplexities of Amigó et al. (2004).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from meadow.errors import UsageError

START = "<s>"
END = "</s>"
UNSEEN = "<unseen>"

History = tuple[str, ...]
_NOTHING = 1e-12  # what rounding leaves of a sum of probabilities that is 1


@dataclass(frozen=True, slots=True)
class Followers:
    """What may follow one history: the words seen there, and the weight of the shorter history for all others."""

    probabilities: Mapping[str, float]
    backoff: float


@dataclass(frozen=True, slots=True)
class Prediction:
    """How well a text was foreseen; predictions of parts add up to that of the whole."""

    log_probability: float = 0.0
    events: int = 0

    def __add__(self, other: Prediction) -> Prediction:
        return Prediction(self.log_probability + other.log_probability, self.events + other.events)

    @property
    def mean_probability(self) -> float | None:
        """The geometric mean of the events' probabilities, 1/perplexity; None where there was nothing to predict."""
        return math.exp(self.log_probability / self.events) if self.events else None

    @property
    def perplexity(self) -> float | None:
        """The number of equally likely choices that would surprise as much; infinite where an event was impossible."""
        mean = self.mean_probability
        if mean is None:
            return None
        return 1 / mean if mean > 0 else math.inf


@dataclass(frozen=True, slots=True, eq=False)
class BackoffModel:
    """A trained model: `order` is 3 for trigrams; `histories` holds the empty history too."""

    order: int
    histories: Mapping[History, Followers]

    @property
    def vocabulary(self) -> frozenset[str]:
        """All that can be predicted: the words of the text, the sentence end and the class of unseen words."""
        return frozenset(self.histories[()].probabilities) if self.histories else frozenset()

    def probability(self, word: str, history: Sequence[str] = ()) -> float:
        """Return the probability of a word after a history, of which the last `order - 1` words count."""
        if () not in self.histories:
            return 0.0
        known = word if word in self.histories[()].probabilities else UNSEEN
        return self._known(known, tuple(history[max(0, len(history) - self.order + 1) :]))

    def predict(self, sentences: Iterable[Sequence[str]]) -> Prediction:
        """Return how well the model foresees sentences; one without words is left out."""
        return sum((self._predict(words) for words in sentences if words), Prediction())

    def _predict(self, words: Sequence[str]) -> Prediction:
        padded = (START, *words, END)
        histories = (padded[max(0, end - self.order + 1) : end] for end in range(1, len(padded)))
        each = [self.probability(word, history) for word, history in zip(padded[1:], histories, strict=True)]
        return Prediction(sum(map(math.log, each)) if all(each) else -math.inf, len(each))

    def _known(self, word: str, history: History) -> float:
        weight = 1.0
        for start in range(len(history) + 1):
            followers = self.histories.get(history[start:])
            if followers is None:
                continue
            if word in followers.probabilities:
                return weight * followers.probabilities[word]
            weight *= followers.backoff
        return 0.0


def train(sentences: Iterable[Sequence[str]], *, order: int = 3, discounted: int = 7) -> BackoffModel:
    """Return the model of a text given as the words of its sentences; without any word nothing is probable."""
    if order < 1 or discounted < 0:
        raise UsageError(
            f"A model of order {order} that discounts counts up to {discounted} cannot be made.",
            given=f"order={order}, discounted={discounted}",
            allowed="The order is at least 1, the largest discounted count at least 0.",
        )
    counts = _count(sentences, order)
    histories: dict[History, Followers] = {}
    model = BackoffModel(order, histories)
    for length in range(order):
        level = {history: words for history, words in counts.items() if len(history) == length}
        discounts = good_turing_discounts((n for words in level.values() for n in words.values()), limit=discounted)
        histories |= {history: _followers(history, words, discounts, model) for history, words in level.items()}
    return model


def good_turing_discounts(counts: Iterable[int], *, limit: int = 7) -> dict[int, float]:
    """Return the factor for each count up to `limit` that occurs: Katz's ratio, or 1 where it breaks down."""
    number = Counter(counts)
    once = number[1]
    kept_above = (limit + 1) * number[limit + 1] / once if once else math.inf
    if kept_above >= 1:
        return {count: 1.0 for count in number if count <= limit}
    ratios = {r: (r + 1) * number[r + 1] / (r * number[r]) for r in number if 0 < r <= limit}
    factors = {r: (ratio - kept_above) / (1 - kept_above) for r, ratio in ratios.items()}
    return {r: factor if 0 < factor <= 1 else 1.0 for r, factor in factors.items()}


def _count(sentences: Iterable[Sequence[str]], order: int) -> Mapping[History, Counter[str]]:
    counts: defaultdict[History, Counter[str]] = defaultdict(Counter)
    for words in sentences:
        for history, word in _events(words, order):
            counts[history][word] += 1
    return counts


def _events(words: Sequence[str], order: int) -> Iterator[tuple[History, str]]:
    """Yield each word and the sentence end after each of its histories, the empty one included."""
    if words:
        padded = (START, *words, END)
        for end in range(1, len(padded)):
            for start in range(end, max(-1, end - order), -1):
                yield padded[start:end], padded[end]


def _followers(history: History, words: Counter[str], discounts: Mapping[int, float], model: BackoffModel) -> Followers:
    kept = {word: count * discounts.get(count, 1.0) for word, count in words.items()}
    if not history:
        return _single_words(kept, once=sum(count == 1 for count in words.values()))
    return _after(kept, words.total(), lambda word: model.probability(word, history[1:]))


def _single_words(kept: Mapping[str, float], *, once: int) -> Followers:
    weights = {**kept, UNSEEN: float(once)}
    total = math.fsum(weights.values())
    return Followers({word: weight / total for word, weight in weights.items()}, backoff=0.0)


def _after(kept: Mapping[str, float], total: int, shorter: Callable[[str], float]) -> Followers:
    known = math.fsum(kept.values())
    others = 1 - math.fsum(map(shorter, kept))
    if others < _NOTHING:  # every word there is was seen here: nobody can use what the discounts set free
        return Followers({word: weight / known for word, weight in kept.items()}, backoff=0.0)
    free = total - known
    if free < _NOTHING:
        total, free = total + 1, 1.0
    return Followers({word: weight / total for word, weight in kept.items()}, backoff=free / total / others)
