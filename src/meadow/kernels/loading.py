"""Whether a call runs compiled code. Twins give the same bits, so that the choice shows in the time taken and nowhere else.

Loading numba takes half a second. A call that has enough work to repay that loads it; a smaller one runs compiled code only
where it is loaded already. Compiled code is kept on disk; where no folder for it can be written, plain code does all. What
no process has compiled before takes seconds: who wants to tell a user so registers with `when_compiling`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module

_say: Callable[[], None] | None = None
_FIRST = "meadow.kernels.term_rows"  # a small one: with it numba is loaded
_NO_FOLDER = "cannot cache function"  # how numba's error begins when it finds no folder that can be written


def compiled(*, large: bool) -> bool:
    """Say whether to run compiled code: it is loaded already, or the work is `large` enough to repay loading it."""
    return _FIRST in sys.modules or (large and load_kernels())


@cache
def load_kernels() -> bool:
    """Load compiled code, for a process that will work for long, and say whether there is any."""
    try:
        import_module(_FIRST)
    except RuntimeError as error:
        if not str(error).startswith(_NO_FOLDER):
            raise
        return False
    return True


def when_compiling(say: Callable[[], None] | None) -> None:
    """Let somebody be called, once, before code is compiled that no process has kept yet; None ends that."""
    global _say
    _say = say


def tell_of_compiling(module: str) -> None:
    """Call whoever wants to know, if the kernels of a module are about to be compiled for the first time."""
    global _say
    if _say is not None and not _is_kept(module):
        say, _say = _say, None
        say()


def _is_kept(module: str) -> bool:
    """Say whether compiled code of a module is on disk that fits its source."""
    from meadow.kernels.compiling import LockedCache  # the module has loaded numba already

    caches = (getattr(each, "_cache", None) for each in vars(import_module(module)).values())
    return any(cache.holds_code() for cache in caches if isinstance(cache, LockedCache))
