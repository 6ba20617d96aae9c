"""Which column of a table, or key of JSON, holds what: guessed by name in several languages, or named by the user.

One table of names serves CSV, TSV, Parquet, JSON and JSON Lines. The first name of a row that is there wins.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache

from meadow.errors import ReadError, UnknownNameError, UsageError

Columns = Mapping[str, str]
"""The user's own names: a field of a document -> the column or key that holds it, by name or, from 1, by number."""

NO_COLUMNS: Columns = {}

# The first name of a row that is there wins, so the more telling ones come first: descriptions and leads, which may be a
# part of the text only, come last. The names of NewsAPI, GNews, newsdata, Event Registry, GDELT, news-please, Newspaper, the
# Guardian and the New York Times are among them.
_NAMES: Mapping[str, str] = {
    "id": "id docid documentid articleid storyid newsid guid uid uuid identifier docno artikelid idarticulo 識別子",
    "title": "title headline webtitle articletitle newstitle titel kop kopregel titulo titular encabezado titre uberschrift"
    " schlagzeile titolo タイトル 見出し 標題 标题 заголовок τίτλος",
    "text": "text body articletext articlebody fulltext maintext bodytext plaintext content article story tekst artikel"
    " artikeltekst inhoud texto cuerpo textocompleto contenido articulo noticia texte contenu artikeltext inhalt testo"
    " contenuto 本文 記事 テキスト 内容 正文 текст κείμενο document description summary abstract leadparagraph snippet",
    "source": "source publisher outlet publication newspaper sourcename sitename sourcetitle medianame site"
    " sourcedomain domain sourceid provider bron krant uitgever medium"
    " fuente medio periodico diario quelle zeitung editeur journal fonte 媒体 出典 情報源 新聞 来源 источник",
    "published": "publishedtext"
    " published publishedat publishdate publisheddate publicationdate datepublished datepublish publishingdate"
    " pubdate datetimepub webpublicationdate seendate date datetime time"
    " timestamp publicatiedatum datum gepubliceerd fechapublicacion fechadepublicacion fecha publicado"
    " veroffentlicht datedepublication 公開日 発行日 日付 日時 日期 дата ημερομηνία",
    "url": "url link articleurl weburl sourceurl permalink canonicalurl href uri webadres koppeling enlace lien adresse",
    "language": "language lang taal idioma lengua sprache langue lingua 言語 语言 язык",
    "authors": "authors author byline creator creators auteur auteurs autor autores autore autori"
    " verfasser 著者 記者 作者 автор",
    "sections": "sections section sectionname articlesection category categories tags topics desk",
}
FIELDS = tuple(_NAMES)
# A byline says who wrote; it stands for the outlet only where neither an outlet nor an address is known.
_BYLINES = ("author", "byline", "creator")
_OTHER_FIELDS: Mapping[str, str] = {"date": "published", "lang": "language"}
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
    return checked_columns({field.strip(): column.strip() for field, _, column in pairs})


def checked_columns(columns: Columns) -> Columns:
    """Return columns by the fields that documents have: `date` is `published`, `lang` is `language`.

    A field that no document has is an error with suggestions.
    """
    known = {_OTHER_FIELDS.get(field, field): column for field, column in columns.items()}
    for field in known:
        if field not in _NAMES:
            raise UnknownNameError("field", field, (*FIELDS, *_OTHER_FIELDS))
    return known


def find_columns(header: Sequence[str], columns: Columns, *, place: str) -> dict[str, int]:
    """Return the position of the column of each field: the user's where it is there, else the one whose name says so.

    A table must have a column of texts or of titles; else a `ReadError` lists its columns and says how to name them.
    """
    named = {field: _position(column, header) for field, column in columns.items()}
    given = {field: at for field, at in named.items() if at is not None}
    taken = set(given.values())
    guessed = {field: at for field, at in guess_columns(header).items() if at not in taken}
    fields = guessed | given
    if "text" not in fields and "title" not in fields:
        lacking = "".join(f"there is no column called {name!r}, and " for name in unmet(header, columns))
        raise ReadError(
            place,
            f"{lacking}no column is called text or title. The columns are {listed(header)}.",
            advice="Say which one it is, by name or number: --columns text=NAME (in Python: columns={'text': 'NAME'}).",
        )
    return fields


def unmet(header: Sequence[str], columns: Columns) -> tuple[str, ...]:
    """Return the columns of the user's that a table does not have, or the keys that an object does not have."""
    return tuple(column for column in columns.values() if _position(column, header) is None)


def find_keys(keys: Sequence[str], columns: Columns) -> dict[str, tuple[str, ...]]:
    """Return the keys of an object that may hold each field, the user's first, then by the order of the known names."""
    given = {field: keys[at] for field, column in columns.items() if (at := _position(column, keys)) is not None}
    known = _known_positions(keys)
    taken = set(given.values())
    found = {field: [key for at in places if (key := keys[at]) not in taken] for field, places in known.items()}
    return {field: (*([given[field]] if field in given else ()), *found.get(field, ())) for field in _NAMES}


def guess_columns(header: Sequence[str]) -> dict[str, int]:
    """Return the position of each field whose column the names tell; empty for a row that is no header."""
    return {field: places[0] for field, places in _known_positions(header).items()}


def looks_like_header(cells: Sequence[str]) -> bool:
    """Say whether a row names a column of texts or titles and one more field: reason enough to see a table."""
    fields = guess_columns(cells)
    return len(fields) > 1 and ("text" in fields or "title" in fields)


def is_header(cells: Sequence[str], columns: Columns) -> bool:
    """Say whether the first row of a table names its columns: one name is known to us or to the user."""
    names = set(map(_plain, cells))
    given = {_plain(column) for column in columns.values() if not column.isdigit()}
    return bool(guess_columns(cells)) or not given.isdisjoint(names)


def _known_positions(header: Sequence[str]) -> dict[str, list[int]]:
    """Return where the known names of each field are, the most telling first; fields without one are left out."""
    positions: dict[str, int] = {}
    for at, name in enumerate(header):
        if len(name) <= _LONGEST_NAME:
            positions.setdefault(_plain(name), at)
    rows = {field: [positions[name] for name in names if name in positions] for field, names in _plain_names().items()}
    if not rows["source"] and not rows["url"]:
        rows["source"] = [positions[name] for name in _BYLINES if name in positions]
    return {field: places for field, places in rows.items() if places}


def _position(column: str, header: Sequence[str]) -> int | None:
    exact = [at for at, name in enumerate(header) if name.strip() == column.strip()]
    alike = [at for at, name in enumerate(header) if _plain(name) == _plain(column)]
    if exact or alike:
        return (exact or alike)[0]
    if column.isascii() and column.isdigit() and 0 < int(column[:9]) <= len(header):
        return int(column) - 1
    return None


def listed(header: Sequence[str]) -> str:
    """Return names as messages list them: quoted, shortened, and not too many."""
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
