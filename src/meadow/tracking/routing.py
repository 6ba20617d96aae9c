"""Which side of a divided story a new document takes: the one that it is more like.

Source: our own. Documents are weighed by their own words alone, as where doubt is looked for (`doubt`), and the mean
similarity with the latest documents of each side decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from meadow.model import Document
from meadow.text.background import Background
from meadow.tracking.corrections import Side
from meadow.tracking.weighing import Weighing

# A side is known by its latest documents; more of them would only cost time.
LATEST = 100


def mean_similarities(
    document: Document, parts: Sequence[Sequence[Document]], background: Background | None = None
) -> list[float]:
    """Return the mean similarity of a document with the latest documents of each part; a part holds at least one."""
    latest = [part[-LATEST:] for part in parts]
    table = Weighing(background).rows([document, *(each for part in latest for each in part)]).matrix()
    values = np.asarray((table[1:] @ table[[0]].T).toarray(), np.float64).ravel()
    ends = np.cumsum([len(part) for part in latest])[:-1]
    return [float(part.mean()) for part in np.split(values, ends)]


def choose_route(
    document: Document, sides: Sequence[Side], documents: Mapping[str, Document], background: Background | None = None
) -> str:
    """Return the document whose side a new one takes: the first named one of the most similar side, of equal ones the first.

    `documents` holds those of the sides, by id.
    """
    parts = [[documents[each] for each in side.documents if each in documents] for side in sides]
    known = [(side, part) for side, part in zip(sides, parts, strict=True) if part]
    values = mean_similarities(document, [part for _, part in known], background)
    return known[int(np.argmax(values))][0].anchor
