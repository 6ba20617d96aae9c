"""Context dependence: why a sentence cannot be read without the one before it. The rules run in this order.

Rules, not a model: closed lists of opening words per language (`meadow.text.openings`), "…," he said, quotation marks
without their partner, "here", and things that were named before. Without a list for its language, only quotation marks
count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from meadow.text.openings import FREED, JAPANESE, JAPANESE_UNSAID, OPENERS, PHRASES, REPORTED, REPORTED_WORDS
from meadow.text.selfcontained.lists import listed
from meadow.text.selfcontained.quotations import Quotations
from meadow.text.selfcontained.value import ContextDependence
from meadow.text.selfcontained.word_flags import FIRST_LATER, FRONTED, HERE, SAYER, TELLER, FlaggedWords

_JAPANESE_OPENER = re.compile(JAPANESE)
_JAPANESE_UNSAID = re.compile(JAPANESE_UNSAID)
_JAPANESE_LATER = re.compile(
    r"(?:それ|これ)(?:を|に|が|は|ら)|同(?:社|氏|県|市|国|党|省|空港|署|年|月|日)(?:は|が|を|の|に|で)"
)
_JAPANESE_AHEAD = re.compile(r"(?:次|以下)の(?:通り|とおり)")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
# "2. The bridge is closed.": a point of a list says what stands above it.
_POINT = re.compile(r"\d{1,2}[.)]\s+[^\W\d_]")
_ORDINALS = frozenset({"cs", "da", "de", "fi", "no", "sk"})  # "14. Juli": there it is a day
_QUOTES = frozenset('"“”«»„‘’')
_SPEAKER_WORDS = 2
_OPENING_MARKS = "\"'“”‘’«»„「『([-_*•·▪●► `…."

# "Trump said he …, he says": the one who is named first is meant.
_NAMED_FIRST = re.compile(
    r"(?:(?:Mr|Mrs|Ms|Dr|Sen|Rep|President|Gov)\.?\s)?([A-Z]\w+)(?:\s[A-Z][\w'’-]+)*\s(?:has\s|had\s)?(?:said|says|told|wrote|claimed)\b"
)

# English: "He visto" is Spanish for "I have seen".
_QUOTED_PRONOUN = re.compile(r"(?:he|she|they|his|her|their|for\s(?:him|her|them))(?:['’][a-z]+)?[\s,)]", re.IGNORECASE)
# "said of the captain", "the captain's lawyer said": who is meant.
_SAID_OF = re.compile(r"\b(?:said|says|told|wrote|added)\s(?:of|about)\b|[a-z]['’]s\s|\bwho\b")

# Words later in a sentence that point back, each with the pattern that it must fit there; in small letters.
_Later = tuple[tuple[str, str], ...]
_LATER: Mapping[str, _Later] = {
    "en": (
        ("this these those",
         r".{0,40}?\b(?:this|these|those)\s(?!week|month|year|morning|evening|afternoon|summer|winter|spring|autumn|fall|season"
         r"|time|weekend|century|decade|monday|tuesday|wednesday|thursday|friday|saturday|sunday|who\b|of\b|in\b|with\b)[a-z]+"),
        ("that", r".{0,40}?\b(?:at|by|during|for|from|in|of|on|since|with)\sthat\s(?:same\s)?[a-z]+"),
        ("though however", r".+,\s(?:though|however)[,.]"),
        ("initially", r"initially\s(?:believed|feared|reported|thought)\b"),
        ("also",
         r"(?:[^,]{2,40},\s)?(?:\S+\s){1,4}also\b"
         r"|(?:(?!and\s|but\s)\S+\s){5,12}also\s(?:announced|called|said|told|urged|warned)\b"),
        ("then again", r"(?:\S+\s){0,4}then\b|again\b"),
        ("hand", r".*\bon\sthe\sother\shand\b"),
        ("latter former", r".*\bthe\s(?:latter|former)\b(?!\s[a-z]+)"),
        ("too", r".*\btoo\.$"),
        ("one another", r".*\b(?:was|is|were)\s(?:one|another)[.,;]?$|[^,]{2,40},\sanother\s[a-z]+(?:\s[a-z]+){0,4},"),
        ("further", r"further,"),
        ("all", r"all\s(?:of\sthem|two|three|four|five|six|seven|eight|nine|ten)\s(?:were|are|have|had|of|pleaded|died)\b"),
        ("same", r".*\bdo(?:ing|es)?\sthe\ssame\b"),
    ),
    "es": (
        ("este esta estos estas ese esa esos esas",
         r".{0,40}?\b(?:est[ea]s?|estos|es[ae]s?|esos)\s(?!semana|mes|año|lunes|martes|miércoles|jueves|viernes|sábado|domingo|noche"
         r"|mañana|tarde|verano|invierno|fin)[a-zñáéíóú]{3,}"),
        ("dicho dicha dichos dichas", r".*\bdich[oa]s?\s[a-zñáéíóú]+"),
        ("mencionado mencionada mencionados mencionadas citado citada citados citadas",
         r".*\b(?:el|la|los|las)\s(?:mencionad|citad)[oa]s?\s[a-zñáéíóú]+"),
        ("aquel aquella aquellos aquellas",
         r".*(?<!todo\s)(?<!todos\s)(?<!todas\s)(?<!para\s)\baquel(?:la|los|las)?\s(?!que\b)[a-zñáéíóú]{3,}\b(?!(?:\s[a-zñáéíóú]+)?\s(?:que|a\sl[ao]s)\b)"),
        ("también", r"(?:\S+\s){1,5}también\b|.*\btambién\s(?:anunció|dijo|pidió|advirtió|señaló)\b"),
        ("otro otra", r"[^,]{2,40},\sotr[oa]\s[a-zñáéíóú]+(?:\s[a-zñáéíóú]+){0,4},"),
        ("tanto ejemplo embargo", r".*\b(?:por\s(?:lo\s)?tanto|por\sejemplo|sin\sembargo)\b"),
        ("le les", r"les?\s"),
        ("ha", r".*,\sha\s\w+ado\.?$"),
    ),
    "fr": (("ensuite", r"(?:\S+\s){1,6}ensuite\b"),),
    "nl": (
        ("deze dit", r".{0,40}?\b(?:deze|dit)\s(?!week|maand|jaar|ochtend|avond|zomer|winter|keer|middag|weekend)[a-z]{3,}"),
        ("dus echter dan immers ook", r"(?:\S+\s){1,3}(?:dus|echter|dan\sook|immers|ook)\b"),
        ("hem haar hen", r".*\bvolgens\s(?:hem|haar|hen)\b"),
        ("dat", r"wie\sdat\b"),
        ("die", r".*\bdie\s(?:manier|reden)\b"),
        ("ervan", r".*\bervan\b"),
    ),
}  # fmt: skip
# Openings that take up what was told before, beside "The firm said", which the lists know.
_TAKEN_UP: Mapping[str, str] = {
    "en": r"the\s(?:hospital|company|firm|school|man|woman|boy|girl|couple),\s(?:where|which|who|whose)\b"
    r"|no\s(?:damage|injuries|casualties|deaths|one)\b.{0,100}$|each\s[a-z]+\s|just\sas\s(?:he|it|she|they)\b"
    r"|all\s(?:of\s)?the\s[a-z]+\s(?:are|had|have|must|should|was|were|will)\b",
    "es": r"(?:fue|era|eran|fueron|había|habían|tiene|tuvo|ha\ssido|han\ssido|no\s(?:dijo|quiso|hubo))\s"
    r"|(?:advierte|afirma|agrega|añade|asegura|dice|explica|señala|sostiene)\sque\s"
    # "Ordena bombardear", "Es ministro de": so do points under a title, which name nobody.
    r"|(?:acusa|anuncia|denuncia|exige|insiste|insta|niega|ordena|pide|rechaza|reclama|reitera)\s"
    r"|es\s(?:autora?|directora?|hij[oa]|jef[ea]|líder|miembro|ministr[oa]|president[ea]|secretari[oa])\s"
    # "No quieren aislar": who does not, stood before.
    r"|no\s[a-zñáéíóú]+(?:an|en|aron|ieron)\s(?!los\b|las\b|m[áa]s\b|otr[ao]s\b)"
    # "Es el mayor de los hijos": who that is, stood before.
    r"|(?:es|son)\s(?:el|la|los|las|uno|una|otro|otra)\s(?!(?:primera|segunda|tercera|última|hora)\b)"
    r"|ya\shan?\s|alrededor\sde\s\d+\s(?:eran|son)\b"
    # "Aseguró que", "Nació en", "Cuenta con": the verb tells that the subject stood before.
    r"|[a-zñáéíóú]+ó\s(?:que|en|con|por|su|sus|como|también|además)\b|(?:cuenta|contaba|lleva|llevaba|sigue|seguía)\scon\b",
    "nl": r"tenzij\sde\b|voorlopig\szullen\sze\b|de\svoormalige\s",
}
# "The union, which …", "The four robbers": introduced before. Capitals matter: "The Hague, where" needs no introduction.
_INTRODUCED_BEFORE: Mapping[str, str] = {
    "en": r"The\s(?!pope|president|government|world)[a-z]+,\s(?:where|which|who|whose|for)\b"
    r"|The\s(?:two|three|four|five|six|seven|eight|nine|ten)\s[a-z]+\b|The\s\d+-page\s"
}

# "In 2016, he happened to …": a pronoun behind an opening that names nobody means somebody named before. Capitals
# matter: they are names. "It" often means nothing ("it was determined"), so it counts only behind a source.
_DAY = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|[A-Z][a-z]{2,8}\.?\s\d{1,2}"
_UNNAMED = rf"[A-Z][a-z’'-]*(?:\s(?:[a-z0-9$%][\w’'-]*|{_DAY}))"
_FRONTED: Mapping[str, str] = {
    "en": rf"(?:According\sto\s[^,]{{2,60}}|{_UNNAMED}{{0,12}}),\s(?:he|she)\b|{_UNNAMED}{{0,4}},\sthey\b"
    r"|(?:According\sto|At|In|On|With)\s[^,]{2,60},\sit\s(?!is\b|was\b|seems|appears|will\b|would|takes|remains)|If\s(?:that|this|so)\b"
    r"|(?:After|At|By|During|In|On|Over|While)\s(?:[a-z]+\s){1,4}(?:he|she|they|it\s(?!is|was|seems|appears|takes|will|would))\b"
    r"(?![^,]{0,80},\s(?:the\s)?[A-Z])"
    # "Police said she called": the many who speak are not who is meant; "Under his command, soldiers": nobody is named.
    r"|(?:Authorities|Critics|Doctors|Friends|Investigators|Lawyers|Many|Neighbou?rs|Officials|Parents|Passengers|People|Police"
    r"|Prosecutors|Relatives|Reporters|Several\s[a-z]+|Some|Witnesses)\s(?:[a-z]+\s){1,4}(?:he|him|his|she|her)\b"
    r"|(?:At|By|During|In|On|Under|With)\s(?:his|her)\s(?:[a-z’'-]+\s){0,5}[a-z’'-]+,\s[^A-Z]{1,60}(?![^,]{0,60}[A-Z])"
    r"|(?:If|When|While|Although|Though|Because|Since|Once|Until|Unless|As|After|Before)\s(?:he|she|they|another|others)\b"
    r"(?![^,]{0,80},\s(?:the\s)?[A-Z])",
    "fr": rf"{_UNNAMED}{{0,8}},\s(?:elle|elles|ils)\b",
    "nl": rf"{_UNNAMED}{{0,8}}\s(?:heeft|had|is|was|wordt|werd|wil|zal|kan)\shij\b",
}
# The trigger words of each pattern above, in small letters.
_FRONTED_WORDS: Mapping[str, str] = {
    "en": "he she they it that this so him his her another others",
    "fr": "elle elles ils",
    "nl": "hij",
}


class _Rules(NamedTuple):
    """The patterns and lists of a language, each None or empty where it has none."""

    openers: frozenset[str]
    freed: re.Pattern[str] | None
    phrases: re.Pattern[str] | None
    reported: re.Pattern[str] | None
    fronted: re.Pattern[str] | None
    introduced_before: re.Pattern[str] | None
    taken_up: re.Pattern[str] | None
    later: Sequence[re.Pattern[str]]
    articles: frozenset[str]
    nouns: frozenset[str]
    between: frozenset[str]
    verbs: frozenset[str]


@cache
def _rules(language: str) -> _Rules:
    def pattern(sources: Mapping[str, str]) -> re.Pattern[str] | None:
        return re.compile(sources[language]) if language in sources else None

    return _Rules(
        openers=frozenset(OPENERS.get(language, "").split()),
        freed=pattern(FREED),
        phrases=pattern(PHRASES),
        reported=pattern(REPORTED),
        fronted=pattern(_FRONTED),
        introduced_before=pattern(_INTRODUCED_BEFORE),
        taken_up=pattern(_TAKEN_UP),
        later=[re.compile(source, re.DOTALL) for _, source in _LATER.get(language, ())],
        articles=listed(language, "articles"),
        nouns=listed(language, "taken up"),
        between=listed(language, "between"),
        verbs=listed(language, "verbs"),
    )


def context_dependence(
    text: str, quotations: Quotations, every: int, words: FlaggedWords, language: str
) -> ContextDependence | None:
    """Return why a sentence cannot be read first, or None if it can.

    `every` are the flags of all its words, `words` the words outside its quotations.
    """
    if not quotations.paired or _has_lone_bracket(text):
        return "marks"
    bare = text.lstrip(_OPENING_MARKS)
    if text[-1:] in (":", "：") or (text[:1] in ("(", "（") and text[-1:] in (")", "）")) or _is_point(text, language):
        return "fragment"
    if language == "ja":
        return _japanese(text, bare)
    rules = _rules(language)
    if words.flags & SAYER and every & TELLER and _is_reported(text, rules):
        return "reported"
    if text[:1] in _QUOTES or text[:2] in ("``", "''"):
        return _quoted(text, bare, quotations.outside, language)
    if bare[:1].islower() and rules.openers:
        return "fragment"
    # All lists are in small letters, and patterns that need not look for both kinds are much the faster.
    lowered = bare.lower()
    if _points_back(lowered, rules):
        return "opening"
    if every & FRONTED and rules.fronted is not None and rules.fronted.match(bare) is not None:
        return "opening"
    if rules.introduced_before is not None and rules.introduced_before.match(bare) is not None:
        return "leftover"
    return _later(lowered, quotations.outside, words, rules)


def _has_lone_bracket(text: str) -> bool:
    if ("(" in text or ")" in text) and text.count("(") != text.count(")"):
        return True
    return not text.isascii() and text.count("（") != text.count("）")


def _is_point(text: str, language: str) -> bool:
    return text[:1].isdigit() and _POINT.match(text) is not None and language not in _ORDINALS


def _japanese(text: str, bare: str) -> ContextDependence | None:
    if _JAPANESE_OPENER.match(bare) is not None or _JAPANESE_LATER.search(bare, 0, 20) is not None:
        return "opening"
    if _JAPANESE_AHEAD.search(text) is not None:
        return "fragment"  # "as follows": what follows is not printed
    return "reported" if _JAPANESE_UNSAID.fullmatch(text) is not None else None


def _is_reported(text: str, rules: _Rules) -> bool:
    """Say whether "he said" tells whose words these are, and nobody is named whom he could be."""
    if rules.reported is None or rules.reported.search(text.lower()) is None:
        return False
    named = _NAMED_FIRST.match(text)
    return named is None or named[1].lower() in rules.openers


def _later(bare: str, outside: str, words: FlaggedWords, rules: _Rules) -> ContextDependence | None:
    """Return what a sentence leans on that does not open with it."""
    if words.flags & HERE:
        return "place"
    if _takes_up(bare, rules):
        return "leftover"
    asked = words.flags >> FIRST_LATER
    if not asked:
        return None
    lowered = outside.lower()
    for number, rule in enumerate(rules.later):
        if asked >> number & 1 and rule.match(lowered) is not None:
            return "opening"
    return None


def _takes_up(bare: str, rules: _Rules) -> bool:
    """Say whether the subject is somebody or something named before: "The firm also said"."""
    if rules.taken_up is not None and rules.taken_up.match(bare) is not None:
        return True
    opening = bare.split(None, 1)
    if len(opening) == 1 or not opening or opening[0] not in rules.articles:
        return False
    noun, first, second = (*opening[1].split(None, 3)[:3], "", "")[:3]
    if noun.removesuffix("s") not in rules.nouns:
        return False
    return (second if first in rules.between else first) in rules.verbs


def _says_who(text: str) -> bool:
    """Say whether a sentence that opens with a quotation goes on to name its speaker: “…,” Corrigan told reporters."""
    after = max(*(text.rfind(mark) for mark in _QUOTES), text.rfind("''") + 1)
    return len(text[after + 1 :].split()) >= _SPEAKER_WORDS


def _quoted(text: str, bare: str, outside: str, language: str) -> ContextDependence | None:
    """Return what a quotation that opens a sentence leans on: its speaker, or whom its speaker means by "She called"."""
    if not _says_who(text):
        return "reported"
    if language != "en" or _QUOTED_PRONOUN.match(bare) is None or _SAID_OF.search(outside) is not None:
        return None
    return "opening"


def _points_back(bare: str, rules: _Rules) -> bool:
    if rules.phrases is not None and rules.phrases.match(bare) is not None:
        return True
    first = _FIRST_WORD.match(bare)
    if first is None or first[0] not in rules.openers:
        return False
    return rules.freed is None or rules.freed.match(bare) is None


def later_words(language: str) -> Iterable[Sequence[str]]:
    """Return for each rule the words of which one is in what points back from later in a sentence."""
    return [triggers.split() for triggers, _ in _LATER.get(language, ())]


def fronted_words(language: str) -> Iterable[str]:
    """Return the words of which one is in every opening that has a pronoun behind what names nobody."""
    return _FRONTED_WORDS.get(language, "").split()


def reported_words(language: str) -> Iterable[str]:
    """Return the words of which one is in every "he said" that tells whose words these are."""
    return REPORTED_WORDS.get(language, "").split()
