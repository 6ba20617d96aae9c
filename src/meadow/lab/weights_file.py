"""The file of learned weights: TOML that a person can read, `--rank @FILE` can use, and equal lessons write the same.

Source: TOML 1.0 (toml.io) for the notation; what it holds is our own.
"""

from __future__ import annotations

from collections.abc import Mapping

from meadow.lab.fitting import LEARNED, Fit
from meadow.lab.toml_text import quoted
from meadow.provenance import signature

_DIGITS = 3


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
