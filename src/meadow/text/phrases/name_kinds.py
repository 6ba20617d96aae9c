"""What kind of thing a name names, from cues inside it and around it; no gazetteer.

Each mention casts votes; a name's kind is what its mentions together vote for. Cues inside (a company's "Ltd.", "Lake …")
weigh more than titles, titles more than neighbours ("in …", "… said"), and those more than the number of words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from meadow.text.phrases.capitals import TaggedText
from meadow.text.phrases.lexicon import Lexicon
from meadow.text.phrases.name_runs import NameRun
from meadow.text.phrases.values import NameKind

Votes = Counter[NameKind]
# One cue of a kind outweighs any number of mentions without one.
_INSIDE, _TITLE, _BESIDE, _HINT, _SHAPE = 1200, 600, 300, 60, 1
WEAK = 2 * _BESIDE  # what a surname may gather for being a place: "a letter to Hallam"
_LONGEST_ACRONYM = 6
_MOST_PERSON_WORDS = 4
_APPOSITION_REACH = 7
_LOOSE_PREPOSITIONS = frozenset({"de", "to", "a", "tot", "door", "por", "between", "over"})


def votes(read: TaggedText, run: NameRun, lists: Lexicon) -> Votes:
    """Return the votes of one mention."""
    counted: Votes = Counter()
    words = [read.lower(index) for index in range(run.start, run.end)]
    for kind, weight in (*_inside(words, read, run, lists), *_beside(read, run, lists), *_shape(words)):
        counted[kind] += weight
    if run.titled:
        counted["person"] += _TITLE
    return counted


def decide(counted: Votes) -> NameKind:
    """Return the kind with most votes; `other` where there are none."""
    order: Sequence[NameKind] = ("organisation", "place", "person", "other")
    return max(order, key=lambda kind: counted[kind]) if counted else "other"


def _inside(words: Sequence[str], read: TaggedText, run: NameRun, lists: Lexicon) -> Iterator[tuple[NameKind, int]]:
    first, last = words[0], words[-1]
    organisation = lists.words("organisation heads") | lists.words("foreign organisation heads")
    place_heads = lists.words("place heads")
    if last in lists.words("organisation ends") or "&" in words:
        yield "organisation", 2 * _INSIDE
    if len(words) > 1 and (
        last in lists.words("place ends") or first in place_heads or first in lists.words("place prefixes")
    ):
        yield "place", _INSIDE + (_TITLE if last in lists.words("place ends") else 0)
    if first in lists.words("known places"):
        yield "place", _INSIDE
    if any(word in organisation for word in words):
        # Alone, a head is the short name of one: "the Courier", "la Junta".
        yield (
            "organisation",
            _TITLE
            if len(words) == 1
            else _INSIDE + (_HINT if first in organisation else 0) + (_TITLE + _HINT if last in organisation else 0),
        )
    if any(last.endswith(ending) and last != ending for ending in lists.words("organisation endings")):
        yield "organisation", _INSIDE
    elif (
        any(last.endswith(ending) and last != ending for ending in lists.words("place endings"))
        and not run.titled
        and len(words) == 1
    ):
        yield "place", _TITLE
    name = read.words[run.start].text
    if last[-1:].isdigit():
        yield "other", _INSIDE  # "Aldern-2"
    dateline = run.start in read.first and "".join(words).isalpha() and _is_dateline(read, run)
    if dateline:
        yield "place", _BESIDE
    elif len(words) == 1 and name.isupper() and 1 < len(name) <= _LONGEST_ACRONYM:
        yield "organisation", _TITLE


def _is_dateline(read: TaggedText, run: NameRun) -> bool:
    """Say whether a run is in capitals at the head of a text with a comma, bracket or dash behind it."""
    capitals = all(word.text.isupper() for word in read.words[run.start : run.end])
    return capitals and run.end < len(read.words) and read.words[run.end].text in (",", "(", "-", "–", "—")


def _beside(read: TaggedText, run: NameRun, lists: Lexicon) -> Iterator[tuple[NameKind, int]]:
    before = [word.text.lower() for word in read.words[max(0, run.start - 3) : run.start]]
    after = [word.text.lower() for word in read.words[run.end : run.end + 3]]
    yield from _before(before, run.end - run.start, lists)
    yield from _apposed(read, run, lists)
    if after and after[0] in lists.words("person verbs"):
        yield "person", _HINT
    if after and after[0] in lists.words("organisation verbs"):
        yield "organisation", _BESIDE
    if after and after[0] in lists.words("company followers"):
        yield "organisation", _BESIDE
    if before and before[-1] in lists.words("reporting"):
        yield "person", _HINT
    if len(after) > 1 and after[0] in (",", "(") and after[1].isdigit() and len(after[1]) == 2:
        yield "person", _TITLE  # an age
    if len(after) > 1 and after[0] == "," and after[1] in lists.words("titles") | {"who", "whose", "whom", "quien"}:
        yield "person", _BESIDE


def _apposed(read: TaggedText, run: NameRun, lists: Lexicon) -> Iterator[tuple[NameKind, int]]:
    """Vote by what stands behind a comma: ", a fisherman from …", ", the country's largest operator"."""
    if (
        run.end + 1 >= len(read.words)
        or read.words[run.end].text != ","
        or read.words[run.end + 1].tag not in ("article", "noun")
    ):
        return
    for word in read.words[run.end + 1 : run.end + 1 + _APPOSITION_REACH]:
        lower = word.text.lower()
        if word.tag in ("punctuation", "verb", "auxiliary", "preposition", "relative"):
            return
        for section, kind in (("titles", "person"), ("company nouns", "organisation"), ("place nouns", "place")):
            if lower in lists.words(section):
                yield kind, _TITLE  # type: ignore[misc]
                return


def _before(before: Sequence[str], length: int, lists: Lexicon) -> Iterator[tuple[NameKind, int]]:
    last = before[-1] if before else ""
    linked = len(before) > 1 and last in lists.words("links")
    noun = before[-2] if linked else last
    if noun in lists.words("place nouns"):
        yield "place", _TITLE
    elif noun in lists.words("thing nouns") and not linked:
        yield "other", 3 * _INSIDE
    elif noun in lists.words("company nouns") or (
        last in ("in", "at") and len(before) > 1 and before[-2] in lists.words("company nouns")
    ):
        yield "organisation", _TITLE
    elif last in lists.words("place prepositions") and length < _MOST_PERSON_WORDS:
        # "in" and "near" take places; "to" and "de" take people as well.
        if last not in _LOOSE_PREPOSITIONS:
            yield "place", _BESIDE
        elif length == 1:
            yield "place", _HINT // 2
    elif lists.language == "nl" and last.endswith("sche"):
        yield "place", _BESIDE  # "het Lethrische Vellin"
    if last in lists.words("articles") and lists.language in ("en", "nl"):
        # "the Green League", "the Aldern": people have no article, and rivers and regions have one word.
        likely_place = (
            length == 1
            and len(before) > 1
            and before[-2] in lists.words("place prepositions") | {"on", "along", "op", "langs", "of", "van"}
        )
        yield ("organisation", _BESIDE) if length > 1 else ("place", _BESIDE if likely_place else _HINT)


def _shape(words: Sequence[str]) -> Iterator[tuple[NameKind, int]]:
    if 1 < len(words) <= _MOST_PERSON_WORDS and "of" not in words:
        yield "person", _SHAPE + 1
    elif len(words) == 1:
        yield "person", _SHAPE
