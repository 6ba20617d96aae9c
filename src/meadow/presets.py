"""Presets: summarizers by one name, each a ranker, a selector and a rewriter.

Source: INTERFACE's list; weights from Radev, Jing, Styś and Tam (2004), sections 3.5.4 and 5.3.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from meadow.errors import SpecError, UnknownNameError
from meadow.rank import RANKERS
from meadow.registry import Method, Registry, parameters
from meadow.rewrite import REWRITERS
from meadow.select import SELECTORS
from meadow.spec import Spec

DEFAULT = "meadow"
_MEAD = "mix(centroid=1, position=2, first=1)"


@dataclass(frozen=True, slots=True)
class Preset:
    """The three steps of a summarizer as specs, and how it rounds a percentage of sentences.

    With `current`, a sentence with the figure in force goes before those whose figures it replaced.
    """

    rank: str
    select: str = "penalty"
    rewrite: str = "trim"
    rounding: Literal["half-up", "up"] = "half-up"
    current: bool = False

    def methods(self) -> tuple[Method, Method, Method]:
        """Return ranker, selector and rewriter, with names and parameters checked."""
        return RANKERS.build(self.rank), SELECTORS.build(self.select), REWRITERS.build(self.rewrite)


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
    "icsi": Preset(_MEAD, "icsi"),
    "submodular": Preset(_MEAD, "submodular"),
    "mead": Preset(_MEAD),
    "mead-c": Preset("mix(centroid=1)"),
    "mead-cp": Preset("mix(centroid=1, position=1)"),
    "mead-cpf": Preset("mix(centroid=1, position=1, first=1)"),
    "mead-release": Preset(
        "mix(centroid=1, position=1, dialect=release, minimum_words=9)",
        "distinct(threshold=0.7, dialect=release)",
        "none",
        "up",
    ),
    # The default: the best that has been shown so far, which signatures spell out.
    "meadow": Preset(
        "mix(lexrank=1, early=4, topic-signature=0.5, minimum_words=9, standalone=true)", "fresh", current=True
    ),
}

# The default tracker with all its settings, found as docs/decisions/0009 tells.
TRACKER_ALIASES: Mapping[str, str] = {
    "meadow": "meadow(threshold=0.425, caution=0.25, neighbours=5, copies=0.75, draft=0.2)"
}


def choose_preset(
    method: str = DEFAULT,
    *,
    rank: str | None = None,
    select: str | None = None,
    rewrite: str | None = None,
    seed: int | None = None,
    question: str | None = None,
) -> Preset:
    """Return a preset by name, with any of its steps replaced; a seed goes to a ranker that takes one and has none.

    A question goes to a ranker that reads one; with any other, `focus` is mixed in at twice its weight.
    """
    preset = PRESETS.get(method)
    if preset is None:
        raise UnknownNameError("summarizer", method, PRESETS, advice=_advice(method))
    ranker = preset.rank if rank is None else rank
    if question is not None:
        ranker = _focused(ranker, question)
    return replace(
        preset,
        rank=ranker if seed is None else str(RANKERS.build(ranker).with_default("seed", seed).spec),
        select=preset.select if select is None else select,
        rewrite=preset.rewrite if rewrite is None else rewrite,
    )


def _focused(ranker: str, question: str) -> str:
    """Return the spec of a ranker with a question: its own parameter, or a mix in which `focus` weighs twice as much."""
    built = RANKERS.build(ranker)
    if built.spec.name == "mix" and "focus" not in dict(built.spec.keywords):
        weights = [value for key, value in built.spec.keywords if key in RANKERS and isinstance(value, int | float)]
        twice = 2 * max(weights, default=1)
        built = RANKERS.build(Spec("mix", (), (*built.spec.keywords, ("focus", twice))))
    elif "question" not in parameters(built.function):
        if built.spec.keywords:
            raise SpecError(
                f"The ranker {ranker!r} reads no question.", given=question,
                allowed="A ranker with parameters of its own cannot be mixed with focus.",
                advice="Give --rank focus, or a mix such as 'mix(centroid=1, focus=2)'.",
            )  # fmt: skip
        built = RANKERS.build(Spec("mix", (), ((built.spec.name, 1), ("focus", 2))))
    return str(built.with_default("question", question).spec)


def _advice(method: str) -> str:
    families: tuple[tuple[str, Registry], ...] = (
        ("--rank", RANKERS),
        ("--select", SELECTORS),
        ("--rewrite", REWRITERS),
    )
    for option, registry in families:
        if method.split("(")[0].split(":")[0] in registry:
            return f"{method!r} is a {registry.role}: give it with {option}."
    return "`meadow methods` describes them all."
