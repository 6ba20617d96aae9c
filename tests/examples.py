"""How many examples a dear property gets: a share of what the others get, in `make test` as in `make drill`."""

from __future__ import annotations

from hypothesis import settings


def dear(share: float) -> settings:
    """Return the settings of a property whose examples take tenths of a second each, by the profile that is loaded."""
    return settings(max_examples=max(1, round(settings().max_examples * share)))
