"""From what the user names to single files: missing paths are refused at once, folders are walked in a fixed order."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path

from meadow.errors import InputError, ReadError
from meadow.ingest.addresses import is_web_address
from meadow.ingest.items import Skipped

STANDARD_INPUT = "-"
NO_FILES = "a folder without files (hidden ones do not count)"
_SUGGESTIONS = 3
_COMPARED_NAMES = 2_000


def check_paths(paths: Sequence[str | Path]) -> None:
    """Raise an `InputError` with advice if there is no path at all, one does not exist, or `-` stands there twice."""
    if not paths:
        raise InputError(
            "There is nothing to read.", advice="Name files, folders or web addresses, or - for standard input."
        )
    if sum(str(path) == STANDARD_INPUT for path in paths) > 1:
        raise InputError("Standard input (-) is named twice, but it can be read only once.", given=STANDARD_INPUT)
    for path in paths:
        if str(path) != STANDARD_INPUT and not is_web_address(str(path)) and not _exists(Path(path)):
            raise _missing(str(path))


def iter_files(path: Path) -> Iterator[Path | Skipped | ReadError]:
    """Yield the file itself, or every file of a folder: its own files by name, then its folders by name, and so on.

    Files come before folders, so that a MEAD cluster file is met before the `docsent/` folder beside it and its order
    holds. Hidden names are passed over without a word; links to folders are not followed, so no walk runs in circles.
    """
    if not path.is_dir():
        yield path
        return
    waiting = [path]
    while waiting:
        folder = waiting.pop()
        try:
            entries = sorted((entry for entry in os.scandir(folder) if not entry.name.startswith(".")), key=_by_name)
        except OSError as error:
            yield ReadError(folder.as_posix(), f"the folder cannot be listed: {error.strerror}")
            continue
        yield from (_entry(folder / entry.name, entry) for entry in entries if not _is_folder(entry))
        waiting += [folder / entry.name for entry in reversed(entries) if _is_folder(entry)]
        if not entries:
            yield Skipped(folder.as_posix(), NO_FILES)


def _entry(path: Path, entry: os.DirEntry[str]) -> Path | Skipped | ReadError:
    if entry.is_symlink() and entry.is_dir():
        return Skipped(path.as_posix(), "a link to a folder, which is not followed")
    if entry.is_symlink() and not path.exists():
        return ReadError(path.as_posix(), "a link that leads nowhere")
    # Opening a pipe or a device in a folder could wait for ever.
    return path if entry.is_file() else Skipped(path.as_posix(), "not a regular file")


def _is_folder(entry: os.DirEntry[str]) -> bool:
    return entry.is_dir(follow_symlinks=False)


def _by_name(entry: os.DirEntry[str]) -> str:
    return entry.name


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name that is too long, or that holds a NUL
        return False


def _missing(path: str) -> InputError:
    if "://" in path:
        return InputError(
            f"{path!r} is an address of a kind that is not read: only http and https are.",
            given=path,
            advice="Save it to a file first.",
        )
    close = _close_names(Path(path))
    hint = f" Did you mean {' or '.join(repr(name) for name in close)}?" if close else ""
    return InputError(
        f"There is no file or folder {path!r}.{hint}", given=path, advice=f"The current folder is {Path.cwd().name!r}."
    )


def _close_names(path: Path) -> list[str]:
    """Return existing paths that are spelt nearly alike, looking in the deepest folder of the path that exists."""
    missing = path
    while not _exists(missing.parent):
        missing = missing.parent
    try:
        names = sorted(entry.name for entry in missing.parent.iterdir())[:_COMPARED_NAMES]
    except OSError:
        return []
    return [(missing.parent / name).as_posix() for name in get_close_matches(missing.name, names, n=_SUGGESTIONS)]
