"""Which column of a table holds what: guessed by name in several languages, or named by the user."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache

from meadow.errors import ReadError, UnknownNameError, UsageError

Columns = Mapping[str, str]
"""The user's own names: a field of a document -> the column that holds it, by name or, from 1, by number."""

NO_COLUMNS: Columns = {}

# The first name of a row that a table has wins, so the more telling ones come first.
_NAMES: Mapping[str, str] = {
    "id": "id docid documentid articleid storyid newsid guid uid uuid identifier docno artikelid idarticulo 識別子",
    "title": "title headline articletitle newstitle titel kop kopregel titulo titular encabezado titre uberschrift"
    " schlagzeile titolo タイトル 見出し 標題 标题 заголовок τίτλος",
    "text": "text body articletext articlebody fulltext maintext bodytext plaintext content article story tekst artikel"
    " artikeltekst inhoud texto cuerpo textocompleto contenido articulo noticia texte contenu artikeltext inhalt testo"
    " contenuto 本文 記事 テキスト 内容 正文 текст κείμενο description summary abstract",
    "source": "source publisher outlet publication newspaper sourcename sitename site domain bron krant uitgever medium"
    " fuente medio periodico diario quelle zeitung editeur journal fonte 媒体 出典 情報源 新聞 来源 источник",
    "published": "published publishedat publishdate publisheddate publicationdate datepublished pubdate date datetime time"
    " timestamp publicatiedatum datum gepubliceerd fechapublicacion fechadepublicacion fecha publicado"
    " veroffentlicht datedepublication 公開日 発行日 日付 日時 日期 дата ημερομηνία",
    "url": "url link articleurl sourceurl weburl permalink canonicalurl href uri webadres koppeling enlace lien adresse",
    "language": "language lang taal idioma lengua sprache langue lingua 言語 语言 язык",
}
FIELDS = tuple(_NAMES)
_NOT_IN_NAMES = re.compile(r"[\W_]+")
_LONGEST_NAME = 60
_SHOWN_COLUMNS = 30


def parse_columns(text: str) -> Columns:
    """Return the columns of `text=artikel,title=kop`; what does not follow that form is a `UsageError`."""
    pairs = [pair.partition("=") for pair in text.split(",") if pair.strip()]
    if not pairs or not all(field.strip() and column.strip() for field, _, column in pairs):
        raise UsageError(
            f"The columns {text!r} do not follow the form field=column.",
            given=text,
            allowed=f"Fields: {', '.join(FIELDS)}.",
            advice="For example: --columns text=artikel,title=kop",
        )
    columns = {field.strip(): column.strip() for field, _, column in pairs}
    check_columns(columns)
    return columns


def check_columns(columns: Columns) -> None:
    """Raise an error with suggestions if a field that no document has is given a column."""
    for field in columns:
        if field not in _NAMES:
            raise UnknownNameError("field", field, FIELDS)


def find_columns(header: Sequence[str], columns: Columns, *, place: str) -> dict[str, int]:
    """Return the position of the column of each field: the user's where given, else the one whose name says so.

    A table must have a column of texts or of titles; else a `ReadError` lists its columns and says how to name them.
    """
    given = {field: _named(column, header, place) for field, column in columns.items()}
    taken = set(given.values())
    guessed = {field: at for field, at in guess_columns(header).items() if at not in taken}
    fields = guessed | given
    if "text" not in fields and "title" not in fields:
        raise ReadError(
            place,
            f"no column is called text or title. The columns are {_listed(header)}.",
            advice="Say which one it is, by name or number: --columns text=NAME (in Python: columns={'text': 'NAME'}).",
        )
    return fields


def guess_columns(header: Sequence[str]) -> dict[str, int]:
    """Return the position of each field whose column the names tell; empty for a row that is no header."""
    positions: dict[str, int] = {}
    for at, name in enumerate(header):
        if len(name) <= _LONGEST_NAME:
            positions.setdefault(_plain(name), at)
    rows = {field: [positions[name] for name in names if name in positions] for field, names in _plain_names().items()}
    return {field: numbers[0] for field, numbers in rows.items() if numbers}


def looks_like_header(cells: Sequence[str]) -> bool:
    """Say whether a row names a column of texts or titles and one more field: reason enough to see a table."""
    fields = guess_columns(cells)
    return len(fields) > 1 and ("text" in fields or "title" in fields)


def is_header(cells: Sequence[str], columns: Columns) -> bool:
    """Say whether the first row of a table names its columns: one name is known to us or to the user."""
    names = set(map(_plain, cells))
    given = {_plain(column) for column in columns.values() if not column.isdigit()}
    return bool(guess_columns(cells)) or not given.isdisjoint(names)


def _named(column: str, header: Sequence[str], place: str) -> int:
    exact = [at for at, name in enumerate(header) if name.strip() == column.strip()]
    alike = [at for at, name in enumerate(header) if _plain(name) == _plain(column)]
    if exact or alike:
        return (exact or alike)[0]
    if column.isascii() and column.isdigit() and 0 < int(column[:9]) <= len(header):
        return int(column) - 1
    raise ReadError(place, f"there is no column called {column!r}. The columns are {_listed(header)}.")


def _listed(header: Sequence[str]) -> str:
    short = [name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…" for name in header[:_SHOWN_COLUMNS]]
    more = f" and {len(header) - _SHOWN_COLUMNS} more" if len(header) > _SHOWN_COLUMNS else ""
    return ", ".join(map(repr, short)) + more


@cache
def _plain_names() -> Mapping[str, tuple[str, ...]]:
    return {field: tuple(map(_plain, names.split())) for field, names in _NAMES.items()}


def _plain(name: str) -> str:
    """Return a name as it is compared: without case, accents, blanks and marks."""
    letters = (letter for letter in unicodedata.normalize("NFKD", name[:200]) if not unicodedata.combining(letter))
    return _NOT_IN_NAMES.sub("", "".join(letters).casefold())
