"""Sources that begin to disagree: a fact for which new articles bring a second value that is in force.

Source: our own.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from meadow.alerts.state import StoryState
from meadow.model import DisagreeingValue, Disagreement

_NEVER = datetime.max.replace(tzinfo=UTC)


def begins_now(disagreement: Disagreement, new: frozenset[str]) -> bool:
    """Return whether sources disagree on a fact, and had at most one of its values without the new articles.

    A source that differs with nobody but itself does not count.
    """
    named = [each.sources for each in disagreement.values]
    if all(named) and len(set().union(*named)) == 1:
        return False
    return sum(not new.issuperset(each.document_ids) for each in disagreement.values) < 2


def conflicts(state: StoryState) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield the cause, the text and the articles of each disagreement that begins now."""
    for each in state.disagreements():
        if begins_now(each, state.new):
            listed = ", ".join(_with_source_counts(value) for value in each.values)
            ids = dict.fromkeys(name for value in each.values for name in value.document_ids)
            yield f"disagreement:{_fact(each)}", f"Sources disagree on {each.what}: {listed}", tuple(ids)


def _with_source_counts(value: DisagreeingValue) -> str:
    return f"{value.value} ({', '.join(value.sources)})" if value.sources else value.value


def _fact(disagreement: Disagreement) -> str:
    """Return a permanent key of a fact: the sentence that first gave a value of it, and what it is."""
    given = [each for each in disagreement.values if each.refs]
    first = min(given, key=lambda each: (each.first is None, each.first or _NEVER), default=None)
    prefix = "" if first is None else f"{first.refs[0].document_id}:{first.refs[0].index}:"
    return f"{prefix}{disagreement.what}"
