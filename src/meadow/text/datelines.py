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
from meadow.text.language import UNSPACED
from meadow.text.parting import joined, length_before
from meadow.text.preambles import may_have_preamble, preamble_length
from meadow.text.stopwords import stop_words

__all__ = ["DASHES", "agencies", "dateline_length", "is_boilerplate", "is_date", "is_dateline", "without_preamble"]

_LONGEST = 160
_LONGEST_ALONE = 100
DASHES = frozenset("_-–—=)")
"""What a dateline ends with that stands alone."""
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
_DASH = r"(?:\s*(?:—|–|―|−|--+)\s*|\.\s?[-–—]\s*|\s+[-_•=]\s+|\s+[-_]$|(?<=\))[-_]\s+)"
_AGENCY_NAME = r"[^\W\d_][^\W\d_.&/'’-]{1,20}(?:[ /.&-]{1,2}[^\W\d_]{1,20}){0,2}"
_HEAD = re.compile(
    rf"(?P<place>{_WORD}(?:(?: / |[ /]){_WORD}){{0,3}})?"
    rf"(?P<region>(?: \({_WORD}(?: {_WORD}){{0,2}}\)(?=,))?(?:, (?!(?i:{_MONTHS})\b){_WORD}(?:[ /]{_WORD}){{0,2}}){{0,2}})"
    rf"(?P<date>,? (?i:{_DATE}))?"
    rf"(?P<agency>[.,]? ?-?\((?P<name>{_AGENCY_NAME})\)| /(?P<slashed>[A-Z][A-Za-z]{{1,20}})/"
    r"|,? (?P<bare>[A-Z][A-Za-z-]{2,11})(?=\s?-))?"
    rf"(?P<dash>{_DASH}|\s+|\.?$|(?<=\))(?=[\"“]?[A-Z]))"  # nothing closes that of "(CNN)The"
)
# Between dateline and lead: the day of a report in a round-up, or an agency once more.
_BEHIND = re.compile(rf"(?i:{_DAY})\.?(?:,? \d{{4}})?:\s+|\((?P<name>{_AGENCY_NAME})\)(?:{_DASH}|\s+)")
_NUMBERED_DAY = re.compile(rf"\d{{4}}-\d\d-\d\d,? \((?P<name>{_AGENCY_NAME})\)(?:{_DASH}|\s+)")
_BULLETS = frozenset("*•·▪■●◦‣►▶➤»-_")
# Three underscores are no bullet but a line under a story.
_BULLET = re.compile(r"(?:[*•·▪■●◦‣►▶➤»]{1,3}\s*|-\s+|_{1,2}(?!_)\s*){1,3}(?=[^\W_]|[\"'“‘«„(¿¡])")
_GLUED_DAY = re.compile(
    rf"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?i:{_MONTHS}) \d{{1,2}}, \d{{4}}\s*(?=[A-Z][a-z'’]* ?[a-z])"
)
_SIGN = re.compile(r"[(—–―−_=•-]")  # without an agency in brackets or a dash there is no dateline
_CITY = re.compile(r"(?P<city>[A-Z][A-Z. -]{2,24})(?::| /)\s+")  # "NEW DELHI: The", "SAN FRANCISCO / The"
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
    counts with a date and an agency or with a well-known agency, and with a well-known country or state; a well-known agency
    in brackets counts alone. In Japanese and Chinese it is the bracketed place and reporter, or the agency's formula. What
    follows must begin like a sentence. A bullet before it counts with it, and so do codes, notes for editors and a byline
    (`meadow.text.preambles`).
    """
    bullet = _bullet_length(text) if text[:1] in _BULLETS else 0
    rest = text[bullet:] if bullet else text
    whole = joined(rest, language)
    length = _length(whole, language)
    return bullet + (length if whole is rest or length == 0 else length_before(rest, length, language))


def without_preamble(text: str, language: str = "en") -> str:
    """Return a text as it is judged: joined, without codes, notes for editors and a byline before its dateline or lead."""
    text = joined(text, language)
    if not may_have_preamble(text) or language in UNSPACED:
        return text
    length = preamble_length(text, _placed_length)
    return text[length:] if length else text


def is_dateline(text: str, language: str = "en") -> bool:
    """Say whether a line is nothing but a dateline: "SKERRA, Letria (AP) _", where the lead stands in another line."""
    return text[-1:] in DASHES and len(text) <= _LONGEST_ALONE and dateline_length(text, language) == len(text)


def _bullet_length(text: str) -> int:
    """Return how many characters the bullet of a list takes with its blanks; a minus and the dash of a dialogue stay."""
    match = _BULLET.match(text)
    return 0 if match is None or not _begins_sentence(text[match.end() : match.end() + 8]) else match.end()


def _length(text: str, language: str) -> int:
    if language in ("ja", "zh"):
        dateline = _EAST_ASIAN.match(text[:_LONGEST])
        return 0 if dateline is None else dateline.end()
    if not may_have_preamble(text):
        return _placed_length(text) or _dated_length(text)
    start = preamble_length(text, _placed_length)
    return start + _placed_length(text[start:])


def _placed_length(text: str) -> int:
    """Return how many characters the place, date and agency take at the head of a text, with what closes them."""
    head = text[:_LONGEST]
    if head[:2].isupper():
        city = _CITY.match(head)
        if city is not None and _is_city(city["city"]) and _begins_sentence(text[city.end() : city.end() + 8]):
            return city.end()
    if _SIGN.search(head) is None:
        return 0
    match = _HEAD.match(head)
    if match is None or not _begins_sentence(text[match.end() : match.end() + 8]):
        return _numbered_length(text)
    return match.end() + _length_behind(text[match.end() : match.end() + _LONGEST]) if _is_dateline(match) else 0


def _numbered_length(text: str) -> int:
    """Return how long a day in figures is with the agency behind it, as files of some collections begin."""
    match = _NUMBERED_DAY.match(text[:_LONGEST]) if text[:1].isdigit() else None
    if match is None or not _is_known(match["name"]) or not _begins_sentence(text[match.end() : match.end() + 8]):
        return 0
    return match.end()


def _dated_length(text: str) -> int:
    """Return how long a day with its weekday and year is that a program has glued to the head of a sentence."""
    if "day, " not in text[:11]:
        return 0
    match = _GLUED_DAY.match(text)
    return 0 if match is None else match.end()


def _length_behind(text: str) -> int:
    """Return how many characters behind a dateline are its day with a colon, or an agency that is told once more."""
    match = _BEHIND.match(text)
    if match is None or not text[match.end() : match.end() + 1] or not _begins_sentence(text[match.end() :]):
        return 0
    return match.end() if match["name"] is None or _is_known(match["name"]) else 0


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
    agency, place, dash = match["name"] or match["slashed"] or match["bare"], match["place"], match["dash"].strip()
    known, dated = _is_known(agency), match["date"] is not None
    if match["bare"] is not None and not (known and dated):
        return False
    if not place:
        return known and not match["region"] and not dated
    if dash in ("", "."):
        return known and _needs_no_dash(match, place, dated=dated)
    if dash[0] == "." and (dated or place.lower() in _words()["agencies"]):
        return _is_capitalized(place)  # "Caracas, 3 de marzo.-" and "EFE.-": the Spanish dash tells
    if _is_place_in_capitals(place):
        bare = agency is None and not dated and not match["region"]
        return not _is_label(place, dash) if bare else agency is None or agency[0].isupper() or known
    if agency is None and not dated:
        return _is_in_known_region(match, place) or (place in _words()["agencies alone"] and not match["region"])
    return (_in_capitals(place) or _is_capitalized(place)) and (known or (agency is not None and dated))


def _needs_no_dash(match: re.Match[str], place: str, *, dated: bool) -> bool:
    """Say whether place and known agency are a dateline though no dash closes it: "WASHINGTON (CNN)", "Paris (CNN)The"."""
    whole = match.end() == len(match.string)
    if match["dash"] == "" and not whole:
        return _is_capitalized(place)
    return not match["region"] and (_in_capitals(place) or _is_city(place) or (whole and dated))


def _is_known(agency: str | None) -> bool:
    return agency is not None and agency.lower().replace(" ", "-") in _words()["agencies"]


def _is_city(place: str) -> bool:
    return place.lower().replace(" ", "-") in _words()["cities"]


def _is_in_known_region(match: re.Match[str], place: str) -> bool:
    """Say whether a place in small letters stands in a country or state that we know: "Kabul, Afghanistan —".

    Two words may be somebody's name ("Ann Lund, Ohio — …"), so that then the place must be known, or begin like one.
    """
    region = match["region"].lstrip(", ").lower().replace(" ", "-")
    if region not in _words()["regions"] or not _is_capitalized(place):
        return False
    return " " not in place or _is_city(place) or place.split()[0].lower() in _words()["first words"]


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
