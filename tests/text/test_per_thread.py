"""Values that threads must not share: one for each thread and each set of arguments, made once."""

from __future__ import annotations

from threading import Barrier, Thread

import pytest

from meadow.text.per_thread import once_per_thread


class Tool:
    """What a thread has for itself."""


def test_a_thread_makes_a_value_once_for_each_argument() -> None:
    made: list[str] = []

    @once_per_thread
    def tool(name: str) -> Tool:
        """Return a tool."""
        made.append(name)
        return Tool()

    assert tool("a") is tool("a")
    assert tool("b") is not tool("a")
    assert made == ["a", "b"]
    assert (tool.__name__, tool.__doc__) == ("tool", "Return a tool.")


def test_no_two_threads_have_the_same_value() -> None:
    @once_per_thread
    def tool() -> Tool:
        return Tool()

    met, together = list[tuple[Tool, Tool]](), Barrier(5)

    def work() -> None:
        together.wait()
        met.append((tool(), tool()))

    threads = [Thread(target=work) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(first is second for first, second in met)
    assert len({id(first) for first, _ in met}) == 5


def test_a_value_that_could_not_be_made_is_tried_again() -> None:
    tries: list[int] = []

    @once_per_thread
    def tool() -> Tool:
        tries.append(1)
        if len(tries) == 1:
            raise OSError("not yet")
        return Tool()

    with pytest.raises(OSError, match="not yet"):
        tool()
    assert tool() is tool()
    assert len(tries) == 2
