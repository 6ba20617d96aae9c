"""Relative utility on MEAD's GA3 story, nine judges: `python -m benchmarks.ga3`.

Systems choose among the 97 judged sentences (the three headlines are not judged), the random one is the mean of 100 seeds.
"""

from __future__ import annotations

from dataclasses import replace

from benchmarks._measuring import DATA
from meadow.evaluate import utility
from meadow.ingest import read
from meadow.model import Document
from meadow.pipeline import summarize_view
from meadow.presets import PRESETS, choose_preset
from meadow.select.budget import make_budget
from meadow.vectors.view import StoryView, view_documents

_RATES = (10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0)
_PRESETS = tuple(name for name in PRESETS if name != "random")
_SEEDS = 100


def main() -> None:
    """Print J and R by rate, then S and D of each preset."""
    folder = DATA / "mead" / "GA3"
    if not folder.exists():
        print("../shared/data/mead/GA3 is not there; nothing to measure")
        return
    table = utility.parse_sentjudge((folder / "GA3.sentjudge").read_text(encoding="utf-8"))
    view = view_documents(_judged(document) for document in read(folder / "GA3.cluster"))
    # The judges number sentences as MEAD does, headline included; without it every index is one less.
    row_of = {(ref.document_id, ref.index - 1): row for row, ref in enumerate(table.sentences)}
    rates = utility.all_rates(table.utilities, percents=_RATES)
    print("rate            " + "".join(f"{rate:8.0f} %" for rate in _RATES))
    print("J               " + "".join(f"{rates[rate].agreement:10.3f}" for rate in _RATES))
    print("R               " + "".join(f"{rates[rate].random:10.3f}" for rate in _RATES))
    for preset in _PRESETS:
        extracts = {rate: _extract(view, preset, rate, row_of) for rate in _RATES}
        found = utility.all_rates(table.utilities, percents=_RATES, extracts=extracts)
        print(f"S {preset:<14}" + "".join(f"{found[rate].system:10.3f}" for rate in _RATES))
        print(f"D {preset:<14}" + "".join(f"{found[rate].normalized:10.3f}" for rate in _RATES))
    drawn = [{rate: _extract(view, "random", rate, row_of, seed) for rate in _RATES} for seed in range(_SEEDS)]
    means = [utility.all_rates(table.utilities, percents=_RATES, extracts=each) for each in drawn]
    print(
        "S random        "
        + "".join(f"{sum(each[rate].system or 0 for each in means) / _SEEDS:10.3f}" for rate in _RATES)
    )


def _judged(document: Document) -> Document:
    """Return the document without its headline sentence."""
    return replace(document, spans=(document.spans or ())[1:])


def _extract(
    view: StoryView, preset: str, rate: float, row_of: dict[tuple[str, int], int], seed: int | None = None
) -> set[int]:
    chosen = choose_preset(preset, rewrite="none", seed=seed)
    summary = summarize_view(view, preset=chosen, budget=make_budget(percent=rate))
    return {row_of[pick.ref.document_id, pick.ref.index] for pick in summary.picks}


if __name__ == "__main__":
    main()
