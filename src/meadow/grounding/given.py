"""The text to check as sentences with what each cites: plain text, Markdown with notes, our JSON, JSON of an answer."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from meadow.errors import InputError
from meadow.model import Document
from meadow.text.language import detect_language
from meadow.text.sentences import split_sentences

_NOTE = re.compile(r"^\[\^?([\w-]{1,20})\](?::\s+|(?<=\d\])\s+)(.*)$")
# A piece of evidence as `pack` prints it: "[1] Outlet, time, id 0-258: sentence".
_EVIDENCE = re.compile(r"^\[\d{1,6}\] (?:.{0,200}?, )?(\S{1,200}) \d+-\d+: ")
_HEAD = (
    500  # characters of a line that say what kind of line it is: a longer reading of hostile lines would be quadratic
)
# Lines of our own Markdown that are not of the text: counts, sources, concepts, values on which sources differ.
_LISTING = re.compile(
    r"^\s*[-*•] .*\]\(\S+\)|^(?:\*\*)?(?:People|Organisations|Factors|Sources)(?:\*\*)?: "
    r"|^\d[\d,]* (?:articles?|sentences?)[^.!?]* · |^\s*- (?:.*: )?\d[\d,]* articles?, |^\*\*[^*]+\*\*\s*$"
)
_MARKS = re.compile(r"\s*\[\^?([\w-]{1,20}(?:\s*,\s*\^?[\w-]{1,20})*)\](?!\()")
_MARKUP = re.compile(r"^\s*(?:#{1,6}\s+.*|[-*_]{3,}|`[^`]*`|>\s*$)\s*$")
_BULLET = re.compile(r"^\s*(?:[-*•]|\d{1,3}[.)])\s+")
_STRONG = re.compile(r"(\*\*|__|(?<!\w)[*_])(?=\S)|(?<=\S)(\*\*|__|[*_](?!\w))")
_ALLOWED = "JSON: a list of {sentence, sources}, or what `summarize`, `report`, `headline` or `pack` print with --json."


@dataclass(frozen=True, slots=True)
class Given:
    """One sentence to check, and the ids of the documents that it cites; None where it cites none."""

    text: str
    cites: frozenset[str] | None = None


def parse_given(text: str, documents: Sequence[Document]) -> tuple[Given, ...]:
    """Return the sentences of a text to check with what they cite; the format is known by its content."""
    stripped = text.lstrip("\ufeff \t\r\n")
    if stripped[:1] in ("{", "["):
        try:
            value = json.loads(stripped)
        except (ValueError, RecursionError):
            if stripped[0] == "{" or stripped[1:2] in ("{", '"', "["):
                raise InputError(
                    "The text begins like JSON, but is none.", given=stripped[:40], allowed=_ALLOWED,
                    advice="Check its end, or begin the text with a word.",
                ) from None  # fmt: skip
        else:
            return tuple(_of_json(value, documents))
    return tuple(_of_text(text, documents))


def _of_json(value: Any, documents: Sequence[Document]) -> Iterator[Given]:
    if isinstance(value, Mapping):
        if isinstance(value.get("stories"), list):
            for story in value["stories"]:
                yield from _of_json(story.get("summary", {}) if isinstance(story, Mapping) else {}, documents)
            return
        value = value.get("sentences", value.get("answer", [value]))
    for item in value if isinstance(value, list) else [value]:
        yield from _of_item(item, documents)


def _of_item(item: Any, documents: Sequence[Document]) -> Iterator[Given]:
    if isinstance(item, str):
        yield from _of_text(item, documents)
        return
    words = next((item[key] for key in ("sentence", "written", "text") if isinstance(item.get(key), str)), None) if (
        isinstance(item, Mapping)
    ) else None  # fmt: skip
    if words is None:
        raise InputError("An entry of the text has no sentence.", given=repr(item)[:60], allowed=_ALLOWED)
    named = item.get("sources", item.get("citations", [item["document"]] if "document" in item else None))
    cites = None if named is None else _documents_named(named if isinstance(named, list) else [named], documents, {})
    if words.strip():
        yield Given(words.strip(), cites)


def _of_text(text: str, documents: Sequence[Document]) -> Iterator[Given]:
    notes, lines = _notes(text)
    paragraph: list[str] = []
    known = {document.id for document in documents}
    for line in (*lines, ""):
        evidence = _EVIDENCE.match(line, 0, _HEAD)
        if evidence is not None and evidence[1] in known:
            yield Given(line[evidence.end() :], frozenset({evidence[1]}))
            continue
        if line.strip() and not _MARKUP.match(line) and not _BULLET.match(line):
            paragraph.append(" ".join(line.split()))
            continue
        yield from _sentences(" ".join(paragraph), notes, documents)
        paragraph = [" ".join(_BULLET.sub("", line).split())] if _BULLET.match(line) else []
    yield from _sentences(" ".join(paragraph), notes, documents)


def _notes(text: str) -> tuple[dict[str, str], list[str]]:
    """Return what notes say by their mark, and the other lines."""
    notes: dict[str, str] = {}
    lines: list[str] = []
    for line in text.splitlines():
        match = _NOTE.match(line)
        if match is None or _EVIDENCE.match(line, 0, _HEAD):
            lines.append("" if _LISTING.match(line, 0, _HEAD) else line)
        else:
            notes.setdefault(match[1], match[2])
    return notes, lines


def _sentences(paragraph: str, notes: Mapping[str, str], documents: Sequence[Document]) -> Iterator[Given]:
    """Yield the sentences of a paragraph; marks behind a sentence, before or after its stop, are its citations."""
    if not paragraph:
        return
    marks: list[tuple[int, str]] = []
    plain, last = "", 0
    known = {*notes, *(document.id for document in documents)}
    for match in _MARKS.finditer(paragraph):
        if not all(_is_label(each.strip(), known) for each in match[1].split(",")):
            continue  # "[sic]"
        plain += paragraph[last : match.start()]
        marks.append((len(plain), match[1]))
        last = match.end()
    plain = plain + paragraph[last:]
    plain_text = plain if marks else paragraph
    start_of_next = 0
    for start, end in split_sentences(plain_text, detect_language(plain_text)):
        mine = [mark for place, mark in marks if start_of_next < place <= end]
        start_of_next = end
        labels = [label.strip().lstrip("^") for mark in mine for label in mark.split(",")]
        cites = _documents_named(labels, documents, notes) if labels else None
        words = _STRONG.sub("", plain_text[start:end]).strip()
        if words:
            yield Given(words, cites)


def _is_label(label: str, known: Collection[str]) -> bool:
    return label.isdecimal() or label.lstrip("^") in known


def _documents_named(
    labels: Collection[Any], documents: Sequence[Document], notes: Mapping[str, str]
) -> frozenset[str]:
    """Return the documents that labels mean: an id, an address, what a note names, else the n-th document."""
    found: set[str] = set()
    for label in map(str, labels):
        note = notes.get(label, label)
        named = {each.id for each in documents if _names(note, each)}
        if not named and label not in notes and label.isdecimal() and 0 < int(label[:9]) <= len(documents):
            named = {documents[int(label) - 1].id}
        found |= named
    return frozenset(found)


def _names(note: str, document: Document) -> bool:
    if note in (document.id, document.url):
        return True
    if document.url and document.url in note:
        return True
    if document.title and len(document.title) > 10 and document.title in note:
        return True
    return re.search(rf"(?<![\w-]){re.escape(document.id)}(?![\w-])", note) is not None
