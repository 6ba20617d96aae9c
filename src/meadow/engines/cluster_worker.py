"""The work of a cluster's worker: a batch with the value its map shares, under the plug-ins of the client.

A worker lives longer than a run and may have several threads. So plug-ins come as text, one set of them is loaded at a
time, and a task that needs another set waits until nobody works with the one that is loaded.
"""

from __future__ import annotations

import atexit
import pickle
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from meadow.engines.process_worker import DONE, UNREADABLE
from meadow.engines.working import packed_outcomes
from meadow.provenance import content_id
from meadow.provenance.installed import installation
from meadow.registry import drop_plugin, load_installed_plugins, load_plugin

OTHER = "other"  # this worker has another Meadow

PluginTexts = tuple[tuple[str, str], ...]  # names of files and what is in them


class Order:
    """The data that all batches of a map share: a value, plug-ins, and the installation of the client.

    It travels packed and is unpacked once in each process.
    """

    def __init__(self, shared: object, plugins: PluginTexts, installed: dict[str, str]) -> None:
        self._packed = pickle.dumps(shared, pickle.HIGHEST_PROTOCOL)
        self.plugins = plugins
        self.installed = installed

    def __getstate__(self) -> tuple[bytes, PluginTexts, dict[str, str]]:
        return self._packed, self.plugins, self.installed

    def __setstate__(self, state: tuple[bytes, PluginTexts, dict[str, str]]) -> None:
        self._packed, self.plugins, self.installed = state

    def shared(self) -> Any:
        """Return the shared value."""
        if not hasattr(self, "_value"):
            self._value = pickle.loads(self._packed)  # noqa: S301 - who may give work to a cluster may run code there
        return self._value


def hold(order: Order) -> Order:
    """Return an order: a task whose result the cluster keeps where it is needed, and makes again where it was lost."""
    return order


def run_batch(batch: bytes, order: Order) -> tuple[str, Any]:
    """Return what became of a batch: DONE with the packed outcomes, or why it could not be begun."""
    here = installation()
    if here != order.installed:  # a worker that came after the others were asked
        return OTHER, here
    with _plugged(order.plugins):
        try:
            function, items = pickle.loads(batch)  # noqa: S301 - see above
            shared = order.shared()
        except Exception as error:  # noqa: BLE001 - whatever loading raises, who asked hears of it
            return UNREADABLE, f"{type(error).__name__}: {error}"
        return DONE, packed_outcomes(function, items, shared)


class _Loaded:
    """The set of plug-ins that is loaded, and how many tasks work with it."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.plugins: PluginTexts = ()
        self.files: list[str] = []
        self.users = 0


_loaded = _Loaded()


@contextmanager
def _plugged(plugins: PluginTexts) -> Iterator[None]:
    with _loaded.changed:
        _load_installed()
        while _loaded.plugins != plugins and _loaded.users:
            _loaded.changed.wait()
        if _loaded.plugins != plugins:
            _change(plugins)
        _loaded.users += 1
    try:
        yield
    finally:
        with _loaded.changed:
            _loaded.users -= 1
            _loaded.changed.notify_all()


def _change(plugins: PluginTexts) -> None:
    for loaded in _loaded.files:
        drop_plugin(loaded)
    _loaded.plugins, _loaded.files = (), []
    for name, text in plugins:
        file = _folder() / content_id(text) / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
        _loaded.files.append(str(file))
        load_plugin(file)
    _loaded.plugins = plugins


@cache
def _load_installed() -> None:
    load_installed_plugins()


@cache
def _folder() -> Path:
    folder = tempfile.mkdtemp(prefix="meadow-plugins-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)
