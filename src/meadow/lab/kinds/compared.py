"""Tables whose rows are not all held against one row: each is tested against its own, such as Lead at the same length."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from meadow.lab.experiment import Experiment
from meadow.lab.scoring import Figures, Labels, published_rows, score_table, with_published
from meadow.tables import Column, Row, Table


def compared_table(
    name: str,
    title: str,
    figures: Figures,
    *,
    heads: Labels,
    columns: Sequence[Column],
    experiment: Experiment,
    against: Callable[[Labels], Labels | None],
    whom: str,
    shown: Collection[Labels] | None = None,
    notes: Sequence[str] = (),
) -> Table:
    """Return the table of means over topics, in which `against` says what each row is tested against (None: nothing).

    Rows that are tested against the same one are a family to Holm's correction. `whom` says in words whom a dagger speaks
    of; only the rows in `shown` are printed, though others may be tested against.
    """
    wanted = [labels for labels in figures if shown is None or labels in shown]
    ours: dict[Labels, Row] = {}
    marks: dict[str, str] = {}
    table = score_table(name, title, {}, heads=heads, columns=columns, experiment=experiment, notes=notes)
    for rival in dict.fromkeys(map(against, wanted)):
        family = {labels: figures[labels] for labels in wanted if against(labels) == rival}
        known = rival is not None and rival in figures
        tested = {rival: figures[rival], **family} if rival is not None and known else family
        part = score_table(
            name,
            title,
            tested,
            heads=heads,
            columns=columns,
            experiment=replace(experiment, published=()),
            baseline=rival if known else None,
        )
        # Rows of one length contend with each other only: of all, the best would be the longest.
        own = (replace(row, among=" ".join(row.labels[1:])) for row in part.rows)
        ours |= {row.labels: row for row in own if row.labels in family}
        named = "" if rival is None else f" from {' '.join(rival)}"
        marks |= {mark: _reworded(words, named, whom) for mark, words in part.marks.items()}
    rows = with_published([ours[labels] for labels in wanted], published_rows(experiment, name, columns))
    return replace(table, rows=rows, marks=dict(sorted(marks.items())))


def _reworded(words: str, rival: str, whom: str) -> str:
    return words.replace(rival, f" from {whom}", 1).replace("Holm over rows", "Holm over rows with the same rival", 1)
