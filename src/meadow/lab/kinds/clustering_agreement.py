"""How far judges agree on which sentences belong together: sizes, pairs of judges, chance, and how measures behave.

Four sorts of cells, each on one story: `size` counts a judge's clusters (Table 2), `pair` compares two judges in both ways
and counts what sets them apart (Table 3, G10), `random` compares a judge with random clusterings (its last row), and
`study` splits and merges one judge's clusters at random (Figure 1). The first of two judges is in the role of the clusters.

Source: Geiss (2009), sections 4.2, 5.7, 6 and 7.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Annotated

import msgspec

from meadow.errors import InputError, UnknownNameError
from meadow.evaluate.clustering_differences import differences
from meadow.evaluate.clustering_measures import MEASURES
from meadow.evaluate.clustering_studies import clustering_size, random_baseline, split_merge_study
from meadow.lab.experiment import Cell, Experiment, Kind, Measured
from meadow.lab.kinds.agreement_tables import report_agreement
from meadow.lab.kinds.asked import check_unused
from meadow.lab.kinds.cluster_measures import chosen_measures, two_way_figures, two_ways
from meadow.lab.kinds.sentence_clusters import FILE, ClusterLabels, clustered_topics, judge_labels, judge_names
from meadow.lab.kinds.typed_options import typed_options
from meadow.lab.systems import view_of
from meadow.lab.testbed import JudgeClustering, Testbed, Topic

NAME = "clustering-agreement"
DEFAULT_MEASURES = ("v_beta", "v_half", "nvi")
_NO_SYSTEMS = (
    "It compares the judges of a testbed with each other; the experiment `groups` compares groupers with them."
)


class _Options(msgspec.Struct):
    draws: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 100
    study_set: str | None = None
    study_judge: str | None = None


def plan(testbed: Testbed, experiment: Experiment) -> list[Cell]:
    """Return the cells of every clustered story, that of the study last."""
    options = typed_options(experiment, _Options)
    for field in ("systems", "budgets", "baseline"):
        check_unused(experiment, field, instead=_NO_SYSTEMS)
    measures = list(chosen_measures(experiment, DEFAULT_MEASURES))
    topics = clustered_topics(testbed)
    _check_pairs(testbed, topics)
    studied, judge = _studied(topics, options.study_set, options.study_judge)
    study = Cell("split-merge", studied.id, {"part": "study", "judges": [judge], "seed": experiment.seed})
    return [*(cell for topic in topics for cell in _cells(topic, measures, options.draws, experiment.seed)), study]


def _cells(topic: Topic, measures: list[str], draws: int, seed: int) -> Iterator[Cell]:
    names = judge_names(topic)
    for name in names:
        yield Cell(name, topic.id, {"part": "size", "judges": [name]})
    for pair in combinations(names, 2):
        yield Cell("-".join(pair), topic.id, {"part": "pair", "judges": list(pair), "measures": measures})
    chance = {"part": "random", "measures": measures, "draws": draws, "seed": seed}
    for name in names:
        yield Cell("random", topic.id, {**chance, "judges": [name]})


def measure(testbed: Testbed, cell: Cell) -> Measured:
    """Return the figures of a cell: sizes, agreement and differences, chance, or the points of the study."""
    topic = testbed.topic(str(cell.topic))
    part, labels = cell.settings["part"], [judge_labels(topic, judge) for judge in cell.settings["judges"]]
    if part == "size":
        return _size(topic, *labels)
    if part == "study":
        return _study(*labels, seed=cell.settings["seed"])
    if part == "pair":
        return _pair(topic, *labels, measures=cell.settings["measures"])
    chance = random_baseline(*labels, draws=cell.settings["draws"], seed=cell.settings["seed"])
    return Measured(two_way_figures(chance, cell.settings["measures"]))


def _size(topic: Topic, labels: ClusterLabels) -> Measured:
    size = clustering_size(labels)
    whole = {"documents": float(len(topic.documents)), "sentences": float(len(labels))}
    own = {"s": float(size.sentences), "c": float(size.clusters), "s/c": size.sentences_per_cluster}
    return Measured({**whole, **own})


def _pair(topic: Topic, first: ClusterLabels, second: ClusterLabels, *, measures: Sequence[str]) -> Measured:
    found = differences(first, second)
    agreement = two_way_figures(two_ways(first, second), measures)
    counts = {
        "irrelevant in both": len(found.irrelevant_in_both),
        "% irrelevant": 100 * found.share_irrelevant_in_both,
        "same clusters": len(found.identical_clusters),
        "only first": len(found.clusters_only_in_a),
        "only second": len(found.clusters_only_in_b),
        "delete": len(found.to_delete),
        "add": len(found.to_add),
        "move": len(found.to_move),
        "changes": len(found.changes),
    }
    refs = [sentence.ref for sentence in view_of(topic).sentences]
    changes = [[each.kind, refs[each.item].document_id, refs[each.item].index] for each in found.changes]
    return Measured({**agreement, **counts}, {"changes": changes})


def _study(labels: ClusterLabels, *, seed: int) -> Measured:
    """Study the sentences that the judge put into clusters; the paper's study leaves the irrelevant ones out as well."""
    relevant = [label for label in labels if label is not None]
    points = split_merge_study(relevant, seed=seed)
    lines = {measure: [getattr(point, measure) for point in points] for measure in MEASURES}
    clusters = [point.cluster_count for point in points]
    return Measured({"sentences": float(len(relevant))}, {"clusters": clusters, "measures": lines})


def _check_pairs(testbed: Testbed, topics: Sequence[Topic]) -> None:
    if all(len(topic.clusterings) < 2 for topic in topics):
        raise InputError(
            f"No story of the testbed {testbed.name!r} was clustered by two judges, so there is no agreement to measure.",
            given=f"{len(topics)} stories with one judge each",
            allowed="At least one story needs the clusters of two judges.",
            advice=f"A line of {FILE} holds the clusters that one judge made of one story.",
        )


def _studied(topics: Sequence[Topic], topic_id: str | None, judge: str | None) -> tuple[Topic, str]:
    """Return whose clusters are studied: as the options say, else those of the first clustering with the most of them."""
    named = [topic for topic in topics if topic_id is None or topic.id == topic_id]
    if not named:
        raise UnknownNameError("story with clusterings", str(topic_id), [topic.id for topic in topics])
    every: list[tuple[Topic, JudgeClustering]] = [(topic, each) for topic in named for each in topic.clusterings]
    able = [(topic, each) for topic, each in every if judge is None or each.judge == judge]
    if not able:
        raise UnknownNameError("judge of the study", str(judge), {each.judge for _, each in every})
    studied, clustering = max(able, key=lambda pair: len(pair[1].groups))
    return studied, clustering.judge


KIND = Kind(NAME, ("clusterings",), plan, measure, report_agreement, {"clusterings": 2})
