"""The ranker that a file of learned weights holds: what `--rank @FILE` reads and `meadow lab fit` writes.

Source: TOML 1.0 (toml.io) for the notation; what it holds is our own.
"""

from __future__ import annotations

import tomllib

from meadow.errors import InputError
from meadow.rank import RANKERS

_ADVICE = '`meadow lab fit` writes such files; the line that counts is rank = "mix(…)".'


def parse_rank(text: str) -> str:
    """Return the ranker's spec that a file of weights holds, its names and parameters checked."""
    try:
        settings = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        problem = "its lists or tables are nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise InputError(f"It is not TOML: {problem}.", given=text[:60], advice=_ADVICE) from error
    rank = settings.get("rank")
    if not isinstance(rank, str):
        given = ", ".join(settings) or "nothing"
        raise InputError("It has no rank that is a text.", given=given, allowed=f"It holds: {given}.", advice=_ADVICE)
    RANKERS.build(rank)
    return rank
