"""Records and folders, as formats share them: JSON objects a line each, topics as folders of documents, telling file names.

Every fault is reported with its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from meadow.errors import InputError, MeadowError, ReadError, UsageError
from meadow.ingest import LIMITS, read, write_jsonl
from meadow.ingest.opening import iter_lines, open_file
from meadow.lab.testbed import Testbed, Topic
from meadow.model import Document, SentenceRef
from meadow.text.clean import clean_text, decode
from meadow.text.sentences import document_sentences

Record = Mapping[str, Any]
Shape = TypeVar("Shape", bound=msgspec.Struct)

_FOLDED = ("", ".gz", ".zst")
_DECODER = msgspec.json.Decoder(dict[str, Any])
_ENCODER = msgspec.json.Encoder()

DOCUMENTS = "documents"
_FORBIDDEN = frozenset('/\\:*?"<>|\0\t\r\n')


def check_limit(limit: int | None) -> None:
    """Raise an error for a limit of topics that keeps none."""
    if limit is not None and limit < 1:
        raise UsageError(f"limit={limit} keeps no topic.", given=str(limit), allowed="A limit is at least 1.")


def find_file(folder: Path, name: str) -> Path | None:
    """Return the file of a folder, also compressed as .gz or .zst; None where there is none."""
    return next((path for suffix in _FOLDED if (path := folder / f"{name}{suffix}").is_file()), None)


def check_folder(path: Path, holds: str) -> None:
    """Raise an error unless the path is a folder; `holds` says what is expected in it."""
    if not path.is_dir():
        what = "is a file" if path.is_file() else "does not exist"
        raise InputError(f"{str(path)!r} {what}.", given=str(path), allowed=f"A folder is expected with {holds}.")


def iter_text_lines(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the place and the text of each line, blank ones too, without the line end."""
    with open_file(path, LIMITS) as opened:
        for number, line in enumerate(iter_lines(opened.chunks, longest=LIMITS.item_bytes), start=1):
            place = f"{path.as_posix()}:{number}"
            if line is None:
                raise ReadError(place, f"longer than {LIMITS.item_bytes:,} bytes, the limit for one line")
            try:
                yield place, line.decode("utf-8").removesuffix("\r")
            except UnicodeDecodeError as error:
                raise ReadError(place, f"not UTF-8: {error.reason} at byte {error.start + 1}") from error


def iter_records(path: Path) -> Iterator[tuple[str, Record]]:
    """Yield the place and the JSON object of each line that is not blank."""
    for place, line in iter_text_lines(path):
        if line.strip():
            try:
                yield place, _DECODER.decode(line)
            except msgspec.DecodeError as error:
                raise ReadError(place, f"not a JSON object: {error}") from error


def shaped(record: Record, shape: type[Shape], place: str) -> Shape:
    """Return the record as a struct; a field that is missing or of another type is an error that names it."""
    try:
        return msgspec.convert(record, shape)
    except msgspec.ValidationError as error:
        raise ReadError(place, str(error)) from error


def label_of(record: Record, key: str, place: str) -> str | None:
    """Return a name that a record holds, a number too; null and an empty text are none."""
    value = record.get(key)
    if isinstance(value, bool) or not isinstance(value, str | int | None):
        raise ReadError(place, f"the field {key!r} must be a text or a whole number")
    return None if value is None or value == "" else str(value)


def save_records(path: Path, records: Iterable[Mapping[str, object]]) -> None:
    """Write a line of JSON per record, without the keys whose value is None."""
    kept = ({key: value for key, value in record.items() if value is not None} for record in records)
    save_lines(path, (_ENCODER.encode(record).decode() for record in kept))


def save_lines(path: Path, lines: Iterable[str]) -> None:
    """Write lines as UTF-8 with plain line ends on every system."""
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


def new_folder(path: str | Path) -> Path:
    """Return the folder, made if need be; one that holds anything is an error, so that nothing is mixed or lost."""
    folder = Path(path)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(f"{str(path)!r} is there already.", given=str(path), advice="Name a new or an empty folder.")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def read_documents(path: Path) -> tuple[Document, ...]:
    """Return the documents of a file or folder in time order; one that cannot be read is an error."""
    return tuple(sorted(read(path, strict=True), key=lambda document: document.order))


def read_topic_folders(path: Path) -> dict[str, tuple[Document, ...]]:
    """Return the documents of each topic, by name: `documents/<topic>/` below the path."""
    folder = path / DOCUMENTS
    check_folder(folder, "a folder of documents for each topic")
    topics = sorted(each for each in folder.iterdir() if each.is_dir() and not each.name.startswith("."))
    if not topics:
        raise InputError(
            f"There is no topic in {str(folder)!r}.", given=str(folder), allowed="A folder for each topic."
        )
    return {topic.name: read_documents(topic) for topic in topics}


def save_topic_folders(testbed: Testbed, path: Path) -> None:
    """Write the documents of each topic as JSON Lines, which keep everything, to `documents/<topic>/`."""
    for topic in testbed:
        folder = path / DOCUMENTS / file_name(topic.id)
        folder.mkdir(parents=True)
        save_lines(folder / "documents.jsonl", write_jsonl(topic.documents))


def visible_files(folder: Path) -> list[Path]:
    """Return the files below a folder by path, hidden ones left out; none where there is no folder."""
    files = (path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else ()
    return sorted(path for path in files if not any(part.startswith(".") for part in path.relative_to(folder).parts))


def load_text(path: Path) -> str:
    """Return the text of a file, whatever its encoding, valid and tidy."""
    return clean_text(decode(path.read_bytes(), place=path.as_posix()))


def file_name(name: str) -> str:
    """Return a name that is to be part of a file's name, as it is; one that cannot be is an error."""
    if not name.strip() or name.startswith(".") or name != name.strip() or _FORBIDDEN & set(name):
        raise InputError(
            f"{name!r} cannot be the name of a file.",
            given=name,
            allowed="Names do not begin with a full stop and have no slash, colon, quote, star, bracket or line end.",
            advice="Rename it in the testbed, or write the testbed's own folder format.",
        )
    return name


def topic_in(stem: str, topics: Iterable[str], place: str) -> tuple[str, str]:
    """Return the topic that a file's name begins with, the longest of several, and the rest behind a full stop."""
    known = [topic for topic in topics if f"{stem}.".startswith(f"{topic}.")]
    if not known:
        raise unknown_topic(place, stem, topics)
    topic = max(known, key=len)
    return topic, stem[len(topic) + 1 :]


def unknown_topic(place: str, name: str, known: Iterable[str]) -> InputError:
    """Return the error for a file or line that names a topic without documents."""
    shown = ", ".join(list(known)[:8])
    return InputError(
        f"{place} belongs to no topic: there are no documents of {name!r}.",
        given=name,
        allowed=f"Topics with documents: {shown}.",
        advice="Rename it, or add the documents of its topic.",
    )


@contextmanager
def at(place: str) -> Iterator[None]:
    """Put the place before the problem of any error that is raised inside."""
    try:
        yield
    except MeadowError as error:
        problem = f"{place}: {error.problem}"
        raise InputError(problem, given=error.given, allowed=error.allowed, advice=error.advice) from error


def numbered(documents: Sequence[Document]) -> tuple[SentenceRef, ...]:
    """Return the sentences of documents in their order, as the numbers s1, s2, … of a topic count them."""
    return tuple(sentence.ref for document in documents for sentence in document_sentences(document))


def check_places(refs: Iterable[SentenceRef], sentences: Mapping[str, int], place: str) -> None:
    """Raise an error unless every sentence is one of the documents; `sentences` says how many each of them has."""
    for ref in refs:
        count = sentences.get(ref.document_id)
        if count is None or not 0 <= ref.index < count:
            has = f"{ref.document_id!r} has {count} sentences" if count is not None else "there is no such document"
            raise InputError(
                f"{place}: sentence {ref.index} (from 0) of {ref.document_id!r} does not exist.",
                given=f"{ref.document_id} {ref.index}",
                allowed=f"In the topic {has}.",
                advice="Check that the judgements belong to these documents.",
            )


def sentence_counts(documents: Iterable[Document]) -> dict[str, int]:
    """Return how many sentences each document has."""
    return {document.id: len(document_sentences(document)) for document in documents}


def scales_by_judge(topic: Topic) -> dict[tuple[str, str], dict[str, float]]:
    """Return what each judge gave each system's summary, by scale: `{(system, judge): {scale: value}}`."""
    given: dict[tuple[str, str], dict[str, float]] = {}
    for rating in topic.ratings:
        if rating.task == "summary":
            given.setdefault((rating.system, rating.judge), {})[rating.scale] = rating.value
    return given
