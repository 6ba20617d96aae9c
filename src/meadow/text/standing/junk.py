"""Lines that are no sentence of the story: boilerplate of wires and sites, captions, slugs, table rows, scraps.

`meadow.text.boilerplate` knows whole formulas; here are openings that give a line away whatever follows, and shapes that no
sentence has. The openings are English where pages mix English ones in.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from meadow.text.boilerplate import is_boilerplate
from meadow.text.datelines import is_date
from meadow.text.language import UNSPACED
from meadow.text.standing.captions import is_caption
from meadow.text.standing.entries import is_entry
from meadow.text.standing.marks import GATES, SHAPE

# Shapes: style sheets and addresses, tweets, wire slugs, rows of tables, results ("Bruylandts 0:23 -- 5.").
# Each is looked for only where its mark is in the line, which is seldom.
_SHAPES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("{", re.compile(r"\{")),
    ("<", re.compile(r"<[%/a-z]")),
    ("///", re.compile(r"///")),
    ("#", re.compile(r"(?:#\w+\W+){2}|#\w+\s+#\w+$")),
    ("@", re.compile(r"^@\w+:|^[—–-]\s?[^()]{2,40}\(@\w+\)")),
    ("|", re.compile(r"^\|\s|^[A-Z][A-Z' ’-]{3,40}\s\|\s")),
    (" / ", re.compile(r"^[^.!?/]{3,40}\s/\s[A-ZÁÉÍÓÚÑ]")),
    ("http", re.compile(r"https?://\S+\s*$")),
    ("pic.twitter", re.compile(r"\bpic\.twitter\b")),
    (" vs", re.compile(r"^(?:\w+\s){0,3}[\d.,]+(?:\s\w+)?\svs\.?\s")),
    (" -- ", re.compile(r"^[^.!?]{0,60}\d[:,]\d+\s--\s\d|^[^.!?]{0,30}\s--\s\d+\.$")),
    (" via ", re.compile(r"\svia\s(?:AP|AFP|EPA|Reuters|Getty(?:\sImages)?)$")),
    # Nobody answered: said of every report, and no part of any story.
    (
        "immediately",
        re.compile(
            r"(?:\bnot|n['’]t) immediately (?:return|respond|repl|answer|available|be reached|reachable|comment)"
        ),
    ),
    (
        " comment",
        re.compile(
            r"(?:\bnot|n['’]t) (?:return|respond|reply|answer)(?:ed)?\b.{0,60}\bcomment\b"
            r"|\bnot (?:be reached|available|reachable) for comment\b"
        ),
    ),
    # When a programme can be seen is no part of the story that it is about.
    (" airs ", re.compile(r"\bairs\b.{0,60}\b\d{1,2}(?::\d\d)? ?[ap]\.?m\b")),
    (" premier", re.compile(r"\bpremi[eè]re?s\b.{0,60}\b\d{1,2}(?::\d\d)? ?[ap]\.?m\b")),
    (" call", re.compile(r"\b(?:information|tips?|questions?)\b.{0,80}\bcall\b.{0,80}\d{3}")),
)
# The words without which no shape but those of single characters is there, in small letters.
SHAPE_WORDS = ("http", "https", "pic", "vs", "via", "immediately", "comment", "airs", "premiers", "premieres", "call")
_SCRAP = re.compile(r"[\d.,]+(?:\s\w+){0,3}\.?")
_JAPANESE = re.compile(
    r"[^『』。はがを]{0,40}『[^』]*』[。\s\"]*|[^はがを。『]{1,45}、\s?\d{4}年\d{1,2}月\d{1,2}日(?:午[前後]\d{1,2}時(?:\d{1,2}分)?)?[。\s\"”]*"
    r"|.*\d{4}年\d{1,2}月\d{1,2}日\([月火水木金土日]\):.*|[\x00-\x7f\s]+。?"
)
# The first words of all patterns of `data/junk/any.txt`, in small letters; one of them begins with any words.
_OPENING_WORDS = """a above add adds advertisement afp after all also an any anyone ap are audio back background below bonus
    bottom breaking by caption captions check click collection collections cookie cookies copyright correct correction
    corrected corrects could crawl crawls credit credits dateline do e ed editor eds email embargo embargoed end enlarge epa
    file find follow gallery get getty handout hide if image imagecaption imagecaptions inset javascript join just keep
    last left link listen live media mediacaption mediacaptions more must opinion photo photocaption photocaptions
    photograph photographer photos pics pictured pictures play please posted postedat published publishedat quiz read
    recast recasts receive related reuters rewrite rewrites right see send share sign signup skip slideshow sorry
    source sources story subscribe tap thank thanks that the then these this thumbnail tipsters toggle top tweet
    undated update updateat updated updatedat updates urgent video videocaption videocaptions view watch we when
    writethru you your"""
_FIRST_WORDS = frozenset(_OPENING_WORDS.split())
_DELIVERED = "delivered"
_FIRST_WORD = re.compile(r"[a-z]+")
_LETTER = re.compile(r"[^\W\d_]")
_FEWEST_WORDS = 3
_HEAD = 120
_MOST_DATE_WORDS = 7


def is_junk(text: str, words: int, language: str, marks: int = GATES) -> bool:
    """Say whether a line is no sentence of the story; `words` says how many it has, `marks` what they tell."""
    if words < _FEWEST_WORDS and (language not in UNSPACED or _LETTER.search(text) is None):
        return True
    if language == "ja" and _JAPANESE.fullmatch(text) is not None:
        return True
    if _opens_as_junk(text[:_HEAD].lower(), language) or _has_shape(text, marks):
        return True
    if is_caption(text, language, marks):
        return True
    return (words <= _MOST_DATE_WORDS and is_date(text)) or is_boilerplate(text, language)


def _has_shape(text: str, marks: int) -> bool:
    if text[:1].isdigit() and (_SCRAP.fullmatch(text) is not None or is_entry(text)):
        return True
    if not (marks & SHAPE or _has_sign(text)):
        return False
    for mark, pattern in _SHAPES:  # noqa: SIM110 - a loop takes half the time of any()
        if mark in text and pattern.search(text) is not None:
            return True
    return False


def _has_sign(text: str) -> bool:
    """Say whether a text has one of the signs of shapes; looking for each takes less time than one pattern for all."""
    return "/" in text or "--" in text or "@" in text or "#" in text or "|" in text or "<" in text or "{" in text


def _opens_as_junk(head: str, language: str) -> bool:
    """Say whether the head of a line, in small letters, gives it away; nearly all are told apart by their first word."""
    first = _FIRST_WORD.match(head)
    own, any_language = _openings(language), _openings("any")
    if own is not None and own.match(head) is not None:
        return True
    may_be_any = first is None or first[0] in _FIRST_WORDS or _DELIVERED in head
    return may_be_any and any_language is not None and any_language.match(head) is not None


@cache
def _openings(name: str) -> re.Pattern[str] | None:
    """Return how lines open that are no sentence of a story, in a language or in any; None without a list."""
    lines = _lines(name)
    return re.compile(rf"[\s\"'“(\[*•·>-]*(?:{'|'.join(lines)})") if lines else None


def _lines(name: str) -> list[str]:
    path = files("meadow.text").joinpath("data", "junk", f"{name}.txt")
    lines = path.read_text(encoding="utf-8").splitlines() if name.isalpha() and path.is_file() else []
    return [line for line in lines if not line.startswith("#")]
