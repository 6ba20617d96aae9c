"""A thread-safe cache of the most recent results."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from meadow.model import Brief, Headline, Run, Story, Summary
from meadow.recipe import Recipe
from meadow.workspace import Workspace
from meadow.workspace.memory import Memory
from stories import FERRY

RUN = Run("signature", "inputs")


def brief(name: str) -> Brief:
    return Brief(Story(name, ()), Headline(name, name, (), "title", RUN), Summary(name, (), "", (), (), RUN), ())


def test_what_was_not_asked_for_the_longest_goes() -> None:
    memory = Memory[Brief](2)
    memory.put("a", brief("a"))
    memory.put("b", brief("b"))
    assert memory.get("a") == brief("a")
    memory.put("c", brief("c"))
    assert (memory.get("a"), memory.get("b"), memory.get("c")) == (brief("a"), None, brief("c"))


def test_threads_may_share_it() -> None:
    memory = Memory[Brief](8)

    def use(number: int) -> bool:
        name = str(number % 16)
        memory.put(name, brief(name))
        return memory.get(name) in (None, brief(name))

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(use, range(400)))


def test_one_thread_makes_what_several_want() -> None:
    memory, made = Memory[Brief](), list[int]()
    together = Barrier(8)

    def want(number: int) -> Brief | None:
        together.wait()
        with memory.making("a"):
            if memory.get("a") is None:
                made.append(number)
                memory.put("a", brief("a"))
        return memory.get("a")

    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(want, range(8))) == {brief("a")}
    assert len(made) == 1


def test_what_fails_to_be_made_can_be_made_later() -> None:
    memory = Memory[Brief]()
    with pytest.raises(ZeroDivisionError), memory.making("a"):
        raise ZeroDivisionError
    with memory.making("a"):
        memory.put("a", brief("a"))
    assert memory.get("a") == brief("a")


def test_a_brief_that_is_made_without_keeping_is_the_one_that_would_be_kept(tmp_path: Path) -> None:
    with Workspace(tmp_path) as workspace:
        workspace.add(FERRY)
        recipe = Recipe(headline="lead")
        told = [workspace.story("wire", recipe=recipe, keep=False) for _ in range(2)]
        with Workspace(tmp_path) as another:
            kept = [another.story("wire", recipe=recipe) for _ in range(2)]
        with Workspace(tmp_path) as third:
            assert third.story("wire", recipe=recipe) == kept[0] == kept[1] == told[0] == told[1]
