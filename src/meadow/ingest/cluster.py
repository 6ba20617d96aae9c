"""MEAD's cluster files: a list of documents, found as docsent files in `docsent/` next to it or in its folder.

Source: the cluster files of MEAD 3 (Radev et al., 2004).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from meadow.errors import ReadError
from meadow.ingest.docsent import read_docsent
from meadow.ingest.items import Item, Limits, Skipped
from meadow.ingest.opening import Opened, open_file, read_all
from meadow.text.clean import decode
from meadow.text.safexml import parse_xml


class _Cluster:
    """Collects the document ids of a cluster file, in order."""

    def __init__(self) -> None:
        self.identities: list[str] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "D":
            self.identities.append(attributes.get("DID", ""))

    def end(self, name: str) -> None:
        """Nothing is left to do at the end of an element."""

    def text(self, data: str) -> None:
        """Only attributes count."""


def read_cluster(opened: Opened, limits: Limits) -> Iterator[Item]:
    """Yield the documents that a cluster file lists, in its order; one that is missing is an error at `path:N`."""
    listed = _Cluster()
    parse_xml(decode(read_all(opened, limits), place=opened.place), listed, place=opened.place, nesting=limits.nesting)
    if opened.depth > 0:
        yield Skipped(opened.place, "a MEAD cluster file in an archive, whose docsent files are read by themselves")
        return
    if not isinstance(opened.path, Path):
        what = "standard input" if opened.path is None else "an answer of the web"
        raise ReadError(opened.place, f"a MEAD cluster file names files next to it, but {what} has no folder")
    if not listed.identities:
        yield Skipped(opened.place, "a MEAD cluster file that lists no documents")
    for position, identity in enumerate(listed.identities, start=1):
        yield from _iter_listed(identity, opened.path.parent, f"{opened.place}:{position}", limits)


def _iter_listed(identity: str, folder: Path, place: str, limits: Limits) -> Iterator[Item]:
    name = f"{identity}.docsent"
    # An id comes from the file, so it may try to lead out of the folder.
    if Path(name).name != name or "\\" in name or "\0" in name:
        yield ReadError(place, f"the document id {identity!r} is not the name of a file")
        return
    try:
        file = next((path for path in (folder / "docsent" / name, folder / name) if path.is_file()), None)
        if file is None:
            looked = f"no {name} in docsent/ or next to the cluster file"
            raise ReadError(place, f"the document {identity!r} is missing: {looked}")
        with open_file(file, limits) as opened:
            yield from read_docsent(opened, limits)
    except ReadError as error:
        yield error
    except OSError as error:
        yield ReadError(place, f"the document {identity!r} cannot be read: {error.strerror}")
