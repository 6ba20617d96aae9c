"""From what the user names to single files: missing paths are refused at once, folders are walked in a fixed order."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path

from meadow.errors import InputError, ReadError
from meadow.ingest.addresses import is_web_address
from meadow.ingest.items import Skipped
from meadow.text.shown import one_shown_line

STANDARD_INPUT = "-"
NO_FILES = "a folder without files (hidden ones do not count)"
_SUGGESTIONS = 3
_HIDDEN = (".", "~$")  # "~$report.docx" says that Word has it open
_OF_SYSTEMS = frozenset({"thumbs.db", "ehthumbs.db", "desktop.ini", "__macosx"})
_COMPARED_NAMES = 2_000


def check_paths(paths: Sequence[str | Path]) -> None:
    """Raise an `InputError` with advice if there is no path at all, one does not exist, or `-` is given twice."""
    if not paths:
        raise InputError(
            "There is nothing to read.", advice="Name files, folders or web addresses, or - for standard input."
        )
    if sum(str(path) == STANDARD_INPUT for path in paths) > 1:
        raise InputError("Standard input (-) is named twice, but it can be read only once.", given=STANDARD_INPUT)
    for path in paths:
        if not str(path):
            raise InputError("A path is empty.", given="", advice="Name a file or folder; . is the current folder.")
        if str(path) != STANDARD_INPUT and not is_web_address(str(path)) and not _exists(Path(path)):
            raise _missing(str(path))


def is_passed_over(name: str) -> bool:
    """Return whether a name in a folder or archive is hidden, or that of a file which a system or an editor keeps there."""
    return name.startswith(_HIDDEN) or name.lower() in _OF_SYSTEMS


def shown_path(path: Path) -> str:
    """Return a path as places show it: with forward slashes, and what no line or JSON could hold as an escape."""
    return one_shown_line(path.as_posix())


def iter_files(path: Path) -> Iterator[Path | Skipped | ReadError]:
    """Yield the file itself, or every file of a folder: its own files by name, then its folders by name, and so on.

    Files come before folders, so that a MEAD cluster file is met before the `docsent/` folder next to it and its order
    holds. Hidden names are passed over without a word. Links to folders are not followed, so no walk runs in circles, and
    a link to a file that lies outside of the folder is not read: who names a folder means what is in it.
    """
    if not path.is_dir():
        yield path
        return
    root, waiting = path.resolve(), [path]
    while waiting:
        folder = waiting.pop()
        try:
            entries = sorted((entry for entry in os.scandir(folder) if not is_passed_over(entry.name)), key=_by_name)
        except OSError as error:
            yield ReadError(shown_path(folder), f"the folder cannot be listed: {error.strerror}")
            continue
        yield from (_entry(folder / entry.name, entry, root) for entry in entries if not _is_folder(entry))
        waiting += [folder / entry.name for entry in reversed(entries) if _is_folder(entry)]
        if not entries:
            yield Skipped(shown_path(folder), NO_FILES)


def _entry(path: Path, entry: os.DirEntry[str], root: Path) -> Path | Skipped | ReadError:
    fault = _link_fault(path, root) if entry.is_symlink() else None
    if fault is not None:
        return ReadError(shown_path(path), fault)
    # Opening a pipe or a device in a folder could wait for ever.
    return path if entry.is_file() else Skipped(shown_path(path), "not a regular file")


def _link_fault(path: Path, root: Path) -> str | None:
    """Say why a link is not followed; None if it leads to a file of the folder."""
    try:
        target = path.resolve(strict=True)
    except FileNotFoundError:
        return "a link that leads nowhere"
    except (OSError, RuntimeError):  # how Python reports a loop depends on its version
        return "a link that leads to itself"
    if target.is_dir():
        return "a link to a folder, which is not followed"
    return None if target.is_relative_to(root) else "a link that leads out of the folder, which is not followed"


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
