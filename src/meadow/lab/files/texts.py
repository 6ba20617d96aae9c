"""Sets of texts to compare: one text per file of a folder, one per line, or JSON Lines with `id` and `text`.

A summary is read as its sentences: from plain text, from lines, or from the JSON of `meadow summarize --json`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from meadow.cli.inputs import distinct_names, is_json, json_rows, read_file, text_field
from meadow.errors import InputError, ReadError, UsageError
from meadow.ingest.paths import STANDARD_INPUT, check_paths, is_passed_over
from meadow.text.language import normalize_language
from meadow.text.sentences import split_sentences

_SHAPES = "Give a folder with a text per file, a file with a text per line, or JSON Lines with id and text."


@dataclass(frozen=True, slots=True)
class TextSet:
    """The texts of one system, or one set of references, by id; without ids of their own they are numbered from 1."""

    name: str
    texts: Mapping[str, tuple[str, ...]]
    numbered: bool

    def text_for(self, item: str) -> str:
        """Return the one text of an item; two are an error, since a system gives one answer."""
        texts = self.texts[item]
        if len(texts) > 1:
            raise InputError(
                f"{self.name!r} has {len(texts)} texts with the id {item!r}.",
                given=item,
                allowed="A system has one text per id; only references may have several.",
            )
        return texts[0]


@dataclass(frozen=True, slots=True)
class Items:
    """What is compared: per id the text of each system, by its name, and the references."""

    ids: tuple[str, ...]
    systems: Mapping[str, tuple[str, ...]]
    references: tuple[tuple[str, ...], ...]

    def pairs(self, system: str) -> list[tuple[str, Sequence[str]]]:
        """Return the (text, references) pairs of one system."""
        return list(zip(self.systems[system], self.references, strict=True))

    @property
    def most_references(self) -> int:
        """The largest number of references that an item has."""
        return max(map(len, self.references))


def read_texts(path: str, *, whole: bool = False) -> TextSet:
    """Return the texts of a path; `whole` takes a plain file for one text instead of one per line."""
    check_paths([path])
    if path != STANDARD_INPUT and Path(path).is_dir():
        return _set(path, _folder_texts(Path(path)), numbered=False)
    content = read_file(path)
    if is_json(path, content):
        rows = json_rows(content, place=path)
        named = any(row.get("id") is not None for row in rows)
        return _set(path, (_json_text(row, number, path) for number, row in enumerate(rows, 1)), numbered=not named)
    if whole:
        return _set(path, [(_stem(path), content)], numbered=False)
    lines = content.removesuffix("\n").split("\n") if content else []
    return _set(path, ((str(number), line.rstrip("\r")) for number, line in enumerate(lines, 1)), numbered=True)


def align(systems: Sequence[TextSet], references: Sequence[TextSet]) -> Items:
    """Return the texts side by side, in the order of the first system; what one side lacks is an error."""
    distinct_names([each.name for each in systems])
    every = [*systems, *references]
    if all(len(each.texts) == 1 for each in every):  # one item each: it is the same one, whatever its files are called
        every = [_renamed(each, next(iter(systems[0].texts))) for each in every]
    systems, references = every[: len(systems)], every[len(systems) :]
    ids = tuple(systems[0].texts)
    _check_same(systems[0], every[1:])
    _check_complete(systems, ids)
    several = tuple(tuple(text for each in references for text in each.texts.get(item, ())) for item in ids)
    if references:
        _check_references(ids, several)
    return Items(ids, {each.name: tuple(map(each.text_for, ids)) for each in systems}, several)


def with_short_names(sets: Sequence[TextSet]) -> list[TextSet]:
    """Return the sets named by their files without folder and suffix, unless two would then be called the same."""
    short = [_stem(each.name) for each in sets]
    if len(set(short)) < len(short):
        return list(sets)
    return [TextSet(name, each.texts, each.numbered) for name, each in zip(short, sets, strict=True)]


def _set(name: str, texts: Iterable[tuple[str, str]], *, numbered: bool) -> TextSet:
    by_id: dict[str, tuple[str, ...]] = {}
    for item, text in texts:
        by_id[item] = (*by_id.get(item, ()), text)
    if not by_id:
        raise ReadError(name, "it holds no text.", advice=_SHAPES)
    return TextSet(name, by_id, numbered)


def _folder_texts(folder: Path) -> Iterable[tuple[str, str]]:
    files = (file for file in sorted(folder.iterdir()) if file.is_file() and not is_passed_over(file.name))
    for file in files:
        content = read_file(str(file))
        if is_json(file.name, content):
            rows = json_rows(content, place=str(file))
            if len(rows) != 1:
                raise ReadError(str(file), f"it holds {len(rows)} texts.", advice="A file of a folder is one text.")
            content = text_field(rows[0], ("text",), place=str(file))
        yield _stem(file.name), content


def _json_text(row: Mapping[str, object], number: int, path: str) -> tuple[str, str]:
    item = row.get("id")
    return str(number if item is None else item), text_field(row, ("text",), place=f"{path}, entry {number}")


def _stem(path: str) -> str:
    return Path(path.removesuffix(".gz")).stem


def _renamed(each: TextSet, item: str) -> TextSet:
    return TextSet(each.name, {item: next(iter(each.texts.values()))}, each.numbered)


def _check_same(first: TextSet, others: Sequence[TextSet]) -> None:
    for other in others:
        if (other.numbered or first.numbered) and len(other.texts) != len(first.texts):
            raise InputError(
                f"{first.name!r} has {len(first.texts)} texts, but {other.name!r} has {len(other.texts)}.",
                given=f"{len(first.texts)} and {len(other.texts)} texts",
                allowed="Texts without an id are matched by their place, so there must be equally many.",
                advice='Give them ids: JSON Lines of {"id": …, "text": …}.',
            )
        strangers = [item for item in other.texts if item not in first.texts]
        if strangers:
            raise _lonely(strangers[0], other.name, first.name)


def _check_complete(systems: Sequence[TextSet], ids: Sequence[str]) -> None:
    for system in systems[1:]:
        absent = [item for item in ids if item not in system.texts]
        if absent:
            raise _lonely(absent[0], systems[0].name, system.name)


def _check_references(ids: Sequence[str], references: Sequence[Sequence[str]]) -> None:
    for item, texts in zip(ids, references, strict=True):
        blank = [number for number, text in enumerate(texts, 1) if not text.strip()]
        if blank or not texts:
            which = f"Reference {blank[0]} of item {item!r} is empty." if blank else f"Item {item!r} has no reference."
            raise InputError(
                which, given=item, allowed="Every item has at least one reference, and none is empty.",
                advice="Leave the item out, on every side.",
            )  # fmt: skip


def _lonely(item: str, has: str, lacks: str) -> InputError:
    return InputError(
        f"{has!r} has a text with the id {item!r}, but {lacks!r} has none.",
        given=item,
        allowed="Systems and references must be about the same items.",
        advice="Check the ids; in a folder they are the file names without suffix.",
    )


def read_summaries(*, texts: Sequence[str], lines: Sequence[str], language: str) -> dict[str, list[str]]:
    """Return the sentences of each summary by its file's name; `lines` are files with a sentence per line."""
    paths = [*texts, *lines]
    if not paths:
        raise UsageError("There is no summary.", advice="Name one or more with --summary or --sentences.")
    code = normalize_language(language)
    split = [_split(read_file(path), path, code) for path in texts]
    listed = [[line.strip() for line in read_file(path).splitlines() if line.strip()] for path in lines]
    return dict(zip(distinct_names(paths), [*split, *listed], strict=True))


def _split(content: str, path: str, language: str) -> list[str]:
    if is_json(path, content):
        rows = json_rows(content, place=path)
        if len(rows) != 1:
            raise ReadError(path, f"it holds {len(rows)} summaries.", advice="Give one file per summary.")
        content = text_field(rows[0], ("text",), place=path)
    return [content[start:end] for start, end in split_sentences(content, language)]
