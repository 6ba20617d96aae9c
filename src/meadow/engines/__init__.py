"""Engines: where work is done, in this process, in others of this machine or on a cluster, with the same results.

    with open_engine("processes:2") as engine:
        for key, outcome in engine.map(function, items):
            ...

`map` hands items to workers and gives back what became of each as soon as it is known: its key, and a result or a `Failed`
that holds the error. A function is top-level in a module that workers can import; it, the items and the results travel
pickled. Which engine did the work shows in the time taken and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from meadow.engines.contract import Cancel, Engine, Failed, Outcome, Progress, result_of
from meadow.engines.ordering import in_order
from meadow.errors import SpecError
from meadow.registry import Registry, parameters, plugin_files
from meadow.spec import Spec, parse_spec

__all__ = [
    "COMMAND_ENGINE",
    "DEFAULT_ENGINE",
    "ENGINES",
    "Cancel",
    "Engine",
    "Failed",
    "Outcome",
    "Progress",
    "in_order",
    "open_engine",
    "parse_engine",
    "result_of",
    "using_engine",
]

DEFAULT_ENGINE = "local"
# What a command takes that has a machine to itself: where processes cannot be copied it works as `local` does.
COMMAND_ENGINE = "forks"

# An engine is made of the plug-ins that its workers load; its own settings are keyword parameters, as everywhere.
ENGINES = Registry(
    "engine",
    "engine",
    {
        "local": "meadow.engines.local:local",
        "processes": "meadow.engines.processes:processes",
        "forks": "meadow.engines.forks:forks",
        "dask": "meadow.engines.cluster:dask",
    },
    advice="Write local, forks:N, processes:N or dask:tcp://HOST:8786.",
)


def open_engine(spec: str = DEFAULT_ENGINE, *, plugins: Sequence[str] = ()) -> Engine:
    """Return the engine that a spec names, open until it is closed; workers load the plug-ins that are loaded here.

    `plugins` are files in addition to these, as for `--plugin`. Other processes of this machine start at once, so that they
    are ready when they are needed.
    """
    every = tuple(dict.fromkeys((*plugin_files(), *plugins)))
    engine: Engine = ENGINES.build(parse_engine(spec))(every)
    return engine


@contextmanager
def using_engine(engine: str | Engine | None, *, plugins: Sequence[str] = ()) -> Iterator[Engine]:
    """Give the engine that a caller names: one that is open stays so, one that a spec names is closed at the end."""
    if engine is not None and not isinstance(engine, str):
        yield engine
        return
    with open_engine(DEFAULT_ENGINE if engine is None else engine, plugins=plugins) as opened:
        yield opened


def parse_engine(text: str) -> Spec:
    """Return the spec of an engine; what follows a colon is its first parameter, such as a number or an address."""
    name, colon, value = text.partition(":")
    if not colon or "(" in name or "=" in value.partition(":")[0]:  # the forms of any spec: processes:count=2
        return parse_spec(text)
    spec = parse_spec(name)
    known = list(parameters(ENGINES.function(spec.name)))
    if not known or not value:
        raise SpecError(
            f"The engine {spec.name!r} was given {value!r}.",
            given=text,
            allowed="Engines: local, forks:N, processes:N, dask:tcp://HOST:8786.",
        )
    return Spec(spec.name, (), ((known[0], int(value) if value.lstrip("-").isdecimal() else value),))
