"""Print precision, recall, F and percent agreement of extracts; two or more are compared, paired by sentence.

An extract is a file of sentence numbers from 0 ("0 4 7"), the JSON of
meadow summarize --json, or MEAD's extract file.

Examples:
    meadow evaluate extraction --extract extract.txt --ideal ideal.txt --total 4
    meadow evaluate extraction --extract extract.txt --compare other.txt --ideal ideal.txt --total 4
    meadow evaluate extraction --extract extract.txt --ideal ideal.txt other.txt extract.txt
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from meadow.errors import UsageError
from meadow.lab.evaluate.extraction import ideal_by_majority, percent_agreement, precision_recall, signature
from meadow.lab.families.comparison import compare_systems
from meadow.lab.files.extracts import named, numbered, read_extract, sentence_names
from meadow.lab.tables.sheet import Sheet, make_table, records

_HEADS = ("extract", "precision", "recall", "F", "agreement")
_NO_TOTAL = "Agreement counts sentences that both leave out: say how many there are with --total."


@dataclass(frozen=True, slots=True)
class Extracts:
    """The extracts of systems and the ideal ones, as numbers, and what a reader calls each number."""

    systems: Mapping[str, frozenset[int]]
    ideals: Sequence[frozenset[int]]
    names: Mapping[int, str]


def read(*, extract: Sequence[str], ideal: Sequence[str]) -> Extracts:
    """Return the extracts of files.

    --extract, --compare FILE…: Extracts to score, one per system.
    --ideal FILE…: The ideal extract; of several, what more than half hold.
    """
    found = [read_extract(path) for path in (*extract, *ideal)]
    numbers = numbered(found)
    systems = named(extract, numbers[: len(extract)])
    return Extracts(systems, numbers[len(extract) :], sentence_names(found))


def sheet(data: Extracts, *, total: int | None = None, seed: int = 0) -> Sheet:
    """Return the scores of each extract; several ideals become one by majority, which is shown by the sentences' names.

    --total: How many sentences there are, for percent agreement.
    """
    ideals, extracts = data.ideals, data.systems
    ideal = ideals[0] if len(ideals) == 1 else ideal_by_majority(ideals)
    how = signature(judges=None if len(ideals) == 1 else len(ideals), total=total)
    chosen = [data.names[number] for number in sorted(ideal)]
    scores = {name: _scores(extract, ideal, total) for name, extract in extracts.items()}
    keys = ("name", "precision", "recall", "f", "agreement", "signature")
    made = Sheet(
        blocks=[make_table(_HEADS, [(name, *row) for name, row in scores.items()]), *_majority(chosen, len(ideals))],
        value={
            "measure": "extraction", "ideal": len(ideal), "sentences": chosen, "total": total,
            "extracts": records(keys, ((name, *row, how) for name, row in scores.items())),
        },
        notes=[_NO_TOTAL] if total is None else [],
        signatures=[how],
    )  # fmt: skip
    return made + _differences(extracts, ideal, total, seed) if len(extracts) > 1 else made


def _majority(chosen: Sequence[str], ideals: int) -> list[str]:
    if ideals == 1:
        return []
    return [f"ideal by majority of {ideals} extracts: {' '.join(chosen)}"]


def _scores(
    extract: frozenset[int], ideal: frozenset[int], total: int | None
) -> tuple[float, float, float, float | None]:
    overlap = precision_recall(extract, ideal)
    agreement = None if total is None else percent_agreement(extract, ideal, total=total)
    return overlap.precision, overlap.recall, overlap.f, agreement


def _differences(extracts: Mapping[str, frozenset[int]], ideal: frozenset[int], total: int | None, seed: int) -> Sheet:
    if total is None:
        raise UsageError(
            "Two extracts are compared sentence by sentence, but --total is not given.",
            given=", ".join(extracts),
            advice="Say how many sentences there are: --total 50.",
        )
    agreed = {
        name: [float((sentence in extract) == (sentence in ideal)) for sentence in range(total)]
        for name, extract in extracts.items()
    }
    return compare_systems({"agreement": agreed}, unit="sentence", seed=seed)
