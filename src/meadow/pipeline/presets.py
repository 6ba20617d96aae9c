"""Presets: summarizers by one name, each a ranker, a treatment of figures, a selector and a rewriter.

Source: INTERFACE's list; weights from Radev, Jing, Styś and Tam (2004), sections 3.5.4 and 5.3.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from meadow.errors import SpecError, UnknownNameError, UsageError
from meadow.grouping import GROUPER_ALIASES
from meadow.ingest.times import parse_time
from meadow.model import Budget, Rounding
from meadow.rank import RANKERS
from meadow.recipe import (
    DEFAULT_BUDGET,
    DEFAULT_FIGURES,
    DEFAULT_HEADLINE,
    DEFAULT_RANK,
    DEFAULT_REWRITE,
    DEFAULT_SELECT,
    DEFAULT_TRACKER,
    Recipe,
)
from meadow.registry import Method, Registry, parameters
from meadow.reports.asking import read_asking
from meadow.reports.wordings import LANGUAGES
from meadow.rewrite import REWRITERS
from meadow.select import SELECTORS
from meadow.select.budget import make_budget
from meadow.spec import Spec, parse_spec
from meadow.superseded import FIGURES, NO_FIGURES

DEFAULT_METHOD = "meadow"  # what users call the defaults of `Recipe`
_COVERAGE = "coverage"  # the default before `sequence`, and still the one that answers questions
_FOCUS = "focus"  # the ranker, and feature, that reads a question
_ASKED = 20  # the weight of scores in `coverage` for what one sentence can answer: such sentences come first
_MIX, _CUTOFF = "mix", "minimum_words"
# The weights of MEAD's features: the paper's best, and its steps to there.
_MEAD: Mapping[str, str] = {
    "": "centroid=1, position=2, first=1", "-c": "centroid=1", "-cp": "centroid=1, position=1",
    "-cpf": "centroid=1, position=1, first=1",
}  # fmt: skip
_SHORTEST = 9  # words of a sentence, as in the released system; the paper has no cutoff
_PAPER = f"mix({_MEAD['']})"


@dataclass(frozen=True, slots=True)
class Preset:
    """The steps of a summarizer as specs: who spells them out gets the same summaries."""

    rank: str
    select: str = "penalty"
    rewrite: str = "trim"
    figures: str = NO_FIGURES

    @property
    def rounding(self) -> Rounding:
        """How a percentage of sentences is rounded: up by the released MEAD's selector, else half up."""
        return "up" if dict(parse_spec(self.select).keywords).get("dialect") == "release" else "half-up"

    def methods(self) -> tuple[Method, Method, Method, Method]:
        """Return ranker, treatment of figures, selector and rewriter, with names and parameters checked."""
        ranker, figures = RANKERS.build(self.rank), FIGURES.build(self.figures)
        return ranker, figures, SELECTORS.build(self.select), REWRITERS.build(self.rewrite)

    def recipe(self, budget: Budget = DEFAULT_BUDGET, *, annotate: bool = True) -> Recipe:
        """Return the recipe of a summary of some length by these steps; all else is as by default."""
        return Recipe(
            rank=self.rank, figures=self.figures, select=self.select, rewrite=self.rewrite, budget=budget,
            annotate=annotate,
        )  # fmt: skip


PRESETS: Mapping[str, Preset] = {
    "lead": Preset("lead", "top"),
    "random": Preset("random", "top"),
    "tfidf": Preset("tfidf", "top"),
    "patterns": Preset("patterns", "top"),
    "lexrank": Preset("lexrank"),
    "tfidf+mmr": Preset("tfidf", "mmr"),
    "tfidf+ward": Preset("tfidf", "ward"),
    "patterns+mmr": Preset("patterns", "mmr"),
    "patterns+ward": Preset("patterns", "ward"),
    "icsi": Preset(_PAPER, "icsi"),
    "submodular": Preset(_PAPER, "submodular"),
    **{f"mead{name}": Preset(f"{_MIX}({weights}, {_CUTOFF}={_SHORTEST})") for name, weights in _MEAD.items()},
    **{f"mead-paper{name}": Preset(f"{_MIX}({weights})") for name, weights in _MEAD.items()},
    "mead-release": Preset(
        "mix(centroid=1, position=1, dialect=release, minimum_words=9)",
        "distinct(threshold=0.7, dialect=release)",
        "none",
    ),
    _COVERAGE: Preset(DEFAULT_RANK, _COVERAGE, DEFAULT_REWRITE, DEFAULT_FIGURES),
    DEFAULT_METHOD: Preset(DEFAULT_RANK, DEFAULT_SELECT, DEFAULT_REWRITE, DEFAULT_FIGURES),
}

TRACKER_ALIASES: Mapping[str, str] = {DEFAULT_METHOD: DEFAULT_TRACKER}


_USUAL: Mapping[str, object] = {
    "method": DEFAULT_METHOD, "tracker": DEFAULT_METHOD, "headline": DEFAULT_HEADLINE, "annotate": True,
    "all_figures": False,
}  # fmt: skip


def make_recipe(
    *,
    method: str = DEFAULT_METHOD,
    rank: str | None = None,
    figures: str | None = None,
    select: str | None = None,
    rewrite: str | None = None,
    tracker: str = DEFAULT_METHOD,
    headline: str = DEFAULT_HEADLINE,
    sentences: int | None = None,
    words: int | None = None,
    characters: int | str | None = None,
    percent: float | None = None,
    seed: int | None = None,
    question: str | None = None,
    since: datetime | str | None = None,
    top: int | None = None,
    min_sources: int | None = None,
    min_articles: int | None = None,
    windows: str | None = None,
    annotate: bool = True,
    all_figures: bool = False,
    recipe: Recipe | None = None,
) -> Recipe:
    """Return the recipe that these words ask for; a whole recipe replaces all of them and goes with none."""
    lengths = {"sentences": sentences, "words": words, "characters": characters, "percent": percent}
    steps = {"rank": rank, "figures": figures, "select": select, "rewrite": rewrite}
    few: dict[str, Any] = {"top": top, "min_sources": min_sources, "min_articles": min_articles}
    few["all_figures"] = all_figures
    more = {"seed": seed, "question": question, "windows": windows, **few}
    if recipe is not None:
        named: dict[str, object] = {"method": method, "tracker": tracker, "headline": headline, "since": since}
        named |= {"annotate": annotate, **steps, **lengths, **more}
        return _alone(recipe, [name for name, value in named.items() if value not in (None, _USUAL.get(name))])
    preset = choose_preset(method, **steps, seed=seed, question=question)
    budget = make_budget(
        sentences=sentences, words=words, characters=characters, percent=percent, rounding=preset.rounding
    )
    moment = parse_time(since)[0] if isinstance(since, str) else since
    few |= {"tracker": tracker, "headline": headline, "since": moment, "windows": _written_windows(windows)}
    return settled(replace(preset.recipe(budget, annotate=annotate), **few))


def _written_windows(text: str | None) -> str | None:
    """Return windows as signatures write them."""
    if text is None:
        return None
    from meadow.tracking.windows import parse_windows  # few streams are divided

    return str(parse_windows(text))


def _alone(recipe: Recipe, others: list[str]) -> Recipe:
    if others:
        listed = ", ".join(f"{name}=" for name in others)
        raise UsageError(
            f"A recipe was given, and {listed} as well.", given=listed, allowed="A recipe holds all of that itself.",
            advice="Change the recipe: dataclasses.replace(recipe, rank=…).",
        )  # fmt: skip
    return settled(recipe)


def settled(recipe: Recipe) -> Recipe:
    """Return a recipe as it is carried out: aliases of methods spelled out, question and seed with the ranker.

    Where two recipes settle to one value, their results are the same; signatures print that value.
    """
    ranker = _ranker(recipe.rank, seed=recipe.seed, question=recipe.question)
    changes: dict[str, Any] = {
        "rank": ranker,
        "select": _selector(recipe.select, ranker),
        "tracker": TRACKER_ALIASES.get(recipe.tracker, recipe.tracker),
        "group": GROUPER_ALIASES.get(recipe.group, recipe.group),
        "seed": None,
        "question": None,
    }
    # Settled once, a recipe stays as it is: it is on its way through several hands.
    is_settled = all(getattr(recipe, name) == value for name, value in changes.items())
    return recipe if is_settled else replace(recipe, **changes)


def choose_preset(
    method: str = DEFAULT_METHOD,
    *,
    rank: str | None = None,
    figures: str | None = None,
    select: str | None = None,
    rewrite: str | None = None,
    seed: int | None = None,
    question: str | None = None,
) -> Preset:
    """Return a preset by name, with any of its steps replaced; a seed goes to a ranker that takes one and has none.

    `icsi(minimum_words=9)` is the preset with MEAD's length cutoff, which is an option of every preset that mixes rankers.
    A question goes to a ranker that reads one; with any other, `focus` is mixed in at twice its weight. What is done about
    replaced figures corrects the scores of the preset's own ranker: another ranker comes without it, unless it is named too.
    """
    preset = _named(method)
    if rank is not None and method not in PRESETS:
        raise UsageError(
            f"{method!r} was given, and another ranker.", given=f"{method}, {rank}",
            allowed=f"{_CUTOFF} cuts off sentences of the preset's own ranker.",
            advice=f"Give the ranker its own: mix(centroid=1, {_CUTOFF}=9).",
        )  # fmt: skip
    return replace(
        preset,
        rank=_ranker(preset.rank if rank is None else rank, seed=seed, question=question),
        figures=figures or (preset.figures if rank is None else NO_FIGURES),
        select=preset.select if select is None else select,
        rewrite=preset.rewrite if rewrite is None else rewrite,
    )


def _named(method: str) -> Preset:
    """Return a preset by its name, with the shortest sentences cut off where the name asks for that."""
    name = method.partition("(")[0].partition(":")[0]
    preset = PRESETS.get(name)
    if preset is None:
        raise UnknownNameError("summarizer", name, PRESETS, advice=_advice(method))
    return preset if name == method else replace(preset, rank=_with_cutoff(name, preset.rank, method))


def _with_cutoff(name: str, rank: str, method: str) -> str:
    """Return the ranker of a preset with the cutoff that `icsi(minimum_words=9)` asks for."""
    ranker = RANKERS.build(rank).spec
    asked = parse_spec(_MIX + method[len(name) :])
    if ranker.name != _MIX or asked.positional or [key for key, _ in asked.keywords] != [_CUTOFF]:
        mixing = ", ".join(each for each, preset in PRESETS.items() if preset.rank.startswith(f"{_MIX}("))
        raise SpecError(
            f"The summarizer {method!r} cannot be read.", given=method,
            allowed=f"{_CUTOFF} is the one option of a preset, and only of those that mix rankers: {mixing}.",
            advice=f"Such as mead({_CUTOFF}=12). Replace a whole step with --rank, --select or --rewrite.",
        )  # fmt: skip
    kept = tuple((key, value) for key, value in ranker.keywords if key != _CUTOFF)
    return str(RANKERS.build(Spec(_MIX, (), (*kept, *asked.keywords))).spec)


def _ranker(spec: str, *, seed: int | None, question: str | None) -> str:
    focused = spec if question is None else _focused(spec, question)
    return focused if seed is None else str(RANKERS.build(focused).with_default("seed", seed).spec)


def _selector(spec: str, ranker: str) -> str:
    """Return a selector's spec under its current name; one that reads a question gets the feature that scores it.

    One that weighs scores against other parts weighs them more for a question than for a mere topic. The weights of the
    default were learned from summaries of whole stories, so `coverage` answers questions in its place.
    """
    spec = SELECTORS.current(spec)
    ranking = RANKERS.build(ranker).spec
    given = dict(ranking.keywords)
    if "question" not in given or not (ranking.name == _FOCUS or _FOCUS in given):
        return spec
    selector = SELECTORS.build(_COVERAGE if spec == DEFAULT_SELECT else spec).with_default("asked", _FOCUS)
    asks = any(read_asking(str(given["question"]), language).asks for language in LANGUAGES)
    return str((selector.with_default("score", _ASKED) if asks else selector).spec)


def _focused(ranker: str, question: str) -> str:
    """Return the spec of a ranker with a question: its own parameter, or a mix in which `focus` weighs twice as much."""
    built = RANKERS.build(ranker)
    if built.spec.name == "mix" and _FOCUS not in dict(built.spec.keywords):
        weights = [value for key, value in built.spec.keywords if key in RANKERS and isinstance(value, int | float)]
        twice = 2 * max(weights, default=1)
        built = RANKERS.build(Spec("mix", (), (*built.spec.keywords, (_FOCUS, twice))))
    elif "question" not in parameters(built.function):
        if built.spec.keywords:
            raise SpecError(
                f"The ranker {ranker!r} reads no question.", given=question,
                allowed="A ranker with parameters cannot be mixed with focus.",
                advice="Give --rank focus, or a mix such as 'mix(centroid=1, focus=2)'.",
            )  # fmt: skip
        built = RANKERS.build(Spec("mix", (), ((built.spec.name, 1), (_FOCUS, 2))))
    return str(built.with_default("question", question).spec)


def _advice(method: str) -> str:
    families: tuple[tuple[str, Registry], ...] = (
        ("--rank", RANKERS),
        ("--figures", FIGURES),
        ("--select", SELECTORS),
        ("--rewrite", REWRITERS),
    )
    for option, registry in families:
        if method.split("(")[0].split(":")[0] in registry:
            return f"{method!r} is a {registry.role}: give it with {option}."
    return "`meadow methods` describes them all."
