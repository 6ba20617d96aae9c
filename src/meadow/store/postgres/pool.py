"""Connections that read: one for each question, or for a block of them, and taken up again by the next."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg

from meadow.errors import StoreError
from meadow.store.postgres.address import Address
from meadow.store.postgres.session import Session
from meadow.store.tables.rows import Row

_KEPT = 8  # connections that wait for the next question; each is a process of the server


class ReadingPool:
    """Answers questions from any thread; those within `one_state` see one and the same state."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._idle: list[Session] = []
        self._lock = threading.Lock()
        self._local = threading.local()
        self._closed = False

    def execute(self, statement: str, bindings: Sequence[Any] = (), /) -> list[Row]:
        """Carry out a statement, and return its rows."""
        current = self._held
        return self._ask(lambda session: session.execute(statement, bindings)) if current is None else current.execute(
            statement, bindings
        )  # fmt: skip

    def executemany(self, statement: str, bindings: Iterable[Sequence[Any]], /) -> None:
        """Refuse: these connections only read."""
        raise NotImplementedError

    @contextmanager
    def one_state(self) -> Iterator[None]:
        """Let all questions of this thread in a block see the same state."""
        if self._held is not None:
            yield
            return
        begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        session = self._begun(lambda session: session.execute(begin))
        self._local.session = session
        try:
            yield
        finally:
            self._local.session = None
            self._end(session)

    def close(self) -> None:
        """Let go of all connections that are not in use; those that are follow when they are handed back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for session in idle:
            session.close()

    @property
    def _held(self) -> Session | None:
        session: Session | None = getattr(self._local, "session", None)
        return session

    def _ask(self, question: Callable[[Session], list[Row]]) -> list[Row]:
        answer: list[Row] = []
        session = self._begun(lambda session: answer.extend(question(session)))
        self._hand_back(session)
        return answer

    def _begun(self, first: Callable[[Session], object]) -> Session:
        """Return a connection on which a first statement went well; one that the server left meanwhile is replaced."""
        while True:
            session, used_before = self._take()
            try:
                first(session)
            except BaseException as error:
                gone = session.is_lost
                self._hand_back(session)
                if gone and used_before and isinstance(error, psycopg.OperationalError):
                    continue
                raise
            return session

    def _take(self) -> tuple[Session, bool]:
        with self._lock:
            if self._closed:
                raise StoreError(f"The workspace {self._address} is closed.", given=str(self._address))
            if self._idle:
                return self._idle.pop(), True
        return Session(self._address, writable=False), False

    def _end(self, session: Session) -> None:
        try:
            if not session.is_lost:
                session.execute("ROLLBACK")
        finally:
            self._hand_back(session)

    def _hand_back(self, session: Session) -> None:
        with self._lock:
            if not (self._closed or session.is_lost or session.in_transaction or len(self._idle) >= _KEPT):
                self._idle.append(session)
                return
        session.close()
