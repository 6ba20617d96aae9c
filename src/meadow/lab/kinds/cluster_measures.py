"""What judges made of a story's sentences as labels, and clustering measures as columns, both ways with irrelevant items.

A story's sentences are those of all its documents, in time order. A judge's clusters name some of them; every other is
irrelevant to that judge (G2) and has the label None.

Source: Geiss (2009), sections 4 to 6.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean

from meadow.errors import InputError, check_choice
from meadow.lab.evaluate.clustering_measures import MEASURES
from meadow.lab.evaluate.clustering_studies import TwoWays
from meadow.lab.experiment import Experiment
from meadow.lab.kinds.asked import lacking
from meadow.lab.systems import view_of
from meadow.lab.tables import Better, Column
from meadow.lab.testbed import Testbed, Topic
from meadow.model import SentenceRef

LOWER_IS_BETTER = ("vi", "nvi", "entropy")
# A letter distinguishes the columns of one measure, and the headings above them say what it means.
_WAYS = {"s": "irrelevant as singletons", "b": "irrelevant in one bucket"}

Figures = Mapping[str, float]

ClusterLabels = list[int | None]
FILE = "clusterings.jsonl"


def chosen_measures(experiment: Experiment, default: Sequence[str]) -> tuple[str, ...]:
    """Return the measures that an experiment names, each once, or the default where it names none."""
    for measure in experiment.metrics:
        check_choice("clustering measure", measure, MEASURES)
    return tuple(dict.fromkeys(experiment.metrics)) or tuple(default)


def measure_column(measure: str, *, name: str | None = None, group: str | None = None) -> Column:
    """Return the column of a measure, under another name if one is given."""
    better: Better = "lower" if measure in LOWER_IS_BETTER else "higher"
    return Column(measure if name is None else name, better, group=group)


def two_way_columns(measures: Sequence[str]) -> tuple[Column, ...]:
    """Return a column per measure and way: `nvi s` with irrelevant sentences as singletons, `nvi b` in one bucket."""
    return tuple(
        measure_column(measure, name=f"{measure} {letter}", group=group)
        for letter, group in _WAYS.items()
        for measure in measures
    )


def two_way_figures(ways: TwoWays, measures: Sequence[str]) -> Figures:
    """Return the figures of a comparison by the names of `two_way_columns`."""
    lettered = zip(_WAYS, (ways.singletons, ways.bucket), strict=True)
    return {f"{measure} {letter}": getattr(way, measure) for letter, way in lettered for measure in measures}


def mean_figures(figures: Sequence[Figures]) -> Figures:
    """Return the mean of each figure of one or more comparisons, which all have the same."""
    return {name: fmean(each[name] for each in figures) for name in figures[0]}


def clustered_topics(testbed: Testbed) -> list[Topic]:
    """Return the topics that a judge has clustered; a testbed without any is an error."""
    topics = [topic for topic in testbed if topic.clusterings]
    if not topics:
        file = f"{FILE}: judges' clusters of a story's sentences"
        raise lacking(testbed, "clusters of sentences", kind="An experiment on clusters", file=file)
    for topic in topics:
        _check_judges(topic)
    return topics


def judge_names(topic: Topic) -> tuple[str, ...]:
    """Return the judges who clustered a topic's sentences, in the order given."""
    return tuple(clustering.judge for clustering in topic.clusterings)


def judge_labels(topic: Topic, judge: str) -> ClusterLabels:
    """Return a judge's label of each sentence."""
    clustering = next(each for each in topic.clusterings if each.judge == judge)
    return cluster_labels(topic, clustering.groups, who=f"The judge {judge!r}")


def cluster_labels(topic: Topic, groups: Iterable[Sequence[SentenceRef]], *, who: str) -> ClusterLabels:
    """Return the number of each sentence's group; a sentence in two groups, or in none of the documents, is an error."""
    rows = {sentence.ref: row for row, sentence in enumerate(view_of(topic).sentences)}
    labels: ClusterLabels = [None] * len(rows)
    for number, members in enumerate(groups):
        for ref in dict.fromkeys(members):
            if ref not in rows:
                raise _misplaced(topic, who, ref, "which no document of the story has")
            if labels[rows[ref]] is not None:
                raise _misplaced(topic, who, ref, "which is in another cluster already")
            labels[rows[ref]] = number
    return labels


def _check_judges(topic: Topic) -> None:
    names = judge_names(topic)
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InputError(
            f"The judge {twice!r} clustered the story {topic.id!r} more than once.",
            given=twice,
            allowed="A judge has one clustering of a story.",
            advice=f"Give each clustering in {FILE} a judge's name of its own.",
        )


def _misplaced(topic: Topic, who: str, ref: SentenceRef, why: str) -> InputError:
    return InputError(
        f"{who} put sentence {ref.index} of {ref.document_id!r} into a cluster of the story {topic.id!r}, {why}.",
        given=f"[{ref.document_id!r}, {ref.index}]",
        allowed="A cluster holds sentences of the story's documents, numbered from 0, each in one cluster only.",
        advice=f"Mend it in {FILE}.",
    )
