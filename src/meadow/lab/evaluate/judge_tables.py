"""Tables of judges' utilities from text: CSV, JSON Lines and MEAD's `sentjudge`; and the extracts that go with them.

CSV and JSON Lines may be wide (a sentence per row, a column or key per judge) or long (a judgement per row):

    document,index,Ada,Ben            {"document": "d1", "index": 0, "judges": {"Ada": 10, "Ben": 8}}
    document,index,judge,utility      {"document": "d1", "index": 0, "judge": "Ada", "utility": 10}
    sentence,Ada,Ben                  {"sentence": "d1:0", "Ada": 10, "Ben": 8}

`document` may be missing (one document), in wide tables `index` too (rows count from 0). Other names of columns are
below. A sentence may have any name; `d1:0` is sentence 0 of the document d1. Sentences keep their order.

A wide table has a column per judge, a long one a row per judgement. Columns are recognised by their names, in any case.

Source: the released MEAD 3.12 for `sentjudge` and `extract`; Radev, Jing, Styś and Tam (2004) for what they hold.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from meadow.errors import InputError
from meadow.lab.evaluate.gold_format import mead_place, parse_places, place_name
from meadow.model import SentenceRef
from meadow.text.safexml import Tag, parse_tags

# A sentence that a table does not name by document and index has the name given there.
Judgement = tuple[SentenceRef | str, str, float]
Row = tuple[Mapping[str, object], Mapping[str, object]]  # what it says of the sentence, and the scores by judge

SHAPES = (
    "Wide: a column per judge (sentence,Ada,Ben). Long: a row per judgement (judge,sentence,score). Items are named by "
    "columns such as sentence, item, id, index, document, cluster or text; in the long form the judge's is called judge or "
    "annotator, the score's score, utility, rating or answer."
)
_ADVICE = f"Tables are CSV, JSON Lines or MEAD's sentjudge. {SHAPES}"
_NAMED = re.compile(r"(.+):(0|[1-9][0-9]{0,8})", re.DOTALL)

DOCUMENTS = ("document", "document_id", "doc", "doc_id", "did", "cluster", "cluster_id", "topic", "story")
ITEMS = ("sentence", "sentence_id", "sent", "sent_id", "sid", "item", "item_id", "id", "index", "unit")
TEXTS = ("text", "content")
JUDGES = ("judge", "annotator", "rater", "coder", "worker")
SCORES = ("utility", "score", "answer", "rating", "quality", "label", "value")
NOTES = ("comment", "comments", "note", "notes", "remark", "remarks")


@dataclass(frozen=True, slots=True)
class JudgeTable:
    """Who judged which sentences, and their scores: `utilities[judge][sentence]`, ready for `relative_utility`."""

    judges: tuple[str, ...]
    sentences: tuple[SentenceRef, ...]
    utilities: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class ReadJudges:
    """A table of judges, and a line that says which columns were taken for what."""

    table: JudgeTable
    taken: str


def read_judges(text: str) -> ReadJudges:
    """Return the table that a text holds, in whichever of the three formats it is, with what was taken for what."""
    start = text.lstrip("\ufeff \t\r\n")[:1]
    if start == "<":
        table, columns = parse_sentjudge(text), Columns((), (), ())
    else:
        rows, columns = _jsonl_rows(text) if start == "{" else _csv_rows(text)
        table = _table(_judgements(rows, columns))
    return ReadJudges(table, columns.describe(table.judges, len(table.sentences)))


def parse_judges(text: str) -> JudgeTable:
    """Return the table that a text holds, in whichever of the three formats it is."""
    return read_judges(text).table


def parse_judges_csv(text: str) -> JudgeTable:
    """Return the table that a CSV text with a heading row holds, wide or long."""
    return _table(_judgements(*_csv_rows(text)))


def parse_judges_jsonl(text: str) -> JudgeTable:
    """Return the table that JSON Lines hold, wide or long."""
    return _table(_judgements(*_jsonl_rows(text)))


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


def _csv_rows(text: str) -> tuple[list[Row], Columns]:
    reader = csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    try:
        rows = list(reader)
    except csv.Error as error:
        raise InputError(f"The CSV table cannot be read: {error} (line {reader.line_num}).", advice=_ADVICE) from error
    surplus = [number for number, row in enumerate(rows, start=1) if None in row]
    if surplus:
        raise _unreadable(f"row {surplus[0]} has more cells than headings")
    if not rows:
        raise _unreadable("it holds no judgement")
    columns = find_columns(reader.fieldnames or ())
    return [(row, _scores(row, columns)) for row in rows], columns


def _jsonl_rows(text: str) -> tuple[list[Row], Columns]:
    numbered = [
        (number, line) for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1) if line.strip()
    ]
    values = [_object(line, f"line {number}") for number, line in numbered]
    nested = [each for value in values if isinstance(each := value.get("judges"), dict)]
    judges = tuple(dict.fromkeys(judge for each in nested for judge in each))
    keys = dict.fromkeys(key for value in values for key in value if key != "judges" or not nested)
    columns = find_columns(keys, judges=judges if nested else None)
    if not nested:
        return [(value, _scores(value, columns)) for value in values], columns
    return [(value, _of_judges(judges, value.get("judges"))) for value in values], columns


def _scores(row: Mapping[str, object], columns: Columns) -> Mapping[str, object]:
    """Return the scores of a row by judge: those of all judges, or that of the one that a long table names there."""
    if columns.judge is None or columns.score is None:
        return _of_judges(columns.judges, row)
    judge = row.get(columns.judge)
    if judge is None or judge == "":
        raise _unreadable(f"a row names no judge in the column {columns.judge!r}")
    return {str(judge): row.get(columns.score)}


def _of_judges(judges: Sequence[str], row: object) -> Mapping[str, object]:
    return {judge: row.get(judge) if isinstance(row, dict) else None for judge in judges}


def _judgements(rows: Iterable[Row], columns: Columns) -> Iterator[Judgement]:
    for number, (row, scores) in enumerate(rows):
        place = _place(row, number, columns)
        for judge, score in scores.items():
            yield place, judge, _utility(score, judge, place, columns)


def _place(row: Mapping[str, object], number: int, columns: Columns) -> SentenceRef | str:
    """Return the sentence of a row: by document and index, by its number in a wide table, or by its name."""
    index = next((column for column in columns.items if column.strip().casefold() == "index"), None)
    document = row.get(columns.documents[0]) if columns.documents else None
    if index is not None or (not columns.items and columns.judge is None):
        return SentenceRef(
            "" if document is None else str(document), number if index is None else _index(row.get(index))
        )
    name = columns.name_of(row)
    if name is None:
        raise _unreadable(f"row {number + 1} has no {' or '.join(map(repr, columns.names))}")
    return name


def _table(judgements: Iterable[Judgement]) -> JudgeTable:
    scores: dict[tuple[str, SentenceRef | str], float] = {}
    for place, judge, utility in judgements:
        if (judge, place) in scores:
            raise _unreadable(f"the judge {judge!r} scores {_called(place)} twice")
        scores[judge, place] = utility
    judges = tuple(dict.fromkeys(judge for judge, _ in scores))
    places = tuple(dict.fromkeys(place for _, place in scores))
    if not scores:
        raise _unreadable("it holds no judgement")
    for judge, place in ((judge, place) for judge in judges for place in places):
        if (judge, place) not in scores:
            raise _unreadable(f"the judge {judge!r} gives no score to {_called(place)}")
    utilities = tuple(tuple(scores[judge, place] for place in places) for judge in judges)
    return JudgeTable(judges, _references(places), utilities)


def _references(places: Sequence[SentenceRef | str]) -> tuple[SentenceRef, ...]:
    """Return sentences by document and index: where all are named `document:index` these, else by their order, from 0."""
    named = [_NAMED.fullmatch(place) if isinstance(place, str) else None for place in places]
    if all(match is not None for match in named):
        return tuple(SentenceRef(match[1], int(match[2])) for match in named if match is not None)
    return tuple(SentenceRef("", n) if isinstance(place, str) else place for n, place in enumerate(places))


def _called(place: SentenceRef | str) -> str:
    return repr(place) if isinstance(place, str) else place_name(place)


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


def _utility(value: object, judge: str, place: SentenceRef | str, columns: Columns | None = None) -> float:
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError) as error:
        given = "gives no score" if value is None or value == "" else f"gives {str(value)[:20]!r}, which is no number,"
        wide = columns is not None and columns.judge is None
        taken = f" (taken for judges: {', '.join(columns.judges)})" if columns is not None and wide else ""
        raise _unreadable(f"the judge {judge!r} {given} to {_called(place)}{taken}") from error


def _object(line: str, where: str) -> dict[str, object]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _unreadable(f"{where} is not valid JSON ({error})") from error
    if not isinstance(value, dict):
        raise _unreadable(f"{where}: {line.strip()[:60]!r} is not a JSON object")
    return value


def _unreadable(why: str) -> InputError:
    return InputError(f"The table of judgements cannot be used: {why}.", given=why, allowed=_ADVICE)


@dataclass(frozen=True, slots=True)
class Columns:
    """What each column of a table is; `judge` and `score` are None in a wide table, `judges` is empty in a long one."""

    documents: tuple[str, ...]
    items: tuple[str, ...]
    judges: tuple[str, ...]
    judge: str | None = None
    score: str | None = None
    unused: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The columns that name an item, the document first."""
        return (*self.documents, *self.items)

    def name_of(self, row: Mapping[str, object]) -> str | None:
        """Return what a row calls its item, such as `d1:3`; None where no column names one."""
        parts = [str(row[column]) for column in self.names if row.get(column) not in (None, "")]
        return ":".join(parts) or None

    def describe(self, judges: Sequence[str], items: int, *, kind: str = "sentence") -> str:
        """Return one line on what was taken for what."""
        said = [f"{_counted(len(judges), 'judge')}: {', '.join(judges)}"]
        if self.names:
            said.append(f"{kind}s named by {_listed(self.names)}")
        said.append(_counted(items, kind))
        said += [f"not used: {_listed(self.unused)}"] if self.unused else []
        return "; ".join(said)


def find_columns(columns: Iterable[str], *, judges: Sequence[str] | None = None) -> Columns:
    """Return what the columns of a table are; an `InputError` names them where they are neither wide nor long.

    Where the `judges` are known, every other column that names no item is unused.
    """
    given = tuple(dict.fromkeys(columns))
    documents, items, texts = (_among(given, names) for names in (DOCUMENTS, ITEMS, TEXTS))
    items, unused = (items, texts) if items else (texts, ())
    unused += _among(given, NOTES)
    rest = tuple(column for column in given if column not in (*documents, *items, *unused))
    if judges is not None:
        return Columns(documents, items, tuple(judges), unused=(*unused, *rest))
    who, scores = _among(rest, JUDGES), _among(rest, SCORES)
    if who and scores and (documents or items):
        others = tuple(column for column in rest if column not in (who[0], scores[0]))
        return Columns(documents, items, (), who[0], scores[0], (*unused, *others))
    if who or not rest:
        lacking = "judges" if not who else "scores" if not scores else "items"
        raise InputError(
            f"The table has the columns {', '.join(given) or '(none)'}, and none of them names the {lacking}.",
            given=", ".join(given),
            allowed=SHAPES,
        )
    return Columns(documents, items, rest, unused=unused)


def _among(columns: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """Return the columns that have one of the names, in the order of the names."""
    found = {column: column.strip().casefold().replace(" ", "_") for column in columns}
    return tuple(column for name in names for column in columns if found[column] == name)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _listed(columns: Sequence[str]) -> str:
    return f"column{'' if len(columns) == 1 else 's'} {', '.join(map(repr, columns))}"
