"""The contract of engines: every item has one outcome under its key, whatever fails, and work ends when it is cancelled."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import count

from meadow.engines.contract import Engine, Failed
from meadow.errors import InputError, MeadowError, WorkCancelledError, WorkerDiedError
from meadow.testing.contract import require

_ITEMS = tuple(range(10))


def check_engine(make: Callable[[], Engine], *, survives: bool = True) -> None:
    """Check an engine; `make` opens one, which is closed after use.

    `survives` says that items are worked on elsewhere, so that one which ends its process takes only itself along.
    """
    with make() as engine:
        for check in (_check_results, _check_failures, _check_laziness, _check_cancelling, _check_leaving):
            check(engine)
        if survives:
            _check_deaths(engine)
    _check_closed(engine)


def _check_results(engine: Engine) -> None:
    require(engine.width >= 1, "its width", f"it works on {engine.width} items at once")
    for size, here in ((1, False), (3, False), (2, True)):
        results = dict(engine.map(_doubled, _ITEMS, size=size, here=here))
        require(results == {each: 2 * each for each in _ITEMS}, f"batches of {size}", f"it gives {results}")
    heard: list[tuple[int, int | None]] = []
    keys = [f"k{each}" for each in _ITEMS]
    outcomes = list(
        engine.map(
            _added,
            _ITEMS,
            keys=keys,
            shared=100,
            size=4,
            together=_is_even,
            progress=lambda *counts: heard.append(counts),
        )
    )
    wanted = sorted((key, item + 100) for key, item in zip(keys, _ITEMS, strict=True))
    require(sorted(outcomes) == wanted, "keys and a shared value", f"it gives {outcomes}")
    require(heard == [(n + 1, len(_ITEMS)) for n in _ITEMS], "progress", f"it reports {heard}")
    require(list(engine.map(_doubled, ())) == [], "no item", "it gives a result")
    _check_meanwhile(engine)


def _check_meanwhile(engine: Engine) -> None:
    pieces = [True, True, False]
    for here in (False, True):
        found = dict(engine.map(_doubled, _ITEMS, here=here, meanwhile=lambda: bool(pieces) and pieces.pop(0)))
        require(found == {each: 2 * each for each in _ITEMS}, "other work meanwhile", f"it gives {found}")


def _check_failures(engine: Engine) -> None:
    results = dict(engine.map(_refused, _ITEMS, size=3))
    require(len(results) == len(_ITEMS), "an item that raises", "others are lost with it")
    failed = results[3]
    require(
        isinstance(failed, Failed) and isinstance(failed.error, InputError) and failed.error.given == "3",
        "an item that raises", f"its error comes back as {failed!r}",
    )  # fmt: skip
    require(results[4] == 4, "an item next to one that raises", f"it gives {results[4]!r}")
    ((_, left),) = engine.map(_quits, [1])
    require(isinstance(left, Failed), "an item that calls for the end", f"it gives {left!r}")


def _check_laziness(engine: Engine) -> None:
    taken: list[int] = []

    def endless() -> Iterator[int]:
        for number in count():
            taken.append(number)
            yield number

    results = engine.map(_doubled, endless())
    for _ in range(3):
        next(results)
    results.close()
    require(len(taken) <= 3 + 4 * engine.width, "an endless list", f"it takes {len(taken)} items to give three results")


def _check_cancelling(engine: Engine) -> None:
    got: list[object] = []
    try:
        for outcome in engine.map(_doubled, range(1_000), cancel=lambda: len(got) >= 2):
            got.append(outcome)  # noqa: PERF402 - what is there is what cancels
    except WorkCancelledError:
        require(2 <= len(got) < 1_000, "work that is cancelled", f"it ends after {len(got)} results")
        return
    require(False, "work that is cancelled", f"it ends after {len(got)} results as if it were done")


def _check_leaving(engine: Engine) -> None:
    results = engine.map(_doubled, count())
    next(results)
    results.close()
    again = dict(engine.map(_doubled, _ITEMS))
    require(again == {each: 2 * each for each in _ITEMS}, "work after an iterator was closed", f"it gives {again}")


def _check_deaths(engine: Engine) -> None:
    results = dict(engine.map(_ends, _ITEMS, size=5))
    require(len(results) == len(_ITEMS), "an item that ends its process", "others are lost with it")
    guilty = results[7]
    require(
        isinstance(guilty, Failed) and isinstance(guilty.error, WorkerDiedError),
        "an item that ends its process", f"it is reported as {guilty!r}",
    )  # fmt: skip
    innocent = {key: value for key, value in results.items() if key != 7}
    wanted = {each: each for each in _ITEMS if each != 7}
    require(innocent == wanted, "items next to one that ends its process", f"they give {innocent}")


def _check_closed(engine: Engine) -> None:
    engine.close()  # twice is as good as once
    try:
        list(engine.map(_doubled, _ITEMS))
    except MeadowError:
        return
    require(False, "an engine that is closed", "it works on")


# Functions that travel are top-level.
def _doubled(item: int) -> int:
    return 2 * item


def _added(item: int, shared: int) -> int:
    return item + shared


def _is_even(item: int) -> bool:
    return item % 2 == 0


def _refused(item: int) -> int:
    if item == 3:
        raise InputError("Three is refused.", given="3", advice="Give another number.")
    return item


def _quits(item: int) -> int:
    raise SystemExit(item)


def _ends(item: int) -> int:
    if item == 7:
        os._exit(9)
    return item
