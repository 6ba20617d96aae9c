"""Times as pages, feeds and newswires write them: what `times` reads, and the many forms it has no business guessing at.

Read are, besides ISO 8601 and mail dates: `October 16, 1998`, `Fri, Oct. 16, 1998, 2:05 PM`, `9 de enero de 2014 10:21`,
`16 oktober 1998`, `2026年3月3日 10時21分`, `10/16/98` and `10/16/1998 14:05` (month first, as American wires write),
`98-10-16`, `881016` and `19981016140500`. Months may be named in English, Spanish, Dutch, French, German, Italian and
Portuguese. A year of two digits is 19xx from 70 on. Whatever is no time is None: nothing is completed from today's date.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from meadow.errors import InputError
from meadow.ingest.times import parse_time

# A month's names by their beginnings; a longer beginning comes first where a shorter one would be another month's.
_MONTHS: Mapping[str, int] = {
    **dict.fromkeys(("jan", "ene", "gen", "jän"), 1),
    **dict.fromkeys(("feb", "fév", "fev"), 2),
    **dict.fromkeys(("mar", "maa", "mrt", "mär", "mrz"), 3),
    **dict.fromkeys(("apr", "abr", "avr"), 4),
    **dict.fromkeys(("may", "mei", "mai", "mag"), 5),
    **dict.fromkeys(("jun", "juin", "giu"), 6),
    **dict.fromkeys(("jul", "juil", "lug"), 7),
    **dict.fromkeys(("aug", "ago", "aoû", "aou"), 8),
    **dict.fromkeys(("sep", "set"), 9),
    **dict.fromkeys(("oct", "okt", "out", "ott"), 10),
    **dict.fromkeys(("nov",), 11),
    **dict.fromkeys(("dec", "dic", "déc", "dez"), 12),
}
_BEGINNINGS = "|".join(sorted(_MONTHS, key=len, reverse=True))
_NAME = rf"(?P<name>{_BEGINNINGS})[^\W\d_]{{0,7}}\.?"
_GAP = r"[\s,.-]{1,3}(?:del?\s)?"
_FORMS = tuple(
    re.compile(rf"(?:[^\W\d_]{{2,13}}\.?,?\s)?{day}{clock}", re.IGNORECASE)
    for clock in (
        "",
        r"[\s,T-]{1,3}(?:(?:at|om|um|à)\s)?(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}))?(?:\.\d{1,6})?"
        r"\s?(?P<half>[ap]\.?m\.?)?\s?(?P<zone>[A-Z]{1,4}|[+-]\d{2}:?\d{2})?",
        r"\s?(?P<hour>\d{1,2})時(?P<minute>\d{1,2})分",
    )
    for day in (
        rf"{_NAME}\s{{0,3}}(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s{{1,3}}(?P<year>\d{{4}})",
        rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th|º|er)?{_GAP}{_NAME}{_GAP}(?P<year>\d{{4}})",
        r"(?P<month>\d{1,2})/(?P<day>\d{1,2})/(?P<year>\d{4}|\d{2})",
        r"(?P<year>\d{4})[/.-](?P<month>\d{1,2})[/.-](?P<day>\d{1,2})",
        r"(?P<year>\d{4})年(?P<month>\d{1,2})月(?P<day>\d{1,2})日",
        r"(?P<year>\d{2})-(?P<month>\d{2})-(?P<day>\d{2})",
        r"(?P<year>\d{2}|\d{4})(?P<month>\d{2})(?P<day>\d{2})",
    )
)
_STAMP = re.compile(r"(\d{8})(\d{4}|\d{6})", re.ASCII)
# Names that mean one offset the world over; of an unknown one nothing is guessed.
_ZONES: Mapping[str, str] = {
    **dict.fromkeys(("Z", "UT", "UTC", "GMT", "WET"), "+00:00"),
    **dict.fromkeys(("CET", "WEST", "MEZ"), "+01:00"),
    **dict.fromkeys(("CEST", "EET", "MESZ"), "+02:00"),
    **dict.fromkeys(("EEST", "MSK"), "+03:00"),
    **dict.fromkeys(("JST", "KST"), "+09:00"),
    "EDT": "-04:00",
    **dict.fromkeys(("EST", "CDT"), "-05:00"),
    **dict.fromkeys(("CST", "MDT"), "-06:00"),
    **dict.fromkeys(("MST", "PDT"), "-07:00"),
    "PST": "-08:00",
}
_LONGEST = 64
_LAST_CENTURY = 70


def loose_time(text: str) -> str | None:
    """Return a time in a form that `parse_time` reads, a bare day where only that is given, or None."""
    tidy = " ".join(text[: 4 * _LONGEST].split())
    if not tidy or len(tidy) > _LONGEST:
        return None
    stamp = _STAMP.fullmatch(tidy)
    candidates = [f"{stamp[1]}T{stamp[2]}" if stamp else tidy]
    candidates += [_iso(match) for match in (form.fullmatch(tidy) for form in _FORMS) if match is not None]
    return next((candidate for candidate in candidates if _is_time(candidate)), None)


def _iso(match: re.Match[str]) -> str:
    parts = match.groupdict()
    month = _MONTHS[parts["name"].lower()] if parts.get("name") else int(parts["month"])
    year = int(parts["year"])
    if len(parts["year"]) == 2:
        year += 1900 if year >= _LAST_CENTURY else 2000
    day = f"{year:04}-{month:02}-{int(parts['day']):02}"
    if "hour" not in parts:
        return day
    zone = parts.get("zone") or "Z"
    clock = f"{_hour(parts['hour'], parts.get('half')):02}:{int(parts['minute']):02}:{int(parts.get('second') or 0):02}"
    return f"{day}T{clock}{_ZONES.get(zone.upper(), zone)}"


def _hour(written: str, half: str | None) -> int:
    return int(written) if half is None else int(written) % 12 + (12 if half[0].lower() == "p" else 0)


def _is_time(text: str) -> bool:
    try:
        parse_time(text)
    except InputError:
        return False
    return True
