"""What kind of clause a piece between commas is, or None where leaving it out might hurt."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from meadow.text.phrases.lexicon import Lexicon
from meadow.text.phrases.segments import ClauseSegment
from meadow.text.phrases.values import ClauseKind, TaggedWord

_VERBAL = frozenset({"verb", "auxiliary"})
_NOMINAL = frozenset({"noun", "name", "number", "adjective"})
_NAMED = frozenset({"noun", "name", "number"})  # what an apposition can explain; "the newest, final draft" has none
_NO_APPOSITION = frozenset({"verb", "auxiliary", "relative", "pronoun", "subordinator"})
_MOST_WORDS = 14  # of an attribution or an apposition

_Rule = Callable[[Sequence[ClauseSegment], int, Lexicon], bool]


def judged(parts: Sequence[ClauseSegment], lists: Lexicon) -> Iterator[tuple[int, int, ClauseKind]]:
    """Yield the clauses of their own, as what can go: from where, to where, and the kind.

    Segments that are, or may be, part of the main clause are left out. The rest must still hold a verb to be a sentence.
    """
    verbal = sum(_has_verb(part.words) for part in parts)
    for index, part in enumerate(parts):
        if part.words and part.whole and verbal > _has_verb(part.words):
            kind = next((kind for kind, rule in _RULES if rule(parts, index, lists)), None)
            if kind is not None:
                start, end = part.removable
                yield start, end - _belongs_to_apposition(parts, index), kind


def _belongs_to_apposition(parts: Sequence[ClauseSegment], index: int) -> bool:
    """Say whether the comma behind a segment closes the apposition that holds it: "The captain, Aurel Denko, 52, was"."""
    if index < 2 or parts[index].last:
        return False
    before, named = parts[index - 1], parts[index - 2]
    opened = bool(named.words) and named.words[0].tag in ("preposition", "adverb", "subordinator")
    return not _has_verb(before.words) and _ends_on_noun(named) and not opened


def _has_verb(words: Sequence[TaggedWord]) -> bool:
    return any(word.tag in _VERBAL for word in words)


def _ends_on_noun(part: ClauseSegment) -> bool:
    return bool(part.words) and part.words[-1].tag in _NOMINAL


def _main_goes_on(parts: Sequence[ClauseSegment], index: int, lists: Lexicon) -> bool:
    """Say whether a clause ends with its segment: at the end of the sentence, or before the verb of the main clause."""
    if parts[index].last:
        return True
    following = parts[index + 1].words
    if not following:
        return False
    first, second = following[0], following[1] if len(following) > 1 else None
    clitic = first.text.lower() in lists.words("clitics")
    return first.tag in _VERBAL or clitic or (first.tag == "adverb" and second is not None and second.tag in _VERBAL)


def _is_attribution(parts: Sequence[ClauseSegment], index: int, lists: Lexicon) -> bool:
    """Say whether a segment only names a source: ", the coast guard said", "Según la policía,"."""
    part = parts[index]
    if len(part.words) > _MOST_WORDS or any(word.text[0].isdigit() for word in part.words):
        return False  # "volgens de gemeente 4.100 in totaal" says more than who says it
    if part.lower[0] in lists.words("sources"):
        # At the head of a Dutch sentence a source turns the order of words round: without it the rest is wrong.
        joined = part.last or (parts[index + 1].words[:1] and parts[index + 1].words[0].tag == "conjunction")
        if part.first:  # "Según el director, Aurel Denko, se trata …": the name belongs to the source
            return lists.language != "nl" and not part.last and _has_verb(parts[index + 1].words)
        return bool(joined) or _main_goes_on(parts, index, lists)
    if any(word in lists.words("clause relatives") for word in part.lower):
        return False
    verbs = [position for position, word in enumerate(part.words) if word.tag in _VERBAL]
    if part.first or not part.last or len(verbs) != 1 or part.lower[verbs[0]] not in lists.words("reporting"):
        return False
    subject = part.words[1:2] if verbs[0] == 0 else part.words[:1]
    return any(word.tag in ("article", "noun", "name", "possessive", "adjective") for word in subject)


def _is_relative(parts: Sequence[ClauseSegment], index: int, lists: Lexicon) -> bool:
    part = parts[index]
    if part.first or not _opens_relative(part, lists) or not _ends_on_noun(parts[index - 1]):
        return False
    # A Dutch relative clause has its verb at the end; without one there the clause goes on behind the comma.
    words = part.words[-3:] if lists.language == "nl" else part.words
    return _has_verb(words) and _main_goes_on(parts, index, lists)


def _opens_relative(part: ClauseSegment, lists: Lexicon) -> bool:
    """Say whether a segment begins with "who", "of which", "la que"."""
    relatives = lists.words("clause relatives")
    second = part.lower[1] if len(part.words) > 2 else ""
    if part.lower[0] in relatives:
        return True
    if part.words[0].tag == "article" and lists.language == "es":
        return second in relatives
    return part.words[0].tag in ("preposition", "link") and second in relatives and second != "que"


def _is_subordinate(parts: Sequence[ClauseSegment], index: int, lists: Lexicon) -> bool:
    part = parts[index]
    opened = part.lower[0] in lists.words("safe subordinators")
    return opened and part.last and not part.first and _has_verb(part.words[1:])


def _is_participial(parts: Sequence[ClauseSegment], index: int, lists: Lexicon) -> bool:
    """Say whether a segment hangs on by a participle: ", killing two", ", called by the union,", ", convocada por …,"."""
    part, word = parts[index], parts[index].lower[0]
    if part.first or part.words[0].tag != "verb" or any(other.tag == "auxiliary" for other in part.words):
        return False
    gerund = word.endswith(lists.endings("gerund openers"))
    participle = word in lists.verbs.participle or word in lists.noun_verbs.participle
    passive = participle and "by" in part.lower and len(part.words) > 2
    if not gerund and not passive:
        return False
    return _main_goes_on(parts, index, lists) and (part.last or _ends_on_noun(parts[index - 1]))


def _is_apposition(parts: Sequence[ClauseSegment], index: int, lists: Lexicon) -> bool:
    """Say whether a noun phrase between commas tells who or what the one before it is; a member of a list does not."""
    part = parts[index]
    if part.first or len(part.words) > _MOST_WORDS or any(word.tag in _NO_APPOSITION for word in part.words):
        return False
    before = parts[index - 1].words
    listed = any(word.tag == "conjunction" and word.text != "&" for word in part.words)
    # "Lund, 43, and Sand, 68, were": the second age closes a list, and its comma would stay behind.
    listed = listed or (bool(before) and before[0].tag == "conjunction")
    named = bool(before) and before[-1].tag in _NAMED
    if listed or not named or part.words[0].tag not in (*_NOMINAL, "article"):
        return False
    if part.last:
        article = part.words[0].tag == "article" and lists.language in ("en", "es", "nl")
        return article and index == 1 and parts[0].words[-1].tag == "name"
    following = parts[index + 1].words
    return bool(following) and following[0].tag in _VERBAL


_RULES: tuple[tuple[ClauseKind, _Rule], ...] = (
    ("attribution", _is_attribution),
    ("relative", _is_relative),
    ("subordinate", _is_subordinate),
    ("participial", _is_participial),
    ("parenthetical", _is_apposition),
)
