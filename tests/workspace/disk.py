"""A disk that fails on demand: between SQLite and the files, every write and sync passes through here."""

from __future__ import annotations

from types import TracebackType
from typing import Any

import apsw

_CODES = {"write": apsw.IOError, "sync": apsw.IOError, "full": apsw.FullError}
NAME = "failing"


class FailingDisk:
    """The default disk of SQLite while the context lasts; `fail` lets a later write or sync fail, `mend` none."""

    def __init__(self) -> None:
        self.fault: str | None = None
        self.left = 0
        self.under = apsw.vfs_names()[0]
        self._vfs: apsw.VFS | None = None

    def __enter__(self) -> FailingDisk:
        disk = self

        class Disk(apsw.VFS):
            def __init__(self) -> None:
                super().__init__(NAME, disk.under, makedefault=True)

            def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802 - as SQLite calls it
                return _File(disk, name, flags)

        self._vfs = Disk()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._vfs is not None:
            self._vfs.unregister()

    def fail(self, fault: str, *, after: int) -> None:
        """Let the kind of call fail after a number of successes."""
        self.fault, self.left = fault, after

    def mend(self) -> None:
        """Let nothing fail any more."""
        self.fault = None

    def pass_through(self, call: str) -> None:
        """Raise if this call is to fail."""
        if self.fault is None or call != ("sync" if self.fault == "sync" else "write"):
            return
        if self.left > 0:
            self.left -= 1
            return
        raise _CODES[self.fault]("injected")


class _File(apsw.VFSFile):
    def __init__(self, disk: FailingDisk, name: Any, flags: list[int]) -> None:
        super().__init__(disk.under, name, flags)
        self._disk = disk

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 - as SQLite calls it
        """Write, or fail."""
        self._disk.pass_through("write")
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:  # noqa: N802 - as SQLite calls it
        """Sync, or fail."""
        self._disk.pass_through("sync")
        super().xSync(flags)
