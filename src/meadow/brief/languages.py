"""The language of a story's brief, and when a digest names it: only where it holds more than one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from meadow.model import Brief, Digest
from meadow.text.language import language_name
from meadow.text.printable import one_line


def story_language(brief: Brief) -> str | None:
    """Return the language of most cited documents, or of most documents where none is cited."""
    by_id = {document.id: document.language for document in brief.documents}
    cited = [by_id.get(pick.ref.document_id) for pick in brief.summary.picks]
    known = Counter(language for language in cited or by_id.values() if language is not None)
    return known.most_common(1)[0][0] if known else None


def language_text(brief: Brief) -> str | None:
    """Return the English name of a story's language."""
    language = story_language(brief)
    return None if language is None else one_line(language_name(language))


def named_languages(digest: Digest) -> Mapping[str, str]:
    """Return the name of each story's language by the story's id; nothing where all articles share one."""
    spoken = {document.language for brief in digest for document in brief.documents} - {None}
    names = {brief.story.id: language_text(brief) for brief in digest} if len(spoken) > 1 else {}
    return {name: language for name, language in names.items() if language is not None}
