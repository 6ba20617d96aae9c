"""Whether a cluster can do our work: it answers, has workers, and they have the Meadow that is here."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from typing import Any

from meadow.engines import probe
from meadow.errors import EngineError, MissingExtraError, SpecError
from meadow.provenance.installed import installation

Client = Any  # of distributed, which is loaded where it is used, and whose calls have no types

_ADDRESS = re.compile(r"(?:tcp|tls|ws|wss)://[^\s/:]+:[0-9]{1,5}")
_CONNECT_SECONDS = 5
_WORKER_SECONDS = 10


def connect(address: str) -> Client:
    """Return a client of the scheduler at an address; one that does not answer within seconds is an `EngineError`."""
    if _ADDRESS.fullmatch(address) is None or not 0 < int(address.rpartition(":")[2]) < 1 << 16:
        raise SpecError(f"{address!r} is no address of a scheduler.", given=address, allowed="Write tcp://HOST:8786.")
    try:
        from distributed import Client
    except ImportError as error:
        raise MissingExtraError("The engine dask", "cluster") from error
    # Our own errors report what goes wrong; its tracebacks would clutter the progress lines.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    try:
        return Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
    except OSError as error:  # a time that ran out is one too
        raise EngineError(
            f"There is no Dask scheduler at {address!r}: {_first_line(error)}.", given=address,
            advice="Start one with `dask scheduler`, and on each machine `dask worker ADDRESS`.",
        ) from error  # fmt: skip


def check_workers(client: Client, address: str) -> None:
    """Raise an `EngineError` unless there is a worker, and every worker has what is installed here."""
    import cloudpickle  # type: ignore[import-untyped] # comes with distributed

    try:
        client.wait_for_workers(1, timeout=_WORKER_SECONDS)
    except TimeoutError as error:
        raise no_worker(address) from error
    # By value: a worker without the package could not import the question.
    cloudpickle.register_pickle_by_value(probe)
    try:
        answers: Mapping[str, Mapping[str, str] | Exception] = client.run(probe.ask_installation, on_error="return")
    finally:
        cloudpickle.unregister_pickle_by_value(probe)
    ours = installation()
    for worker, theirs in sorted(answers.items()):
        if isinstance(theirs, OSError):  # it has just died; its replacement is checked with its first batch
            continue
        if isinstance(theirs, Exception):
            raise other_installation(worker, {}, str(theirs))
        if theirs != ours:
            raise other_installation(worker, theirs)


def other_installation(worker: str, theirs: Mapping[str, str], said: str = "") -> EngineError:
    """Return the error for a worker that has another Meadow, or other libraries, or none."""
    ours = installation()
    install = f"Install the same on every machine: pip install 'meadow=={ours['meadow']}'"
    if "meadow" not in theirs:
        problem = f"The worker {worker} has no Meadow{f' ({said})' if said else ''}."
        return EngineError(problem, given=worker, advice=f"{install}, then start its worker again.")
    name = next(name for name in (*ours, *theirs) if theirs.get(name) != ours.get(name))
    return EngineError(
        f"The worker {worker} has {name} {theirs.get(name, 'not')}, but here is {ours.get(name, 'none')}.",
        given=f"{name} {theirs.get(name, 'not')}",
        allowed="Results are the same everywhere only under the same code and libraries.",
        advice=f"{install} and the same libraries, then start its worker again.",
    )


def no_worker(address: str) -> EngineError:
    """Return the error for a cluster without workers."""
    return EngineError(
        f"The Dask cluster at {address} has no worker.", given=address,
        advice=f"Start one on each machine: dask worker {address}",
    )  # fmt: skip


def lost_scheduler(address: str) -> EngineError:
    """Return the error for a scheduler that went away while it had our work."""
    return EngineError(
        f"The Dask scheduler at {address} has gone away.", given=address,
        advice="Start it again, with its workers, and run the same command.",
    )  # fmt: skip


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")
