"""Gold extracts, abstracts and questions, written as the text files of `meadow.lab.formats.tsc3`.

Source: Hirao, Okumura, Fukusima, Nobata and Nanba (2004), Table 1, for the lines of the gold; the rest is our own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from meadow.errors import InputError
from meadow.evaluate.gold_format import format_gold
from meadow.lab.formats.changes import changes
from meadow.lab.formats.folders import file_name, numbered, save_topic_folders
from meadow.lab.formats.records import new_folder, save_lines
from meadow.lab.testbed import GoldExtract, Question, Testbed, Topic
from meadow.model import SentenceRef


def save_tsc3(testbed: Testbed, path: str | Path, read: Callable[[Path], Testbed], *, abstract: str) -> tuple[str, ...]:
    """Write a testbed as text files and return how what `read` finds differs; `abstract` is who wrote the gold's own."""
    folder = new_folder(path)
    save_topic_folders(testbed, folder)
    for topic in testbed:
        _save_gold(topic, folder)
        for name, lines in _abstracts(topic, abstract).items():
            save_lines(_file(folder, topic, *name, "abstract"), lines)
        for length in dict.fromkeys(question.length for question in topic.questions):
            own = [question for question in topic.questions if question.length == length]
            save_lines(_file(folder, topic, length, None, "qa"), _question_lines(own))
    return changes(testbed, read(folder))


def _save_gold(topic: Topic, folder: Path) -> None:
    numbers = {ref: number for number, ref in enumerate(numbered(topic.documents), start=1)}
    for gold in topic.gold:
        save_lines(_file(folder, topic, gold.length, None, "gold"), _gold_lines(topic, gold, numbers))


def _gold_lines(topic: Topic, gold: GoldExtract, numbers: Mapping[SentenceRef, int]) -> Iterator[str]:
    for sentence in gold.sentences:
        strangers = sorted(ref for chosen in sentence.alternatives for ref in chosen if ref not in numbers)
        if strangers:
            raise InputError(
                f"The gold of {topic.id!r} names {strangers[0].document_id!r} {strangers[0].index} (from 0).",
                given=f"{strangers[0].document_id} {strangers[0].index}",
                allowed=f"The documents of the topic have {len(numbers)} sentences.",
            )
        sets = [[numbers[ref] for ref in chosen] for chosen in sentence.alternatives]
        ranks = None if sentence.rank is None else [sentence.rank]
        yield format_gold([sets], ids=[sentence.id], ranks=ranks).rstrip("\n")


def _abstracts(topic: Topic, own: str) -> dict[tuple[str | None, str | None], Sequence[str]]:
    """Return the lines of each abstract by length and writer.

    Where the gold holds the sentences, they are the abstract: a reference in the same words is that abstract, without its
    name, so that it does not come twice.
    """
    told = {
        gold.length: [" ".join(sentence.text.split()) for sentence in gold.sentences if sentence.text is not None]
        for gold in topic.gold
    }
    found: dict[tuple[str | None, str | None], Sequence[str]] = {}
    for written in topic.references:
        lines = told.get(written.length, [])
        is_own = written.id == own or (bool(lines) and written.text.split() == " ".join(lines).split())
        if not is_own or written.id == own:
            found[written.length, None if is_own else written.id] = written.text.split("\n")
    return {(length, None): lines for length, lines in told.items() if lines} | found


def _question_lines(questions: Sequence[Question]) -> Iterator[str]:
    for number, question in enumerate(questions, start=1):
        answers = "|".join(" ".join(answer.split()) for answer in question.answers)
        line = f"{' '.join(question.text.split())}\t{answers}"
        yield line if question.id == str(number) else f"{line}\t{question.id}"


def _file(folder: Path, topic: Topic, length: str | None, writer: str | None, kind: str) -> Path:
    if length is not None and "." in length:
        raise InputError(f"The length {length!r} cannot be part of a file's name: a full stop ends it.", given=length)
    middle = [part for part in (length, writer) if part is not None] if writer is None else [length or "", writer]
    return folder / file_name(".".join([topic.id, *middle, kind]))
