"""Corrections by people over what a tracker found: stories merged and split, whatever the tracker thinks later.

Source: our own.

A correction names documents, not stories, so it outlives ids, trackers and second thoughts. The tracker knows nothing of it.
Its stories are taken as they are, and corrected anew when they change:

1. What people said is brought to one voice (`said`).
2. A tracker's story brings the documents in it together, unless people said that they are apart. Then it falls into parts:
   first the part that stayed behind, then those that left.
3. A document that no one named stays in the first part, unless its route leads to another. A route is decided once, when
   the document arrives (`routing`).
4. Stories that hold documents of one block are one.

A story that holds no named document is as the tracker made it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from meadow.model import Correction, StoryEvent
from meadow.tracking.said import Blocks, agree

# What stands for a part of the partition: the tracker's story, or a document of its block, which then has no story.
_Part = tuple[str | None, str]


@dataclass(frozen=True, slots=True)
class Side:
    """A part of a tracker's story that people divided: the first document in it that they named, and all of them."""

    anchor: str
    documents: tuple[str, ...]


def corrected(
    tracked: Mapping[str, str], corrections: Sequence[Correction], routes: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Return the story of each document after what people said.

    `tracked` is the tracker's story of each document, in order of arrival: all documents, or all of those stories that hold
    a named one. `routes` leads from a document to another whose side it takes. A story keeps the tracker's id if it holds
    the document that the id names; of several such ids it takes the one that arrived first. Else it is named by the first
    document of the split that made it, or by its own first.
    """
    blocks, splits = agree(corrections, tracked)
    members: dict[_Part, list[str]] = {}
    for document_id, part in _parts(tracked, blocks, {} if routes is None else routes).items():
        members.setdefault(part, []).append(document_id)
    sizes = Counter(tracked.values())
    names = {part: _name(document_ids, tracked, sizes, splits) for part, document_ids in members.items()}
    story_of = {each: names[part] for part, document_ids in members.items() for each in document_ids}
    return {document_id: story_of[document_id] for document_id in tracked}


def sides(
    document_id: str, tracked: Mapping[str, str], corrections: Sequence[Correction], routes: Mapping[str, str]
) -> list[Side]:
    """Return the sides that a document which has just arrived may take in its tracker's story.

    There are none where people did not divide that story, or named the document.
    """
    blocks, _ = agree(corrections, tracked)
    parts = _parts(tracked, blocks, routes)
    if document_id in blocks:
        return []
    members: dict[_Part, list[str]] = {}
    for each, story_id in tracked.items():
        if story_id == tracked[document_id] and each != document_id:
            members.setdefault(parts[each], []).append(each)
    anchors = {
        part: next((each for each in document_ids if each in blocks), None) for part, document_ids in members.items()
    }
    choices = [Side(anchor, tuple(members[part])) for part, anchor in anchors.items() if anchor is not None]
    return choices if len(choices) > 1 else []


def story_names(partition: Mapping[str, str], corrections: Iterable[Correction]) -> dict[str, str]:
    """Return the names that people gave to stories, by id; the last one counts."""
    names: dict[str, str] = {}
    for each in corrections:
        story_id = next((partition[name] for name in each.documents if name in partition), None)
        if each.kind != "rename" or each.undone or story_id is None:
            continue
        if each.name is None:
            names.pop(story_id, None)
        else:
            names[story_id] = each.name
    return names


def aliases(story_ids: Iterable[str], partition: Mapping[str, str]) -> dict[str, str]:
    """Return where ids lead that name no story now: to the story that holds the document which the id names."""
    current = set(partition.values())
    return {each: partition[each] for each in story_ids if each not in current and each in partition}


def changes(before: Mapping[str, str], after: Mapping[str, str], at: int) -> list[StoryEvent]:
    """Return the splits and then the merges that lead from one partition to another, after so many assignments.

    Documents that only one of the two holds are left out: they came by an assignment, or were forgotten. A story whose id
    is in use no more is merged to where its founding document goes, and so leaves its id as an alias.
    """
    stays = set(after.values())
    members: dict[str, list[str]] = {}
    for document_id, story_id in before.items():
        if document_id in after:
            members.setdefault(story_id, []).append(document_id)
    splits: list[StoryEvent] = []
    merges: list[StoryEvent] = []
    for story_id, document_ids in members.items():
        founder = story_id if before.get(story_id) == story_id and story_id in after else document_ids[0]
        goes = story_id if story_id in stays else after[founder]
        leaving: dict[str, list[str]] = {}
        for document_id in document_ids:
            if after[document_id] != goes:
                leaving.setdefault(after[document_id], []).append(document_id)
        splits += [StoryEvent("split", story_id, at, into, tuple(gone)) for into, gone in leaving.items()]
        if goes != story_id:
            merges.append(StoryEvent("merge", story_id, at, goes))
    return splits + merges


def _parts(tracked: Mapping[str, str], blocks: Blocks, routes: Mapping[str, str]) -> dict[str, _Part]:
    """Return the part that each document is in, in order of arrival."""
    stories: dict[str, list[str]] = {}
    for document_id, story_id in tracked.items():
        stories.setdefault(story_id, []).append(document_id)
    divided = {story_id: _divide(document_ids, blocks, routes) for story_id, document_ids in stories.items()}
    parts_of: dict[str, list[_Part]] = {
        story_id: [(None, blocks.root(each)) for each in anchors] or [(story_id, story_id)]
        for story_id, anchors in divided.items()
    }  # only now, since a later story may have joined the parts of an earlier one
    part_of: dict[str, _Part] = {}
    for document_id, story_id in tracked.items():
        if document_id in blocks:
            part_of[document_id] = None, blocks.root(document_id)
            continue
        # Only what arrived before can be followed, so that no route leads in a circle.
        followed = part_of.get(routes.get(document_id, document_id))
        part_of[document_id] = followed if followed in parts_of[story_id] else parts_of[story_id][0]
    return part_of


def _divide(members: Sequence[str], blocks: Blocks, routes: Mapping[str, str]) -> list[str]:
    """Join the named documents of a tracker's story as far as people allow, and return one of each part.

    The part that stayed behind comes first. A routed document follows its route, where no one says otherwise.
    """
    named = dict.fromkeys(each for each in members if each in blocks)
    behind = frozenset(chain.from_iterable(blocks.stayed_in(each) for each in named))
    order = sorted(named, key=lambda each: len(blocks.left_by(each) & behind))
    parts: list[str] = []
    for document_id in order:
        target = routes.get(document_id)
        first = [target] if target is not None and target in named else []
        if not any(blocks.join(part, document_id) for part in chain(first, parts)):
            parts.append(document_id)
    return parts


def _name(
    members: Sequence[str], tracked: Mapping[str, str], sizes: Mapping[str, int], splits: Sequence[Correction]
) -> str:
    stories = dict.fromkeys(tracked[each] for each in members)
    first = next(iter(stories))
    if len(stories) == 1 and len(members) == sizes[first]:
        return first
    within = set(members)
    founders = (each for each in members if each in stories)
    openers = (each.documents[0] for each in splits if each.documents[0] in within)
    return next(chain(founders, openers, members))
