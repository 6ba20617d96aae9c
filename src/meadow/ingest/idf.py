"""Background tables from a file of the user's: lines of word, tab, value, gzipped or not."""

from __future__ import annotations

import zlib
from pathlib import Path

from meadow.errors import InputError
from meadow.text.background import IdfTable, parse_idf_table
from meadow.text.clean import decode

_GZIP = b"\x1f\x8b"
_GZIP_WINDOW = 31  # zlib's way to say: with a gzip header
_LARGEST_TABLE = 64 << 20


def load_idf_table(path: str | Path) -> IdfTable:
    """Return the table of a file, named after it; a missing file or a wrong line is an error that says so."""
    file = Path(path)
    if not file.is_file():
        raise InputError(
            f"There is no IDF table {str(path)!r}.", given=str(path), advice="Give a file of: word, tab, value."
        )
    data = file.read_bytes()
    if data.startswith(_GZIP):
        try:
            inflater = zlib.decompressobj(_GZIP_WINDOW)
            data = inflater.decompress(data, _LARGEST_TABLE + 1)
            if len(data) <= _LARGEST_TABLE and not inflater.eof:
                raise zlib.error("it is cut short")
        except zlib.error as error:
            raise InputError(f"The IDF table {str(path)!r} is a damaged gzip file.", given=str(path)) from error
    if len(data) > _LARGEST_TABLE:
        raise InputError(
            f"The IDF table {str(path)!r} is too large.",
            given=str(path),
            allowed=f"At most {_LARGEST_TABLE >> 20} MiB.",
        )
    return parse_idf_table(decode(data, place=str(path)), name=file.name)
