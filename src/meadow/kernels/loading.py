"""Whether a call runs compiled code. Twins give the same bits, so that the choice shows in the time taken and nowhere else.

Loading numba takes half a second. A call that has enough work to repay that loads it; a smaller one runs compiled code only
where it is loaded already. Compiled code is kept on disk; where no folder for it can be written, plain code does all.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module

# The kernel that reads words: whoever needs any kernel needs this one, or has it at no further cost.
_READER = "meadow.kernels.intern"
_NO_FOLDER = "cannot cache function"  # how numba's error begins when it finds no folder that can be written


def compiled(*, large: bool) -> bool:
    """Say whether to run compiled code: it is loaded already, or the work is `large` enough to repay loading it."""
    return _READER in sys.modules or (large and load_kernels())


@cache
def load_kernels() -> bool:
    """Load compiled code, for a process that will work for long, and say whether there is any."""
    try:
        import_module(_READER)
    except RuntimeError as error:
        if not str(error).startswith(_NO_FOLDER):
            raise
        return False
    return True
