"""Judged summaries, a JSON object per summary: SummEval's file, and others that have its shape.

- `{id, model_id, decoded, references: [text], text, expert_annotations: [{scale: value}], turker_annotations: […]}`, as
  SummEval is distributed; the source article is `text` where the file has been paired with the articles. Judges are
  `expert-1`, `expert-2`, …, `turker-1`, …; the first reference is the newspaper's own.
- `{doc_id, system, text, references: [text], source, scores: {scale: value}}`, with the mean over judges, whose name
  here is `mean`.

A topic is an article. One whose text is missing is replaced by its first reference, which `about` then says.

Source: Fabbri et al. (2021), "SummEval: re-evaluating summarization evaluation"; Grusky, Naaman and Artzi (2018),
"Newsroom: a dataset of 1.3 million summaries with diverse extractive strategies".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import msgspec

from meadow.errors import InputError, ReadError
from meadow.ingest.article import Article, build_document
from meadow.lab.formats import Format
from meadow.lab.formats.changes import changes
from meadow.lab.formats.records import (
    Record,
    check_limit,
    iter_records,
    label_of,
    save_records,
    scales_by_judge,
    shaped,
)
from meadow.lab.testbed import Output, Rating, Testbed, Topic, WrittenText
from meadow.model import Document

_MEAN = "mean"
_EXPERT, _TURKER = "expert", "turker"
_SUMMARY = "summary"


class _Judged(msgspec.Struct):
    """A line of either shape; which one it is says `decoded`."""

    decoded: str | None = None
    text: str | None = None
    source: str | None = None
    references: list[str] = []
    scores: dict[str, float] = {}
    expert_annotations: list[dict[str, float]] = []
    turker_annotations: list[dict[str, float]] = []


@dataclass(frozen=True, slots=True)
class _SummEvalSummary:
    """A judged summary, whichever shape its line has."""

    place: str
    topic: str
    source: str | None
    references: tuple[str, ...]
    output: Output
    ratings: tuple[Rating, ...]


def read_summeval(path: str | Path, *, language: str | None = None, limit: int | None = None) -> Testbed:
    """Return the testbed of a file of judged summaries; `limit` keeps the first topics."""
    file = Path(path)
    if not file.is_file():
        what = "is a folder" if file.is_dir() else "does not exist"
        raise InputError(
            f"{str(path)!r} {what}.", given=str(path), allowed="A file of JSON Lines, plain or .gz, is needed."
        )
    check_limit(limit)
    by_topic: dict[str, list[_SummEvalSummary]] = {}
    for summary in _iter_summaries(file):
        by_topic.setdefault(summary.topic, []).append(summary)
    if not by_topic:
        raise InputError(f"{str(path)!r} holds no summary.", given=str(path))
    kept = dict(islice(by_topic.items(), limit))
    topics = tuple(_topic(name, summaries, language) for name, summaries in kept.items())
    return Testbed(file.name.partition(".")[0], topics, about=_about(kept))


def write_summeval(testbed: Testbed, path: str | Path) -> tuple[str, ...]:
    """Write a line per output into a new file; return what such lines have no place for."""
    file = Path(path)
    if file.exists():
        raise InputError(f"{str(path)!r} is there already.", given=str(path), advice="Name a new file.")
    lines = [line for topic in testbed for line in _iter_lines(topic)]
    if not lines:
        raise InputError(f"The testbed {testbed.name} has no outputs, so there is nothing to write a line about.")
    save_records(file, lines)
    back = read_summeval(file)
    named = replace(testbed, name=back.name, about=back.about)  # the file's name is the testbed's
    return changes(_by_place(named), back)


def _iter_summaries(file: Path) -> Iterator[_SummEvalSummary]:
    seen: dict[tuple[str, str], str] = {}
    for place, record in iter_records(file):
        summary = _summary(record, place)
        first = seen.setdefault((summary.topic, summary.output.system), place)
        if first != place:
            raise ReadError(place, f"{summary.output.system!r} on {summary.topic!r} is judged already at {first}")
        yield summary


def _summary(record: Record, place: str) -> _SummEvalSummary:
    judged = shaped(record, _Judged, place)
    released = judged.decoded is not None
    topic, system = _name(record, ("id", "doc_id"), place), _name(record, ("model_id", "system"), place)
    text, source = (judged.decoded, judged.text) if released else (judged.text, judged.source)
    if text is None:
        raise ReadError(place, "there is no summary: 'decoded' or 'text' is expected")
    return _SummEvalSummary(
        place,
        topic,
        source if source is not None and source.strip() else None,
        tuple(judged.references),
        Output(system, text),
        tuple(_iter_ratings(judged, system)),
    )


def _name(record: Record, keys: Sequence[str], place: str) -> str:
    label = next((name for key in keys if (name := label_of(record, key, place)) is not None), None)
    if label is None:
        raise ReadError(place, f"there is neither {keys[0]!r} nor {keys[1]!r}")
    return label


def _iter_ratings(judged: _Judged, system: str) -> Iterator[Rating]:
    groups = {_EXPERT: judged.expert_annotations, _TURKER: judged.turker_annotations}
    judges = {
        f"{kind}-{number}": given for kind, all_given in groups.items() for number, given in enumerate(all_given, 1)
    }
    if judged.scores:
        judges[_MEAN] = judged.scores
    for judge, scores in judges.items():
        yield from (Rating(system, scale, judge, value) for scale, value in scores.items())


def _topic(name: str, summaries: Sequence[_SummEvalSummary], language: str | None) -> Topic:
    first = summaries[0]
    for other in summaries[1:]:
        if (other.source, other.references) != (first.source, first.references):
            raise ReadError(other.place, f"{name!r} has another source or other references than at {first.place}")
    return Topic(
        name,
        (_document(name, first, language),),
        references=tuple(WrittenText(str(number), text) for number, text in enumerate(first.references, start=1)),
        outputs=tuple(summary.output for summary in summaries),
        ratings=tuple(rating for summary in summaries for rating in summary.ratings),
    )


def _document(name: str, summary: _SummEvalSummary, language: str | None) -> Document:
    text = summary.source if summary.source is not None else next(iter(summary.references), None)
    if text is None:
        raise ReadError(summary.place, f"{name!r} has neither a source nor a reference, so there is no document")
    return build_document(Article(id=name, text=text, language=language), place=summary.place)


def _about(by_topic: Mapping[str, Sequence[_SummEvalSummary]]) -> str:
    stood_in = sum(summaries[0].source is None for summaries in by_topic.values())
    if not stood_in:
        return ""
    return (
        f"The article is missing for {stood_in} of {len(by_topic)} topics: the first reference stands in for it, so that"
        " only measures that compare summaries with references or judges make sense there."
    )


def _iter_lines(topic: Topic) -> Iterator[dict[str, object]]:
    for output in topic.outputs:
        if output.task == _SUMMARY and output.length is None:
            yield {
                "id": topic.id,
                "model_id": output.system,
                "decoded": output.text,
                "text": "\n\n".join(document.text for document in topic.documents),
                "references": [reference.text for reference in topic.references],
                **_annotations(topic, output.system),
            }


def _annotations(topic: Topic, system: str) -> dict[str, object]:
    """Return the ratings of a system's summary as lists of judges; the mean has a field of its own."""
    by_judge = {judge: scales for (rated, judge), scales in scales_by_judge(topic).items() if rated == system}
    mean = by_judge.pop(_MEAN, None)
    turkers = [scores for judge, scores in by_judge.items() if judge.startswith(_TURKER)]
    experts = [scores for judge, scores in by_judge.items() if not judge.startswith(_TURKER)]
    return {"scores": mean, "expert_annotations": experts, "turker_annotations": turkers or None}


def _by_place(testbed: Testbed) -> Testbed:
    """Return the testbed with the names that a file gives: a document has that of its topic, a reference its number."""
    return replace(testbed, topics=tuple(_named(topic) for topic in testbed))


def _named(topic: Topic) -> Topic:
    references = tuple(replace(each, id=str(number)) for number, each in enumerate(topic.references, start=1))
    only = len(topic.documents) == 1
    documents = (replace(topic.documents[0], id=topic.id),) if only else topic.documents
    return replace(topic, documents=documents, references=references)


FORMAT = Format("summeval", "judged summaries, a JSON object each, as SummEval's", read_summeval, write_summeval)
