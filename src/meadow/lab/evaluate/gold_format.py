"""Gold extracts as text, and the sentences that an extract names.

Gold lists which sets of source sentences could have produced each sentence of an abstract. Its text form has a line per
abstract sentence: its id, a tab, the alternative sets, and optionally a tab and a rank:

    1<TAB>{s1} {s10,s11}<TAB>A

Sentences count from 1 over the documents in time order. The JSON form names them by document and index from 0:

    [{"id": "1", "rank": "A", "alternatives": [[["d1", 0]], [["d2", 2], ["d2", 3]]]}]

An extract names sentences by number, by document and index as `meadow summarize --json` prints, or as MEAD's `extract` file,
which counts from 1.

Source: Hirao, Okumura, Fukusima, Nobata and Nanba (2004), Corpus and evaluation measures for multiple document
summarization with multiple sources, Table 1; the released MEAD 3.12 for its `extract` file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from meadow.errors import InputError, UsageError
from meadow.model import SentenceRef
from meadow.text.safexml import parse_tags

Alternatives = Sequence[Collection[int]]
Gold = Sequence[Alternatives]

_SET = re.compile(r"\{([^{}]*)\}|([^\s{}]+)")
_MEMBER = re.compile(r"[sS]?([0-9]{1,9})")
_RANK = re.compile(r"[A-Za-z]")
_EXAMPLE = "A line is: id, tab, sets such as {s1} {s10,s11}, optionally a tab and a rank from A."

Places = frozenset[int] | frozenset[SentenceRef]
_SHAPES = "Give sentence numbers, the JSON of `meadow summarize --json`, or MEAD's extract file."
_NUMBER = re.compile(r"[sS]?([0-9]{1,9})")
_AROUND = "\ufeff \t\r\n,;"


@dataclass(frozen=True, slots=True)
class GoldUnit:
    """One sentence of an abstract: the sets of source sentences that could have produced it, and how much it matters."""

    id: str
    alternatives: tuple[frozenset[int], ...]
    rank: str | None = None


def parse_gold(text: str, *, numbering: Sequence[SentenceRef] | None = None) -> list[list[frozenset[int]]]:
    """Return the alternatives of every abstract sentence, from the text or the JSON form."""
    return [list(unit.alternatives) for unit in parse_gold_units(text, numbering=numbering)]


def parse_gold_units(text: str, *, numbering: Sequence[SentenceRef] | None = None) -> tuple[GoldUnit, ...]:
    """Return the abstract sentences with their ids and ranks, from the text or the JSON form.

    `numbering` lists the source sentences in time order: the JSON form needs it, to turn places into numbers from 1.
    """
    body = text.removeprefix("\ufeff")
    units = tuple(_from_json(body, numbering) if body.lstrip().startswith("[") else _from_lines(body))
    twice = [unit.id for number, unit in enumerate(units) if unit.id in {other.id for other in units[:number]}]
    if twice or not units:
        raise _bad_gold(f"has two sentences with the id {twice[0]!r}" if twice else "holds no sentence")
    return units


def format_gold(
    gold: Gold,
    *,
    ids: Sequence[str] | None = None,
    ranks: Sequence[str] | None = None,
    form: Literal["text", "json"] = "text",
    numbering: Sequence[SentenceRef] | None = None,
) -> str:
    """Return gold as text, in the form that `parse_gold` reads back; ids are 1, 2, … unless given."""
    names = [str(number) for number in range(1, len(gold) + 1)] if ids is None else ids
    if len(names) != len(gold) or (ranks is not None and len(ranks) != len(gold)):
        given = f"{len(names)} ids and {'no' if ranks is None else len(ranks)} ranks for {len(gold)} sentences"
        raise UsageError(f"Gold was given {given}.", given=given, allowed="One id and one rank for each sentence.")
    letters: Sequence[str | None] = [None] * len(gold) if ranks is None else ranks
    units = [_unit(*parts) for parts in zip(names, _frozen(gold), letters, strict=True)]
    return _to_json(units, numbering) if form == "json" else "".join(map(_line, units))


def parse_extract(text: str) -> frozenset[int]:
    """Return the sentence numbers of an extract such as `s10 s11 s5`; commas, lines and a missing `s` are fine."""
    return frozenset(_member(token) for token in re.split(r"[\s,]+", text.strip("\ufeff \t\r\n,")) if token)


def _from_lines(text: str) -> Iterator[GoldUnit]:
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        name, *columns = (column.strip() for column in line.split("\t"))
        if not name or not 1 <= len(columns) <= 2:
            raise _bad_gold(f"has {len(columns) + 1} columns in line {number}")
        rank = columns[1] if len(columns) > 1 and columns[1] else None
        yield _unit(name, _parse_sets(columns[0], number), rank)


def _parse_sets(column: str, line: int) -> Iterator[frozenset[int]]:
    if _SET.sub("", column).strip():
        raise _bad_gold(f"has braces that do not match in line {line}")
    for match in _SET.finditer(column):
        members = match[2] if match[1] is None else match[1]
        yield frozenset(_member(token.strip()) for token in members.split(",") if members.strip())


def _member(token: str) -> int:
    match = _MEMBER.fullmatch(token)
    if match is None:
        raise _bad_gold(f"has {token!r} where a sentence such as s1 is expected")
    return int(match[1])


def _unit(name: str, alternatives: Iterable[frozenset[int]], rank: str | None) -> GoldUnit:
    sets = tuple(alternatives)
    if not name.strip() or "\t" in name or len(name.splitlines()) > 1:
        raise _bad_gold(f"has the id {name!r}; an id is not blank and has no tab or line end")
    if not sets or not all(sets):
        raise _bad_gold(f"has no source, or an empty set, for the sentence {name!r}; leave such a sentence out")
    if min(min(chosen) for chosen in sets) < 1:
        raise _bad_gold(f"names a source sentence below s1 for the sentence {name!r}; sentences count from 1")
    if rank is not None and _RANK.fullmatch(rank) is None:
        raise _bad_gold(f"has the rank {rank!r} for the sentence {name!r}; a rank is one letter")
    return GoldUnit(name, sets, rank)


def _from_json(text: str, numbering: Sequence[SentenceRef] | None) -> Iterator[GoldUnit]:
    try:
        units = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _bad_gold(f"is not valid JSON ({error})") from error
    numbers = {ref: number for number, ref in enumerate(numbering or (), start=1)}
    for number, unit in enumerate(units, start=1):
        if not isinstance(unit, dict) or not isinstance(unit.get("alternatives"), list):
            raise _bad_gold(f'has no list "alternatives" in entry {number}')
        rank = unit.get("rank")
        sets = (_places(places, numbers) for places in unit["alternatives"])
        yield _unit(str(unit.get("id", number)), sets, None if rank is None else str(rank))


def _places(places: object, numbers: Mapping[SentenceRef, int]) -> frozenset[int]:
    members = set()
    for named in places if isinstance(places, list) else [places]:
        match named:
            case [str(document), int(index)] if SentenceRef(document, index) in numbers:
                members.add(numbers[SentenceRef(document, index)])
            case _:
                raise _bad_gold(
                    f"names {named!r}, which is not a [document, index] of the {len(numbers)} source sentences"
                )
    return frozenset(members)


def _to_json(units: Iterable[GoldUnit], numbering: Sequence[SentenceRef] | None) -> str:
    entries = []
    for unit in units:
        sets = [[_place(number, numbering or ()) for number in sorted(chosen)] for chosen in unit.alternatives]
        rank = {} if unit.rank is None else {"rank": unit.rank}
        entries.append({"id": unit.id, **rank, "alternatives": sets})
    return json.dumps(entries, ensure_ascii=False)


def _place(number: int, numbering: Sequence[SentenceRef]) -> tuple[str, int]:
    if not 1 <= number <= len(numbering):
        raise _bad_gold(f"names s{number}, but `numbering` lists {len(numbering)} source sentences")
    ref = numbering[number - 1]
    return ref.document_id, ref.index


def _line(unit: GoldUnit) -> str:
    sets = " ".join("{" + ",".join(f"s{number}" for number in sorted(chosen)) + "}" for chosen in unit.alternatives)
    return "\t".join([unit.id, sets] if unit.rank is None else [unit.id, sets, unit.rank]) + "\n"


def _frozen(gold: Gold) -> Iterator[tuple[frozenset[int], ...]]:
    return (tuple(frozenset(chosen) for chosen in alternatives) for alternatives in gold)


def _bad_gold(why: str) -> InputError:
    return InputError(f"The gold extract {why}.", given=why, allowed=_EXAMPLE)


def parse_places(text: str) -> Places:
    """Return the sentences of an extract: numbers as they are written, or places in documents."""
    start = text.lstrip(_AROUND)[:1]
    if start == "<":
        tags = parse_tags(text.lstrip(_AROUND), place="the extract")
        return frozenset(mead_place(attributes) for name, attributes in tags if name == "S")
    if start == "{":
        return frozenset(_summary_places(text))
    tokens = re.split(r"[\s,;]+", text.strip(_AROUND)) if text.strip(_AROUND) else []
    return frozenset(map(_number, tokens))


def mead_place(attributes: Mapping[str, str]) -> SentenceRef:
    """Return the place that the attributes DID and SNO of a MEAD sentence name; MEAD counts from 1."""
    document, number = attributes.get("DID"), attributes.get("SNO", "")
    if document is None or re.fullmatch(r"[0-9]{1,9}", number) is None or int(number) < 1:
        raise _unreadable("An element S has no DID, or no SNO from 1")
    return SentenceRef(document, int(number) - 1)


def place_name(ref: SentenceRef) -> str:
    """Return how messages call a sentence."""
    return f"sentence {ref.index} of {ref.document_id!r}" if ref.document_id else f"sentence {ref.index}"


def _summary_places(text: str) -> Iterator[SentenceRef]:
    try:
        summary = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise _unreadable(f"The extract is not valid JSON ({error})") from error
    sentences = summary.get("sentences") if isinstance(summary, dict) else None
    if not isinstance(sentences, list):
        raise _unreadable('The extract has no list "sentences"')
    for sentence in sentences:
        match sentence:
            case {"document": str(document), "index": int(index)} if index >= 0:
                yield SentenceRef(document, index)
            case _:
                raise _unreadable('A sentence has no "document" and "index"')


def _number(token: str) -> int:
    match = _NUMBER.fullmatch(token)
    if match is None:
        raise _unreadable(f"{token[:60]!r} is not a sentence number")
    return int(match[1])


def _unreadable(why: str) -> InputError:
    return InputError(f"{why}.", given=why, advice=_SHAPES)
