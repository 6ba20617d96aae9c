"""The decorators of every kernel: compiled on its first call, kept on disk for all processes, and safe between them.

Numba keeps the code of a function's signatures in numbered files, and takes the next free number without a lock. Two
processes that compile two signatures at once can take the same one, and the next process would run the code of the other
signature without an error. So a folder of compiled code is locked while anything is written to it or read from it. Where no
lock can be had, code is compiled for this process and not kept.

Numba names a number in its index before the code under it is written. A process that ends in between, right after a kernel
has changed, would leave the old code under a number of the new index. So code comes first here, and the index after it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

from numba import njit
from numba.core.caching import FunctionCache, IndexDataCacheFile

from meadow.kernels.folder_lock import folder_lock

Function = Callable[..., Any]
# What numba makes of a function: it takes other arguments than the annotations say, and has attributes of its own.
Kernel = Any


def kernel(function: Function) -> Kernel:
    """Return a function that is compiled on its first call, and lets other threads run meanwhile."""
    return _kept(function, njit(nogil=True)(function))


def inlined(function: Function) -> Kernel:
    """Return a function that becomes part of each kernel that calls it."""
    return _kept(function, njit(nogil=True, inline="always")(function))


class CodeFirst(IndexDataCacheFile):
    """The index and the code of a kernel, written so that the index never names code that is not there yet."""

    def save(self, key: Any, data: Any) -> None:
        """Keep the code of a signature: first itself, then where it is."""
        places = self._load_index()
        if not places:
            self._save_index(
                {}
            )  # from here on nobody finds code of an earlier source under a number that is free again
        taken = set(places.values())
        file = places.get(key) or next(name for name in map(self._data_name, count(1)) if name not in taken)
        self._save_data(file, data)
        if key not in places:
            self._save_index({**places, key: file})


class LockedCache(FunctionCache):
    """Where the code of a kernel is kept: numba's own way, under a lock of the folder."""

    def __init__(self, function: Function) -> None:
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = CodeFirst(self.cache_path, self._impl.filename_base, stamp)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return what was compiled for a signature, or None where nothing is kept or can be read."""
        with suppress(OSError), folder_lock(self.cache_path, shared=True):
            return super().load_overload(sig, target_context)
        return None

    def holds_code(self) -> bool:
        """Say whether anything is kept that was compiled from the function's source as it is."""
        with suppress(OSError), folder_lock(self.cache_path, shared=True):
            # Numba's own reading of its index, which is empty where the source has changed; its times alone do not tell.
            return bool(self._cache_file._load_index())
        return False

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled for a signature, where that can be."""
        with suppress(OSError):
            Path(self.cache_path).mkdir(parents=True, exist_ok=True)
            with folder_lock(self.cache_path):
                super().save_overload(sig, data)


def _kept(function: Function, compiled: Kernel) -> Kernel:
    """Return a compiled function that is kept; raise where there is no folder for it, as numba does."""
    if compiled is function:  # NUMBA_DISABLE_JIT
        return function
    # What `cache=True` does, with our class in the place of numba's; a test asks whether this numba calls it.
    compiled._cache = LockedCache(function)
    return compiled
