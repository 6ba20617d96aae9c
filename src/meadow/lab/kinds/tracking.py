"""Stories that trackers find against the stories of a testbed, on one stream of all its documents.

A cell is a tracker on the whole testbed. Loose documents are in the stream too, as other news is in any stream, but take
no part in the measures, since nobody knows where they belong. The bystanders are `one-story` (all documents together) and
`singletons` (each alone); `average-link` is the yardstick that sees all documents before it decides.

B-cubed gives each document a precision and a recall; the figures are means over documents. A gold story adds the sums of
its documents, so stories can be drawn with replacement and the means taken anew: that is the interval. For a test of two
trackers each story's sums are exchanged between them at random. What a tracker found stays as it is in both; the other
measures are no sums over stories and have no interval.

Source: Radev, Jing, Styś and Tam (2004) for the task; Bagga and Baldwin (1998) for B-cubed; Efron (1979), Pitman (1937) and
Holm (1979) for what chance does; each tracker names its own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Literal

import msgspec
import numpy as np

from meadow.errors import InputError, SpecError
from meadow.lab.evaluate.clustering_measures import Contingency, compare, contingency
from meadow.lab.evaluate.significance import bootstrap, holm
from meadow.lab.experiment import Cell, CellResult, Experiment, Kind, Measured
from meadow.lab.kinds.asked import baseline, baseline_row, check_unused, lacking, method_specs, typed_options
from meadow.lab.kinds.cluster_measures import chosen_measures, measure_column
from meadow.lab.scoring import failure_notes, paper_table
from meadow.lab.tables import Column, Entry, Findings, Plot, Row, Series
from meadow.lab.testbed import Testbed
from meadow.model import Document, FloatArray
from meadow.pipeline import make_tracker, settled_assignments
from meadow.spec import Spec, parse_spec
from meadow.tracking import TRACKERS
from meadow.tracking.batch import agglomerative
from meadow.vectors.chance import generator

NAME = "tracking"
AVERAGE_LINK = "average-link"
DEFAULT_MEASURES = (
    "bcubed_precision", "bcubed_recall", "bcubed_f", "precision", "recall", "f", "v", "nmi", "purity"
)  # fmt: skip
ONE_STORY, SINGLETONS = "one-story", "singletons"
BYSTANDERS = (ONE_STORY, SINGLETONS)
_TESTED = "bcubed_f"
_MARK, _LEVEL = "†", 0.05
_COUNTS = (
    Column("stories", digits=0), Column("merged", "lower", digits=0), Column("split", "lower", digits=0)
)  # fmt: skip

# Sums over stories of: documents, B-cubed precision, B-cubed recall.
Statistic = Callable[[FloatArray], FloatArray]
Intervals = Mapping[str, tuple[float, float]]


class _TrackingOptions(msgspec.Struct):
    order: Literal["time", "given"] = "time"


def plan(testbed: Testbed, experiment: Experiment) -> list[Cell]:
    """Return a cell per tracker on the whole testbed, bystanders first."""
    options = typed_options(experiment, _TrackingOptions)
    check_unused(experiment, "budgets", instead="Stories have no length.")
    measures = list(chosen_measures(experiment, DEFAULT_MEASURES))
    settings = {"order": options.order, "measures": measures}
    story_of(testbed)
    systems = _trackers(experiment)
    baseline(experiment, (*BYSTANDERS, *systems))
    return [Cell(system, None, settings) for system in (*BYSTANDERS, *systems)]


def measure(testbed: Testbed, cell: Cell) -> Measured:
    """Return a tracker's figures; what each story adds to B-cubed is kept, and which stories were merged and split."""
    gold = story_of(testbed)
    documents = stream(testbed, order=cell.settings["order"])
    label_of = dict(zip((document.id for document in documents), _labels(cell.system, documents), strict=True))
    judged = [document.id for document in documents if document.id in gold]
    clusters, classes = [label_of[each] for each in judged], [gold[each] for each in judged]
    compared, table = compare(clusters, classes), contingency(clusters, classes)
    figures = {measure: float(getattr(compared, measure)) for measure in cell.settings["measures"]}
    merged, split = _mixtures(clusters, classes), _mixtures(classes, clusters)
    counts = {"stories": compared.cluster_count, "merged": len(merged), "split": len(split)}
    names = list(dict.fromkeys(classes))
    parts = dict(zip(names, _story_parts(table).tolist(), strict=True))
    return Measured({**figures, **counts}, {"parts": parts, "merged": merged, "split": split})


def story_of(testbed: Testbed) -> dict[str, str]:
    """Return the story of each document that has one; a document in two stories is an error, and so is none at all."""
    stories: dict[str, str] = {}
    for topic in testbed:
        for document in topic.documents:
            other = stories.setdefault(document.id, topic.id)
            if other != topic.id:
                raise InputError(
                    f"The document {document.id!r} is in the stories {other!r} and {topic.id!r}.",
                    given=document.id,
                    allowed="A tracker puts each document into one story, so it can be compared with one only.",
                    advice="Leave it in one of them in stories.jsonl of the testbed's folder.",
                )
    if not stories:
        raise lacking(testbed, "documents", kind=NAME, file="stories.jsonl: which documents make a story")
    return stories


def stream(testbed: Testbed, *, order: str) -> list[Document]:
    """Return every document once, loose ones included: in `time` order, or as `given` in their files.

    Documents that know no place in a file are given as the stories list them, loose ones last.
    """
    if order == "time":
        return list(testbed.documents)
    every = (*(document for topic in testbed for document in topic.documents), *testbed.loose)
    # Of what orders a document, path and line are the place; sorting leaves those without one as they were.
    return sorted({each.id: each for each in every}.values(), key=lambda each: each.order[2:4])


def _trackers(experiment: Experiment) -> tuple[str, ...]:
    """Return the trackers in canonical spelling; each is built once, so that a bad spec is reported before any work."""
    systems = method_specs(
        experiment,
        allowed=f"Trackers are {', '.join(TRACKERS)} and {AVERAGE_LINK}, with parameters in brackets.",
        example='["meadow", "cidr(threshold=0.6)"]',
    )
    for system in systems:
        spec = parse_spec(system)
        if spec.name == AVERAGE_LINK:
            _threshold(spec)
        else:
            make_tracker(system)
    return systems


def _threshold(spec: Spec) -> Mapping[str, float]:
    """Return the parameters of the batch yardstick, which is no tracker and so in no registry."""
    keywords = dict(spec.keywords)
    value = keywords.pop("threshold", None)
    if spec.positional or keywords or not (value is None or (isinstance(value, int | float) and 0 <= value <= 1)):
        raise SpecError(
            f"The system {str(spec)!r} cannot be read.",
            given=str(spec),
            allowed=f"{AVERAGE_LINK} takes threshold=, a mean cosine from 0 to 1.",
        )
    return {} if value is None else {"threshold": float(value)}


def _labels(system: str, documents: Sequence[Document]) -> Sequence[Hashable]:
    if system == ONE_STORY:
        return [0] * len(documents)
    if system == SINGLETONS:
        return range(len(documents))
    spec = parse_spec(system)
    if spec.name == AVERAGE_LINK:
        return agglomerative(documents, **_threshold(spec))
    return [assignment.story_id for assignment in settled_assignments(documents, tracker=system)]


def _story_parts(table: Contingency) -> FloatArray:
    """Return for each gold story its documents, and the sums of B-cubed precision and recall over them."""
    # Each of the n documents of a cell finds n of its story in its cluster: n² / size in all.
    squares = (table.shared * table.shared).astype(np.float64)
    sums = [
        np.bincount(table.class_, weights=squares / sizes)
        for sizes in (table.cluster_sizes[table.cluster], table.class_sizes[table.class_])
    ]
    columns: FloatArray = np.column_stack([table.class_sizes, *sums])
    return columns


def _mixtures(wholes: Sequence[Hashable], parts: Sequence[Hashable]) -> list[list[str]]:
    """Return what each whole that holds two parts or more is made of."""
    parts_of: dict[Hashable, dict[Hashable, None]] = {}
    for whole, part in zip(wholes, parts, strict=True):
        parts_of.setdefault(whole, {})[part] = None
    return [[str(whole), *map(str, mixed)] for whole, mixed in parts_of.items() if len(mixed) > 1]


def _precision(sums: FloatArray) -> FloatArray:
    return np.asarray(sums[..., 1] / sums[..., 0])


def _recall(sums: FloatArray) -> FloatArray:
    return np.asarray(sums[..., 2] / sums[..., 0])


def _f(sums: FloatArray) -> FloatArray:
    precision, recall = _precision(sums), _recall(sums)
    return np.asarray(2 * precision * recall / (precision + recall))


_STATISTICS: Mapping[str, Statistic] = {"bcubed_precision": _precision, "bcubed_recall": _recall, "bcubed_f": _f}


def report(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Findings:
    """Return the table of trackers, and B-cubed precision against recall."""
    by_tracker = {result.cell.system: result.measured for result in results if result.measured is not None}
    settings = results[0].cell.settings
    columns = (*(measure_column(measure) for measure in settings["measures"]), *_COUNTS)
    p_values = _tests(by_tracker, experiment)
    intervals = {system: _intervals(_parts(measured), experiment) for system, measured in by_tracker.items()}
    differing = {system for system, p_value in p_values.items() if p_value < _LEVEL}
    rows = [
        Row(
            (system,),
            tuple(_entry(measured, column.name, intervals[system], marked=system in differing) for column in columns),
            contends=system not in BYSTANDERS,
        )
        for system, measured in by_tracker.items()
    ]
    order = settings["order"]
    table = paper_table(
        "tracking", f"Stories found in {testbed.name}", ("tracker",), columns, rows, experiment,
        notes=(*_notes(testbed, order), *failure_notes(results)), unit="story", order=order,
        marks={_MARK: _mark_text(experiment)} if differing and _TESTED in settings["measures"] else {},
    )  # fmt: skip
    return Findings((table,), (_plot(testbed, by_tracker, intervals),))


def _entry(measured: Measured, column: str, intervals: Intervals, *, marked: bool) -> Entry:
    low, high = intervals.get(column, (None, None))
    return Entry(measured.figures[column], low, high, (_MARK,) if marked and column == _TESTED else ())


def _intervals(parts: FloatArray, experiment: Experiment) -> Intervals:
    """Return the intervals of the three B-cubed figures; of a single story there are none."""
    if len(parts) < 2:
        return {}
    resamples, seed = experiment.resamples, experiment.seed
    drawn = {
        name: bootstrap(parts, statistic=_of_stories(statistic), resamples=resamples, seed=seed, unit="story")
        for name, statistic in _STATISTICS.items()
    }
    return {name: (interval.low, interval.high) for name, interval in drawn.items()}


def _of_stories(statistic: Statistic) -> Statistic:
    return lambda rows: statistic(rows.sum(axis=1))


def _parts(measured: Measured) -> FloatArray:
    return np.array(list(measured.output["parts"].values()), dtype=np.float64)


def _tests(by_tracker: Mapping[str, Measured], experiment: Experiment) -> dict[str, float]:
    """Return the p-value of each tracker's difference from the baseline in B-cubed F, corrected by Holm."""
    (name,) = baseline_row(experiment) or ("",)
    if name not in by_tracker:
        return {}
    others = [system for system in by_tracker if system not in (name, *BYSTANDERS)]
    rival = _parts(by_tracker[name])
    values = [swap_test(_parts(by_tracker[system]), rival, experiment.resamples, experiment.seed) for system in others]
    return dict(zip(others, holm(values), strict=True)) if others else {}


def swap_test(first: FloatArray, second: FloatArray, resamples: int, seed: int) -> float:
    """Return how often B-cubed F differs as much when each story's sums are exchanged at random; never 0."""
    swapped = generator(seed).integers(2, size=(resamples, len(first))).astype(np.float64)
    moved = swapped @ (second - first)
    differences = _f(first.sum(axis=0) + moved) - _f(second.sum(axis=0) - moved)
    observed = _f(first.sum(axis=0)) - _f(second.sum(axis=0))
    # Sums in another order differ by rounding and still count as equal.
    return float((1 + np.count_nonzero(np.abs(differences) >= np.abs(observed) - 1e-12)) / (1 + resamples))


def _mark_text(experiment: Experiment) -> str:
    return f"differs from {experiment.baseline}, p < {_LEVEL:g} (each story's sums exchanged at random, Holm over rows)"


def _notes(testbed: Testbed, order: str) -> list[str]:
    documents = testbed.documents
    undated = sum(document.published is None for document in documents)
    loose = len(testbed.loose)
    return [
        f"{len(documents)} documents in {order} order, {undated} undated; {len(testbed)} stories"
        + (f"; {loose} documents of no story are tracked and not measured." if loose else "."),
        "stories: found stories that hold a measured document; merged: those with documents of several gold stories; "
        "split: gold stories in several found ones.",
        "Intervals of B-cubed: gold stories drawn with replacement, each with the sums of its documents.",
    ]


def _plot(testbed: Testbed, by_tracker: Mapping[str, Measured], intervals: Mapping[str, Intervals]) -> Plot:
    """Return a point per tracker; its interval is that of precision."""
    points = []
    for system, measured in by_tracker.items():
        sums = _parts(measured).sum(axis=0)
        low, high = intervals[system].get("bcubed_precision", (None, None))
        points.append(Series(system, (float(_recall(sums)),), (float(_precision(sums)),), (low,), (high,)))
    title = f"B-cubed on {testbed.name}"
    return Plot("tracking", title, "B-cubed recall", "B-cubed precision", tuple(points), kind="points")


KIND = Kind(NAME, ("documents",), plan, measure, report)
