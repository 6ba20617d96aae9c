"""Near-copies: documents that print the same text, such as one agency report in many papers, and who printed it first.

A later document is a copy of an earlier one when most words of either stand in the other too, in runs of eight or more
(sixteen characters where the script has no blanks), and a good part of the later one does. So a report that was cut, got
another headline or dateline, or a paragraph at its end, is a copy. A long article that quotes a short one is not, nor is
a translation, nor a form such as a market report whose figures differ. A text of fewer than eight words is a copy only of
one with the very same words.

Each document is a copy of the earlier one that most of it stands in, and belongs to the group of that one. Nothing is
dropped: who counts sources can count each group once.

Source: our own rule, over fingerprints by winnowing (`meadow.kernels.word_runs`). Its numbers were chosen by halves on
edited news texts and same-story pairs in ten languages: `python -m benchmarks.near_copies`.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from meadow.errors import UsageError
from meadow.kernels.loops import COMPILED
from meadow.kernels.word_runs import Bodies, BodyIndex, Rule, read_bodies, sharing, starts_of
from meadow.model import CopyGroup, Document
from meadow.vectors.shared_runs import may_hold_copies
from meadow.vectors.view import StoryView, check_unique_ids

if TYPE_CHECKING:
    from meadow.kernels.shingles import CompiledBodyIndex

THRESHOLD = 0.6
LEAST = 0.3
WINDOW = 50_000
_FEWEST, _FEW = 2, 20  # documents: of fewer none is a copy, and among more some share a line, be it only a credit
_AT_ONCE = 1024  # texts that are read together: their bytes and words are held in memory once more


def near_copies(
    documents: Iterable[Document], *, threshold: float = THRESHOLD, least: float = LEAST
) -> tuple[CopyGroup, ...]:
    """Return the groups of documents that print one text, earliest first; a document on its own is in none.

    `threshold` is the share of the words of either document that must stand in the other, `least` that of the later one;
    lower ones find looser copies. The order in which documents are given does not matter.
    """
    ordered = sorted(documents, key=lambda document: document.order)
    check_unique_ids(ordered)
    _check(threshold, least, None)
    suspects = _suspects(ordered)
    originals = CopyIndex(threshold=threshold, least=least, window=None).extend(suspects)
    copies: dict[str, list[tuple[str, float]]] = {}
    for document, copied in zip(suspects, originals, strict=True):
        if copied is not None:
            copies.setdefault(copied[0], []).append((document.id, copied[1]))
    return tuple(
        CopyGroup(document.id, *zip(*copies[document.id], strict=True))
        for document in suspects
        if document.id in copies
    )


def view_copies(view: StoryView) -> tuple[CopyGroup, ...]:
    """Return the near-copies among the documents of a story, as `StoryView.kept` may keep them."""
    return near_copies(view.documents) if may_hold_copies(view, least=LEAST) else ()


def _suspects(documents: Sequence[Document]) -> Sequence[Document]:
    """Return the documents that may be a copy or have one: of a small story those that share a fingerprint, often none.

    Who shares none has no say in what the others are copies of, so that the answer is the one for all documents.
    """
    if len(documents) < _FEWEST:
        return ()
    if len(documents) > _FEW or COMPILED:
        return documents
    return [documents[number] for number in sharing(read_bodies([document.text for document in documents]))]


class CopyIndex:
    """A stream's memory of texts: tells for each new document whether it is a copy, and of which first one.

    It compares with the last `window` documents (None: with all), so its memory does not grow with the stream.
    """

    def __init__(self, *, threshold: float = THRESHOLD, least: float = LEAST, window: int | None = WINDOW) -> None:
        _check(threshold, least, window)
        self._rule = Rule(threshold, least, window or 0)
        self._firsts: list[str] = []
        self._bodies = _empty_index()

    def add(self, document: Document) -> str | None:
        """Return the id of the first document that this one copies, None if it is no copy, and remember it.

        Another revision of a document, under the same id, is no copy of itself.
        """
        original = self.extend([document])[0]
        return None if original is None else original[0]

    def extend(self, documents: Sequence[Document]) -> list[tuple[str, float] | None]:
        """Return for each document the first one that it copies and the share of it that was taken, None if no copy."""
        originals: list[tuple[str, float] | None] = []
        for start in range(0, len(documents), _AT_ONCE):
            some = documents[start : start + _AT_ONCE]
            links = self._bodies.link(self._bodies.read([document.text for document in some]), self._rule)
            for document, parent, share in zip(some, links.parents.tolist(), links.shares.tolist(), strict=True):
                first = self._firsts[parent] if parent >= 0 else document.id
                self._firsts.append(first)
                originals.append((first, share) if first != document.id else None)
            self._forget()
        return originals

    def snapshot(self) -> dict[str, Any]:
        """Return what is remembered as JSON data; words are kept as hashes, not as text."""
        kept = self._live()
        rows = zip(self._firsts[-len(kept) :], kept.runs.tolist(), kept.rows(), strict=True) if len(kept) else ()
        bodies = [[first, run, b64encode(row.astype("<u8").tobytes()).decode()] for first, run, row in rows]
        return {"copies": "word-runs", "bodies": bodies}

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """Take over what a snapshot remembers; from then on the answers are those of the index that made it."""
        rows = [np.frombuffer(b64decode(words), "<u8").astype(np.uint64) for _, _, words in snapshot["bodies"]]
        self._firsts = [first for first, _, _ in snapshot["bodies"]]
        runs = np.array([run for _, run, _ in snapshot["bodies"]], np.int64)
        flat = np.concatenate([np.empty(0, np.uint64), *rows])
        self._bodies = _empty_index()
        self._bodies.put(Bodies(flat, starts_of(map(len, rows)), runs))

    def _live(self) -> Bodies:
        """Return the bodies that a new document can still be compared with."""
        return self._bodies.bodies().since(max(0, len(self._bodies) - self._rule.window) if self._rule.window else 0)

    def _forget(self) -> None:
        """Drop what has left the window, once that is as much as the window holds: so each body is moved once."""
        if self._rule.window and len(self._bodies) >= 2 * self._rule.window:
            kept = self._live()
            self._firsts = self._firsts[-len(kept) :]
            self._bodies = _empty_index()
            self._bodies.put(kept)


def _empty_index() -> BodyIndex | CompiledBodyIndex:
    if not COMPILED:
        return BodyIndex()
    from meadow.kernels.shingles import CompiledBodyIndex

    return CompiledBodyIndex()


def _check(threshold: float, least: float, window: int | None) -> None:
    if not 0 < threshold <= 1 or not 0 < least <= threshold:
        raise UsageError(
            f"Near-copies cannot be told with threshold={threshold:g} and least={least:g}.",
            given=f"threshold={threshold:g}, least={least:g}",
            allowed="Both are shares over 0 and up to 1, and least is at most the threshold.",
        )
    if window is not None and window < 1:
        raise UsageError(
            f"A window of {window} documents leaves nothing to compare with.",
            given=str(window),
            allowed="Give at least 1, or None to compare with every earlier document.",
        )
