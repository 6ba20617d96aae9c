"""Sentences that are no news: bylines, credits, rights, invitations to click."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from meadow.text.language import UNSPACED

_LONGEST = 300
_NAME = r"[^\W\d_a-zß-öø-ÿ][\w.'’-]*"
_NAMES = (
    rf"{_NAME}(?:(?:,? (?:and|y|en|et|und)|,|;)?[ /]"
    rf"(?:(?:de|del|la|van|von|der|den|ten|bin|al|of|the|for|in|at) )*{_NAME}){{0,12}}"
)
_CALENDAR = re.compile(
    r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|\b(?:January|February|March|April|June|July|August|September|October"
    r"|November|December|Christmas|Easter|God)\b"
)
_CREDITED = (
    "(?:reporting|writing|editing|compiled|translation|production|graphics|reported|written|edited|produced|translated)"
)
# The two formulas that begin with any words: patterns that look for them would read every sentence to its end.
_CONTRIBUTED = " contributed "
_CONTRIBUTION = re.compile(
    r"\(?[^\W\d_][^!?]{2,250} contributed (?:to|from|reporting (?:for|from|to)) this (?:article|dispatch|post|report|story)"
    r"(?: from [^.!?]{2,40})?\.?\)?",
    re.DOTALL,
)
_RIGHTS = "all rights reserved"
_RIGHTS_RESERVED = re.compile(rf".{{0,120}}\b(?i:{_RIGHTS})\b.{{0,100}}", re.DOTALL)
_BYLINE: Mapping[str, str] = {"en": "By|BY", "es": "Por|POR", "nl": "Door|DOOR", "fr": "Par|PAR", "de": "Von|VON"}
_BYLINES = {
    language: re.compile(rf"(?:{word}) (?P<names>{_NAMES})(?:\s?\|.{{0,60}})?") for language, word in _BYLINE.items()
}
# What a line ends with, without a stop, that is somebody's office, a paper or a service, whatever name it begins with.
_OFFICES = (
    *(
        "Columnist",
        "Correspondent",
        "Correspondents",
        "Reporter",
        "Reporters",
        "Writer",
        "Writers",
        "writer",
        "writers",
    ),
    *("Agentur", "Globe", "Journal", "Newspapers", "Newswires", "Post", "Press", "Presse", "Service", "Times"),
)
_BRACKETS = "(©"
_FIRST_WORD = re.compile(r"[^\W\d_]+")  # "Copyright2026" begins with a word as well
# The first words of all patterns of `data/boilerplate` and of bylines, in small letters.
_FIRST_WORDS: Mapping[str, str] = {
    "en": """additional advertisement advertising also archive article by click comment comments compiled continue cookie
        copyright credit don edited editing file find follow further get graphic graphics handout illustration image join
        learn like loading log more most photo photograph photographs photos picture print privacy produced production read
        receive recommended register related reported reporter reporters reporting scroll see share sign skip source special
        sponsored staff story subscribe tap terms this translated translation tweet video view watch what writer writers
        writing written""",
    "de": "alle anzeige bild das foto lesen mehr meistgelesen mit quelle von weiterlesen werbung zur",
    "es": """agencias anuncio comentarios comparte compartir con efe europa foto fuente haga haz imagen imprimir lea lee leer
        lo noticias pincha pinche por publicidad puede seguir sigue te todos vea ver video""",
    "fr": "abonnez avec cliquez image inscrivez lire par photo source tous voir",
    "nl": """abonneer advertentie alle beeld bekijk bron deel delen door foto gerelateerde klik lees meest meld met reacties
        reclame schrijf van video volg""",
}


def is_boilerplate(text: str, language: str = "en") -> bool:
    """Say whether a whole sentence is only byline, credit, notice of rights or an invitation to click; in doubt it is not.

    English formulas are known in every language, since pages mix them in.
    """
    sentence = text.strip()
    if not sentence or len(sentence) > _LONGEST:
        return False
    if _begins_as_formula(sentence, language) and (
        _is_byline(sentence, language) or _patterns(language).fullmatch(sentence) is not None
    ):
        return True
    if _CONTRIBUTED in sentence and _CONTRIBUTION.fullmatch(sentence) is not None:
        return True
    # Letters of either kind, not both: most sentences need not be written in small ones.
    return (
        ("eserved" in sentence or "ESERVED" in sentence)
        and _RIGHTS in sentence.lower()
        and _RIGHTS_RESERVED.fullmatch(sentence) is not None
    )


def _begins_as_formula(sentence: str, language: str) -> bool:
    """Say whether a formula or a byline may begin so: nearly all sentences are told apart by their first word."""
    if language in UNSPACED or sentence[0] in _BRACKETS:
        return True
    if sentence[-1] != "." and sentence.endswith(_OFFICES):
        return True
    first = _FIRST_WORD.match(sentence)
    if first is None:
        return False
    word = first[0]
    # Letters beyond ASCII may stand for others where a pattern takes both cases: the long s is an s.
    return not word.isascii() or word.lower() in _first_words(language)


@cache
def _first_words(language: str) -> frozenset[str]:
    return frozenset(f"{_FIRST_WORDS['en']} {_FIRST_WORDS.get(language, '')}".split())


@cache
def _patterns(language: str) -> re.Pattern[str]:
    folder = files("meadow.text").joinpath("data", "boilerplate")
    present = [path for path in map(folder.joinpath, sorted({"en.txt", f"{language}.txt"})) if path.is_file()]
    lines = [
        line for path in present for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")
    ]
    filled = [line.replace("{names}", _NAMES).replace("{credited}", _CREDITED) for line in lines]
    return re.compile("|".join(f"(?:{line})" for line in filled), re.DOTALL)


def _is_byline(sentence: str, language: str) -> bool:
    """`By Jane Doe, Harbour Wire`: two capitalized words or more, no date among them, no full stop at the end."""
    pattern = _BYLINES.get(language)
    match = None if pattern is None else pattern.fullmatch(sentence)
    if match is None or sentence.endswith("."):
        return False
    return " " in match["names"] and _CALENDAR.search(match["names"]) is None
