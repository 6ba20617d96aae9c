"""Learned weights: the `mix` of rankers that comes nearest to what people found worth saying (M15).

Rankers' values are those that `mix` adds up. Within each story they and the worth of the sentences are centred and the
worth is divided by its own deviation, so that the weights say which sentence of a story is better, not which story, and
every story counts the same. One small matrix per story holds all that fitting needs, and matrices add up, so that leaving
each story out in turn costs little. The strength of the penalty is the one of `STRENGTHS` with the least squared error
on stories left out.

The file of learned weights is TOML that a person can read and `--rank @FILE` can use; equal lessons write the same.

Source: our own, on ridge regression, Hoerl and Kennard (1970), and non-negative least squares, Lawson and Hanson (1974).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from meadow.errors import InputError, UsageError, check_range
from meadow.lab.evaluate.agreement import spearman
from meadow.lab.lessons import DIGEST_LENGTH, Lesson
from meadow.lab.ridge import Moments, leave_one_out, moments, solve, squared_error, total
from meadow.lab.toml_text import quoted
from meadow.model import FloatArray, Scores
from meadow.provenance import content_id, signature
from meadow.rank import RANKERS
from meadow.registry import Method
from meadow.spec import Spec
from meadow.vectors.view import StoryView

# `position` is not among them: within a story it is `early` in another unit.
DEFAULT_RANKERS = ("centroid", "early", "first", "lexrank", "topic-signature")
STRENGTHS = (0.001, 0.01, 0.1, 1.0, 10.0)
DEFAULT_STRENGTH = 0.1
LEARNED = "learned"

_FEWEST_SENTENCES = 2
_Gates = Mapping[str, int | bool]
# A mix of mixes has no weights to learn, a question belongs to one story, and what chance says is not to be learned.
_NOT_LEARNED = ("mix", "focus", "random")

_DIGITS = 3


@dataclass(frozen=True, slots=True)
class StoryFit:
    """How scores order one story: Spearman's ρ with the worth of its sentences, by ranker; `learned` is the mix."""

    name: str
    sentences: int
    spearman: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Fit:
    """Learned weights as the spec of a ranker, what they rest on, and how well such weights order stories left out.

    `left_out` is false where there was one story only: its figures then are of the very story that was learned from.
    """

    rank: str
    rankers: tuple[str, ...]
    strength: float
    left_out: bool
    data: str
    stories: tuple[StoryFit, ...]

    @property
    def spearman(self) -> dict[str, float]:
        """The mean ρ over the stories, of the learned mix first and then of each ranker alone."""
        return {name: fmean(story.spearman[name] for story in self.stories) for name in (LEARNED, *self.rankers)}

    @property
    def sentences(self) -> int:
        """The number of sentences that were learned from."""
        return sum(story.sentences for story in self.stories)


def fit_weights(
    lessons: Sequence[Lesson],
    *,
    rankers: Sequence[str] = DEFAULT_RANKERS,
    minimum_words: int = 9,
    standalone: bool = True,
    nonnegative: bool = True,
) -> Fit:
    """Return the mix of rankers whose scores come nearest to the worth of the sentences, and its ρ on stories left out.

    `minimum_words` and `standalone` go into the mix as they are, and sentences that they rule out are not learned from.
    Without `nonnegative` a ranker may speak against a sentence. The order of the lessons does not matter.
    """
    _check_rankers(rankers)
    _check_gates(minimum_words, standalone=standalone, nonnegative=nonnegative)
    _check_names(lessons)
    gates: _Gates = {"minimum_words": minimum_words, "standalone": standalone}
    tables = [_table(lesson, rankers, gates) for lesson in sorted(lessons, key=lambda lesson: lesson.name)]
    parts = [table.moments for table in tables]
    others = leave_one_out(parts) if len(parts) > 1 else None
    strength = DEFAULT_STRENGTH if others is None else _best_strength(parts, others, nonnegative=nonnegative)
    weights = solve(total(parts), strength, nonnegative=nonnegative)
    if not weights.any():
        raise _nothing_learned(rankers)
    tried = [weights] if others is None else [solve(each, strength, nonnegative=nonnegative) for each in others]
    return Fit(
        rank=str(_mix_spec(rankers, weights, gates)),
        rankers=tuple(rankers),
        strength=strength,
        left_out=others is not None,
        data=content_id(*(table.digest for table in tables))[:DIGEST_LENGTH],
        stories=tuple(_story_fit(table, rankers, weighed) for table, weighed in zip(tables, tried, strict=True)),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _FeatureTable:
    """One lesson in numbers: a row per sentence, a column per ranker, and the moments of both with the worth."""

    name: str
    digest: str
    values: FloatArray
    worth: FloatArray
    moments: Moments


def _table(lesson: Lesson, rankers: Sequence[str], gates: _Gates) -> _FeatureTable:
    allowed = _allowed(lesson.view, gates)
    places = [number for number, row in enumerate(lesson.rows) if allowed[row]]
    worth = lesson.worth[places]
    _check_worth(lesson.name, worth)
    features = _mixed(rankers)(lesson.view).features
    rows = [lesson.rows[number] for number in places]
    values = np.column_stack([features[name][rows] for name in rankers])
    return _FeatureTable(lesson.name, lesson.digest, values, worth, moments(values, worth))


def _allowed(view: StoryView, gates: _Gates) -> NDArray[np.bool_]:
    """Return which sentences a mix with these gates may give a score."""
    if not any(gates.values()):
        return np.ones(len(view), dtype=np.bool_)
    # Every sentence has a length, so a mix of lengths is 0 exactly where a gate is shut.
    scores: Scores = _mixed(["length"], gates)(view)
    return scores.values > 0


def _mixed(rankers: Sequence[str], gates: _Gates | None = None) -> Method:
    """Return the mix in which each ranker weighs 1."""
    return RANKERS.build(Spec("mix", (), (*((name, 1) for name in rankers), *(gates or {}).items())))


def _best_strength(parts: Sequence[Moments], others: Sequence[Moments], *, nonnegative: bool) -> float:
    """Return the strength whose weights err least on stories left out; of equally good ones the strongest."""

    def error(strength: float) -> float:
        weights = (solve(each, strength, nonnegative=nonnegative) for each in others)
        return sum(map(squared_error, parts, weights))

    return min(reversed(STRENGTHS), key=error)


def _story_fit(table: _FeatureTable, rankers: Sequence[str], weights: FloatArray) -> StoryFit:
    """Return how weights, and each ranker alone, order a story."""
    scores = {LEARNED: table.values @ weights} | dict(zip(rankers, table.values.T, strict=True))
    rhos = {name: spearman(values.tolist(), table.worth.tolist()) for name, values in scores.items()}
    # A score that is the same for all sentences orders none of them: that is worth as much as chance.
    return StoryFit(table.name, len(table.worth), {name: 0.0 if rho is None else rho for name, rho in rhos.items()})


def _mix_spec(rankers: Sequence[str], weights: FloatArray, gates: _Gates) -> Spec:
    """Return the mix with weights of sum 1 to three digits, the heaviest first; those of 0 and open gates are left out."""
    shares = weights / np.abs(weights).sum()
    rounded = {name: float(f"{share:.3g}") for name, share in zip(rankers, shares.tolist(), strict=True)}
    heaviest = sorted(rounded.items(), key=lambda item: -abs(item[1]))
    return Spec("mix", (), (*(item for item in heaviest if item[1]), *(item for item in gates.items() if item[1])))


def _check_rankers(rankers: Sequence[str]) -> None:
    if not rankers:
        raise UsageError("There is no ranker to learn a weight for.", given="none", advice="Name one or more.")
    for name, times in Counter(rankers).items():
        RANKERS.function(name)
        if times > 1:
            raise UsageError(f"The ranker {name!r} is given twice.", given=name, advice="Name each ranker once.")
        if name in _NOT_LEARNED:
            allowed = ", ".join(known for known in RANKERS if known not in _NOT_LEARNED)
            raise UsageError(f"No weight can be learned for {name!r}.", given=name, allowed=f"Can: {allowed}.")


def _check_gates(minimum_words: int, *, standalone: bool, nonnegative: bool) -> None:
    check_range("mix", "minimum_words", minimum_words, least=0)
    if not nonnegative and (minimum_words or standalone):
        raise UsageError(
            "Weights below 0 cannot go with minimum_words or standalone.",
            given=f"minimum_words={minimum_words}, standalone={standalone}",
            allowed="A mix gives 0 to sentences that these rule out, which would then be more than others have.",
            advice="Set minimum_words to 0 and standalone to false, or keep all weights from 0 up.",
        )


def _check_names(lessons: Sequence[Lesson]) -> None:
    if not lessons:
        raise InputError("There is no story to learn from.", advice="Give at least one, better ten or more.")
    for name, times in Counter(lesson.name for lesson in lessons).items():
        if times > 1:
            raise InputError(f"Two stories are called {name!r}.", given=name, advice="Give each its own name.")


def _check_worth(story: str, worth: FloatArray) -> None:
    if len(worth) >= _FEWEST_SENTENCES and worth.min() < worth.max():
        return
    why = f"its {len(worth)} usable sentences are all worth the same" if len(worth) > 1 else "it has too few sentences"
    raise InputError(
        f"Nothing can be learned from the story {story!r}: {why}.",
        given=story,
        allowed="Sentences count that are judged, long enough and can stand alone; at least two must differ in worth.",
        advice="Leave the story out, or check that its references or judgements are about it.",
    )


def _nothing_learned(rankers: Sequence[str]) -> InputError:
    return InputError(
        f"None of the rankers {', '.join(rankers)} prefers the sentences that are worth more.",
        given=", ".join(rankers),
        allowed="At least one must go with the worth of the sentences.",
        advice="Try other rankers, or check that the references or judgements belong to these stories.",
    )


def format_weights(fit: Fit, *, target: str) -> str:
    """Return the file of a fit: the ranker's spec, what it was learned from, and Spearman's ρ; `target` says the worth."""
    stories = (f"{quoted(each.name)} = {_inline(each.sentences, each.spearman)}" for each in fit.stories)
    how = "each story ordered by weights learned from the others" if fit.left_out else "on the one story learned from"
    lines = [
        "# Weights that `meadow lab fit` learned. Use them with --rank @ and the name of this file.",
        f"rank = {quoted(fit.rank)}",
        "",
        "[learned_from]",
        f"target = {quoted(target)}",
        f"stories = {len(fit.stories)}",
        f"sentences = {fit.sentences}",
        f"rankers = [{', '.join(map(quoted, fit.rankers))}]",
        f"regularisation = {fit.strength:g}",
        f"left_out = {str(fit.left_out).lower()}",
        f"signature = {quoted(fit_signature(fit))}",
        "",
        f"# Spearman's rho with the target, mean over stories; {LEARNED}: {how}.",
        "[spearman]",
        *(f"{name} = {_number(value)}" for name, value in fit.spearman.items()),
        "",
        "[stories]",
        *stories,
    ]
    return "\n".join(lines) + "\n"


def fit_signature(fit: Fit) -> str:
    """Return the line that says how the weights came about."""
    return signature({"fit": "ridge", "rank": fit.rank, "stories": len(fit.stories), "data": fit.data})


def _inline(sentences: int, figures: Mapping[str, float]) -> str:
    parts = [f"sentences = {sentences}", *(f"{name} = {_number(value)}" for name, value in figures.items())]
    return f"{{ {', '.join(parts)} }}"


def _number(value: float) -> str:
    # Adding 0 turns what rounds to -0 into 0.
    return f"{round(value, _DIGITS) + 0.0:.{_DIGITS}f}"
