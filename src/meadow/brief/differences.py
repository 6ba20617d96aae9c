"""How two partitions into stories differ, in lines for a reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from meadow.brief.wording import count_text
from meadow.text.printable import one_line
from meadow.tracking.differences import DifferenceKind, Part, StoryDifference, count_kinds

_COLUMN = 8
_COUNTED: Mapping[DifferenceKind, tuple[str, str]] = {
    "split": ("story is split", "stories are split"),
    "merged": ("story is merged from several", "stories are merged from several"),
    "redrawn": ("story is redrawn", "stories are redrawn"),
    "changed": ("story has other articles", "stories have other articles"),
    "grown": ("story has grown", "stories have grown"),
    "shrunk": ("story has shrunk", "stories have shrunk"),
    "gone": ("story is gone", "stories are gone"),
    "new": ("story is new", "stories are new"),
    "same": ("story is the same", "stories are the same"),
}


def format_difference(difference: StoryDifference, titles: Mapping[str, str] | None = None) -> str:
    """Return a difference as one line; `titles` says what stories are called, by id, where an id says too little."""

    def named(part: Part) -> str:
        title = {} if titles is None else titles
        return one_line(title.get(part.story_id, part.story_id))

    return f"{difference.kind:<{_COLUMN}}{_WORDING[difference.kind](difference, named)}"


def count_differences(differences: Iterable[StoryDifference]) -> str:
    """Return how many stories differ in which way: 1 story is split, 12 stories are the same."""
    counts = count_kinds(differences)
    counted = [f"{count:,} {_COUNTED[kind][0 if count == 1 else 1]}" for kind, count in counts.items()]
    return ", ".join(counted) if counted else "no story on either side"


_Named = Callable[[Part], str]


def _sized(parts: Sequence[Part], named: _Named) -> str:
    return ", ".join(f"{named(part)} ({part.documents:,})" for part in parts)


def _alone(difference: StoryDifference, named: _Named) -> str:
    (part,) = (*difference.old, *difference.new)
    return f"{named(part)} ({count_text(part.documents, 'article')})"


def _same(difference: StoryDifference, named: _Named) -> str:
    return f"{named(difference.new[0])} ({count_text(difference.new[0].documents, 'article')})"


def _resized(difference: StoryDifference, named: _Named) -> str:
    old, new = difference.old[0], difference.new[0]
    return f"{named(new)}: {count_text(old.documents, 'article')}, now {new.documents:,}"


def _split(difference: StoryDifference, named: _Named) -> str:
    return f"{_sized(difference.old, named)} into {_sized(difference.new, named)}"


def _redrawn(difference: StoryDifference, named: _Named) -> str:
    if not difference.old:
        return f"{_sized(difference.new, named)} is new: {_moves('from', difference.came, named)}"
    went = _moves("to", difference.left, named)
    if not difference.new:
        return f"{_sized(difference.old, named)} is gone: {went}"
    kept = f"{_sized(difference.old, named)} is now {_sized(difference.new, named)}: {difference.old[0].shared:,} stay"
    return "; ".join(each for each in (kept, went, _moves("from", difference.came, named)) if each)


def _moves(word: str, parts: Sequence[Part], named: _Named) -> str:
    return ", ".join(f"{part.shared:,} {word} {named(part)}" for part in parts)


_WORDING: Mapping[DifferenceKind, Callable[[StoryDifference, _Named], str]] = {
    "split": _split,
    "merged": _split,
    "redrawn": _redrawn,
    "changed": _resized,
    "grown": _resized,
    "shrunk": _resized,
    "gone": _alone,
    "new": _alone,
    "same": _same,
}
