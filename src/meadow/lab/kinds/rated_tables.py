"""Tables of what people gave outputs on scales such as readability: means by system, and how far judges agree.

Source: van Kesteren and Kraaij (2005), Table II, for the means and Spearman's ρ between judges; Hirao, Okumura, Fukusima,
Nobata and Nanba (2004), section 3, for readability as a measure of what was rewritten.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from meadow.lab.evaluate.agreement import judge_agreement
from meadow.lab.experiment import Experiment
from meadow.lab.kinds.rated_outputs import judges_scores, mean_ratings
from meadow.lab.scoring import Figures, how, published_rows, score_table, with_published
from meadow.lab.tables import Column, Entry, Row, Table
from meadow.lab.testbed import Testbed, Topic


def people_table(
    name: str,
    title: str,
    testbed: Testbed,
    experiment: Experiment,
    *,
    task: str,
    systems: Sequence[str],
    scales: Sequence[str],
) -> Table:
    """Return the mean rating of each system on each scale: over judges, then over topics; unrated ones are left out."""
    figures: Figures = {
        (system,): {scale: _means(testbed, system, scale, task) for scale in scales}
        for system in systems
        if any(_means(testbed, system, scale, task) for scale in scales)
    }
    return score_table(
        name, title, figures, heads=("method",), columns=[Column(scale, "higher", digits=2) for scale in scales],
        experiment=experiment, notes=("Mean over judges, then over topics.",),
    )  # fmt: skip


def judges_table(
    testbed: Testbed, experiment: Experiment, *, task: str, systems: Sequence[str], scales: Sequence[str], what: str
) -> Table:
    """Return Spearman's ρ of every two judges on each scale, over what both rated; `what` names the outputs."""
    topics = {topic.id: topic for topic in testbed}
    items = [(topic, system) for topic in topics for system in systems]
    rows = [Row((scale,), tuple(map(Entry, _agreement(items, topics, scale, task)))) for scale in scales]
    columns = (Column("mean rho"), Column("least rho"), Column("judges", digits=0), Column(what, digits=0))
    theirs = published_rows(experiment, "judges", columns)
    remarks = (each.note for each in experiment.published if each.table == "judges" and each.note is not None)
    note = f"Spearman's rho of every two judges over the {what} that both rated."
    return Table(
        "judges", f"How far judges agree about {what}", ("scale",), columns, with_published(rows, theirs),
        notes=(note, *remarks), signature=how(experiment),
    )  # fmt: skip


def _means(testbed: Testbed, system: str, scale: str, task: str) -> dict[Hashable, float | None]:
    means = {topic.id: mean_ratings(topic, [system], scale, task=task)[0] for topic in testbed}
    return {topic: value for topic, value in means.items() if value is not None}


def _agreement(
    items: Sequence[tuple[str, str]], topics: Mapping[str, Topic], scale: str, task: str
) -> tuple[float | None, float | None, float, float]:
    judges = judges_scores(items, topics, scale, task=task)
    rated = sum(any(value is not None for value in values) for values in zip(*judges.values(), strict=True))
    agreement = judge_agreement(judges) if len(judges) > 1 else None
    return (
        None if agreement is None else agreement.mean,
        None if agreement is None else agreement.least,
        len(judges),
        rated,
    )
