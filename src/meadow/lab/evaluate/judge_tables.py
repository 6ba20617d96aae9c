"""Tables of judges' utilities from text: CSV, JSON Lines and MEAD's `sentjudge`; and the extracts that go with them.

CSV and JSON Lines may be wide (a sentence per row, a column or key per judge) or long (a judgement per row):

    document,index,Ada,Ben            {"document": "d1", "index": 0, "judges": {"Ada": 10, "Ben": 8}}
    document,index,judge,utility      {"document": "d1", "index": 0, "judge": "Ada", "utility": 10}

`document` may be missing (one document), in wide tables `index` too (rows count from 0). Sentences keep their order.

Source: the released MEAD 3.12 for `sentjudge` and `extract`; Radev, Jing, Styś and Tam (2004) for what they hold.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from meadow.errors import InputError
from meadow.lab.evaluate.places import mead_place, parse_places, place_name
from meadow.model import SentenceRef
from meadow.text.safexml import Tag, parse_tags

Judgement = tuple[SentenceRef, str, float]

_PLACE_COLUMNS = ("document", "index")
_ADVICE = "Tables are CSV, JSON Lines or MEAD's sentjudge; the documentation shows each."


@dataclass(frozen=True, slots=True)
class JudgeTable:
    """Who judged which sentences, and their scores: `utilities[judge][sentence]`, ready for `relative_utility`."""

    judges: tuple[str, ...]
    sentences: tuple[SentenceRef, ...]
    utilities: tuple[tuple[float, ...], ...]


def parse_judges(text: str) -> JudgeTable:
    """Return the table that a text holds, in whichever of the three formats it is."""
    start = text.lstrip("\ufeff \t\r\n")[:1]
    parse = {"<": parse_sentjudge, "{": parse_judges_jsonl}.get(start, parse_judges_csv)
    return parse(text)


def parse_judges_csv(text: str) -> JudgeTable:
    """Return the table that a CSV text with a heading row holds, wide or long."""
    reader = csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    try:
        rows = list(reader)
    except csv.Error as error:
        raise InputError(f"The CSV table cannot be read: {error} (line {reader.line_num}).", advice=_ADVICE) from error
    surplus = [number for number, row in enumerate(rows, start=1) if None in row]
    if surplus:
        raise _unreadable(f"row {surplus[0]} has more cells than headings")
    columns = reader.fieldnames or ()
    long = "judge" in columns and "utility" in columns
    judges = [name for name in columns if name not in _PLACE_COLUMNS]
    return _table(_judgements(rows, judges=None if long else judges))


def parse_judges_jsonl(text: str) -> JudgeTable:
    """Return the table that JSON Lines hold, wide or long."""
    rows: list[Mapping[str, object]] = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if not line.strip():
            continue
        value = _json(line, f"line {number}")
        if not isinstance(value, dict):
            raise _unreadable(f"line {number}: {line.strip()[:60]!r} is not a JSON object")
        nested = value.get("judges")
        places = {name: value[name] for name in _PLACE_COLUMNS if name in value}
        # What else a line of a testbed says, such as its story, is no judge.
        rows.append({**places, **nested} if isinstance(nested, dict) else value)
    long = any("judge" in row for row in rows)
    names = dict.fromkeys(key for row in rows for key in row if key not in _PLACE_COLUMNS)
    return _table(_judgements(rows, judges=None if long else list(names)))


def parse_sentjudge(text: str) -> JudgeTable:
    """Return the table of a MEAD `sentjudge` file; MEAD counts sentences from 1, so its SNO 1 has index 0."""
    return _table(_mead_judgements(parse_tags(text.lstrip("\ufeff \t\r\n"), place="the table of judgements")))


def parse_extract(text: str, table: JudgeTable) -> frozenset[int]:
    """Return the numbers, from 0 in the table, of an extract's sentences.

    The text is a MEAD `extract` file, the JSON that `meadow summarize --json` prints, or plain numbers from 0.
    """
    named = parse_places(text)
    places = [each for each in named if isinstance(each, SentenceRef)]
    return _numbers(places, table) if places else frozenset(each for each in named if isinstance(each, int))


def _mead_judgements(tags: Iterable[Tag]) -> Iterator[Judgement]:
    ref = None
    for tag, attributes in tags:
        if tag == "S":
            ref = mead_place(attributes)
        elif tag == "JUDGE" and ref is not None:
            judge = _attribute(attributes, "N", tag)
            yield ref, judge, _utility(_attribute(attributes, "UTIL", tag), judge, ref)


def _judgements(rows: Iterable[Mapping[str, object]], *, judges: list[str] | None) -> Iterator[Judgement]:
    for number, row in enumerate(rows):
        index = row.get("index", number if judges is not None else None)
        ref = SentenceRef(_document(row), _index(index))
        named = [str(row.get("judge"))] if judges is None else judges
        for judge in named:
            yield ref, judge, _utility(row.get("utility" if judges is None else judge), judge, ref)


def _table(judgements: Iterable[Judgement]) -> JudgeTable:
    scores: dict[tuple[str, SentenceRef], float] = {}
    for ref, judge, utility in judgements:
        if (judge, ref) in scores:
            raise _unreadable(f"the judge {judge!r} scores {place_name(ref)} twice")
        scores[judge, ref] = utility
    judges = tuple(dict.fromkeys(judge for judge, _ in scores))
    sentences = tuple(dict.fromkeys(ref for _, ref in scores))
    if not scores:
        raise _unreadable("it holds no judgement")
    for judge, ref in ((judge, ref) for judge in judges for ref in sentences):
        if (judge, ref) not in scores:
            raise _unreadable(f"the judge {judge!r} gives no score to {place_name(ref)}")
    return JudgeTable(judges, sentences, tuple(tuple(scores[judge, ref] for ref in sentences) for judge in judges))


def _numbers(refs: Iterable[SentenceRef], table: JudgeTable) -> frozenset[int]:
    known = {ref: number for number, ref in enumerate(table.sentences)}
    wanted = list(refs)
    strangers = [ref for ref in wanted if ref not in known]
    if strangers:
        raise InputError(
            f"The extract holds {place_name(strangers[0])}, which nobody has judged.",
            given=place_name(strangers[0]),
            allowed=f"The table has {len(known)} judged sentences.",
            advice="Choose among the judged sentences only.",
        )
    return frozenset(known[ref] for ref in wanted)


def _document(row: Mapping[str, object]) -> str:
    name = row.get("document")
    return "" if name is None else str(name)


def _attribute(attributes: Mapping[str, str], name: str, tag: str) -> str:
    value = attributes.get(name)
    if value is None:
        raise _unreadable(f"an element {tag} lacks the attribute {name}")
    return value


def _index(value: object) -> int:
    digits = str(value).strip()
    if isinstance(value, bool) or not re.fullmatch(r"[0-9]{1,9}", digits):
        raise _unreadable(f"{value!r} is not a sentence number (a whole number from 0)")
    return int(digits)


def _utility(value: object, judge: str, ref: SentenceRef) -> float:
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError) as error:
        given = "gives no score" if value is None or value == "" else f"gives {str(value)[:20]!r}, which is no number,"
        raise _unreadable(f"the judge {judge!r} {given} to {place_name(ref)}") from error


def _json(text: str, where: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _unreadable(f"{where} is not valid JSON ({error})") from error


def _unreadable(why: str) -> InputError:
    return InputError(f"The table of judgements cannot be used: {why}.", given=why, allowed=_ADVICE)
