"""Print thirty baseline reports on a topic, or with --manual those that come nearest to what people wrote.

Eighteen take the first sentence of documents chosen in different ways, twelve
the first few or all sentences. They keep their own length unless --thin is
given. The JSON that this command prints can be given as --automatic to meadow
evaluate synthesis.

Examples:
    meadow evaluate baselines story.jsonl --question ferry
    meadow evaluate baselines story.jsonl --question ferry --manual manual.jsonl --keep 3
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import fmean

from meadow.cli.reading import read_input
from meadow.lab.evaluate.baseline_reports import baseline_reports, keep_best, thinned
from meadow.lab.evaluate.synthesis import SynthesisReport, sentence_recall
from meadow.lab.files.reports import read_reports
from meadow.lab.tables.sheet import Cell, Sheet, make_table
from meadow.model import Document
from meadow.provenance import data_digest, signature

_NO_MANUAL = "Give --manual to keep those that come nearest to what people wrote."


@dataclass(frozen=True, slots=True)
class BaselineTopic:
    """The documents of a topic, and what people wrote about it."""

    documents: Sequence[Document]
    people: Sequence[SynthesisReport] = ()


def read(*, paths: Sequence[str], manual: Sequence[str] = ()) -> BaselineTopic:
    """Return the documents of paths and the reports of files.

    Keep the best:
    --manual FILE…: Reports by people on the topic.
    """
    people = tuple(chain.from_iterable(read_reports(manual).values())) if manual else ()
    return BaselineTopic(read_input(paths).documents, people)


def sheet(data: BaselineTopic, *, question: str, keep: int = 10, thin: bool = False, seed: int = 0) -> Sheet:
    """Return all baselines, or the `keep` best by mean sentence recall, best first; none is empty.

    --question: What the reports are about.

    Keep the best:
    --keep: So many that share most sentences with them.
    --thin: First cut them to the longest of people's reports.
    """
    documents, people = data.documents, data.people
    made = [report for report in baseline_reports(documents, question, seed=seed) if report.sentences]
    if people:
        longest = max(len(report.sentences) for report in people)
        made = keep_best(
            [thinned(report, longest) for report in made] if thin else made, people, count=min(keep, len(made))
        )
    rows = [_row(report, people) for report in made]
    heads = ("report", "documents", "sentences", *(["recall"] if people else []))
    how = f"baselines(kept={len(made) if people else 'all'}, thinned={str(bool(people) and thin).lower()}, seed={seed})"
    return Sheet(
        blocks=[make_table(heads, rows)],
        value={"measure": "baselines", "reports": [_value(report) for report in made]},
        notes=[] if people else [_NO_MANUAL],
        signatures=[signature({"reports": how, "manual": len(people), "data": data_digest(documents)})],
    )


def _row(report: SynthesisReport, people: Sequence[SynthesisReport]) -> tuple[Cell, ...]:
    size = (report.name or "", len(report.document_ids), len(report.sentences))
    return (*size, fmean(sentence_recall(report, each) for each in people)) if people else size


def _value(report: SynthesisReport) -> dict[str, object]:
    listed = [
        {"document": each.ref.document_id, "index": each.ref.index, "text": each.text} for each in report.sentences
    ]
    return {"name": report.name, "sentences": listed}
