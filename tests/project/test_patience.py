"""Waiting ends when what is waited for is there, and says so when it never comes."""

from __future__ import annotations

import threading

from patience import until


def test_it_ends_with_the_event_and_not_with_the_time() -> None:
    event = threading.Event()
    threading.Timer(0.05, event.set).start()
    assert until(event.is_set)


def test_what_never_comes_is_reported() -> None:
    assert not until(lambda: False, seconds=0.0)


def test_it_looks_once_more_when_time_is_up() -> None:
    answers = iter([False, True])
    assert until(lambda: next(answers), seconds=-1.0)
