"""Items that train judges or show who attends: a JSON object per line with a title, paths and the answers expected."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from meadow.errors import InputError, UsageError

if TYPE_CHECKING:
    from meadow.studies.judging.making import Topic

Role = Literal["training", "attention"]
_FIELDS = {"title", "paths", "expected", "question"}
_ALLOWED = 'A line such as {"title": "Practice", "paths": ["practice.jsonl"], "expected": {"utility/d1#0": 9}}.'


def checked_topics(path: str | None, role: Role) -> Iterator[Topic]:
    """Yield the items of a file in their role; paths are seen from the file's folder."""
    if path is None:
        return
    for number, line in enumerate(_read(path).splitlines(), start=1):
        if line.strip():
            yield _topic(line, f"{path}:{number}", Path(path).parent, role)


def _topic(line: str, place: str, folder: Path, role: Role) -> Topic:
    from meadow.cli import reading
    from meadow.studies.answer_slots import decode, encode
    from meadow.studies.judging.making import Topic

    value = decode(line)
    if not isinstance(value, dict) or not {"paths", "expected"} <= set(value) <= _FIELDS:
        raise InputError(f"{place}: This is no item for {role}.", given=line[:80], allowed=_ALLOWED)
    paths, expected = value["paths"], value["expected"]
    if not isinstance(paths, list) or not paths or not isinstance(expected, dict):
        raise InputError(f"{place}: This is no item for {role}.", given=line[:80], allowed=_ALLOWED)
    documents = reading.read_input([str(folder / str(each)) for each in paths]).documents
    title = str(value.get("title") or documents[0].title or role.capitalize())
    answers = {str(slot): encode(answer) for slot, answer in expected.items()}
    return Topic(title, documents, value.get("question"), role=role, expected=answers)


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"The items {path!r} cannot be read: {error}.", given=path, allowed=_ALLOWED) from error
