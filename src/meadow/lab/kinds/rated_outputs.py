"""Outputs that people rated: which of a topic's outputs count, what they are compared with, and their mean ratings.

Source: our own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from meadow.errors import InputError
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
