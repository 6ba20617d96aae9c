"""Compiled code made once, at a moment of the user's choosing: later runs load it from disk."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from meadow.registry import load_target, offered


def iter_warming() -> Iterator[str]:
    """Compile every kernel by doing what needs it, and yield what comes next; nothing where it cannot be kept."""
    from meadow.kernels.loading import load_kernels

    if load_kernels():
        for what, do in _JOBS:
            yield what
            do()
        for what, target in offered("warming").items():
            yield what
            load_target(target)()


def _summarize() -> None:
    from meadow.ingest import read
    from meadow.pipeline import digest
    from meadow.sample import sample_path

    documents = [document for document in read(sample_path()) if document.language == "en"]
    for method in ("meadow", "lexrank"):
        digest(documents, words=60, method=method)


def _track() -> None:
    from meadow.model import Document
    from meadow.pipeline import track
    from meadow.tracking import cidr, evidence

    # As many articles as it takes for the trackers to compile, each with different words so that no two are one story.
    many = evidence.COMPILE_FROM + 1
    texts = [f"ferry{number} wreck{number} quay{number} sank near the harbour" for number in range(many)]
    track([Document(str(number), text=text, language="en") for number, text in enumerate(texts)])
    long = " ".join(texts) * (1 + cidr.COMPILE_FROM // len(" ".join(texts)))
    track([Document("long", text=long, language="en")], tracker="cidr")


_JOBS: tuple[tuple[str, Callable[[], None]], ...] = (
    ("words, sums and near-copies", _summarize),
    ("trackers", _track),
)
