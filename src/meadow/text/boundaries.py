"""Where sentences end inside a block of running text: sentencex proposes, these rules dispose.

Every mark that can end a sentence is a candidate. Our rules decide the cases they know: abbreviations, initials, clocks,
quotations with their speakers, brackets, missing spaces, Japanese quotes. For the rest sentencex's opinion counts, asked
about a text without quotes and brackets, inside which it would not split at all. A rule sees a bounded window on either
side of its mark, so the cost is linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import sentencex

from meadow.text.abbreviations import Abbreviations, abbreviations

_WINDOW = 80
_PAGE = 1024
_CLOSING = "\"'”’»›)]}」』）】〕》〉＂＇"
# Where „this“ is how one quotes, the mark that opens English quotations closes them.
_LOW_QUOTES = frozenset({"de", "cs", "sk", "sl", "bg", "hr", "sr", "bs", "et", "lt", "lv", "is"})
_MARKS = ".!?…‼⁇⁈⁉؟۔।॥։።။។。！？｡．"
_NEEDS_NO_SPACE = frozenset("。！？｡．।॥")
# A quote between blanks: "fin. »", or the straight ones of tokenized text, where only counting tells which kind it is.
_LONE_QUOTE = re.compile(r"(?<!\S)(?:''|[\"'”’»›])(?!\S)")
_OPENERS = "`\"'“‘«‹„‚([{¿¡「『（【〔《〈＂＇”’"
_BEFORE_A_WORD = _OPENERS + " \t\n"
_BESIDE = str.maketrans(
    dict.fromkeys("`\"'“”„‚‘«»‹›()[]{}\n\r\t\x0b\x0c\x1c\x1d\x1e\x1f\x85\u2028\u2029", " ")
    | {
        chr(code): " "
        for code in range(0xD800, 0xE000)  # lone surrogates, which no other program takes
    }
)

_BETWEEN_WORDS = re.compile(r"[\s(\[{\"“”‘«»)\]/—–,;:-]")
_FIRST_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_ACRONYM = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
_PARTICLES = frozenset(
    {"de", "del", "der", "den", "di", "da", "du", "la", "le", "las", "los", "el", "van", "von", "ten", "ter", "te"}
)
_DASHES = "-–—―"
_SPEAKER = re.compile(
    r"(?:(?:[A-Z][\w’'-]*\.?|de|la|van|von|der|of|and)\s){1,5}"
    r"(?:said|says|asked|asks|added|adds|told|tells|replied|shouted|cried|wrote|writes|yelled|tweeted|answered|exclaimed)\b"
)
_CHINESE_SPEAKER = re.compile(r"[^。！？，\s]{1,8}(?:说|说道|问|问道|喊|喊道|表示|叫道|回答)")
_JAPANESE_GOES_ON = re.compile(
    r"[、，]|と(?!ても|ころが|にかく|はいえ)|って|など|は|が|の|を|に|で(?!も|は|す)|も(?!し|う|っと)|や|へ|から|まで"
)
_BRACKETS = re.compile(r"\([^()]{1,300}+\)")
_JAPANESE_QUOTES = re.compile(r"「[^「」]{0,500}+」|『[^『』]{0,500}+』|（[^（）]{0,300}+）|\([^()]{0,300}+\)")
# Glued sentences ("the end.Next week"): small letters before the stop, a capitalized word after it, no file or host name.
_GLUED_LEFT = re.compile(r"(?:^|[\s(\"“‘—–-])[^\W\d_]*[^\W\d_]{2}[”\"’)]*$|\d[a-z]{0,3}$")
_GLUED_RIGHT = re.compile(r"[^\W\d_][^\W\d_]*(?:['’][^\W\d_]+)?(?=[\s,;:]|[.!?…](?:\s|$))")
_ADDRESS = re.compile(r"[/@:]|[^\W\d_]\.")
_ORDINAL_LANGUAGES = frozenset(
    {"de", "cs", "da", "no", "fi", "hu", "hr", "sk", "sl", "et", "is", "lv", "sr", "bs", "pl", "tr"}
)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A mark with what stands around it, in windows: `opening` is what follows without the quotes and brackets before it."""

    left: str
    mark: str
    closers: str
    spaced: bool
    right: str
    opening: str
    language: str
    lists: Abbreviations

    @property
    def first_word(self) -> str:
        """The next word, lower-case; "" if what follows is no word."""
        found = _FIRST_WORD.match(self.opening)
        return "" if found is None else found[0].lower().replace("’", "'")

    @property
    def starts_like_a_sentence(self) -> bool:
        """Whether the next word often begins sentences; an initial does not, be it the A of "J. A. Lund"."""
        word = self.first_word
        return word in self.lists.starters and not (len(word) == 1 and self.opening[1:2] == ".")


def sentence_ends(block: str, language: str) -> Iterator[int]:
    """Yield the offsets in `block` at which a sentence ends, its closing quotes and brackets included; the last is left out.

    A line break in the block counts as a blank.
    """
    shelters = _shelters(block, language)
    lone_closers = _lone_closers(block)
    for match in _candidates(language).finditer(block):
        end = lone_closers.get(match.end(), match.end("closers"))
        after = max(end, match.end())
        nearby = shelters.get(match.start() // _PAGE, ())
        if after == len(block) or any(match.start() in shelter and end <= shelter.stop for shelter in nearby):
            continue
        candidate = _candidate(block, match, after, language)
        verdict = _verdict(candidate)
        if _opinion(candidate) if verdict is None else verdict:
            yield end


@cache
def _candidates(language: str) -> re.Pattern[str]:
    """Return what finds marks with their closing quotes; a mark may go on after a blank (". . .", "deal. ...")."""
    marks = re.escape(_MARKS + ";" if language == "el" else _MARKS)
    closing = re.escape(_CLOSING + "“‘" if language in _LOW_QUOTES else _CLOSING)
    return re.compile(
        rf"(?P<mark>[{marks}]++(?:\x20[.…]++(?=[\s{closing}]|$))*+)(?P<closers>[{closing}]*+)(?P<gap>\s*+)"
    )


def _candidate(block: str, match: re.Match[str], after: int, language: str) -> _Candidate:
    start, mark_end = match.span("mark")
    left = block[max(0, start - _WINDOW) : start]
    right = block[after : after + _WINDOW].lstrip()
    opening = right.lstrip(_BEFORE_A_WORD)
    spaced = after > match.end("closers")
    return _Candidate(
        left, block[start:mark_end], match["closers"], spaced, right, opening, language, abbreviations(language)
    )


def _opinion(candidate: _Candidate) -> bool:
    """Ask sentencex about the two windows, quotes and brackets blanked out."""
    left = candidate.left.translate(_BESIDE) + candidate.mark
    found = sentencex.get_sentence_boundaries(candidate.language, f"{left} {candidate.opening.translate(_BESIDE)}")
    return any(len(left) <= boundary["end_index"] <= len(left) + 1 for boundary in found)


def _shelters(block: str, language: str) -> dict[int, list[range]]:
    """Bracketed passages inside which no sentence ends, by page: an aside in mid sentence, any Japanese quotation."""
    pages: dict[int, list[range]] = {}
    for found in (_JAPANESE_QUOTES if language == "ja" else _BRACKETS).finditer(block):
        before = block[max(0, found.start() - _WINDOW) : found.start()].rstrip()
        if language == "ja" or (before and before[-1] not in _MARKS + _CLOSING):
            inside = range(found.start(), found.end() - 1)
            for page in range(inside.start // _PAGE, inside.stop // _PAGE + 1):
                pages.setdefault(page, []).append(inside)
    return pages


def _lone_closers(block: str) -> dict[int, int]:
    """Return the closing quotes that stand between blanks, as start -> end: of straight ones every second is closing."""
    closers: dict[int, int] = {}
    is_open = {'"': False, "'": False}
    for found in _LONE_QUOTE.finditer(block):
        quote = found[0]
        if quote not in is_open or is_open[quote]:
            closers[found.start()] = found.end()
        if quote in is_open:
            is_open[quote] = not is_open[quote]
    return closers


def _verdict(candidate: _Candidate) -> bool | None:
    """Return True or False where a rule knows, None where it does not."""
    if candidate.mark[-1] in _NEEDS_NO_SPACE:
        return _ideographic(candidate)
    if not candidate.spaced:
        return _glued(candidate)
    opening = candidate.opening
    if not opening:
        return True
    if opening[0] in _DASHES:
        # "(EFE). - Al menos" is a dateline; "Never again! — Ana Ruel" signs a quotation.
        after = opening.lstrip(_DASHES + " ")
        return not candidate.left.endswith(")") and not after[:1].islower()
    if opening[0].islower() or opening[0] in ",;:%)]}»”" or opening.startswith(("http", "www.")):
        return False
    if candidate.left[-1:].isspace() and candidate.left[-2:-1].isdigit() and opening[0].isdigit():
        return False  # a decimal taken apart by a tokenizer: "6 . 1"
    if candidate.mark == ".":
        return _full_stop(candidate)
    if candidate.mark.startswith(("..", "…", ". .")):
        return candidate.first_word.partition("'")[0] != "i"
    return not (_quotes(candidate.closers) and candidate.language == "en" and _is_speaker(candidate))


def _full_stop(candidate: _Candidate) -> bool | None:
    """Judge a single full stop before a blank and no small letter."""
    lists = candidate.lists
    written = _BETWEEN_WORDS.split(candidate.left.rstrip())[-1].lstrip("'’.")
    word = written.lower()
    if word in lists.name:
        return False
    if candidate.opening[0].isdigit() and (word in lists.number or word in lists.phrase):
        return False
    if word in lists.clock:
        return candidate.first_word not in lists.time
    if word in lists.list:
        return True
    if word in lists.place and written[:1].isupper():
        return candidate.starts_like_a_sentence or candidate.left.endswith(", " + written)
    if word in lists.phrase or _ACRONYM.fullmatch(written):
        return candidate.starts_like_a_sentence
    return _lone_letter_or_number(candidate, written, word)


def _lone_letter_or_number(candidate: _Candidate, written: str, word: str) -> bool | None:
    if len(written) == 1 and written.isupper():
        return candidate.starts_like_a_sentence and candidate.first_word not in _PARTICLES
    if word.isdigit() and len(word) < 3 and candidate.language in _ORDINAL_LANGUAGES:
        return candidate.starts_like_a_sentence
    acronym_without_stops = len(written) > 1 and written.isupper()
    return True if not word or acronym_without_stops or word in candidate.lists.words else None


def _glued(candidate: _Candidate) -> bool:
    """Judge a mark that no blank follows: the start of a question, or two sentences that lost their blank."""
    if candidate.right[:1] in ("¿", "¡"):
        return True
    right = _GLUED_RIGHT.match(candidate.opening)
    if right is None or not right[0][0].isupper() or right[0][1:] != right[0][1:].lower():
        return False
    left = candidate.left.split()[-1:]
    if not left or _ADDRESS.search(left[0]) or _GLUED_LEFT.search(candidate.left) is None:
        return False
    if candidate.starts_like_a_sentence:
        return True
    return len(right[0]) > 3 and left[0].strip(_OPENERS + "”’)").islower()


def _is_speaker(candidate: _Candidate) -> bool:
    """`"Where are they?" Pell asked`: a name and a verb of saying, where `She asked` would begin a sentence."""
    return not candidate.starts_like_a_sentence and _SPEAKER.match(candidate.right) is not None


def _quotes(closers: str) -> bool:
    return any(closer in "\"'”’»›" for closer in closers)


def _ideographic(candidate: _Candidate) -> bool:
    """Judge a mark of a script without spaces; a quotation goes on in 「…。」と述べた, a name in Yahoo！ニュース."""
    if candidate.mark == "．" and candidate.left[-1:].isdigit() and candidate.right[:1].isdigit():
        return False
    exclaims = candidate.mark[-1] in "！？"
    if exclaims and candidate.left[-1:].isascii() and candidate.left[-1:].isalpha() and not candidate.spaced:
        return False
    if candidate.language == "ja":
        return not ((candidate.closers or exclaims) and _JAPANESE_GOES_ON.match(candidate.right))
    if candidate.closers and candidate.right[:1] in ("，", "、", ","):
        return False
    return not (candidate.closers and exclaims and _CHINESE_SPEAKER.match(candidate.right))
