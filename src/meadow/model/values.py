"""What every value can do besides holding data: a short repr, and its rows as dicts, an Arrow table or a data frame.

There is one table of fields: the columns of a value are the fields of its dataclass with their types, or those that the
class names in `_table` where rows are something else, such as the sentences of a summary. So Arrow has times, lists and
structs where Python has them, also where there is no row to guess from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime
from functools import cache
from importlib.util import find_spec
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from meadow.errors import MissingExtraError, UnknownNameError, check_choice

_SHOWN = 40
Library = Literal["pandas", "polars"]
Ref = list[str | int]  # how JSON has a sentence: the id of its document and its index
Rows = tuple[Mapping[str, Any], Iterable[Mapping[str, Any]]]  # the type of each column, and the rows


class Value:
    """A value of Meadow, with a repr that fits a line and its rows in several forms."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(_shown_fields(self))})"

    def _table(self) -> Rows:
        """Return the types of the columns, and the rows: one, of all fields, unless a class says otherwise."""
        kind: Any = type(self)
        return fields_of(kind), [_fields_of(self)]

    def to_dicts(self, columns: Sequence[str] | None = None) -> list[dict[str, Any]]:
        """Return the rows as dicts of plain Python: texts, numbers, times, lists and dicts."""
        return _dicts(self._table(), columns)

    def to_arrow(self, columns: Sequence[str] | None = None) -> Any:
        """Return the rows as a pyarrow Table: times in UTC, lists and structs."""
        return _arrow(self._table(), columns)

    def to_frame(self, columns: Sequence[str] | None = None, *, library: Library | None = None) -> Any:
        """Return the rows as a data frame of pandas or, where only that is installed or asked for, of polars."""
        return _frame(self._table(), columns, library)


def to_dicts(values: Value | Iterable[Value], columns: Sequence[str] | None = None) -> list[dict[str, Any]]:
    """Return the rows of a value, or of several of one type such as documents or stories, as dicts."""
    return _dicts(_table_of(values), columns)


def to_arrow(values: Value | Iterable[Value], columns: Sequence[str] | None = None) -> Any:
    """Return the rows of a value, or of several of one type, as a pyarrow Table."""
    return _arrow(_table_of(values), columns)


def to_frame(
    values: Value | Iterable[Value], columns: Sequence[str] | None = None, *, library: Library | None = None
) -> Any:
    """Return the rows of a value, or of several of one type, as a data frame of pandas or polars."""
    return _frame(_table_of(values), columns, library)


def _table_of(values: Value | Iterable[Value]) -> Rows:
    if isinstance(values, Value):
        return values._table()
    listed = list(values)
    if not listed:
        return {}, []
    types, _ = listed[0]._table()
    return types, [row for value in listed for row in value._table()[1]]


def _chosen(table: Rows, columns: Sequence[str] | None) -> Rows:
    types, rows = table
    for name in columns or ():
        if name not in types:
            raise UnknownNameError("column", name, types)
    return ({name: types[name] for name in columns} if columns is not None else types), rows


def _dicts(table: Rows, columns: Sequence[str] | None) -> list[dict[str, Any]]:
    types, rows = _chosen(table, columns)
    return [{name: plain(row.get(name)) for name in types} for row in rows]


def _arrow(table: Rows, columns: Sequence[str] | None) -> Any:
    try:
        import pyarrow
    except ImportError as error:
        raise MissingExtraError("An Arrow table", "files") from error
    types = _chosen(table, columns)[0]
    schema = pyarrow.schema([(name, arrow_type(hint)) for name, hint in types.items()])
    return pyarrow.Table.from_pylist(_dicts(table, columns), schema=schema)


def _frame(table: Rows, columns: Sequence[str] | None, library: Library | None) -> Any:
    if library is None:
        library = "pandas" if _is_there("pandas") or not _is_there("polars") else "polars"
    check_choice("library", library, ("pandas", "polars"))
    types, rows = _chosen(table, columns)[0], _dicts(table, columns)
    try:
        if library == "pandas":
            import pandas

            return pandas.DataFrame(rows, columns=list(types))
        import polars

        return polars.DataFrame(rows, schema=None if rows else list(types), infer_schema_length=None)
    except ImportError as error:
        raise MissingExtraError("A data frame", "frames") from error


def _is_there(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ValueError:  # a module that was taken out of sys.modules
        return False


def arrow_type(hint: Any) -> Any:
    """Return the type of Arrow for a type of Python: a dataclass is a struct, a tuple a list, a time one in UTC."""
    import pyarrow

    hint = without_none(hint)
    origin, inner = get_origin(hint), get_args(hint)
    if hint == Ref:
        return pyarrow.struct([("document", pyarrow.string()), ("index", pyarrow.int64())])
    if is_dataclass(hint) or is_typeddict(hint):
        return pyarrow.struct([(name, arrow_type(each)) for name, each in fields_of(hint).items()])
    if origin in (tuple, list):
        return pyarrow.list_(arrow_type(inner[0] if inner else str))
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return pyarrow.list_(pyarrow.struct([("name", pyarrow.string()), ("value", arrow_type(inner[1]))]))
    kinds = {
        str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_(),
        datetime: pyarrow.timestamp("us", tz="UTC"), date: pyarrow.date32(),
    }  # fmt: skip
    return kinds.get(hint, pyarrow.string())  # a Literal is a text


def without_none(hint: Any) -> Any:
    """Return the type that an optional one is when it is there; any other as it is."""
    if get_origin(hint) in (Union, UnionType):
        return next(each for each in get_args(hint) if each is not NoneType)
    return hint


def plain(value: Any) -> Any:
    """Return a value as plain Python: dataclasses as dicts, tuples as lists, mappings as lists of names and values."""
    if is_dataclass(value) and not isinstance(value, type):
        return {name: plain(each) for name, each in _fields_of(value).items()}
    if isinstance(value, Mapping):
        return [{"name": name, "value": plain(each)} for name, each in value.items()]
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value


@cache
def fields_of(kind: Any) -> Mapping[str, Any]:
    """Return the types of the fields of a dataclass or a TypedDict, of optional ones without saying so."""
    hints = get_type_hints(kind)
    return {name: hints[name] for name in ([each.name for each in fields(kind)] if is_dataclass(kind) else hints)}


def _fields_of(value: Any) -> dict[str, Any]:
    return {each.name: getattr(value, each.name) for each in fields(value)}


def _shown_fields(value: Any) -> Iterable[str]:
    for each in fields(value):
        held = getattr(value, each.name)
        default = each.default if each.default_factory is MISSING else each.default_factory()
        if held is None or held == () or (default is not MISSING and held is default):
            continue
        if each.name == "text" and hasattr(value, "published"):
            yield f"{len(held):,} characters"
        elif each.name not in ("origin", "run", "spans"):
            yield f"{each.name}={_short(held)}"


def _short(held: Any) -> str:
    if isinstance(held, str):
        return repr(held if len(held) <= _SHOWN else f"{held[: _SHOWN - 1]}…")
    if isinstance(held, datetime):
        return held.isoformat()
    if isinstance(held, tuple | list | Mapping):
        return f"<{len(held):,}>"
    text = repr(held)
    return text if len(text) <= 2 * _SHOWN else f"<{type(held).__name__}>"
