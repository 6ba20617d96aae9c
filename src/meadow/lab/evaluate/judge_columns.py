"""The columns of a table of judgements: which name the sentence, which are judges, and in the long form who and how much.

A wide table has a column per judge, a long one a row per judgement. Columns are recognised by their names, in any case.

Source: our own, from the headings that annotation tools and spreadsheets of judgements have.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from meadow.errors import InputError

DOCUMENTS = ("document", "document_id", "doc", "doc_id", "did", "cluster", "cluster_id", "topic", "story")
ITEMS = ("sentence", "sentence_id", "sent", "sent_id", "sid", "item", "item_id", "id", "index", "unit")
TEXTS = ("text", "content")
JUDGES = ("judge", "annotator", "rater", "coder", "worker")
SCORES = ("utility", "score", "answer", "rating", "quality", "label", "value")
NOTES = ("comment", "comments", "note", "notes", "remark", "remarks")
SHAPES = (
    "Wide: a column per judge (sentence,Ada,Ben). Long: a row per judgement (judge,sentence,score). Items are named by "
    "columns such as sentence, item, id, index, document, cluster or text; in the long form the judge's is called judge or "
    "annotator, the score's score, utility, rating or answer."
)


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
