"""Outputs that people rated: which of a topic's count, mean ratings by system, and how far judges agree.

Source: van Kesteren and Kraaij (2005), Table II, for the means and Spearman's ρ between judges; Hirao, Okumura, Fukusima,
Nobata and Nanba (2004), section 3, for readability as a measure of what was rewritten.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from statistics import fmean

from meadow.errors import InputError, check_choice
from meadow.lab.evaluate.agreement import judge_agreement
from meadow.lab.experiment import Experiment
from meadow.lab.scoring import Figures, paper_table, score_table
from meadow.lab.tables import Column, Entry, Row, Table
from meadow.lab.testbed import Output, Rating, Testbed, Topic

FEWEST_OUTPUTS = 2


def outputs_of(topic: Topic, *, task: str, length: str | None = None) -> dict[str, Output]:
    """Return each system's output for a task; `length` chooses among several kinds, and None takes all there are."""
    chosen = [each for each in topic.outputs if each.task == task and (length is None or each.length == length)]
    by_system = {output.system: output for output in chosen}
    if len(by_system) < len(chosen):
        twice = next(name for name in by_system if sum(each.system == name for each in chosen) > 1)
        raise InputError(
            f"The topic {topic.id!r} has several outputs of {twice!r} for the task {task}.",
            given=twice,
            advice="Correct outputs.jsonl, or choose one kind of them by the option length.",
        )
    return by_system


def rated_outputs(topic: Topic, *, task: str, length: str | None = None) -> dict[str, Output]:
    """Return the outputs that somebody rated."""
    rated = {rating.system for rating in topic.ratings if rating.task == task}
    return {name: each for name, each in outputs_of(topic, task=task, length=length).items() if name in rated}


def references_of(topic: Topic, *, task: str, length: str | None = None) -> tuple[str, ...]:
    """Return what people wrote for a task: reference headlines, or reference summaries of a length."""
    if task == "headline":
        return tuple(each.text for each in topic.headlines)
    return tuple(each.text for each in topic.references if length is None or each.length == length)


def scales_of(testbed: Testbed, task: str) -> tuple[str, ...]:
    """Return the scales that outputs were rated on, in the order met."""
    return tuple(dict.fromkeys(rating.scale for topic in testbed for rating in topic.ratings if rating.task == task))


def chosen_scales(testbed: Testbed, task: str, wanted: tuple[str, ...]) -> tuple[str, ...]:
    """Return the scales that are wanted, all that outputs were rated on where none is named."""
    known = scales_of(testbed, task)
    for scale in wanted:
        check_choice(f"scale of ratings in the testbed {testbed.name}", scale, known)
    return wanted or known


def mean_ratings(topic: Topic, systems: Sequence[str], scale: str, *, task: str) -> list[float | None]:
    """Return the mean over judges for each system, None where nobody rated it on this scale."""
    given: dict[str, list[float]] = {system: [] for system in systems}
    for rating in ratings_of(topic, scale, task=task):
        given.setdefault(rating.system, []).append(rating.value)
    return [fmean(given[system]) if given[system] else None for system in systems]


def judges_scores(
    items: Sequence[tuple[str, str]], topics: Mapping[str, Topic], scale: str, *, task: str
) -> dict[str, list[float | None]]:
    """Return what each judge gave each item, a (topic, system), None where nothing; the mean of several if need be."""
    by_judge: dict[str, dict[tuple[str, str], list[float]]] = {}
    for name, topic in topics.items():
        for rating in ratings_of(topic, scale, task=task):
            by_judge.setdefault(rating.judge, {}).setdefault((name, rating.system), []).append(rating.value)
    return {
        judge: [fmean(given[item]) if item in given else None for item in items] for judge, given in by_judge.items()
    }


def ratings_of(topic: Topic, scale: str, *, task: str) -> list[Rating]:
    """Return the ratings of a task on a scale."""
    return [rating for rating in topic.ratings if rating.task == task and rating.scale == scale]


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
    note = f"Spearman's rho of every two judges over the {what} that both rated."
    title = f"How far judges agree about {what}"
    return paper_table("judges", title, ("scale",), columns, rows, experiment, notes=(note,))


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
