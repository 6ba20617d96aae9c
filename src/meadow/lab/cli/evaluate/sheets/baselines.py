"""Baseline reports as a sheet: how long each is, what it draws on, and how much of people's reports it holds."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from meadow.lab.evaluate.baseline_reports import baseline_reports, keep_best, thinned
from meadow.lab.evaluate.synthesis import SynthesisReport, sentence_recall
from meadow.lab.tables.sheet import Cell, Sheet, make_table
from meadow.model import Document
from meadow.provenance import data_digest, signature

_NO_MANUAL = "Give --manual to keep those that come nearest to what people wrote."


def baselines_sheet(
    documents: Sequence[Document],
    question: str,
    people: Sequence[SynthesisReport],
    *,
    keep: int,
    thin: bool,
    seed: int,
) -> Sheet:
    """Return all baselines, or the `keep` best by mean sentence recall, best first; none is empty."""
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
