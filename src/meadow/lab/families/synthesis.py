"""Print six similarities of reports with references, or how well each similarity tells people from systems (QARLA).

A report is the JSON of meadow summarize --json: {"name": "ada", "topic":
"flood", "sentences": [{"document": "a", "index": 0, "text": "…"}]}, where
name and topic may be missing; a file holds one, or several as JSON Lines.
Concepts are lines with aliases separated by tabs, or a JSON list of lists,
or an object of such lists by topic.

Examples:
    meadow evaluate synthesis --manual manual.jsonl --automatic automatic.jsonl --concepts concepts.txt
    meadow evaluate synthesis --report automatic.jsonl --reference manual.jsonl
    meadow evaluate synthesis --report automatic.jsonl --reference manual.jsonl --lemmas simplemma
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import fmean

from meadow.errors import InputError, UsageError, check_choice
from meadow.lab.evaluate import synthesis
from meadow.lab.evaluate.lemmas import Lemmas, check_lemmas
from meadow.lab.evaluate.synthesis import Qarla, Similarity
from meadow.lab.families.comparison import compare_systems
from meadow.lab.files.reports import Concepts, Reports, pair_of, read_concepts, read_reports
from meadow.lab.tables.sheet import Cell, Sheet, finite, make_table
from meadow.provenance import signature
from meadow.text.language import normalize_language

# The names that the lab and the paper give them.
SIMILARITIES = ("docsim", "sentence-recall", "sentence-precision", "perplexity", "rouge1", "nicos")

_NO_CONCEPTS = "NICOS needs the key concepts of the topic: give --concepts."
_INFINITE = "NICOS is infinite (null in JSON) where both reports mention every concept equally often."


@dataclass(frozen=True, slots=True)
class ComparedReports:
    """Reports to score and their references; or those of people and, as `automatic`, those by systems."""

    reports: Reports
    references: Reports
    concepts: Mapping[str, Concepts] | None = None
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class _How:
    """What similarities depend on."""

    concepts: Mapping[str, Concepts] | None
    language: str
    lemmas: Lemmas


def read(
    *,
    report: Sequence[str] = (),
    reference: Sequence[str] = (),
    manual: Sequence[str] = (),
    automatic: Sequence[str] = (),
    concepts: str | None = None,
) -> ComparedReports:
    """Return the reports of files, and the key concepts of their topics.

    --concepts FILE: The key concepts, for NICOS.

    Similarities of reports:
    --report FILE…: Reports to score.
    --reference FILE…: Reference reports.

    QARLA of similarities:
    --manual FILE…: Reports by people, two or more.
    --automatic FILE…: Reports by systems.
    """
    pair = pair_of({"report": report, "reference": reference, "manual": manual, "automatic": automatic})
    first, second = map(read_reports, pair)
    return ComparedReports(
        first, second, None if concepts is None else read_concepts(concepts, list(first)), bool(manual)
    )


def sheet(
    data: ComparedReports,
    *,
    compare: tuple[str, ...] | None = None,
    language: str = "en",
    lemmas: Lemmas = "snowball",
    seed: int = 0,
) -> Sheet:
    """Return six similarities of reports with references, or how well each tells people from systems.

    How to measure:
    --lemmas: ROUGE and NICOS by snowball stems, or by simplemma's dictionaries.

    QARLA of similarities:
    --compare: The sign test of two similarities, such as nicos,rouge1.
    """
    code = normalize_language(language)
    check_lemmas(lemmas, code)
    how = _How(data.concepts, code, lemmas)
    if data.automatic:
        return _qarla(data.reports, data.references, how, compare)
    return _of_references(data.reports, data.references, how, seed)


def _qarla(manual: Reports, automatic: Reports, how: _How, compare: Sequence[str] | None) -> Sheet:
    """Return QARLA of every similarity, per topic and on average; `compare` names two for a sign test."""
    _check_topics(manual, automatic, names=("manual", "automatic"))
    per_similarity: dict[str, list[Qarla]] = {}
    for topic in manual:
        for name, similarity in _similarities(topic, how).items():
            per_similarity.setdefault(name, []).append(synthesis.qarla(similarity, manual[topic], automatic[topic]))
    topics = list(manual) if len(manual) > 1 else []
    made = Sheet(
        blocks=[
            make_table(
                ("similarity", *topics, "QARLA", "ties"),
                [_qarla_row(name, per_similarity, topics) for name in SIMILARITIES],
            )
        ],
        value={
            "measure": "synthesis",
            "qarla": [_qarla_value(name, each, list(manual)) for name, each in per_similarity.items()],
        },
        notes=[_NO_CONCEPTS] if how.concepts is None else [],
        signatures=[topic.signature for each in per_similarity.values() for topic in each],
    )
    return made if compare is None else made + _sign_test(per_similarity, compare)


def _of_references(reports: Reports, references: Reports, how: _How, seed: int) -> Sheet:
    """Return the mean similarities of each report with the references of its topic; reports on one topic are compared."""
    _check_topics(reports, references, names=("report", "reference"))
    measured = {
        report.name or "": {
            name: [similarity(report, reference) for reference in references[topic]]
            for name, similarity in _similarities(topic, how).items()
        }
        for topic, listed in reports.items()
        for report in listed
    }
    if len(measured) < sum(map(len, reports.values())):
        raise InputError("Two reports have the same name.", advice='Give each its own "name".')
    counts = {"reports": len(measured), "references": sum(map(len, references.values()))}
    used = _similarities(next(iter(reports)), how)
    signed = {
        name: signature({"measure": synthesis.similarity_signature(each), **counts}) for name, each in used.items()
    }
    infinite = any(math.isinf(value) for row in measured.values() for value in row.get("nicos", ()))
    made = Sheet(
        blocks=[make_table(("report", *SIMILARITIES), [(name, *_means(values)) for name, values in measured.items()])],
        value={"measure": "synthesis", "reports": [_similarity_value(name, each) for name, each in measured.items()]},
        notes=[*([_NO_CONCEPTS] if how.concepts is None else []), *([_INFINITE] if infinite else [])],
        signatures=list(signed.values()),
    )
    return made + _differences(measured, seed) if len(reports) == 1 else made


def _similarities(topic: str, how: _How) -> dict[str, Similarity]:
    concepts = None if how.concepts is None else list(how.concepts[topic])
    return synthesis.similarities(language=how.language, lemmas=how.lemmas, concepts=concepts)


def _qarla_row(name: str, per_similarity: Mapping[str, Sequence[Qarla]], topics: Sequence[str]) -> tuple[Cell, ...]:
    each = per_similarity.get(name)
    if each is None:
        return (name, *(None for _ in topics), None, None)
    values = [topic.value for topic in each] if topics else []
    return (name, *values, synthesis.mean_qarla(each), fmean(topic.ties for topic in each))


def _qarla_value(name: str, each: Sequence[Qarla], topics: Sequence[str]) -> dict[str, object]:
    listed = [
        {"topic": topic, "value": one.value, "ties": one.ties, "signature": one.signature}
        for topic, one in zip(topics, each, strict=True)
    ]
    return {"similarity": name, "value": synthesis.mean_qarla(each), "topics": listed}


def _sign_test(per_similarity: Mapping[str, Sequence[Qarla]], names: Sequence[str]) -> Sheet:
    for name in names:
        check_choice("similarity", name, per_similarity)
    given = ",".join(names)
    if len(names) != 2:
        raise UsageError(f"--compare is {given!r}.", given=given, allowed="Two similarities, such as nicos,rouge1.")
    first, second = names
    ours, theirs = (list(chain.from_iterable(topic.per_reference for topic in per_similarity[name])) for name in names)
    test = synthesis.sign_test(ours, theirs)
    row = (first, second, test.more, test.less, test.equal, test.p, test.wilcoxon_p)
    value = dict(zip(("first", "second", "more", "less", "equal", "p", "wilcoxon_p"), row, strict=True))
    head = ("first", "second", "more", "less", "equal", "p (sign)", "p (Wilcoxon)")
    return Sheet(
        blocks=[make_table(head, [row], title="QARLA, paired by topic and reference")],
        value={"sign_test": {**value, "signature": test.signature}},
        signatures=[test.signature],
    )


def _means(values: Mapping[str, Sequence[float]]) -> list[float | None]:
    return [fmean(values[name]) if name in values else None for name in SIMILARITIES]


def _similarity_value(name: str, values: Mapping[str, Sequence[float]]) -> dict[str, object]:
    return {"name": name, **{key: finite(mean) for key, mean in zip(SIMILARITIES, _means(values), strict=True)}}


def _differences(measured: Mapping[str, Mapping[str, Sequence[float]]], seed: int) -> Sheet:
    """Return the tests on every similarity that is finite for every report and reference."""
    by_similarity = {
        name: {report: values[name] for report, values in measured.items() if name in values} for name in SIMILARITIES
    }
    known = {
        name: values
        for name, values in by_similarity.items()
        if values and all(math.isfinite(value) for each in values.values() for value in each)
    }
    return compare_systems(known, unit="reference", seed=seed)


def _check_topics(first: Reports, second: Reports, *, names: tuple[str, str]) -> None:
    for topic in dict.fromkeys([*first, *second]):
        lacking = next((name for name, each in zip(names, (first, second), strict=True) if topic not in each), None)
        if lacking is not None:
            raise InputError(
                f"The topic {topic!r} has no {lacking} report.",
                given=topic,
                allowed=f"Every topic has {names[0]} and {names[1]} reports.",
                advice='Check the field "topic" of the reports.',
            )
