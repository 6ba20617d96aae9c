"""The files of a testbed's folder, read line by line and checked against each other: a finding for all that cannot be.

A file may be compressed with gzip. Nothing stops at the first fault: a person who corrects a testbed wants to see them all.
A line that names many sentences gives one finding for all that it gets wrong in one way, so that a slip in one name does
not bury the rest.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from meadow.errors import InputError, ReadError
from meadow.ingest import LIMITS, Renamed, iter_items, pass_once
from meadow.ingest.opening import iter_lines, open_file
from meadow.lab.clustering_rules import broken_rules
from meadow.lab.folder import shapes
from meadow.lab.folder.shapes import SHAPES, Place, SettingsOfTestbed, TestbedLine
from meadow.lab.toml_text import parse_toml
from meadow.model import Document, SentenceRef
from meadow.text.sentences import document_sentences

SETTINGS = "testbed.toml"
SUFFIXES = (".jsonl", ".jsonl.gz")
DOCUMENTS = "documents"

_SHOWN_BYTES = 60
_UNKNOWN_FIELD = re.compile(r"unknown field `(.*?)`")
_FORMAT_ADVICE = "docs/reference/testbeds.md has an example of every line."
# Files that look like data and would be passed over in silence if their name is not known.
_DATA = (".json", ".jsonl", ".gz", ".zst")

_LineT = TypeVar("_LineT", bound=TestbedLine)
_Held = TypeVar("_Held", bound=TestbedLine, covariant=True)

_Named = TypeVar("_Named", bound=Hashable)
_SHOWN = 3
_COMPARED_NAMES = 500


@dataclass(frozen=True, slots=True)
class LineFinding:
    """A fault of a testbed: where it is (file and line), what was found and what is allowed, and what to do."""

    place: str
    problem: str
    advice: str

    def __str__(self) -> str:
        return f"{self.place}: {self.problem} {self.advice}"


@dataclass(frozen=True, slots=True)
class Placed(Generic[_Held]):
    """A line that has its shape, and where it is."""

    place: str
    line: _Held


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a question that offers the known name closest to `name`, with a blank before it; empty if none is close."""
    close = get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f" Did you mean {close[0]!r}?" if close else ""


def iter_settings(folder: Path) -> Iterator[SettingsOfTestbed | LineFinding]:
    """Yield what `testbed.toml` says, or what is wrong with it."""
    try:
        text = (folder / SETTINGS).read_text(encoding="utf-8-sig")
        yield msgspec.convert(parse_toml(text), SettingsOfTestbed)
    except FileNotFoundError:
        advice = 'Write one; its only necessary line is name = "…".'
        yield LineFinding(SETTINGS, "The file is missing; every testbed has one.", advice)
    except OSError as error:
        yield LineFinding(SETTINGS, f"It cannot be read: {error.strerror}.", "See to its rights.")
    except UnicodeDecodeError:
        yield LineFinding(SETTINGS, "It is not text in UTF-8.", "Save it as UTF-8.")
    except tomllib.TOMLDecodeError as error:
        yield LineFinding(SETTINGS, f"It is not TOML: {error}.", _FORMAT_ADVICE)
    except msgspec.ValidationError as error:
        yield LineFinding(SETTINGS, *_misshapen(error, SettingsOfTestbed.__struct_fields__))


def iter_file(folder: Path, shape: type[_LineT]) -> Iterator[Placed[_LineT] | LineFinding]:
    """Yield the lines of the file that holds this shape, and what is wrong with it; a file that is not there holds none."""
    names = [name for suffix in SUFFIXES if (folder / (name := shape.file + suffix)).exists()]
    if len(names) > 1:
        yield LineFinding(
            names[1], f"It is there beside {names[0]}; only one of them can count.", "Delete one of them."
        )
    if names:
        yield from _iter_named(folder, names[0], shape)


def _iter_named(folder: Path, name: str, shape: type[_LineT]) -> Iterator[Placed[_LineT] | LineFinding]:
    decoder = msgspec.json.Decoder(shape)
    empty = True
    try:
        with open_file(folder / name, LIMITS) as opened:
            for number, line in enumerate(iter_lines(opened.chunks, longest=LIMITS.item_bytes), start=1):
                if line is None or line.strip():
                    empty = False
                    yield _decoded(line, f"{name}:{number}", decoder, shape)
    except ReadError as error:
        yield LineFinding(name, f"It cannot be read: {error.reason}.", "Write the file again.")
    except OSError as error:
        yield LineFinding(name, f"It cannot be read: {error.strerror}.", "See to its rights.")
    else:
        if empty:
            yield LineFinding(name, "The file is empty.", "Delete it, or write a JSON object per line.")


def _decoded(
    line: bytes | None, place: str, decoder: msgspec.json.Decoder[_LineT], shape: type[_LineT]
) -> Placed[_LineT] | LineFinding:
    if line is None:
        return LineFinding(place, f"The line is longer than {LIMITS.item_bytes:,} bytes, the limit.", "Split it.")
    try:
        return Placed(place, decoder.decode(line))
    except msgspec.ValidationError as error:
        return LineFinding(place, *_misshapen(error, shape.__struct_fields__))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        shown = line[:_SHOWN_BYTES].decode("utf-8", "replace")
        return LineFinding(place, f"{shown!r} is not a JSON object on one line: {_plain(error)}.", _FORMAT_ADVICE)


def _misshapen(error: msgspec.ValidationError, fields: tuple[str, ...]) -> tuple[str, str]:
    """Return what is wrong with a line that is JSON, and what to do."""
    unknown = _UNKNOWN_FIELD.search(str(error))
    said, _, path = _plain(error).partition(" - at $")
    # Fields of a part of the line, such as a group, have other names.
    if unknown is not None and not path:
        hint = did_you_mean(unknown[1], fields)
        return (
            f"There is no field {unknown[1]!r}.{hint} The fields are {', '.join(fields)}.",
            "Rename it, or delete it.",
        )
    where = f"The field {path.removeprefix('.')!r}" if path else "The line"
    return f"{where} cannot be used: {said[:1].lower()}{said[1:]}.", _FORMAT_ADVICE


def _plain(error: Exception) -> str:
    return str(error).replace("`", "").removesuffix(".")


def iter_documents(folder: Path, settings: SettingsOfTestbed) -> Iterator[Document | LineFinding]:
    """Yield the documents of a testbed, each once, and what is wrong with them or with where they are said to be."""
    places = documents_places(folder, settings)
    if len(places) != 1 or not places[0].exists():
        yield _no_place(settings, places)
        return
    if folder.resolve().is_relative_to(places[0].resolve()):
        problem = f"documents = {settings.documents!r} is the folder of the testbed or one around it."
        yield LineFinding(SETTINGS, problem, "Name a file, or a folder that holds documents only.")
        return
    empty = True
    for item in _iter_items(folder, places[0]):
        empty = False
        yield item
    if empty:
        yield LineFinding(places[0].name, "There is no document in it.", "Add the documents of the stories.")


def documents_places(folder: Path, settings: SettingsOfTestbed) -> list[Path]:
    """Return where the documents are: one place in a sound testbed."""
    usual = [folder / f"{DOCUMENTS}{suffix}" for suffix in (*SUFFIXES, "")]
    named = [] if settings.documents is None else [folder / settings.documents]
    there = [path for path in usual if path.exists() and path not in named]
    return [*named, *there]


def _no_place(settings: SettingsOfTestbed, places: list[Path]) -> LineFinding:
    if len(places) > 1:
        names = ", ".join(path.name for path in places)
        return LineFinding(SETTINGS, f"There are several places for documents: {names}.", "Keep one of them.")
    if places:
        problem = f"documents = {settings.documents!r} leads to nothing."
        return LineFinding(SETTINGS, problem, "Give the path of a file or a folder, seen from the testbed's folder.")
    advice = f'Add one of them, or write documents = "path" into {SETTINGS}.'
    return LineFinding(f"{DOCUMENTS}.jsonl", "The file is missing, and so is a folder documents/.", advice)


def _iter_items(folder: Path, path: Path) -> Iterator[Document | LineFinding]:
    try:
        for item in pass_once(iter_items([path])):
            if isinstance(item, Document):
                yield item
            elif isinstance(item, ReadError | Renamed):
                place = item.place.removeprefix(f"{folder.as_posix()}/")
                advice = getattr(item, "advice", None) or "Mend it, or take it out."
                yield LineFinding(place, f"{item.reason.removesuffix('.')}.", advice)
    except InputError as error:
        yield LineFinding(path.name, error.problem, error.advice or "Mend it, or take it out.")


def iter_strangers(folder: Path, settings: SettingsOfTestbed) -> Iterator[LineFinding]:
    """Yield files that look like data of the testbed, but have a name that no part of it has."""
    documents = {path.resolve() for path in documents_places(folder, settings)}
    known = {f"{stem}{suffix}" for stem in (*SHAPES, DOCUMENTS) for suffix in SUFFIXES}
    for path in sorted(folder.iterdir()):
        strange = path.is_file() and path.name.endswith(_DATA) and not path.name.startswith(".")
        if strange and path.name not in known and path.resolve() not in documents:
            hint = did_you_mean(path.name, sorted(known))
            yield LineFinding(
                path.name, f"No part of a testbed has this name.{hint}", "Rename it, or move it elsewhere."
            )


Lines = Sequence[Placed[TestbedLine]]


def iter_findings(lines: Lines, documents: Mapping[str, Document]) -> Iterator[LineFinding]:
    """Yield what is wrong with lines that each have their shape; those of the stories are among them."""
    stories = {each.line.story: each.line for each in lines if isinstance(each.line, shapes.StoryLine)}

    @cache
    def size(document: str) -> int:
        return len(document_sentences(documents[document]))

    yield from _repeats(lines)
    for each in lines:
        line, story = each.line, stories.get(each.line.story)
        if story is None:
            yield _no_story(each, stories)
        elif isinstance(line, shapes.StoryLine):
            yield from _story_faults(each.place, line, documents)
        else:
            yield from _foreign(each, story, documents)
            yield from _beyond(each, story, documents, size)
            yield from (LineFinding(each.place, problem, advice) for problem, advice in _own_faults(line))
    yield from _gaps(lines)


def _repeats(lines: Lines) -> Iterator[LineFinding]:
    """Yield a finding per line that repeats what identifies another line of its file."""
    first: dict[Hashable, str] = {}
    for each in lines:
        line = each.line
        identity = {field: value for field in line.key if (value := getattr(line, field)) is not None}
        met = first.setdefault((line.file, *identity.items()), each.place)
        if met != each.place:
            named = ", ".join(f"{field} {value!r}" for field, value in identity.items())
            advice = "Delete one of the two lines, or name what tells them apart."
            yield LineFinding(each.place, f"{met} has the same {named}; each may be there once.", advice)


def _no_story(each: Placed[TestbedLine], stories: Iterable[str]) -> LineFinding:
    hint = _hint(each.line.story, stories)
    advice = "Add the story to stories.jsonl, or mend its name here."
    return LineFinding(each.place, f"There is no story {each.line.story!r}.{hint}", advice)


def _story_faults(place: str, story: shapes.StoryLine, documents: Mapping[str, Document]) -> Iterator[LineFinding]:
    unknown = [name for name in story.documents if name not in documents]
    if unknown:
        hint = _hint(unknown[0], documents)
        problem = (
            f"The story {story.story!r} names {_listed('document', unknown)}, not among the {len(documents)} read."
        )
        yield LineFinding(place, f"{problem}{hint}", "Add the text to the documents, or mend the name here.")
    twice = _twice(story.documents)
    if twice:
        problem = f"The story {story.story!r} names {_listed('document', twice)} more than once."
        yield LineFinding(place, problem, "Name each document once.")


def _foreign(
    each: Placed[TestbedLine], story: shapes.StoryLine, documents: Mapping[str, Document]
) -> Iterator[LineFinding]:
    """Yield a finding if the line names sentences of documents that its story does not have."""
    foreign = list(dict.fromkeys(name for name, _ in each.line.places() if name not in story.documents))
    if foreign:
        elsewhere = (
            "belongs to another story or to none" if foreign[0] in documents else "is nowhere among the documents"
        )
        problem = f"The story {story.story!r} does not have {_listed('document', foreign)}: {foreign[0]!r} {elsewhere}."
        advice = "Name sentences of the story's own documents, or add the document to the story."
        yield LineFinding(each.place, f"{problem}{_hint(foreign[0], story.documents)}", advice)


def _beyond(
    each: Placed[TestbedLine], story: shapes.StoryLine, documents: Mapping[str, Document], size: Callable[[str], int]
) -> Iterator[LineFinding]:
    """Yield a finding if the line names sentences after the last one of their document."""
    known = [place for place in each.line.places() if place[0] in story.documents and place[0] in documents]
    beyond = list(dict.fromkeys(place for place in known if place[1] >= size(place[0])))
    if beyond:
        (name, index), count = beyond[0], size(beyond[0][0])
        more = f" {len(beyond) - 1} more such sentences are on the line." if len(beyond) > 1 else ""
        problem = f"There is no sentence {index} in {name!r}, which has {count}, counted from 0.{more}"
        advice = (
            "Count as `meadow summarize --json` does, or give the document the spans of the sentences that were judged."
        )
        yield LineFinding(each.place, problem, advice)


def _own_faults(line: TestbedLine) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a line in itself, and what to do."""
    if isinstance(line, shapes.WrittenLine | shapes.QuestionLine) and not line.text.strip():
        yield "The text is blank.", "Write it, or delete the line."
    if isinstance(line, shapes.GoldLine):
        for alternative in line.alternatives:
            yield from _named_twice(alternative)
    elif isinstance(line, shapes.ClusteringLine):
        groups = [[SentenceRef(*place) for place in group.members] for group in line.groups]
        labels = [None if group.label is None else SentenceRef(*group.label) for group in line.groups]
        yield from ((fault.problem, fault.advice) for fault in broken_rules(groups, labels))
    else:
        yield from _named_twice(list(line.places()))


def _named_twice(places: Sequence[Place]) -> Iterator[tuple[str, str]]:
    twice = _twice(places)
    if twice:
        name, index = twice[0]
        yield f"Sentence {index} of {name!r} is named twice; it can be there once.", "Delete one of the two."


def _gaps(lines: Lines) -> Iterator[LineFinding]:
    """Yield a finding per judge of a story who left out sentences that others scored."""
    tables: dict[str, list[tuple[str, shapes.UtilityLine]]] = {}
    for each in lines:
        if isinstance(each.line, shapes.UtilityLine):
            tables.setdefault(each.line.story, []).append((each.place, each.line))
    for story, table in tables.items():
        for judge in dict.fromkeys(judge for _, line in table for judge in line.judges):
            missing = [(place, line) for place, line in table if judge not in line.judges]
            if missing:
                yield _gap(story, judge, missing, len(table))


def _gap(story: str, judge: str, missing: Sequence[tuple[str, shapes.UtilityLine]], sentences: int) -> LineFinding:
    place, line = missing[0]
    others = f" (of {sentences} sentences, {len(missing)} without a score)"
    problem = (
        f"The judge {judge!r} of the story {story!r} gives no score to sentence {line.index} of {line.document!r}"
        f"{others}; every judge scores every sentence that is listed."
    )
    return LineFinding(place, problem, "Add the scores, or leave out the judge, or those sentences.")


def _twice(names: Iterable[_Named]) -> list[_Named]:
    return [name for name, count in Counter(names).items() if count > 1]


def _listed(what: str, names: Sequence[object]) -> str:
    """Return names after what they are: a document 'a', 4 documents ('a', 'b', 'c' …)."""
    if len(names) == 1:
        return f"the {what} {names[0]!r}"
    more = " …" if len(names) > _SHOWN else ""
    return f"{len(names)} {what}s ({', '.join(map(repr, names[:_SHOWN]))}{more})"


def _hint(name: str, known: Iterable[str]) -> str:
    names = list(known)
    # Comparing is slow; where there are thousands of names, a hint would cost more than it helps.
    return did_you_mean(name, names) if len(names) <= _COMPARED_NAMES else ""
