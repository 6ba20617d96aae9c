"""JSON Lines with clusters: documents that name their cluster, and a line per cluster of what belongs to it.

A folder holds these files, each of them also as .gz or .zst; only the first is needed:

- `docs.jsonl`: `{id, cluster, date, source, title, text[, lang, split]}`, as `meadow.read` reads documents. Without a
  cluster a document is loose. `sentences` may give the sentences instead of `text`, as an object from number to text.
- `clusters.jsonl`: `{cluster, references: [{id, text}], peers: {system: text}[, title, question, split]}`.
- `human_grades.jsonl`: `{cluster, system, evaluator, text}` and grades: every number is one, on the scale of its name.
- `sentence_clusters.jsonl`: `{members: [[document, sentence number], …]}`, the sentences that mention an event; they
  become one clustering per topic by the judge `gold` (see `meadow.lab.formats.jsonl_documents`).

Source: our own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

import msgspec

from meadow.errors import InputError, UnknownNameError
from meadow.ingest.jsonl import document_value
from meadow.lab.formats import Format
from meadow.lab.formats.changes import changes
from meadow.lab.formats.jsonl_documents import (
    DocumentSheet,
    iter_named,
    read_sheet,
    with_chains,
    with_clusters,
    with_grades,
)
from meadow.lab.formats.records import (
    check_limit,
    find_file,
    label_of,
    new_folder,
    save_lines,
    save_records,
    scales_by_judge,
)
from meadow.lab.testbed import Output, Testbed, Topic
from meadow.model import Document
from meadow.text.language import normalize_language

DOCUMENTS = "docs.jsonl"
CLUSTERS = "clusters.jsonl"
GRADES = "human_grades.jsonl"
CHAINS = "sentence_clusters.jsonl"
_SUMMARY = "summary"


def read_jsonl(
    path: str | Path,
    *,
    language: str | None = None,
    split: str | None = None,
    limit: int | None = None,
    story: str = "cluster",
    name: str | None = None,
) -> Testbed:
    """Return the testbed of a folder of JSON Lines, or of one file of documents; topics in the order of the file.

    `language` keeps the documents that name it, and those that name none are taken to be in it. `split` keeps the topics
    of a part such as `Test`, `limit` the first few. `story` is the field that says which story a document belongs to.
    """
    source = Path(path)
    files = _find_files(source)
    code = None if language is None else normalize_language(language)
    sheet = read_sheet(files[DOCUMENTS], story=story, language=code)
    stories = _first(_of_split(_parts(sheet, files.get(CLUSTERS), story), split), limit)
    topics = _topics(sheet, stories)
    if CLUSTERS in files:
        topics = with_clusters(topics, files[CLUSTERS], sheet, story=story)
    if GRADES in files:
        topics = with_grades(topics, files[GRADES], sheet, story=story)
    if CHAINS in files:
        topics = with_chains(topics, files[CHAINS], sheet)
    loose = tuple(line.document for line in sheet.lines if line.story is None)
    return Testbed(name or source.resolve().name.partition(".")[0], tuple(topics.values()), loose=loose)


def write_jsonl(testbed: Testbed, path: str | Path) -> tuple[str, ...]:
    """Write documents, clusters and grades into a new folder; return what these files have no place for."""
    folder = new_folder(path)
    save_lines(folder / DOCUMENTS, _document_lines(testbed))
    clusters = [_cluster(topic) for topic in testbed if _needs_line(topic)]
    grades = [grade for topic in testbed for grade in _grades(topic)]
    for name, records in ((CLUSTERS, clusters), (GRADES, grades)):
        if records:
            save_records(folder / name, records)
    return changes(testbed, read_jsonl(folder, name=testbed.name))


def _find_files(source: Path) -> dict[str, Path]:
    if source.is_file():
        return {DOCUMENTS: source}
    files = {name: path for name in (DOCUMENTS, CLUSTERS, GRADES, CHAINS) if (path := find_file(source, name))}
    if DOCUMENTS in files:
        return files
    raise InputError(
        f"There is no {DOCUMENTS} in {str(source)!r}.",
        given=str(source),
        allowed=f"A folder is expected with {DOCUMENTS} and, where there are any, {CLUSTERS}, {GRADES} and {CHAINS}, each"
        " plain or as .gz or .zst; or one file of documents.",
    )


def _parts(sheet: DocumentSheet, clusters: Path | None, story: str) -> dict[str, str | None]:
    """Return the split of each story in the order of the documents: these may name it, or else the clusters."""
    named: dict[str, str | None] = {}
    if clusters is not None:
        rows = iter_named(clusters, sheet, story=story)
        named = {name: label_of(record, "split", place) for place, name, record in rows}
    return {line.story: line.split or named.get(line.story) for line in sheet.lines if line.story is not None}


def _of_split(parts: Mapping[str, str | None], split: str | None) -> list[str]:
    if split is not None and split not in parts.values():
        raise UnknownNameError("split", split, {part for part in parts.values() if part is not None})
    return [story for story, part in parts.items() if split in (None, part)]


def _first(stories: list[str], limit: int | None) -> list[str]:
    check_limit(limit)
    return list(islice(stories, limit))


def _topics(sheet: DocumentSheet, stories: list[str]) -> dict[str, Topic]:
    documents: dict[str, dict[str, Document]] = {story: {} for story in stories}
    for line in sheet.lines:
        if line.story in documents:
            documents[line.story][line.document.id] = line.document
    ordered = {
        story: sorted(members.values(), key=lambda document: document.order) for story, members in documents.items()
    }
    return {story: Topic(story, tuple(members)) for story, members in ordered.items()}


def _document_lines(testbed: Testbed) -> Iterator[str]:
    for topic in testbed:
        yield from (_document_line(document, topic.id) for document in topic.documents)
    yield from (_document_line(document, None) for document in testbed.loose)


def _document_line(document: Document, cluster: str | None) -> str:
    named = {} if cluster is None else {"cluster": cluster}
    return msgspec.json.encode({**document_value(document), **named}).decode()


def _needs_line(topic: Topic) -> bool:
    return bool(topic.references or _summaries(topic) or topic.title is not None or topic.question is not None)


def _summaries(topic: Topic) -> list[Output]:
    return [output for output in topic.outputs if output.task == _SUMMARY and output.length is None]


def _cluster(topic: Topic) -> dict[str, object]:
    return {
        "cluster": topic.id,
        "title": topic.title,
        "question": topic.question,
        "references": [
            {"id": each.id, "text": each.text} | ({} if each.length is None else {"length": each.length})
            for each in topic.references
        ],
        "peers": {output.system: output.text for output in _summaries(topic)},
    }


def _grades(topic: Topic) -> Iterator[dict[str, object]]:
    """Yield a line per system and judge, with all scales that the judge used."""
    for (system, judge), scales in scales_by_judge(topic).items():
        # The names come last: a scale called `system` is then lost, which reading back shows, and not the system.
        yield {**scales, "cluster": topic.id, "system": system, "evaluator": judge}


FORMAT = Format(
    "jsonl", "JSON Lines: documents that name their cluster, and references per cluster", read_jsonl, write_jsonl
)
