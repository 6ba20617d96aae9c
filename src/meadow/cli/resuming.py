"""A long command that writes files as it goes: what it has finished lies next to them until it ends.

`--out stories` has `stories.unfinished`: which options, articles and code the run has, and what it has finished. The same
command goes on from there. Any other is refused, so nothing of another run is ever used.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING

from meadow.cli import printing
from meadow.errors import UsageError

if TYPE_CHECKING:
    from meadow.pipeline.finished import FinishedWindows

_SUFFIX = ".unfinished"
_RUN = "run.json"


class UnfinishedRun:
    """The finished part of a run, and its arguments."""

    def __init__(self, folder: Path, asked: Mapping[str, object]) -> None:
        from meadow.pipeline.finished import FinishedWindows

        self._folder, self._asked = folder, dict(asked)
        self.windows: FinishedWindows = FinishedWindows(folder)
        self.again = (folder / _RUN).exists()  # it was begun before, and did not end

    def check(self, **asked: object) -> None:
        """Note more of what is asked for; that an earlier run was asked for something else is an error."""
        self._asked |= asked
        path = self._folder / _RUN
        before = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        for name, value in self._asked.items():
            if name in before and before[name] != value:
                target = self._folder.name.removesuffix(_SUFFIX)
                raise UsageError(
                    f"{self._folder.name!r} is of a run that did not end, with other {name}.",
                    given=str(value),
                    allowed=f"It was begun with {before[name]}, and this one has {value}.",
                    advice=f"Repeat that command, or delete {self._folder.name!r} and {target!r} to begin anew.",
                )
        from meadow.store.files import save_text

        save_text(path, json.dumps(before | self._asked) + "\n")


@contextmanager
def unfinished_run(out: str | None, asked: Mapping[str, object]) -> Iterator[UnfinishedRun | None]:
    """Give what an earlier run for the folder `out` has finished; it is deleted when this one ends well.

    One that fails leaves what it has finished. Without a folder nothing is kept.
    """
    if out is None:
        yield None
        return
    from meadow.provenance.code_version import code_version
    from meadow.store.files import only_one

    folder = _folder(out)
    with only_one(folder):
        run = UnfinishedRun(folder, {**asked, "code": code_version()})
        run.check()
        if count := len(run.windows):
            printing.note(f"going on after {_windows(count)} that an earlier run has tracked.")
        try:
            yield run
        except BaseException:
            if count := len(run.windows):
                printing.note(f"{_windows(count)} are kept in {folder.name}; the same command goes on from there.")
            else:
                rmtree(folder)
            raise
        rmtree(folder)


def _folder(out: str) -> Path:
    target = Path(os.path.abspath(out))  # noqa: PTH100 - a link stays one
    return target.with_name(f"{target.name}{_SUFFIX}")


def _windows(count: int) -> str:
    return f"{count:,} {'window' if count == 1 else 'windows'}"
