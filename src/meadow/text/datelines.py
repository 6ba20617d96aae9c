"""Datelines at the head of a sentence and sentences that are no news: what a summary leaves out.

Both functions prefer precision: a dateline that stays is a blemish, a word of the story that goes is an error.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from meadow.text.abbreviations import parse_sections
from meadow.text.boilerplate import is_boilerplate
from meadow.text.parting import is_parted, joined, length_before
from meadow.text.stopwords import stop_words

__all__ = ["agencies", "dateline_length", "is_boilerplate", "is_date"]

_LONGEST = 160
_MONTHS = (
    r"jan(?:uary|uar|uari|v|vier)?|ene(?:ro)?|feb(?:ruary|ruar|ruari|rero)?|févr?(?:ier)?|mar(?:ch|zo|s)?|mrt|maart|mär(?:z)?"
    r"|apr(?:il)?|abr(?:il)?|avr(?:il)?|may|mayo|mei|mai|june?|jun[io]|juin|july?|jul[io]|juil(?:let)?|aug(?:ust|ustus)?|ago(?:sto)?"
    r"|août|sept?(?:ember|iembre|embre)?|oct(?:ober|ubre|obre)?|okt(?:ober)?|nov(?:ember|iembre|embre)?|dec(?:ember)?"
    r"|dic(?:iembre)?|dez(?:ember)?|déc(?:embre)?|янв(?:аря)?|фев(?:раля)?|мар(?:та)?|апр(?:еля)?|мая|июня?|июля?|авг(?:уста)?"
    r"|сен(?:тября)?|окт(?:ября)?|ноя(?:бря)?|дек(?:абря)?"
)
_DAY = rf"(?:{_MONTHS})\.? \d{{1,2}}|\d{{1,2}}\.? (?:de )?(?:{_MONTHS})"
_DATE = rf"(?:[A-Za-z]{{3,9}}\.?,? )?(?:{_DAY})\.?(?:,? (?:de )?\d{{4}})?|\d{{1,2}}(?= \()"
_WHOLE_DATE = re.compile(
    rf"(?i:(?:\w{{2,12}}(?:-feira)?\.?,? )?(?:el |le |den )?(?:(?:{_MONTHS})\.? \d{{1,2}}(?:st|nd|rd|th)?"
    rf"|\d{{1,2}}(?:\.|er|st|nd|rd|th)? (?:de )?(?:{_MONTHS}))\.?,?(?: (?:de )?\d{{4}})?"
    r"(?:,? \d{1,2}[:.h]\d{2}.{0,12})?\.?)"
)
# A stop or hyphen belongs to the word unless it begins the dash that closes a dateline: "PUERTO CLARO.- ".
_WORD = r"(?:['’]S-)?[^\W\d_](?:[\w'’]|\.(?!\s?[-–—]|$)|-(?=\w)){0,25}+"
_DASH = r"(?:\s*(?:—|–|―|−|--+)\s*|\.\s?[-–—]\s*|\s+[-_]\s+|\s+[-_]$|(?<=\))[-_]\s+)"
_HEAD = re.compile(
    rf"(?P<place>{_WORD}(?:(?: / |[ /]){_WORD}){{0,3}})?"
    rf"(?P<region>(?: \({_WORD}(?: {_WORD}){{0,2}}\)(?=,))?(?:, (?!(?i:{_MONTHS})\b){_WORD}(?:[ /]{_WORD}){{0,2}}){{0,2}})"
    rf"(?P<date>,? (?i:{_DATE}))?"
    r"(?P<agency>[.,]? ?\((?P<name>[^\W\d_][^\W\d_.&/'’-]{1,20}(?:[ /.&-]{1,2}[^\W\d_]{1,20}){0,2})\))?"
    rf"(?P<dash>{_DASH}|\s+|\.?$)"
)
_BULLETS = frozenset("*•·▪■●◦‣►▶➤»-")
_BULLET = re.compile(r"(?:[*•·▪■●◦‣►▶➤»]{1,3}\s*|-\s+){1,3}(?=[^\W_]|[\"'“‘«„(¿¡])")
_SIGN = re.compile(r"[(—–―−_-]")  # without an agency in brackets or a dash there is no dateline
_AGENCY = r"(?:共同|時事|ロイター|AFP|通信|新報|新聞|ニュース)"
_EAST_ASIAN = re.compile(
    rf"(?:【[^】]{{0,30}}(?:＝|=|共同|時事|ロイター|AFP)[^】]{{0,20}}】"
    r"|[（(][^（）()\d\sはがを、。]{1,12}(?:＝|=)[^（）()\d\s。]{1,15}[)）]"
    rf"|【[^】はがを、。]{{0,16}}{_AGENCY}】|〔[^〕はがを、。]{{0,16}}{_AGENCY}〕|（[^（）はがを、。]{{0,16}}{_AGENCY}）"
    r"|[［\[][^］\]]{1,20}(?:ロイター|AFP|時事|共同)[］\]])\s*(?:[-－–—―]\s*)?"
    r"|[（(]?(?:新华社|中新社|中新网|路透社|法新社|美联社|本报)[^。，,]{2,20}?[电電](?:[）)])?(?:[（(]记者[^（）()]{1,20}[)）])?\s*"
)


def dateline_length(text: str, language: str = "en") -> int:
    """Return how many leading characters of a sentence are its dateline, with dash and blanks; 0 if it has none.

    A dateline is a place in capitals with region, date or agency in any mix, closed by a dash; a place in small letters
    counts with a date and an agency or with a well-known agency; a well-known agency in brackets counts alone. In Japanese
    and Chinese it is the bracketed place and reporter, or the agency's formula. What follows must begin like a sentence.
    A bullet before it counts with it.
    """
    bullet = _bullet_length(text)
    rest = text[bullet:] if bullet else text
    if not is_parted(rest):
        return bullet + _length(rest, language)
    return bullet + length_before(rest, _length(joined(rest, language), language), language)


def _bullet_length(text: str) -> int:
    """Return how many characters the bullet of a list takes with its blanks; a minus and the dash of a dialogue stay."""
    if text[:1] not in _BULLETS:
        return 0
    match = _BULLET.match(text)
    return 0 if match is None or not _begins_sentence(text[match.end() : match.end() + 8]) else match.end()


def _length(text: str, language: str) -> int:
    head = text[:_LONGEST]
    if language in ("ja", "zh"):
        dateline = _EAST_ASIAN.match(head)
        return 0 if dateline is None else dateline.end()
    if _SIGN.search(head) is None:
        return 0
    match = _HEAD.match(head)
    if match is None or not _begins_sentence(text[match.end() : match.end() + 8]):
        return 0
    return match.end() if _is_dateline(match) else 0


def is_date(text: str) -> bool:
    """Say whether a line is nothing but a date, with or without its weekday and time of day: the head of an old article."""
    return _WHOLE_DATE.fullmatch(text) is not None


def agencies() -> frozenset[str]:
    """Return the names of well-known agencies, in small letters, hyphens for blanks."""
    return _words()["agencies"]


def _begins_sentence(rest: str) -> bool:
    start = rest.lstrip("\"'“‘«„([¿¡")[:1]
    return not start or not (start.islower() or start in ",;:.)")


def _is_dateline(match: re.Match[str]) -> bool:
    agency, place, dash = match["name"], match["place"], match["dash"].strip()
    known = agency is not None and agency.lower().replace(" ", "-") in _words()["agencies"]
    dated = match["date"] is not None
    if not place:
        return known and not match["region"] and not dated
    if dash in ("", "."):
        whole = match.end() == len(match.string)
        return known and (_in_capitals(place) or (whole and dated)) and not match["region"]
    if dash[0] == "." and (dated or place.lower() in _words()["agencies"]):
        return _is_capitalized(place)  # "Caracas, 3 de marzo.-" and "EFE.-": the Spanish dash tells
    if _is_place_in_capitals(place):
        bare = agency is None and not dated and not match["region"]
        return not _is_label(place, dash) if bare else agency is None or agency[0].isupper() or known
    return (_in_capitals(place) or _is_capitalized(place)) and (known or (agency is not None and dated))


def _is_capitalized(place: str) -> bool:
    return all(word[0].isupper() or word in _words()["particles"] for word in place.replace("/", " ").split())


def _is_label(place: str, dash: str) -> bool:
    """Say whether capitals are a rubric such as "THE BIG IDEA –": a function word, many words, or some and a short dash."""
    words = place.lower().replace("/", " ").split()
    return len(words) > 3 or not stop_words("en").isdisjoint(words) or (len(words) > 1 and "–" in dash)


def _in_capitals(place: str) -> bool:
    return place.isupper() and sum(map(str.isalpha, place)) > 1


def _is_place_in_capitals(place: str) -> bool:
    """Capitals that are long enough to be no acronym, or a short place we know."""
    words = place.lower().replace(".", "").replace("/", " ").split()
    if not _in_capitals(place) or any(map(str.isdigit, place)) or not _words()["not places"].isdisjoint(words):
        return False
    return (
        max(map(len, words)) > 4
        or not _words()["short places"].isdisjoint(words)
        or (len(words) > 1 and min(map(len, words)) > 2)
    )


@cache
def _words() -> Mapping[str, frozenset[str]]:
    return parse_sections(files("meadow.text").joinpath("data", "datelines.txt").read_text(encoding="utf-8"))
