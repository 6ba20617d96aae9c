"""Topics as folders of documents, and names of files that tell what they hold: shared by the formats that are folders.

Source: our own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from meadow.errors import InputError, MeadowError
from meadow.ingest import read, write_jsonl
from meadow.lab.formats.records import check_folder, save_lines
from meadow.lab.testbed import Testbed
from meadow.model import Document, SentenceRef
from meadow.text.clean import clean_text, decode
from meadow.text.sentences import document_sentences

DOCUMENTS = "documents"
_FORBIDDEN = frozenset('/\\:*?"<>|\0\t\r\n')


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
