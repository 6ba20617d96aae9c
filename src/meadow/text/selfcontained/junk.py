"""Lines that are no sentence of the story: boilerplate of wires and sites, captions, slugs, table rows, scraps.

`meadow.text.boilerplate` knows whole formulas; here are openings that give a line away whatever follows, and shapes that no
sentence has. The openings are English where pages mix English ones in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from meadow.text.boilerplate import is_boilerplate
from meadow.text.datelines import DASHES, dateline_length, is_date, is_dateline
from meadow.text.language import UNSPACED
from meadow.text.selfcontained.captions import is_caption
from meadow.text.selfcontained.entries import is_entry
from meadow.text.selfcontained.word_flags import GATES, SHAPE

# Shapes: style sheets and addresses, tweets, wire slugs, rows of tables, results ("Bruylandts 0:23 -- 5.").
# Each is looked for only where its mark is in the line, which is seldom.
_SHAPES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("{", re.compile(r"\{")),
    ("<", re.compile(r"<[%/a-z]")),
    ("///", re.compile(r"///")),
    ("#", re.compile(r"(?:#\w+\W+){2}|#\w+\s+#\w+$")),
    (
        "@",
        re.compile(
            r"^@\w+:|^[—–-]\s?[^()]{2,40}\(@\w+\)"
            r"|^.{0,90}[\w.+-]{1,40}@[\w-]{1,40}\.\w[^.!?]{0,50}$"  # whom to write to
        ),
    ),
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
    (" reached", re.compile(r"\bcan be reached (?:at|by|on|via)\b.{0,60}(?:@|\(at\)|\d{3})")),
    (" call", re.compile(r"\b(?:information|tips?|questions?)\b.{0,80}\bcall\b.{0,80}\d{3}")),
)
# The words without which no shape but those of single characters is there, in small letters.
SHAPE_WORDS = frozenset(
    {"http", "https", "pic", "vs", "via", "immediately", "comment", "airs", "premiers", "premieres", "call", "reached"}
)
_SCRAP = re.compile(r"[\d.,]+(?:\s\w+){0,3}\.?")
_JAPANESE = re.compile(
    r"[^『』。はがを]{0,40}『[^』]*』[。\s\"]*|[^はがを。『]{1,45}、\s?\d{4}年\d{1,2}月\d{1,2}日(?:午[前後]\d{1,2}時(?:\d{1,2}分)?)?[。\s\"”]*"
    r"|.*\d{4}年\d{1,2}月\d{1,2}日\([月火水木金土日]\):.*|[\x00-\x7f\s]+。?"
)
# The first words of all patterns of `data/junk/any.txt`, in small letters; one of them begins with any words.
_OPENING_WORDS = """a above add adds advance advertisement afp after all already also am an any anyone ap are art
    article attention attn audio back background bc beg begin below bonus bottom breaking by c caption captions chart
    charts check click clients close co collection collections commentary comments contact continue continued
    continues cookie cookies copy copyright correct corrected correction corrects correspondent could crawl crawls
    credit credits dateline developing diagram diagrams dispatch distributed do document download e ed editor editors
    edits eds email embargo embargoed end endit enditem enlarge epa file find first follow for four fourth gallery get
    getty got graph graphic graphics graphs guardian handout have hear hide if illustration illustrations image
    imagecaption imagecaptions information inset interview javascript join just keep keyword keywords language last
    learn left link listen live look map maps material media mediacaption mediacaptions more must not note nyt on
    online opinion optional our page photo photocaption photocaptions photograph photographer photographs
    photos pics picture pictured pictures play please pm posted postedat profile published publishedat questions quiz
    reach read recast recasts receive refile refiles reg related repeat repeating repeats report reruns resending
    reuters rewrite rewrites right second see send share sign signup skip slideshow sorry source sources speech
    statement story subs subscribe subscribers table tables tap thank thanks that the then these third this three
    thumbnail tipsters to toggle top trims ts tweet two unattributed undated update updateat updated updatedat updates
    urgent video videocaption videocaptions view watch we when with writethru ws x you your"""
_FIRST_WORDS = frozenset(_OPENING_WORDS.split())
# Those of them with which many sentences begin: there, only the patterns that are marked for it are tried.
_FREQUENT = frozenset(
    "a an all any by for if in on our that the these this three to two we when with you your".split()  # noqa: SIM905
)
_MARK = "~ "
_DELIVERED = "delivered"
_FIRST_WORD = re.compile(r"[a-z]+")
_LETTER = re.compile(r"[^\W\d_]")
_FEWEST_WORDS = 3
_HEAD = 120
_MOST_DATE_WORDS = 7


def is_junk(text: str, words: int, language: str, flags: int = GATES) -> bool:
    """Say whether a line is no sentence of the story; `words` says how many it has, `flags` what they tell."""
    if words < _FEWEST_WORDS and (language not in UNSPACED or _LETTER.search(text) is None):
        return True
    if language == "ja" and _JAPANESE.fullmatch(text) is not None:
        return True
    if _opens_as_junk(text[:_HEAD].lower(), language) or _has_shape(text, flags):
        return True
    if is_caption(text, language, flags) or (text[-1] in DASHES and is_dateline(text, language)):
        return True
    return (words <= _MOST_DATE_WORDS and is_date(text)) or is_boilerplate(text, language)


def _has_shape(text: str, flags: int) -> bool:
    if text[:1].isdigit() and (_SCRAP.fullmatch(text) is not None or is_entry(text)):
        return True
    if not (flags & SHAPE or _has_sign(text)):
        return False
    for mark, pattern in _SHAPES:
        if mark in text and pattern.search(text) is not None:
            return mark != " / " or not text[: dateline_length(text)].endswith("/ ")  # "SAN FRANCISCO / The mayor said"
    return False


def _has_sign(text: str) -> bool:
    """Say whether a text has one of the signs of shapes; looking for each takes less time than one pattern for all."""
    return "/" in text or "--" in text or "@" in text or "#" in text or "|" in text or "<" in text or "{" in text


def _opens_as_junk(head: str, language: str) -> bool:
    """Say whether the head of a line, in small letters, gives it away; nearly all are told apart by their first word."""
    own = _openings(language)
    if own is not None and own.match(head) is not None:
        return True
    first = _FIRST_WORD.match(head)
    if first is None or _DELIVERED in head:
        known = _openings("any")
    else:
        word = first[0]
        if word not in _FIRST_WORDS:
            return False
        known = _frequent_openings() if word in _FREQUENT else _openings("any")
    return known is not None and known.match(head) is not None


@cache
def _openings(name: str) -> re.Pattern[str] | None:
    """Return how lines open that are no sentence of a story, in a language or in any; None without a list."""
    lines = _lines(name)
    return _opening_with(lines) if lines else None


@cache
def _frequent_openings() -> re.Pattern[str]:
    """Return how lines open in any language that are none, with a word with which many sentences open."""
    return _opening_with(_lines("any", frequent=True))


def _opening_with(lines: Sequence[str]) -> re.Pattern[str]:
    return re.compile(rf"[\s\"'“(\[*•·>_-]*(?:{'|'.join(lines)})")


def _lines(name: str, *, frequent: bool = False) -> list[str]:
    path = files("meadow.text").joinpath("data", "junk", f"{name}.txt")
    lines = path.read_text(encoding="utf-8").splitlines() if name.isalpha() and path.is_file() else []
    if frequent:
        lines = [line for line in lines if line.startswith(_MARK)]
    return [line.removeprefix(_MARK) for line in lines if not line.startswith("#")]
