"""Groupers beside judges: the table's figures are the measures', bystanders stand aside, and ECB+ gives what it gave."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from meadow.grouping.statements import statements
from meadow.lab.evaluate.clustering import compare, random_baseline, with_bucket, with_singletons
from meadow.lab.evaluate.clustering_measures import mean_comparison
from meadow.lab.experiment import CellResult, Experiment
from meadow.lab.kinds.groups import KIND
from meadow.lab.tables import Findings, Table
from meadow.lab.testbed import JudgeClustering, Testbed, Topic
from meadow.model import Document, SentenceRef
from meadow.pipeline import group
from meadow.vectors.view import StoryView
from shared import shared

ARTICLES = {
    "ferry": (
        "The ferry capsized off Skerra on Monday. Nine people drowned in the cold water. Bakers handed out coffee.",
        "A ferry capsized off Skerra on Monday. Nine people drowned. The choir sings in spring.",
    ),
    "wolf": (
        "A wolf was seen near the school in Ninemile. Children were kept indoors all day. Parking is free.",
        "Near the school in Ninemile a wolf was seen. The mayor opened a bridge. Children were kept indoors.",
    ),
}
SAME = {"ferry": [[(0, 0), (1, 0)], [(0, 1), (1, 1)]], "wolf": [[(0, 0), (1, 0)], [(0, 1), (1, 2)]]}
SMALL = Experiment("small", "groups", systems=("statements", "agglomerative(threshold=0.4)"), resamples=200)


def story(name: str, *judges: JudgeClustering) -> Topic:
    documents = [Document(f"{name}-{n}", text=text, language="en") for n, text in enumerate(ARTICLES[name])]
    return Topic(name, tuple(documents), clusterings=judges)


def clustering(name: str, judge: str, *, clusters: int = 2) -> JudgeClustering:
    pairs = SAME[name][:clusters]
    return JudgeClustering(judge, tuple(tuple(SentenceRef(f"{name}-{n}", i) for n, i in pair) for pair in pairs))


BED = Testbed("ours", tuple(story(name, clustering(name, "Ada"), clustering(name, "Ben", clusters=1)) for name in SAME))
ADA, BEN = [0, 1, None, 0, 1, None], [0, None, None, 0, None, None]  # the ferry's six sentences in time order


def findings(bed: Testbed = BED, experiment: Experiment = SMALL) -> Findings:
    cells = KIND.plan(bed, experiment)
    return KIND.report(bed, experiment, [CellResult(cell, KIND.measure(bed, cell)) for cell in cells])


def cell_figures(system: str, topic: str = "ferry") -> dict[str, float | None]:
    cell = next(cell for cell in KIND.plan(BED, SMALL) if (cell.system, cell.topic) == (system, topic))
    return dict(KIND.measure(BED, cell).figures)


def values(table: Table, *labels: str) -> dict[str, float | None]:
    row = next(row for row in table.rows if row.labels == labels)
    return {column.name: entry.value for column, entry in zip(table.columns, row.entries, strict=True)}


@pytest.mark.golden("G9")
@pytest.mark.golden("G3")
def test_a_grouper_is_compared_with_every_judge_in_both_ways() -> None:
    found = group(BED.topics[0].documents, method="statements")
    refs = [SentenceRef(f"ferry-{n}", i) for n in range(2) for i in range(3)]
    labels = [next((n for n, each in enumerate(found.groups) if ref in each.members), None) for ref in refs]
    figures = cell_figures("statements")
    for letter, way in (("s", with_singletons), ("b", with_bucket)):
        wanted = mean_comparison(compare(way(labels), way(judge)) for judge in (ADA, BEN))
        for measure in ("v_beta", "v_half", "nvi", "bcubed_f", "rand", "f"):
            assert figures[f"{measure} {letter}"] == pytest.approx(getattr(wanted, measure))


@pytest.mark.golden("G5")
def test_bystanders_are_chance_and_trivial_answers() -> None:
    chance = [random_baseline(judge) for judge in (ADA, BEN)]
    assert cell_figures("random")["v_half b"] == pytest.approx(mean_comparison(c.bucket for c in chance).v_half)
    alone, together = cell_figures("singletons"), cell_figures("one-cluster")
    assert (alone["f s"], alone["v_beta b"], together["v_beta s"]) == (0, 0, 0)
    # Nobody in a group: with a bucket that is one cluster of all.
    assert alone["nvi b"] == together["nvi b"]
    judges = mean_comparison([compare(with_bucket(ADA), with_bucket(BEN)), compare(with_bucket(BEN), with_bucket(ADA))])
    assert cell_figures("judges")["v_half b"] == pytest.approx(judges.v_half)


@pytest.mark.golden("G9")
def test_ecb_plus_gives_the_figures_of_the_benchmark() -> None:
    shared("data", "ecb_plus")
    from benchmarks.groups import both_ways, group_labels, load_topics, shared_events

    topics = [topic for topic in load_topics() if topic.split == "Test"]
    gold = [shared_events(topic) for topic in topics]
    found = [group_labels(topic, statements(topic.view)) for topic in topics]
    wanted = {"singletons": both_ways([[None] * len(own) for own in gold], gold), "statements": both_ways(found, gold)}
    judged = [
        Topic(topic.name, topic.view.documents, clusterings=(by_labels(topic.view, labels),))
        for topic, labels in zip(topics, gold, strict=True)
    ]
    experiment = Experiment("ecb", "groups", systems=("statements",), resamples=200)
    table = findings(Testbed("ecb_plus", tuple(judged)), experiment).tables[0]
    for method, ways in wanted.items():
        ours = values(table, method)
        for letter, way in zip("sb", ways, strict=True):
            for measure in ("v_beta", "v_half", "nvi", "bcubed_f"):
                assert ours[f"{measure} {letter}"] == pytest.approx(getattr(way, measure))
    chance = values(table, "random")
    # docs/results prints these of `python -m benchmarks.groups`; no method has a part in them.
    assert [round(chance[name] or 0.0, 3) for name in ("v_beta s", "v_half s", "nvi s", "bcubed_f b")] == [
        0.427, 0.443, 0.636, 0.306,
    ]  # fmt: skip


def by_labels(view: StoryView, labels: Sequence[int | None]) -> JudgeClustering:
    """Return labels of a view's sentences as a judge's clusters."""
    members: dict[int, list[SentenceRef]] = {}
    for sentence, label in zip(view.sentences, labels, strict=True):
        if label is not None:
            members.setdefault(label, []).append(sentence.ref)
    return JudgeClustering("shared events", tuple(tuple(own) for own in members.values()))
