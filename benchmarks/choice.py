"""The weights of `whole` chosen on all collections but one, measured on that one: `python -m benchmarks.choice`.

Every combination of `score`, `running`, `position` and `likeness` summarizes every story in 100 words; the value is the mean
over sets of ROUGE-1 and 2 recall (dialect `rouge155`). For each set the combination that is best on the others is named,
with its value there, beside that of the shipped weights and of the best by hindsight. Then what each part brings: the
shipped weights with one of them at 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from statistics import fmean

from benchmarks.presets import Story, load_sets
from meadow.kernels.loading import load_kernels
from meadow.lab.evaluate import rouge
from meadow.pipeline import summarize_view
from meadow.pipeline.presets import choose_preset
from meadow.select.budget import make_budget

_WORDS = 100
_GRID = {"score": (0.5, 1.0), "running": (1.0, 2.0, 3.0), "position": (1.0, 2.5, 4.0), "likeness": (1.0, 2.0, 4.0)}
_SHIPPED = {"score": 0.5, "running": 2.0, "position": 2.5, "likeness": 2.0}

Weights = tuple[float, ...]


def main() -> None:
    """Print the table."""
    load_kernels()
    sets = {name: stories for name, stories in load_sets().items() if stories}
    if not sets:
        return
    every: list[Weights] = list(product(*_GRID.values()))
    values = {weights: _measure(sets, weights) for weights in every}
    shipped = tuple(_SHIPPED.values())
    print(f"{len(every)} combinations of {', '.join(_GRID)}; mean of ROUGE-1 and 2 recall at {_WORDS} words")
    print(f"  {'left out':<18} {'chosen':<22} there   shipped  hindsight")
    for name in sets:
        others = [other for other in sets if other != name]
        chosen = max(every, key=lambda weights: fmean(values[weights][other] for other in others))
        best = max(each[name] for each in values.values())
        print(f"  {name:<18} {chosen!s:<22} {values[chosen][name]:.4f}  {values[shipped][name]:.4f}   {best:.4f}")
    print(f"  {'all':<42}{fmean(values[shipped].values()):.4f}")
    for at, part in enumerate(_GRID):
        without = tuple(0.0 if place == at else weight for place, weight in enumerate(shipped))
        print(f"  without {part:<34}{fmean(_measure(sets, without).values()):.4f}")


def _measure(sets: Mapping[str, Sequence[Story]], weights: Weights) -> dict[str, float]:
    named = ", ".join(f"{name}={value:g}" for name, value in zip(_GRID, weights, strict=True))
    recipe = choose_preset(select=f"coverage({named})").recipe(make_budget(words=_WORDS), annotate=False)
    return {
        name: fmean(
            _recall([pick.written for pick in summarize_view(story.view, recipe).picks], story) for story in own
        )
        for name, own in sets.items()
    }


def _recall(sentences: Sequence[str], story: Story) -> float:
    found = rouge.score(
        "\n".join(sentences),
        story.references,
        metrics=("rouge1", "rouge2"),
        language=story.language,
        dialect="rouge155",
    )
    return fmean(each.recall for each in found.values())


if __name__ == "__main__":
    main()
