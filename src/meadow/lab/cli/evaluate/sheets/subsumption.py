"""Automatic subsumption as a sheet: the links between the sentences of a story, and their equivalence classes."""

from __future__ import annotations

from collections.abc import Sequence

from meadow.lab.evaluate.subsumption import equivalence_classes
from meadow.lab.tables.sheet import Sheet, make_table
from meadow.model import Document, Sentence
from meadow.provenance import data_digest, signature
from meadow.vectors.sameness.links import subsumption_links
from meadow.vectors.view import view_documents

_SHOWN_CHARACTERS = 60
_NONE = "No sentence is subsumed by another one."


def links_sheet(documents: Sequence[Document], *, threshold: float, within: bool) -> Sheet:
    """Return the links (a is subsumed by b) that are found without judges, and the classes of sentences linked both ways."""
    view = view_documents(documents)
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
