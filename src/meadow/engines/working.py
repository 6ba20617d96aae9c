"""The work on a batch, in any process: one outcome per item; an error of one item never stops the others."""

from __future__ import annotations

import pickle
import traceback
from collections.abc import Callable, Sequence
from typing import Any

from meadow.engines.contract import Failed
from meadow.errors import EngineError

_LONGEST = 2_000


def outcome_of(function: Callable[..., Any], item: Any, shared: Any) -> Any:
    """Return what a function makes of an item, or `Failed` with what it raised; only an interrupt passes."""
    try:
        return function(item) if shared is None else function(item, shared)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a function may raise anything, and the caller hears of it
        return Failed(error)


def packed_outcomes(function: Callable[..., Any], items: Sequence[Any], shared: Any) -> list[bytes]:
    """Return the outcomes of items, each pickled; one that cannot be pickled is returned as an error."""
    return [_packed(outcome_of(function, item, shared)) for item in items]


def _packed(outcome: Any) -> bytes:
    if isinstance(outcome, Failed):
        return _packed_error(outcome.error)
    try:
        return pickle.dumps(outcome, pickle.HIGHEST_PROTOCOL)
    except Exception as error:  # noqa: BLE001 - pickling calls code of the result
        problem = f"A result of the type {type(outcome).__name__} cannot travel between processes ({error})."
        return pickle.dumps(Failed(EngineError(problem, advice="Return plain values.")))


def _packed_error(error: BaseException) -> bytes:
    """Return an error as it was, with the lines that it came by; else one that says what it said."""
    # Where it came from does not survive the journey by itself.
    error.add_note("".join(traceback.format_exception(error))[-_LONGEST:])
    try:
        data = pickle.dumps(Failed(error), pickle.HIGHEST_PROTOCOL)
        pickle.loads(data)  # noqa: S301 - our own bytes, to see whether the other side can read them
    except Exception:  # noqa: BLE001 - errors of libraries often come back only with arguments that they did not keep
        return pickle.dumps(Failed(EngineError(f"{type(error).__name__}: {error}")))
    return data
