"""Key concepts: the people, organisations and factors of a document set, without a model.

Names are brought together over short and long forms, acronyms, case and accents; factors are the noun phrases that the
documents keep coming back to. Each kind is ranked by the number of documents, weighed by how rare the words are.

Source: our own; the three kinds and at most eight of each are those of Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from meadow.errors import check_range
from meadow.model import Concept, ConceptKind
from meadow.reports.factors import factor_concepts
from meadow.reports.mentions import Mentioned, spelling_key
from meadow.reports.named import name_spans, named_concepts, read_names
from meadow.vectors.view import StoryView

EACH = 8
_LONG_ROOT, _ENDING = 4, 4  # letters of a name, and of what makes an adjective or a people of it
_ENOUGH_DOCUMENTS = 3  # from here on a concept stands in two documents


def key_concepts(view: StoryView, *, rows: Sequence[int] | None = None, each: int = EACH) -> tuple[Concept, ...]:
    """Return at most `each` people, organisations and factors of a view, or of some of its rows, the foremost first."""
    return tuple(mentioned.concept for mentioned in find_concepts(view, rows=rows, each=each))


def find_concepts(view: StoryView, *, rows: Sequence[int] | None = None, each: int = EACH) -> tuple[Mentioned, ...]:
    """Return key concepts with the rows that mention them."""
    check_range("key_concepts", "each", each, least=1)
    chosen = range(len(view)) if rows is None else rows
    read = read_names(view, chosen)
    named = named_concepts(view, read)
    concepts = named + _without_names(factor_concepts(view, chosen, name_spans(read)), named)
    least = 2 if len({int(view.document_of[row]) for row in chosen}) >= _ENOUGH_DOCUMENTS else 1
    spread = sorted((one for one in concepts if one.concept.documents >= least), key=_foremost_first)
    kinds: tuple[ConceptKind, ...] = get_args(ConceptKind)
    return tuple(one for kind in kinds for one in [one for one in spread if one.concept.kind == kind][:each])


def _without_names(factors: Sequence[Mentioned], named: Sequence[Mentioned]) -> list[Mentioned]:
    """Return factors without names in small letters, and without the people and adjectives of a place: "egipcios"."""
    words = {word for each in named for form in each.concept.aliases for word in spelling_key(form).split()}
    roots = {word[:-1] for word in words if len(word) > _LONG_ROOT}
    return [each for each in factors if not _is_name_form(spelling_key(each.concept.text), words, roots)]


def _is_name_form(text: str, words: set[str], roots: set[str]) -> bool:
    if " " in text or not text.isascii():
        return False
    return text in words or any(text.startswith(root) and len(text) <= len(root) + _ENDING for root in roots)


def _foremost_first(mentioned: Mentioned) -> tuple[float, int, str]:
    return -mentioned.weight, -mentioned.concept.count, mentioned.concept.text
