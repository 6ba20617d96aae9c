"""Trackers on a whole testbed: figures by hand, intervals over stories, loose documents, and the real sets' figures."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from benchmarks._news_streams import Stream
from benchmarks.tracking import stream_value, tracked_by
from hypothesis import given
from hypothesis import strategies as st

from meadow.ingest.times import parse_time
from meadow.lab.evaluate.clustering import compare
from meadow.lab.experiment import Cell, CellResult, Experiment, Measured
from meadow.lab.kinds.tracking import KIND, stream, swap_test
from meadow.lab.tables import Findings
from meadow.lab.testbed import Testbed, Topic
from meadow.model import Document
from shared import shared

START = datetime(2031, 3, 1, tzinfo=UTC)
NEWS = {
    "ferry": ("Ferry capsizes off Skerra", "Ferry that capsized off Skerra is raised"),
    "wolf": ("Wolf seen near school in Ninemile", "Wolf near school in Ninemile is caught"),
    "oven": ("Council lets wood-fired bakery keep oven", "Bakery keeps wood-fired oven after council vote"),
}
SMALL = Experiment("small", "tracking", systems=("meadow", "cidr"), resamples=300)


def article(name: str, title: str, hour: int) -> Document:
    return Document(name, "Courier", title, published=START + timedelta(hours=hour), language="en")


def bed(*, loose: tuple[Document, ...] = ()) -> Testbed:
    topics = [
        Topic(name, tuple(article(f"{name}-{n}", title, 3 * n + place) for n, title in enumerate(titles)))
        for place, (name, titles) in enumerate(NEWS.items())
    ]
    return Testbed("ours", tuple(topics), loose=loose)


def findings(testbed: Testbed, experiment: Experiment = SMALL) -> Findings:
    cells = KIND.plan(testbed, experiment)
    return KIND.report(testbed, experiment, [CellResult(cell, KIND.measure(testbed, cell)) for cell in cells])


def measured(testbed: Testbed, system: str, *, order: str = "time") -> Measured:
    return KIND.measure(testbed, Cell(system, None, {"order": order, "measures": ["bcubed_f", "f", "v", "purity"]}))


@pytest.mark.golden("M1")
def test_trivial_answers_have_figures_by_hand() -> None:
    together, alone = measured(bed(), "one-story"), measured(bed(), "singletons")
    # Three stories of two: together each document's precision is 2/6 and its recall 1; alone 1 and 1/2.
    assert together.figures == pytest.approx(
        {"bcubed_f": 0.5, "f": 2 * 3 / (15 + 3), "v": 0, "purity": 1 / 3, "stories": 1, "merged": 1, "split": 0}
    )
    assert alone.figures == pytest.approx(
        {"bcubed_f": 2 / 3, "f": 0, "v": compare(range(6), [0, 1, 2, 0, 1, 2]).v, "purity": 1}
        | {"stories": 6, "merged": 0, "split": 3}
    )
    assert together.output["merged"] == [["0", "ferry", "wolf", "oven"]]
    assert alone.output["parts"] == {"ferry": [2, 2, 1], "wolf": [2, 2, 1], "oven": [2, 2, 1]}


@pytest.mark.golden("M1")
def test_a_tracker_finds_the_stories() -> None:
    found = measured(bed(), "meadow")
    assert (found.figures["bcubed_f"], found.figures["stories"]) == (1, 3)
    assert found.output["merged"] == found.output["split"] == []


def test_the_order_is_that_of_time_or_of_the_files() -> None:
    testbed = bed(loose=(article("last", "Snow on the pass", 0),))
    assert [each.id for each in stream(testbed, order="time")][:2] == ["ferry-0", "last"]
    given_order = [each.id for each in stream(testbed, order="given")]
    assert given_order == ["ferry-0", "ferry-1", "wolf-0", "wolf-1", "oven-0", "oven-1", "last"]
    lines = {"ferry-0": 12, "ferry-1": 2, "wolf-0": 1, "wolf-1": 3, "oven-0": 5, "oven-1": 4}
    placed = [
        replace(topic, documents=tuple(replace(each, place=f"news.jsonl:{lines[each.id]}") for each in topic.documents))
        for topic in testbed
    ]
    ordered = [each.id for each in stream(Testbed("placed", tuple(placed)), order="given")]
    assert ordered == sorted(lines, key=lambda name: lines[name])


def test_the_table_has_intervals_where_a_figure_is_a_sum_over_stories() -> None:
    table = findings(bed()).tables[0]
    assert [(row.labels[0], row.contends) for row in table.rows] == [
        ("one-story", False), ("singletons", False), ("meadow", True), ("cidr", True),
    ]  # fmt: skip
    entries = {column.name: entry for column, entry in zip(table.columns, table.rows[1].entries, strict=True)}
    assert entries["bcubed_recall"].low == entries["bcubed_recall"].high == 0.5  # the stories are of one size
    assert entries["v"].low is None
    assert (table.columns[-1].name, table.columns[-1].better, table.columns[-3].better) == ("split", "lower", None)
    assert table.signature is not None
    assert "bootstrap(story" in table.signature


@given(
    st.lists(
        st.tuples(st.integers(1, 9), st.floats(0.1, 1), st.floats(0.1, 1), st.floats(0.1, 1)), min_size=2, max_size=9
    )
)
def test_swapping_is_fair(stories: list[tuple[int, float, float, float]]) -> None:
    first = np.array([(n, n * p, n * r) for n, p, r, _ in stories])
    second = np.array([(n, n * p, n * q) for n, p, _, q in stories])
    p_value = swap_test(first, second, 200, 0)
    assert 1 / 201 <= p_value <= 1
    assert swap_test(second, first, 200, 0) == p_value
    assert swap_test(first, first, 200, 0) == 1


def test_a_difference_in_every_story_is_marked() -> None:
    documents = [[article(f"{n}-{k}", f"word{n} name{n} place{n}", 2 * n + k) for k in range(2)] for n in range(12)]
    testbed = Testbed("many", tuple(Topic(f"story {n}", tuple(own)) for n, own in enumerate(documents)))
    table = findings(
        testbed, replace(SMALL, systems=("meadow", "cidr(threshold=50)"), baseline="cidr(threshold=50)")
    ).tables[0]
    marked = {row.labels[0] for row in table.rows if any(entry.marks for entry in row.entries)}
    assert marked == {"meadow"}
    assert "differs from cidr(threshold=50), p < 0.05" in table.marks["†"]
    without = findings(testbed, replace(SMALL, metrics=("v",), baseline="cidr")).tables[0]
    assert (without.marks, without.columns[0].name) == ({}, "v")


def real_set(folder: str, language: str | None = None) -> Testbed:
    with gzip.open(shared("data", folder, "docs.jsonl.gz"), "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    members: dict[str, list[Document]] = {}
    for row in rows:
        if language is None or row["lang"] == language:
            published = parse_time(row["date"])[0] if row["date"] else None
            document = Document(
                row["id"], row["source"], row["title"] or None, row["text"], published, language=row.get("lang", "en")
            )
            members.setdefault(row["cluster"], []).append(document)
    return Testbed(folder, tuple(Topic(name, tuple(own)) for name, own in members.items()))


@pytest.mark.golden("M1")
@pytest.mark.parametrize(("folder", "language"), [("multiling2011", "en"), ("ecb_plus", None)])
def test_real_sets_reach_what_the_benchmark_prints(folder: str, language: str | None) -> None:
    testbed = real_set(folder, language)
    every = sorted((each for topic in testbed.topics for each in topic.documents), key=lambda each: each.order)
    gold = {each.id: topic.id for topic in testbed.topics for each in topic.documents}
    labels = tracked_by("meadow()", every)(0.0)
    printed = stream_value(Stream("dense", every, [gold[each.id] for each in every]), labels)
    assert measured(testbed, "meadow").figures["bcubed_f"] == pytest.approx(printed)
