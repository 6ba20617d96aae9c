"""What `meadow lab fit` prints: the mix, and how well such a mix orders stories that it was not learned from."""

from __future__ import annotations

from collections.abc import Sequence

from meadow.lab.fitting import LEARNED, Fit
from meadow.lab.tables.sheet import Cell, Sheet, make_table, records
from meadow.lab.weights_file import fit_signature


def fit_sheet(fitted: Fit) -> Sheet:
    """Return the mix, and a table of Spearman's ρ: a row per story, a column per score, the means below."""
    columns = (LEARNED, *fitted.rankers)
    rows: list[list[Cell]] = [
        [story.name, story.sentences, *(story.spearman[name] for name in columns)] for story in fitted.stories
    ]
    means: list[list[Cell]] = [["mean", fitted.sentences, *fitted.spearman.values()]] if fitted.left_out else []
    head = ["story", "sentences", *columns]
    value = {
        "rank": fitted.rank, "regularisation": fitted.strength, "left_out": fitted.left_out,
        "spearman": fitted.spearman, "stories": records(head, rows),
    }  # fmt: skip
    how = "; learned: by weights from the other stories" if fitted.left_out else ""
    title = f"Spearman's ρ with what sentences are worth{how}"
    table = make_table(head, [*rows, *means], title=title, digits=3)
    return Sheet([fitted.rank, table], value, _notes(fitted), [fit_signature(fitted)])


def _notes(fitted: Fit) -> Sequence[str]:
    if fitted.left_out:
        return ()
    return (
        "There is one story only, so none can be left out: its own figures flatter, and the regularisation is the",
        f"default, {fitted.strength:g}. Two stories or more show what the weights are worth on others.",
    )
