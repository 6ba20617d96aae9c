"""The life of a worker process: it takes orders from standard input, answers on standard output, and ends with its parent.

A separate thread reads orders. So a parent never waits for a worker that is busy, and when the parent is gone,
killed or not, the end of its pipe ends the worker, whatever it is doing.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
import warnings
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, Any

from meadow.engines.frames import receive, send
from meadow.errors import FallbackWarning

# What the other side finds at the head of an answer.
READY, REFUSED, DONE, UNREADABLE = "ready", "refused", "done", "unreadable"


def work() -> None:
    """Do what standard input says until it ends."""
    answers = os.fdopen(os.dup(1), "wb")
    warnings.simplefilter("ignore", FallbackWarning)  # who gives the work says it, once
    os.dup2(2, 1)  # what a method prints must not get between the answers
    orders: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, orders), daemon=True).start()
    with suppress(BrokenPipeError):  # nobody waits any longer
        send(answers, pickle.dumps(_begin(*pickle.loads(orders.get()))))  # noqa: S301 - a pipe that nobody else has
        shared: Any = None
        while True:
            kind, data = pickle.loads(orders.get())  # noqa: S301 - from our own parent
            if kind == "share":
                shared = _Shared(data)
            elif kind == "prepare":
                with suppress(Exception):  # where it matters, the work itself will say so
                    pickle.loads(data)()  # noqa: S301 - from our own parent
            else:
                send(answers, pickle.dumps(_answer(data, shared), pickle.HIGHEST_PROTOCOL))
    os._exit(0)


class _Shared:
    """A value that all items of a map share: unpacked when first asked for, and kept until the next map."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._value: Any = None
        self._unpacked = False

    def get(self) -> Any:
        if not self._unpacked:
            self._value, self._unpacked = pickle.loads(self._data), True  # noqa: S301 - from our own parent
            self._data = b""
        return self._value


def _listen(stream: IO[bytes], orders: SimpleQueue[bytes]) -> None:
    while (order := receive(stream)) is not None:
        orders.put(order)
    os._exit(0)


def _begin(path: list[str], plugins: tuple[str, ...]) -> tuple[str, Any]:
    """Find what the parent finds and load its plug-ins; say whether that went well."""
    sys.path[:] = path
    from meadow.errors import MeadowError
    from meadow.registry import load_installed_plugins, load_plugin

    try:
        load_installed_plugins()
        for plugin in plugins:
            load_plugin(plugin)
    except MeadowError as error:
        return REFUSED, error
    return READY, None


def _answer(order: bytes, shared: _Shared | None) -> tuple[str, Any]:
    from meadow.engines.working import packed_outcomes

    try:
        function: Callable[..., Any]
        function, items = pickle.loads(order)  # noqa: S301 - from our own parent
        shared_value = None if shared is None else shared.get()
    except Exception as error:  # noqa: BLE001 - whatever loading raises, the parent hears of it
        return UNREADABLE, f"{type(error).__name__}: {error}"
    return DONE, packed_outcomes(function, items, shared_value)
