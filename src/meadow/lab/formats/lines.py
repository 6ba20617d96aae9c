"""One text per line: what systems wrote about the topics of a testbed, and pairs of sources and summaries.

- Predictions: a text file per system, whose line i is about topic i; a folder of such files holds several systems. They
  need the testbed that they are about. An empty line is an output that says nothing.
- Pairs: `x.source` and `x.target` (or `.src` and `.tgt`), a topic per line; `|||||` separates the documents of a
  source, `NEWLINE_CHAR` for a line end in a text. A folder `x.systems` may hold predictions on them.

Source: Fabbri et al. (2019), "Multi-News: a large-scale multi-document summarization dataset and abstractive
hierarchical model", for how its files are written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from meadow.errors import InputError, ReadError, UsageError
from meadow.ingest.article import Article, build_document
from meadow.lab.formats import Format
from meadow.lab.formats.changes import changes
from meadow.lab.formats.records import check_limit, file_name, iter_text_lines, new_folder, save_lines, visible_files
from meadow.lab.opening import with_outputs
from meadow.lab.testbed import Testbed, Topic, WrittenText
from meadow.model import Document

_PAIRS = ((".source", ".target"), (".src", ".tgt"))
_SEPARATOR = "|||||"
_LINE_END = "NEWLINE_CHAR"
_SYSTEMS = ".systems"
_REFERENCE = "target"
_TASKS = ("summary", "headline")


def read_lines(
    path: str | Path,
    *,
    testbed: str | Path | Testbed | None = None,
    system: str | None = None,
    task: str = "summary",
    language: str | None = None,
    limit: int | None = None,
) -> Testbed:
    """Return the given testbed with the predictions of a file or folder; without one, the testbed of source/target pairs.

    `system` names the system of a single file, else the file's name does. `language` and `limit` (how many lines) are
    for pairs.
    """
    if testbed is None:
        if system is not None:
            raise UsageError("system= names a file of predictions; testbed= must say on which topics.", given=system)
        return _read_pairs(Path(path), language=language, limit=limit)
    if language is not None or limit is not None:
        raise UsageError("language= and limit= are for pairs of sources and targets, not for predictions.")
    from meadow.lab.opening import open_testbed  # it opens this format too

    return _with_predictions(open_testbed(testbed), Path(path), system=system, task=task)


def add_outputs(testbed: Testbed, system: str, texts: Sequence[str], *, task: str = "summary") -> Testbed:
    """Return the testbed with what a system wrote about each topic, in the order of the topics."""
    if task not in _TASKS:
        raise UsageError(f"task={task!r} is not known.", given=task, allowed=f"Tasks: {', '.join(_TASKS)}.")
    if len(texts) != len(testbed):
        raise InputError(
            f"The system {system} has {_count(len(texts), 'text')}, but the testbed {testbed.name} has"
            f" {_count(len(testbed), 'topic')}.",
            given=str(len(texts)),
            allowed="There is one line for each topic, in the order of the topics; an empty line says nothing.",
        )
    by_topic = {topic.id: text for topic, text in zip(testbed, texts, strict=True)}
    return with_outputs(testbed, system, by_topic, task=task)


def write_lines(testbed: Testbed, path: str | Path) -> tuple[str, ...]:
    """Write sources, targets and predictions into a new folder; return what a line per topic has no place for."""
    folder = new_folder(path)
    source, target = (folder / f"{file_name(testbed.name)}{suffix}" for suffix in _PAIRS[0])
    save_lines(source, (f" {_SEPARATOR} ".join(_folded(each.text) for each in topic.documents) for topic in testbed))
    save_lines(target, (_folded(topic.references[0].text) if topic.references else "" for topic in testbed))
    for system in dict.fromkeys(output.system for topic in testbed for output in topic.outputs):
        systems = folder / f"{testbed.name}{_SYSTEMS}"
        systems.mkdir(exist_ok=True)
        save_lines(systems / f"{file_name(system)}.txt", (_output_of(topic, system) for topic in testbed))
    renamed = _renamed(testbed)
    by_line = "Topics and documents are named by their lines." if renamed != testbed else None
    return (*([] if by_line is None else [by_line]), *changes(renamed, read_lines(folder)))


def _with_predictions(
    testbed: Testbed, path: Path, *, system: str | None, task: str, limit: int | None = None
) -> Testbed:
    if not path.exists():
        raise InputError(f"{str(path)!r} does not exist.", given=str(path), allowed="A text file, or a folder of them.")
    files = visible_files(path) if path.is_dir() else [path]
    if not files or (system is not None and len(files) > 1):
        raise InputError(
            f"{str(path)!r} holds {len(files)} files.",
            given=str(path),
            allowed="A folder holds a text file for each system; system= names the only one.",
        )
    for file in files:
        texts = [_unfolded(text) for _, text in islice(iter_text_lines(file), limit)]
        testbed = add_outputs(testbed, system or _system_name(file), texts, task=task)
    return testbed


def _system_name(file: Path) -> str:
    folded = file.name.removesuffix(".gz").removesuffix(".zst")
    return Path(folded).stem if folded.endswith((".txt", ".hypo", ".pred", ".out")) else folded


def _read_pairs(path: Path, *, language: str | None, limit: int | None) -> Testbed:
    check_limit(limit)
    source, target, systems = _pair(path)
    sources, targets = list(iter_text_lines(source)), list(iter_text_lines(target))
    if len(sources) != len(targets):
        raise InputError(
            f"{source.name} has {_count(len(sources), 'line')}, but {target.name} has {len(targets)}.",
            given=str(source),
            allowed="Line i of the target is the summary of line i of the source.",
        )
    name = systems.name.removesuffix(_SYSTEMS)
    rows = enumerate(zip(sources, targets, strict=True), start=1)
    width = len(str(len(sources)))
    topics = (_topic(f"{name}-{i:0{width}}", *pair, language=language) for i, pair in islice(rows, limit))
    testbed = Testbed(name, tuple(topics))
    if not systems.is_dir():
        return testbed
    return _with_predictions(testbed, systems, system=None, task="summary", limit=limit)


def _pair(path: Path) -> tuple[Path, Path, Path]:
    """Return the files of sources and of targets, and the folder where predictions may be."""
    stems = {file for file in (path.iterdir() if path.is_dir() else [path]) if file.suffix in (".source", ".src")}
    named = stems or ({path} if not path.is_dir() else set())
    for stem in sorted(named) if len(named) == 1 else ():
        bare = stem.with_suffix("") if stem in stems else stem
        for first, second in _PAIRS:
            source, target = (bare.with_name(f"{bare.name}{suffix}") for suffix in (first, second))
            if source.is_file() and target.is_file():
                return source, target, bare.with_name(f"{bare.name}{_SYSTEMS}")
    raise InputError(
        f"There is not one pair of sources and targets at {str(path)!r}.",
        given=str(path),
        allowed="Expected are x.source and x.target, or x.src and x.tgt: name x, the source, or a folder with one pair.",
        advice="For predictions on the topics of a testbed, say which one: testbed=PATH.",
    )


def _topic(name: str, source: tuple[str, str], target: tuple[str, str], *, language: str | None) -> Topic:
    place, line = source
    texts = [text for part in line.split(_SEPARATOR) if (text := _unfolded(part).strip())]
    if not texts:
        raise ReadError(place, "an empty source; a topic needs a document")
    documents = (
        build_document(Article(id=identity, text=text, language=language), place=place)
        for identity, text in zip(_document_names(name, len(texts)), texts, strict=True)
    )
    summary = _unfolded(target[1]).strip()
    return Topic(name, tuple(documents), references=(WrittenText(_REFERENCE, summary),) if summary else ())


def _document_names(topic: str, count: int) -> Iterator[str]:
    # Numbers of equal width: documents of one line are in the order of their names.
    return (f"{topic}-{number:0{len(str(count))}}" for number in range(1, count + 1))


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _folded(text: str) -> str:
    return f" {_LINE_END} ".join(text.split("\n"))


def _unfolded(line: str) -> str:
    return "\n".join(part.strip(" ") for part in line.split(_LINE_END)) if _LINE_END in line else line


def _output_of(topic: Topic, system: str) -> str:
    return _folded(next((output.text for output in topic.outputs if output.system == system), ""))


def _renamed(testbed: Testbed) -> Testbed:
    """Return the testbed with the names that its lines will have."""
    width = len(str(len(testbed)))
    topics = []
    for number, topic in enumerate(testbed, start=1):
        name = f"{testbed.name}-{number:0{width}}"
        first = tuple(replace(each, id=_REFERENCE) for each in topic.references[:1])
        documents = _named_by(topic.documents, name)
        topics.append(replace(topic, id=name, documents=documents, references=(*first, *topic.references[1:])))
    return replace(testbed, topics=tuple(topics))


def _named_by(documents: Sequence[Document], topic: str) -> tuple[Document, ...]:
    names = _document_names(topic, len(documents))
    return tuple(replace(document, id=name) for document, name in zip(documents, names, strict=True))


FORMAT = Format("lines", "a text per line: predictions of systems, and source/target pairs", read_lines, write_lines)
