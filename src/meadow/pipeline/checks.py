"""Is every sentence of a text in its sources, whatever holds them: the methods of grounding, for documents of any form."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from meadow.grounding import check as check_text
from meadow.ingest.frames import Documents, documents_from
from meadow.model import Verdict


def check(
    text: str | Sequence[str],
    documents: Documents,
    *,
    citations: Sequence[Collection[str] | None] | None = None,
    entailment: str | Path | None = None,
) -> tuple[Verdict, ...]:
    """Return one verdict per sentence of a text: is it in the documents, and if not, what is different.

    The text may come as sentences already. `citations` are the ids of the documents that each sentence cites, or None for a
    sentence without; a sentence that only other documents support is `wrong source`. `entailment` is the folder of a
    model in ONNX (extra `semantic`), which may lower `supported` to `partly` and nothing else.
    """
    return check_text(text, documents_from(documents), citations=citations, entailment=entailment)
