"""Clusterings to compare: JSON Lines of item and label, or what `meadow track`, `group` and `digest` print as JSON.

A label of null marks an item that is in no cluster.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from meadow.cli.inputs import Row, distinct_names, item_name, json_rows, read_file, read_rows, text_field
from meadow.cli.reading import read_input
from meadow.errors import InputError, ReadError, check_choice
from meadow.lab.evaluate.clustering_differences import Reason
from meadow.text.sentences import document_sentences

_SHAPES = (
    'Give JSON Lines of {"item": …, "label": …}, or the JSON output of `meadow track`, `meadow group` or '
    "`meadow digest`."
)

Label = str | None


@dataclass(frozen=True, slots=True)
class Labelling:
    """The label of each item, in the order of the file."""

    name: str
    labels: Mapping[str, Label]

    def in_order(self, items: Sequence[str]) -> list[Label]:
        """Return the labels of the items; one that is not there is in no cluster."""
        return [self.labels.get(item) for item in items]


def read_all_labels(paths: Sequence[str]) -> list[Labelling]:
    """Return the clusterings of files, called as tables call them."""
    return [read_labels(path, name=name) for path, name in zip(paths, distinct_names(paths), strict=True)]


def read_labels(path: str, *, name: str | None = None) -> Labelling:
    """Return the clustering that a file holds; an item with two labels is an error."""
    labels: dict[str, Label] = {}
    for number, row in enumerate(json_rows(read_file(path), place=path), start=1):
        for item, label in _labelled(row, f"{path}, entry {number}"):
            if item in labels:
                raise ReadError(path, f"the item {item!r} has two labels.", advice="An item is in one cluster.")
            labels[item] = label
    if not labels:
        raise ReadError(path, "it holds no item.", advice=_SHAPES)
    return Labelling(path if name is None else name, labels)


def shared_items(labellings: Sequence[Labelling], *, complete: bool) -> list[str]:
    """Return all items in order of appearance; with `complete`, an item that only some of the files have is an error."""
    items = list(dict.fromkeys(item for each in labellings for item in each.labels))
    lacking = ((item, each) for item in items for each in labellings if item not in each.labels)
    absent = next(lacking, None) if complete else None
    if absent is not None:
        item, where = absent
        sizes = ", ".join(f"{each.name!r} {len(each.labels)}" for each in labellings)
        raise InputError(
            f"{where.name!r} has no label for the item {item!r} (items: {sizes}).",
            given=item,
            allowed="Both sides must label the same items.",
            advice="Write a label of null for an item in no cluster, or say --missing irrelevant.",
        )
    return items


def read_reasons(path: str, items: Sequence[str]) -> dict[int, Reason]:
    """Return why judges differ, by the number of the item: rows of `item` and `reason`, CSV or JSON Lines."""
    numbers = {item: number for number, item in enumerate(items)}
    reasons: dict[int, Reason] = {}
    for number, row in enumerate(read_rows(path), start=1):
        place = f"{path}, row {number}"
        item = item_name(row.get("item"), place)
        check_choice("item", item, numbers)
        reasons[numbers[item]] = cast("Reason", text_field(row, ("reason",), place=place))
    return reasons


def item_texts(paths: Sequence[str]) -> dict[str, str]:
    """Return the words behind items: the sentence of `document:index`, the title of a document."""
    documents = read_input(paths).documents
    titles = {document.id: document.title for document in documents if document.title is not None}
    sentences = (sentence for document in documents for sentence in document_sentences(document))
    return titles | {f"{each.ref.document_id}:{each.ref.index}": each.text for each in sentences}


def _labelled(row: Row, place: str) -> Iterator[tuple[str, Label]]:
    if "groups" in row:
        yield from _grouped(row, place)
    elif "stories" in row:
        for story in _listed(row["stories"], place):
            documents = story.get("documents") if isinstance(story, dict) else None
            yield from ((item_name(item, place), str(story["id"])) for item in _listed(documents, place))
    elif "item" in row and "label" in row:
        yield item_name(row["item"], place), _label(row["label"])
    elif "document" in row and "story" in row:
        yield item_name(row["document"], place), _label(row["story"])
    else:
        raise ReadError(place, f"the fields are {', '.join(map(repr, row)) or 'none'}.", advice=_SHAPES)


def _grouped(row: Row, place: str) -> Iterator[tuple[str, Label]]:
    for number, group in enumerate(_listed(row["groups"], place)):
        members = group.get("members") if isinstance(group, dict) else None
        yield from ((item_name(member, place), f"group {number}") for member in _listed(members, place))
    yield from ((item_name(member, place), None) for member in _listed(row.get("ungrouped", []), place))


def _listed(value: object, place: str) -> Iterable[dict[str, object]]:
    if not isinstance(value, list):
        raise ReadError(place, f"{json.dumps(value)[:60]} stands where a list is expected.", advice=_SHAPES)
    return value


def _label(label: object) -> Label:
    return None if label is None else label if isinstance(label, str) else json.dumps(label)
