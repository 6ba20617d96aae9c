"""The contract of stores holds for both engines, and is broken by stores that break a promise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from meadow.model import Document, StoryRow
from meadow.store.contract import Wanted
from meadow.store.opening import open_store
from meadow.store.sqlite.store import SqliteStore, SqliteWriter
from meadow.testing import ContractError, check_store


def test_a_store_keeps_the_contract(new_place: Callable[[], str]) -> None:
    check_store(lambda: open_store(new_place()))


class Forgetful(SqliteStore):
    """Loses the last revision."""

    def document(self, document_id: str) -> Document | None:
        """Return the first revision of a document."""
        return next(iter(self.first_revisions([document_id])), None)


class Eager(SqliteStore):
    """Keeps what a transaction wrote that raised."""

    @contextmanager
    def writing(self) -> Iterator[SqliteWriter]:
        """Write, whatever happens."""
        raised: list[BaseException] = []
        with super().writing() as writer:
            try:
                yield writer
            except Exception as error:  # noqa: BLE001 - kept for later
                raised.append(error)
        for each in raised:
            raise each


class Unsorted(SqliteStore):
    """Lists the oldest stories first."""

    def stories(self, wanted: Wanted) -> list[StoryRow]:
        """Return the wrong end of the list."""
        return super().stories(Wanted())[::-1][: wanted.limit]


@pytest.mark.parametrize(
    ("broken", "words"), [(Forgetful, "not in force"), (Eager, "leaves a document behind"), (Unsorted, "latest first")]
)
def test_a_store_that_breaks_a_promise_is_reported(tmp_path: Path, broken: type[SqliteStore], words: str) -> None:
    numbers = count()
    with pytest.raises(ContractError, match=words):
        check_store(lambda: broken(tmp_path / str(next(numbers))))
