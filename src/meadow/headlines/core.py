"""Core: any method, on the documents that are nearest to the middle of the story (H5).

Source: van Kesteren and Kraaij (2005), the method that clusters again and keeps the core documents.
"""

from __future__ import annotations

import numpy as np

from meadow.errors import SpecError
from meadow.headlines import HEADLINES
from meadow.headlines.candidate import Candidate, Rank
from meadow.headlines.closeness import closeness, document_closeness
from meadow.spec import Spec
from meadow.vectors.view import StoryView, view_documents


def core(view: StoryView, rank: Rank, *method: str | Spec) -> Candidate:
    """Return what a method makes of the documents whose cosine with the centroid is at least the median.

    `core(compress(words=8))`; without a method it is `title`. The kept documents are ranked anew; the score is the
    closeness to the whole story.
    """
    if len(method) > 1 or not all(isinstance(each, str | Spec) for each in method):
        given = ", ".join(map(str, method))
        raise SpecError(
            f"core was given {given}.", given=given, allowed="One headline method.", advice="Such as core(phrase).",
        )  # fmt: skip
    chosen = HEADLINES.build(method[0] if method else "title")
    kept = core_view(view)
    candidate: Candidate = chosen(kept, rank)
    language = _language_of(kept, candidate)
    return Candidate(candidate.text, candidate.evidence, float(closeness(view, [candidate.text], [language])[0]))


def core_view(view: StoryView) -> StoryView:
    """Return the story without the documents that are farther from its centroid than the median."""
    cosines = document_closeness(view)
    kept = cosines >= np.median(cosines)
    if kept.all():
        return view
    return view_documents(
        [document for document, stays in zip(view.documents, kept.tolist(), strict=True) if stays],
        background=view.background,
    )


def _language_of(view: StoryView, candidate: Candidate) -> str:
    of_document = dict(zip((document.id for document in view.documents), view.languages, strict=True))
    return next((of_document[ref.document_id] for ref in candidate.evidence), view.language)
