"""Which migrations a store has still to be given, whatever its engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from meadow.errors import NewerStoreError


class Named(Protocol):
    """A migration, known by its name."""

    @property
    def name(self) -> str:
        """The name by which a store remembers it."""
        ...


Step = TypeVar("Step", bound=Named)


def missing_of(migrations: Sequence[Step], applied: Sequence[str], workspace: object) -> list[Step]:
    """Return the migrations that a workspace has not had, in order; one that a newer version has applied is an error."""
    known = [each.name for each in migrations]
    newer = [name for name in applied if name not in known]
    if newer:
        raise NewerStoreError(
            f"The workspace {workspace} was written by a newer Meadow.", given=", ".join(newer),
            allowed=f"This Meadow knows the forms up to {known[-1]}.",
            advice="Install the newer version, or use another workspace. Nothing was changed.",
        )  # fmt: skip
    return [each for each in migrations if each.name not in applied]
