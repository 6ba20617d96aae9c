"""The decorators of every kernel: compiled on its first call, kept on disk for all processes, and safe between them.

Numba keeps the code of a function's signatures in numbered files, and takes the next free number without a lock. Two
processes that compile two signatures at once can take the same one, and the next process would run the code of the other
signature without an error. So a folder of compiled code is locked while anything is written to it or read from it. Where no
lock can be had, code is compiled for this process and not kept.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba import njit
from numba.core.caching import FunctionCache

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


class LockedCache(FunctionCache):
    """Where the code of a kernel is kept: numba's own way, under a lock of the folder."""

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
