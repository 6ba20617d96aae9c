"""Print which sentences of one story are subsumed by which, and the classes of those that say the same.

The documents are one story. What this command prints with --json is a file of
links, as the option --links of meadow evaluate utility reads them.

Examples:
    meadow evaluate subsumption story.jsonl
    meadow evaluate subsumption story.jsonl --threshold 0.95 --within
"""

from __future__ import annotations

from collections.abc import Sequence

from meadow.cli.reading import read_input
from meadow.errors import UsageError
from meadow.lab.evaluate.subsumption import equivalence_classes
from meadow.lab.tables.sheet import Sheet, make_table
from meadow.model import Document, Sentence
from meadow.provenance import data_digest, signature
from meadow.vectors.sameness.links import subsumption_links
from meadow.vectors.view import view_documents

_SHOWN_CHARACTERS = 60
_NONE = "No sentence is subsumed by another one."


def read(*, paths: Sequence[str]) -> tuple[Document, ...]:
    """Return the documents of one story."""
    return read_input(paths).documents


def sheet(data: Sequence[Document], *, threshold: float = 0.85, within: bool = False) -> Sheet:
    """Return the links (a is subsumed by b) that are found without judges, and the classes of sentences linked both ways.

    How to measure:
    --threshold: How sure a link must be, 0 to 1.
    --within: Also within one document.
    """
    if not 0 <= threshold <= 1:
        raise UsageError(f"--threshold is {threshold:g}.", given=f"{threshold:g}", allowed="Give a number from 0 to 1.")
    view = view_documents(data)
    links = subsumption_links(view, threshold=threshold, across_documents_only=not within)
    classes = [sorted(each) for each in equivalence_classes(links, len(view)) if len(each) > 1]
    rows = [(_name(view.sentences[a]), _name(view.sentences[b]), _short(view.sentences[a].text)) for a, b in links]
    members = [(", ".join(_name(view.sentences[row]) for row in group),) for group in classes]
    how = f"subsumption(threshold={threshold:g}, within={str(within).lower()})"
    return Sheet(
        blocks=[
            *([make_table(("sentence", "subsumed by", "it says"), rows)] if rows else []),
            *([make_table(("sentences that say the same",), members)] if members else []),
        ],
        value={
            "measure": "subsumption",
            "sentences": len(view),
            "links": [{"sentence": _place(view.sentences[a]), "by": _place(view.sentences[b])} for a, b in links],
            "classes": [[_place(view.sentences[row]) for row in group] for group in classes],
        },
        notes=[] if rows else [_NONE],
        signatures=[signature({"measure": how, "sentences": len(view), "data": data_digest(view.documents)})],
    )


def _name(sentence: Sentence) -> str:
    return f"{sentence.ref.document_id}:{sentence.ref.index}"


def _place(sentence: Sentence) -> tuple[str, int]:
    return sentence.ref.document_id, sentence.ref.index


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN_CHARACTERS else f"{text[: _SHOWN_CHARACTERS - 1]}…"
