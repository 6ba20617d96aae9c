"""Lines whose only verb is a participle, as captions have: "Leaflet sent by the candidate", "The harbour, seen in spring".

A participle is distinguished from a past tense by what follows ("sent by the", while "arrived by boat" and "rose by 3"
have no one who does it), by its form ("taken" is never a past tense), or by what it does ("rescuers searching the"). It
must come early and nothing else may be a verb, so passives with their auxiliary and participles inside a sentence ("The
man seen by the nurse fled") are not accused. English only.
"""

from __future__ import annotations

import re

from meadow.text.phrases import tag
from meadow.text.phrases.lexicon import lexicon
from meadow.text.phrases.tokens import read_tokens
from meadow.text.phrases.values import TaggedWord
from meadow.text.rulebook import ANY, rulebook

_MOST = 18  # words: in longer ones there is often a verb that no list has
# "devalued by a similar amount", "fell by a third": how far, not by whom.
_DOER = (
    r"(?!an?\s(?:\w+\s)?(?:amount|fifth|half|majority|margin|percentage|quarter|rate|third|total|vote)\b)"
    r"(?:the|an?|his|her|its|their|police|[A-Z][\w.-]*)"
)
_NEVER_PAST = "taken|seen|shown|given|drawn|written|hidden|worn|thrown|stolen|pictured|photographed|seated|displayed"
_OBJECT = r"(?:the|an?|his|her|its|their|at|for|from|in|near|on|outside|over|through|with)"
# Only an early one opens the description; what is described stands before it, or a comma after that.
_REDUCED = re.compile(
    rf"(?:[^\s,]+,?\s){{1,8}}?(?:(?P<by>[a-z]+)\sby\s{_DOER}\b|(?P<past>{_NEVER_PAST})\b|(?P<now>[a-z]{{2,}}ing)\s{_OBJECT}\s)"
)
_PARTICIPLES = frozenset(_NEVER_PAST.split("|"))
_BEFORE_A_NOUN = frozenset({"article", "determiner", "possessive", "preposition", "link", "adjective", "number"})
_MANY = rulebook(ANY).words("plural nouns")
_WITHOUT_A_VERB = frozenset({"article", "possessive", "determiner", "pronoun"})


def is_reduced(text: str) -> bool:
    """Say whether the only verb of an English line is a participle that describes; auxiliaries were looked for before."""
    opening = _REDUCED.match(text)
    if opening is None:
        return False
    if len(read_tokens(text, "en")) > _MOST + 1:
        return False
    participle = next(offset for offset in map(opening.start, ("by", "past", "now")) if offset >= 0)
    words = tag(text, "en")
    before: TaggedWord | None = None
    for word, after in zip(words, (*words[1:], None), strict=True):
        if word.start == participle:
            if word.text.endswith("ing") and (before is None or before.tag not in ("noun", "name")):
                return False
        elif _is_verb(word, before, after):
            return False
        before = word
    return True


def _is_verb(word: TaggedWord, before: TaggedWord | None, after: TaggedWord | None) -> bool:
    """Say whether a word beside the participle is, or by what stands around it could be, the verb of the line."""
    small = word.text.lower()
    if word.tag in ("pronoun", "relative", "subordinator", "auxiliary"):
        return True  # whoever "who" or "when" bring has a verb of their own
    if word.tag == "verb":
        return not (small.endswith("ing") or small in _PARTICIPLES or (after is not None and after.text == "by"))
    if word.tag == "name" or before is None:
        return False
    lists = lexicon("en")
    could_be = small in lists.verbs or small in lists.noun_verbs or small.endswith("ed")
    if could_be and before.tag not in _BEFORE_A_NOUN:
        plural = before.text.endswith("s") or before.text.lower() in _MANY
        return plural or small.endswith(("s", "ed"))
    # "The letter upends the case": a noun right before an article is a verb that no list has.
    return word.tag == "noun" and before.tag in ("noun", "name") and after is not None and after.tag in _WITHOUT_A_VERB
