"""Records of the formats: JSON objects a line each, plain or compressed, with the place of every fault.

Source: our own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from meadow.errors import InputError, ReadError, UsageError
from meadow.ingest import LIMITS
from meadow.ingest.opening import iter_lines, open_file

Record = Mapping[str, Any]
Shape = TypeVar("Shape", bound=msgspec.Struct)

_FOLDED = ("", ".gz", ".zst")
_DECODER = msgspec.json.Decoder(dict[str, Any])
_ENCODER = msgspec.json.Encoder()


def check_limit(limit: int | None) -> None:
    """Raise an error for a limit of topics that keeps none."""
    if limit is not None and limit < 1:
        raise UsageError(f"limit={limit} keeps no topic.", given=str(limit), allowed="A limit is at least 1.")


def find_file(folder: Path, name: str) -> Path | None:
    """Return the file of a folder, also compressed as .gz or .zst; None where there is none."""
    return next((path for suffix in _FOLDED if (path := folder / f"{name}{suffix}").is_file()), None)


def check_folder(path: Path, holds: str) -> None:
    """Raise an error unless the path is a folder; `holds` says what is expected in it."""
    if not path.is_dir():
        what = "is a file" if path.is_file() else "does not exist"
        raise InputError(f"{str(path)!r} {what}.", given=str(path), allowed=f"A folder is expected with {holds}.")


def iter_text_lines(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the place and the text of each line, blank ones too, without the line end."""
    with open_file(path, LIMITS) as opened:
        for number, line in enumerate(iter_lines(opened.chunks, longest=LIMITS.item_bytes), start=1):
            place = f"{path.as_posix()}:{number}"
            if line is None:
                raise ReadError(place, f"longer than {LIMITS.item_bytes:,} bytes, the limit for one line")
            try:
                yield place, line.decode("utf-8").removesuffix("\r")
            except UnicodeDecodeError as error:
                raise ReadError(place, f"not UTF-8: {error.reason} at byte {error.start + 1}") from error


def iter_records(path: Path) -> Iterator[tuple[str, Record]]:
    """Yield the place and the JSON object of each line that is not blank."""
    for place, line in iter_text_lines(path):
        if line.strip():
            try:
                yield place, _DECODER.decode(line)
            except msgspec.DecodeError as error:
                raise ReadError(place, f"not a JSON object: {error}") from error


def shaped(record: Record, shape: type[Shape], place: str) -> Shape:
    """Return the record as a struct; a field that is missing or of another type is an error that names it."""
    try:
        return msgspec.convert(record, shape)
    except msgspec.ValidationError as error:
        raise ReadError(place, str(error)) from error


def label_of(record: Record, key: str, place: str) -> str | None:
    """Return a name that a record holds, a number too; null and an empty text are none."""
    value = record.get(key)
    if isinstance(value, bool) or not isinstance(value, str | int | None):
        raise ReadError(place, f"the field {key!r} must be a text or a whole number")
    return None if value is None or value == "" else str(value)


def save_records(path: Path, records: Iterable[Mapping[str, object]]) -> None:
    """Write a line of JSON per record, without the keys whose value is None."""
    kept = ({key: value for key, value in record.items() if value is not None} for record in records)
    save_lines(path, (_ENCODER.encode(record).decode() for record in kept))


def save_lines(path: Path, lines: Iterable[str]) -> None:
    """Write lines as UTF-8 with plain line ends on every system."""
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


def new_folder(path: str | Path) -> Path:
    """Return the folder, made if need be; one that holds anything is an error, so that nothing is mixed or lost."""
    folder = Path(path)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(f"{str(path)!r} is there already.", given=str(path), advice="Name a new or an empty folder.")
    folder.mkdir(parents=True, exist_ok=True)
    return folder
