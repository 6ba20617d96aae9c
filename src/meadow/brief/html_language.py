"""The `lang` and `dir` of what a page quotes, so that it is read aloud, broken and laid out as its language wants."""

from __future__ import annotations

import re
from collections import Counter

from meadow.model import Brief

_RIGHT_TO_LEFT = frozenset({"ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"})
_CODE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")


def spoken(language: str | None) -> dict[str, str]:
    """Return the attributes of text in a language; without a code the browser tells the direction by the letters."""
    if language is None or _CODE.fullmatch(language) is None:
        return {"dir": "auto"}
    primary = language.split("-")[0].lower()
    return {"lang": language, "dir": "rtl" if primary in _RIGHT_TO_LEFT else "ltr"}


def story_language(brief: Brief) -> str | None:
    """Return the language of most cited documents, or of most documents where none is cited."""
    by_id = {document.id: document.language for document in brief.documents}
    cited = [by_id.get(pick.ref.document_id) for pick in brief.summary.picks]
    known = Counter(language for language in cited or by_id.values() if language is not None)
    return known.most_common(1)[0][0] if known else None
