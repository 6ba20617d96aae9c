"""Every engine keeps the contract, and the error says how an engine breaks it."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from meadow.engines import ENGINES, Engine, Failed, in_order, open_engine, parse_engine, worker_process
from meadow.engines.local import Local
from meadow.engines.processes import Processes
from meadow.errors import EngineError, InputError, MeadowError, PluginError, SpecError, UnknownNameError, UsageError
from meadow.spec import Spec
from meadow.testing import ContractError, check_engine


def test_local_keeps_the_contract() -> None:
    check_engine(partial(open_engine, "local"), survives=False)


def test_processes_keep_the_contract() -> None:
    check_engine(partial(open_engine, "processes:2"))


@pytest.mark.parametrize("here", [False, True])
def test_other_work_comes_before_waiting_and_before_work_of_our_own(here: bool) -> None:
    order: list[str] = []
    pieces = iter([True, True, False])

    def meanwhile() -> bool:
        order.append("piece")
        return next(pieces, False)

    with open_engine("processes:2") as engine:
        for _, outcome in engine.map(_process_number, range(6), here=here, meanwhile=meanwhile):
            order.append("here" if outcome == os.getpid() else "there")
    assert order[:2] == ["piece", "piece"]
    assert here or "here" not in order
    assert order.count("here") + order.count("there") == 6


def _process_number(_: int) -> int:
    return os.getpid()


class _Forgetful(Local):
    """Loses the last item."""

    def map(self, function: Callable[..., Any], items: Any, **more: Any) -> Generator[Any]:
        yield from list(super().map(function, items, **more))[:-1]


class _Brittle(Local):
    """Stops at the first error."""

    def map(self, function: Callable[..., Any], items: Any, **more: Any) -> Generator[Any]:
        for key, outcome in super().map(function, items, **more):
            if isinstance(outcome, Failed):
                return
            yield key, outcome


class _Greedy(Local):
    """Takes all items before it gives a result."""

    def map(self, function: Callable[..., Any], items: Any, **more: Any) -> Generator[Any]:
        taken = [item for _, item in zip(range(1_000), items, strict=False)]
        yield from super().map(function, taken, **more)


class _Deaf(Local):
    """Hears of no cancellation."""

    def map(self, function: Callable[..., Any], items: Any, **more: Any) -> Generator[Any]:
        yield from super().map(function, items, **{**more, "cancel": None})


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (_Forgetful, "batches of 1"),
        (_Brittle, "an item that raises"),
        (_Greedy, "an endless list"),
        (_Deaf, "work that is cancelled"),
    ],
)
def test_an_engine_that_breaks_the_contract_gets_an_error_that_says_how(broken: type[Local], message: str) -> None:
    with pytest.raises(ContractError, match=message):
        check_engine(broken, survives=False)


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("local", Spec("local")),
        ("processes", Spec("processes")),
        ("processes:3", Spec("processes", (), (("count", 3),))),
        ("processes(count=3)", Spec("processes", (), (("count", 3),))),
        ("dask:tcp://host:8786", Spec("dask", (), (("address", "tcp://host:8786"),))),
        ('dask(address="tcp://host:8786")', Spec("dask", (), (("address", "tcp://host:8786"),))),
        ("forks:3", Spec("forks", (), (("count", 3),))),
        ("processes:count=3", Spec("processes", (), (("count", 3),))),
    ],
)
def test_a_spec_of_an_engine_may_have_its_one_setting_behind_a_colon(text: str, spec: Spec) -> None:
    assert parse_engine(text) == spec


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("procesess:2", UnknownNameError, "no engine called 'procesess'. Did you mean 'processes'?"),
        ("processes:two", SpecError, "'count' of 'processes' was given 'two'.* type int"),
        ("processes:0", SpecError, "count=0"),
        ("forks:0", SpecError, "The engine forks was given count=0"),
        ("forks:-1", SpecError, "count=-1"),
        ("processes:-1", SpecError, "count=-1"),
        ("local:2", SpecError, "The engine 'local' was given '2'"),
        ("processes:", SpecError, "was given ''"),
        ("", SpecError, "a name is expected"),
    ],
)
def test_a_spec_that_names_no_engine_says_what_is_allowed(text: str, kind: type[MeadowError], message: str) -> None:
    with pytest.raises(kind, match=message):
        open_engine(text)


def test_the_table_of_engines_is_that_of_the_command_line() -> None:
    assert list(ENGINES) == ["dask", "forks", "local", "processes"]


def test_results_come_in_order_until_one_that_failed() -> None:
    outcomes = [(1, "b"), (0, "a"), (3, "d"), (2, Failed(InputError("Two.")))]
    results = in_order(iter(outcomes))
    assert [next(results), next(results)] == ["a", "b"]
    with pytest.raises(InputError, match="Two"):
        next(results)


def _use(engine: Engine) -> list[Any]:
    return list(engine.map(abs, [-1]))


def test_one_map_at_a_time() -> None:
    with open_engine("processes:1") as engine:
        first = engine.map(abs, range(-5, 0))
        next(first)
        with pytest.raises(UsageError, match="at work on another map"):
            _use(engine)
        first.close()
        assert _use(engine) == [(0, 1)]


def test_what_cannot_travel_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_engine("processes:1") as engine:
        with pytest.raises(EngineError, match="An item for another process cannot travel"):
            list(engine.map(lambda item: item, [1]))
        ((_, lost),) = engine.map(open, [os.devnull])
        assert isinstance(lost, Failed)
        assert "cannot travel between processes" in str(lost.error)
        # A module that only this process has, as a script or a notebook is.
        home = ModuleType("a_home_nobody_has")
        exec("def double(item): return 2 * item", vars(home))  # noqa: S102 - our own words
        monkeypatch.setitem(sys.modules, home.__name__, home)
        with pytest.raises(EngineError, match=r"cannot load what it was given: .*a_home_nobody_has"):
            list(engine.map(home.double, [1]))


@pytest.mark.parametrize("here", [False, True])
def test_a_worker_that_is_killed_half_way_costs_nothing_but_time(here: bool) -> None:
    with open_engine("processes:2") as engine:
        wanted = dict(engine.map(math.factorial, range(200)))
        found: dict[object, object] = {}
        for key, outcome in engine.map(math.factorial, range(200), size=4, here=here):
            if len(found) == 40:
                assert isinstance(engine, Processes)
                for pid in engine.pids:
                    os.kill(pid, signal.SIGKILL)
            found[key] = outcome
        assert found == wanted


def test_workers_that_cannot_start_are_not_started_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_process, "_COMMAND", ("-c", "raise SystemExit(4)"))
    message = "do not start: they end by status 4 before any work"
    with open_engine("processes:1") as engine, pytest.raises(EngineError, match=message):
        list(engine.map(abs, [1]))


def test_a_plug_in_that_a_worker_cannot_load_is_named(tmp_path: Path) -> None:
    missing = str(tmp_path / "none.py")
    with open_engine("processes:1", plugins=[missing]) as engine, pytest.raises(PluginError, match="no plug-in file"):
        list(engine.map(abs, [1]))


def test_workers_compute_with_one_thread_and_find_what_we_find(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "only_here.py").write_text("def answer(item): return item + 41\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    answer = import_module("only_here").answer
    with open_engine("processes:1") as engine:
        assert list(engine.map(answer, [1])) == [(0, 42)]
        assert list(engine.map(os.getenv, ["OMP_NUM_THREADS"])) == [(0, "1")]


def test_a_script_without_a_guard_runs_once(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from meadow.engines import open_engine\nprint('once')\n"
        "with open_engine('processes:2') as engine:\n    print(sorted(engine.map(abs, [-1, -2])))\n",
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("once\n[(0, 1), (1, 2)]\n", "")
