"""Title: the existing title that fits the whole story best (H3).

Source: van Kesteren and Kraaij (2005), "Measuring the quality of multi-document cluster headlines": the method that picks
an existing title, which people liked best.
"""

from __future__ import annotations

import numpy as np

from meadow.headlines.candidate import Candidate
from meadow.model import FloatArray, SentenceRef
from meadow.text.datelines import dateline_length
from meadow.vectors.centroid import story_centroid
from meadow.vectors.counts import count_texts
from meadow.vectors.view import StoryView


def title(view: StoryView) -> Candidate:
    """Return the title with the highest cosine to the story's centroid; of equal ones the earlier document's.

    A document without a title stands in with its first sentence, its dateline dropped. The evidence is that document's
    first sentence.
    """
    titles = [_title(view, document) for document in range(len(view.documents))]
    cosines = _cosines_with_centroid(view, titles)
    best = int(np.argmax(cosines))
    return Candidate(titles[best], (SentenceRef(view.documents[best].id, 0),), float(cosines[best]))


def _title(view: StoryView, document: int) -> str:
    own = view.documents[document].title
    if own is not None and own.strip():
        return " ".join(own.split())
    first = np.flatnonzero(view.document_of == document)[:1].tolist()
    text = view.sentences[first[0]].text if first else ""
    return " ".join(text[dateline_length(text, view.languages[document]) :].split())


def _cosines_with_centroid(view: StoryView, titles: list[str]) -> FloatArray:
    centroid = story_centroid(view.counts("terms"), len(view.documents))
    weight_of = dict(zip(centroid.terms, centroid.weights.tolist(), strict=True))
    counts = count_texts(titles, view.languages, view.backgrounds(view.languages))
    weights = np.array([weight_of.get(term, 0.0) for term in counts.terms])
    length = float(np.linalg.norm(centroid.weights))
    cosines: FloatArray = counts.unit_rows() @ weights / (length or 1.0)
    return cosines
