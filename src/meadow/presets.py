"""Presets: summarizers by one name, each a ranker, a selector and a rewriter.

Source: INTERFACE's list; weights from Radev, Jing, Styś and Tam (2004), sections 3.5.4 and 5.3.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from meadow.errors import UnknownNameError
from meadow.rank import RANKERS
from meadow.registry import Method, Registry
from meadow.rewrite import REWRITERS
from meadow.select import SELECTORS

DEFAULT = "meadow"
_MEAD = "mix(centroid=1, position=2, first=1)"


@dataclass(frozen=True, slots=True)
class Preset:
    """The three steps of a summarizer as specs, and how it rounds a percentage of sentences."""

    rank: str
    select: str = "penalty"
    rewrite: str = "trim"
    rounding: Literal["half-up", "up"] = "half-up"

    def methods(self) -> tuple[Method, Method, Method]:
        """Return ranker, selector and rewriter, with names and parameters checked."""
        return RANKERS.build(self.rank), SELECTORS.build(self.select), REWRITERS.build(self.rewrite)


PRESETS: Mapping[str, Preset] = {
    "lead": Preset("lead", "top"),
    "random": Preset("random", "top"),
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
    "meadow": Preset("mix(centroid=1, position=2, first=1, minimum_words=9, standalone=true)"),
}

# CIDR with the stream's own document frequencies, tuned as docs/decisions/0004 tells.
TRACKER_ALIASES: Mapping[str, str] = {"meadow": "cidr(threshold=0.6, keep_over=0, background_documents=300)"}


def choose_preset(
    method: str = DEFAULT,
    *,
    rank: str | None = None,
    select: str | None = None,
    rewrite: str | None = None,
    seed: int | None = None,
) -> Preset:
    """Return a preset by name, with any of its steps replaced; a seed goes to a ranker that takes one and has none."""
    preset = PRESETS.get(method)
    if preset is None:
        raise UnknownNameError("summarizer", method, PRESETS, advice=_advice(method))
    ranker = preset.rank if rank is None else rank
    return replace(
        preset,
        rank=ranker if seed is None else str(RANKERS.build(ranker).with_default("seed", seed).spec),
        select=preset.select if select is None else select,
        rewrite=preset.rewrite if rewrite is None else rewrite,
    )


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
