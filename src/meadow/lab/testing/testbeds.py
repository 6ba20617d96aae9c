"""The contract of testbed formats: what is written reads back, and what has no place there is said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from meadow.errors import InputError
from meadow.lab.formats import Format
from meadow.lab.formats.changes import changes
from meadow.lab.opening import open_testbed
from meadow.lab.testbed import Testbed
from meadow.testing.contract import ContractError, require


def check_testbed_format(form: Format, testbed: Testbed | None = None) -> None:
    """Check that a format of testbeds reads what it writes, says what it leaves out, and refuses what is not there.

    Without a testbed it is the sample's. What reads back, written once more, reads back the same: what a format can hold it
    holds for good. A format that is only read has to refuse a missing path by an error of Meadow's, and no more.
    """
    with TemporaryDirectory() as folder:
        _check_nowhere(form, Path(folder) / "nowhere")
        if form.write is not None:
            _check_round_trip(form, open_testbed() if testbed is None else testbed, Path(folder))


def _check_nowhere(form: Format, path: Path) -> None:
    try:
        form.read(path)
    except InputError:
        return
    raise ContractError("On a path that is not there: it is read all the same, not refused by an InputError.")


def _check_round_trip(form: Format, testbed: Testbed, folder: Path) -> None:
    case = f"the testbed {testbed.name}"
    notes, back = _written(form, testbed, folder / "first")
    # What is written has the name of its file.
    lost = changes(replace(testbed, name=back.name), back)
    require(bool(notes) or not lost, case, f"the writer says nothing, but: {' '.join(lost)}")
    require(all(note.strip().endswith(".") for note in notes), case, f"a note is no sentence: {notes}")
    again, twice = _written(form, back, folder / "second")
    require(twice.digest == back.digest, case, f"what it read, written and read again, is another: {again}")


def _written(form: Format, testbed: Testbed, folder: Path) -> tuple[tuple[str, ...], Testbed]:
    folder.mkdir()
    path = folder / (testbed.name or "testbed")
    notes = form.write(testbed, path) if form.write is not None else ()
    return notes, form.read(path)
