"""Stories that trackers find against the stories of a testbed, on one stream of all its documents.

A cell is a tracker on the whole testbed. Loose documents are in the stream too, as other news is in any stream, but take
no part in the measures, since nobody knows where they belong. The bystanders are `one-story` (all documents together) and
`singletons` (each alone); `average-link` is the yardstick that sees all documents before it decides.

Source: Radev, Jing, Styś and Tam (2004) for the task; Bagga and Baldwin (1998) for B-cubed; each tracker names its own.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Literal

import msgspec
import numpy as np

from meadow.errors import InputError, SpecError
from meadow.evaluate.clustering_measures import Contingency, compare, contingency
from meadow.lab.experiment import Cell, Experiment, Kind, Measured
from meadow.lab.kinds.asked import baseline, check_unused, method_specs
from meadow.lab.kinds.cluster_measures import chosen_measures
from meadow.lab.kinds.tracking_tables import BYSTANDERS, ONE_STORY, SINGLETONS, report_tracking
from meadow.lab.kinds.typed_options import typed_options
from meadow.lab.testbed import Testbed
from meadow.model import Document, FloatArray
from meadow.pipeline import make_tracker, settled_assignments
from meadow.spec import Spec, parse_spec
from meadow.tracking import TRACKERS
from meadow.tracking.batch import agglomerative

NAME = "tracking"
AVERAGE_LINK = "average-link"
DEFAULT_MEASURES = (
    "bcubed_precision", "bcubed_recall", "bcubed_f", "precision", "recall", "f", "v", "nmi", "purity"
)  # fmt: skip


class _Options(msgspec.Struct):
    order: Literal["time", "given"] = "time"


def plan(testbed: Testbed, experiment: Experiment) -> list[Cell]:
    """Return a cell per tracker on the whole testbed, bystanders first."""
    options = typed_options(experiment, _Options)
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
    found = dict(zip((document.id for document in documents), _labels(cell.system, documents), strict=True))
    judged = [document.id for document in documents if document.id in gold]
    clusters, classes = [found[each] for each in judged], [gold[each] for each in judged]
    compared, table = compare(clusters, classes), contingency(clusters, classes)
    figures = {measure: float(getattr(compared, measure)) for measure in cell.settings["measures"]}
    merged, split = _mixtures(clusters, classes), _mixtures(classes, clusters)
    counts = {"stories": compared.cluster_count, "merged": len(merged), "split": len(split)}
    names = list(dict.fromkeys(classes))
    parts = dict(zip(names, _story_parts(table).tolist(), strict=True))
    return Measured({**figures, **counts}, {"parts": parts, "merged": merged, "split": split})


def story_of(testbed: Testbed) -> dict[str, str]:
    """Return the story of each document that has one; a document in two stories is an error, and so is none at all."""
    found: dict[str, str] = {}
    for topic in testbed:
        for document in topic.documents:
            other = found.setdefault(document.id, topic.id)
            if other != topic.id:
                raise InputError(
                    f"The document {document.id!r} is in the stories {other!r} and {topic.id!r}.",
                    given=document.id,
                    allowed="A tracker puts each document into one story, so it can be compared with one only.",
                    advice="Leave it in one of them in stories.jsonl of the testbed's folder.",
                )
    if not found:
        raise InputError(
            f"The testbed {testbed.name!r} has no story with documents.",
            given=f"{len(testbed)} stories",
            advice="stories.jsonl of the testbed's folder says which documents make a story.",
        )
    return found


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
    """Return the trackers in canonical spelling; each is built once, so that a bad spec is told before any work."""
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
    squares = (table.shared * table.shared).astype(np.float64)
    sums = [
        np.bincount(table.class_, weights=squares / sizes)
        for sizes in (table.cluster_sizes[table.cluster], table.class_sizes[table.class_])
    ]
    columns: FloatArray = np.column_stack([table.class_sizes, *sums])
    return columns


def _mixtures(wholes: Sequence[Hashable], parts: Sequence[Hashable]) -> list[list[str]]:
    """Return what each whole that holds two parts or more is made of."""
    held: dict[Hashable, dict[Hashable, None]] = {}
    for whole, part in zip(wholes, parts, strict=True):
        held.setdefault(whole, {})[part] = None
    return [[str(whole), *map(str, own)] for whole, own in held.items() if len(own) > 1]


KIND = Kind(NAME, ("documents",), plan, measure, report_tracking)
