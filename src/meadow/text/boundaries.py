"""Where sentences end inside a block of running text: sentencex proposes, these rules dispose.

Every mark that can end a sentence is a candidate (`meadow.text.sentence_marks`). Our rules decide the cases they know:
abbreviations, initials, clocks, quotations with their speakers, brackets, missing spaces, Japanese quotes. For the rest
sentencex's opinion counts, asked about a text without quotes and brackets, inside which it would not split at all. A rule
sees a bounded window on either side of its mark, so the cost is linear.
"""

from __future__ import annotations

import re
from functools import lru_cache

import sentencex

from meadow.text import east_asian
from meadow.text.abbreviations import abbreviations
from meadow.text.sentence_marks import OPENERS, Candidate, Plain, candidates

_BESIDE = str.maketrans(
    dict.fromkeys("`\"'“”„‚‘«»‹›()[]{}\n\r\t\x0b\x0c\x1c\x1d\x1e\x1f\x85\u2028\u2029", " ")
    | {
        chr(code): " "
        for code in range(0xD800, 0xE000)  # lone surrogates, which no other program takes
    }
)
_BETWEEN_WORDS = re.compile(r"[\s(\[{\"“”‘«»)\]/—–,;:-]")
_ACRONYM = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
# Abbreviations in pieces: the letters before the last stop of "S. A.", "EE. UU." and "a. m.", and those after their first.
_SPACED_PAIR = re.compile(r"(?<![^\s(\[\"“«])([^\W\d_]{1,3})\.\s([^\W\d_]{1,3})$")
# The Hun Sen of "said Hun Sen. Sam Rainsy answered".
_NAME_LIKE_TITLE = re.compile(r"(?<![\w-])[A-Z][\w'’-]+\s([A-Z][a-z]{1,5})$")
_ENOUGH_TO_BEGIN = 12
_LONGEST_WORD = 40
_LONGEST_PIECE = 3
_LONGEST_PAIR = 2 * _LONGEST_PIECE + 3
_SECOND_PIECE = re.compile(r"([^\W\d_]{1,3})\.")
_PARTICLES = frozenset(
    {"de", "del", "der", "den", "di", "da", "du", "la", "le", "las", "los", "el", "van", "von", "ten", "ter", "te"}
)
_DASHES = "-–—―"
_SPEAKER = re.compile(
    r"(?:(?:[A-Z][\w’'-]*\.?|de|la|van|von|der|of|and)\s){1,5}"
    r"(?:said|says|asked|asks|added|adds|told|tells|replied|shouted|cried|wrote|writes|yelled|tweeted|answered|exclaimed)\b"
)
# Glued sentences ("the end.Next week"): small letters before the stop, a capitalized word after it, no file or host name.
_GLUED_LEFT = re.compile(r"(?:^|[\s(\"“‘—–-])[^\W\d_]*[^\W\d_]{2}[”\"’)]*$|\d[a-z]{0,3}$")
_GLUED_RIGHT = re.compile(r"[^\W\d_][^\W\d_]*(?:['’][^\W\d_]+)?(?=[\s,;:]|[.!?…](?:\s|$))")
_ADDRESS = re.compile(r"[/@:]|[^\W\d_]\.")
_ORDINAL_LANGUAGES = frozenset(
    {"de", "cs", "da", "no", "fi", "hu", "hr", "sk", "sl", "et", "is", "lv", "sr", "bs", "pl", "tr"}
)


def sentence_ends(block: str, language: str, *, text: str | None = None) -> list[int]:
    """Return the offsets in `block` at which a sentence ends, closing quotes and brackets included; the last is left out.

    A line break in the block counts as a blank. `text` is the whole that the block is from, the block itself if not given:
    it tells a name from a title ("Hun Sen. Sam Rainsy").
    """
    whole = block if text is None else text
    return [
        end
        for end, candidate in candidates(block, language)
        if (
            _is_plain_end(candidate, language)
            if isinstance(candidate, Plain)
            else _is_end(candidate) or _ends_on_name(candidate, whole)
        )
    ]


def _is_plain_end(stop: Plain, language: str) -> bool:
    """Judge a stop as all rules together would, of which none can object."""
    if stop.word.lower() in abbreviations(language).words:
        return True
    return _is_boundary(language, stop.word + ".", _next_word(stop.right))


def _is_end(candidate: Candidate) -> bool:
    verdict = _verdict(candidate)
    return _opinion(candidate) if verdict is None else verdict


def _ends_on_name(candidate: Candidate, text: str) -> bool:
    """Say whether what looks like a title is a name: the text writes it elsewhere behind the same word, without a stop."""
    if candidate.mark != "." or not candidate.spaced or not candidate.opening[:1].isupper():
        return False
    # The word is looked up first: the pattern takes ten times as long.
    word = candidate.left.rsplit(None, 1)[-1:]
    if not word or word[0].lower() not in candidate.lists.name:
        return False
    named = _NAME_LIKE_TITLE.search(candidate.left, max(0, len(candidate.left) - _LONGEST_WORD))
    return named is not None and re.search(re.escape(named[0]) + r"(?![\w.])", text) is not None


def _opinion(candidate: Candidate) -> bool:
    """Ask sentencex about the words on either side, quotes and brackets blanked out.

    Of 30,000 opinions on news in eleven languages, four change if it sees all that stands around them.
    """
    before = candidate.left.translate(_BESIDE).split()[-1:]
    return _is_boundary(candidate.language, "".join(before) + candidate.mark, _next_word(candidate.opening))


def _next_word(opening: str) -> str:
    word = opening[:_ENOUGH_TO_BEGIN].split(" ", 1)[0]
    return word if word.isalpha() else opening[:_ENOUGH_TO_BEGIN].translate(_BESIDE).split(" ", 1)[0]


@lru_cache(maxsize=1 << 15)
def _is_boundary(language: str, left: str, right: str) -> bool:
    found = sentencex.get_sentence_boundaries(language, f"{left} {right}")
    return any(len(left) <= boundary["end_index"] <= len(left) + 1 for boundary in found)


def _verdict(candidate: Candidate) -> bool | None:
    """Return True or False where a rule knows, None where it does not."""
    if east_asian.is_ideographic(candidate):
        return east_asian.ends_sentence(candidate)
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


def _full_stop(candidate: Candidate) -> bool | None:
    """Judge a single full stop before a blank and no small letter."""
    lists = candidate.lists
    written = _written(candidate)
    word = written.lower()
    if word in lists.name or word.rpartition(".")[2] in lists.name or _is_first_piece(candidate, word):
        return False
    if candidate.opening[0].isdigit() and (word in lists.number or word in lists.phrase):
        return False
    if word in lists.clock:
        return candidate.first_word not in lists.time
    if word in lists.list and not _is_initial(written):
        return True
    if word in lists.place and written[:1].isupper():
        return candidate.starts_like_a_sentence or candidate.left.endswith(", " + written)
    if word in lists.phrase or _ACRONYM.fullmatch(written):
        return candidate.starts_like_a_sentence
    return _lone_letter_or_number(candidate, written, word)


def _written(candidate: Candidate) -> str:
    """Return the word before the stop; the pieces of a known abbreviation ("S. A.", "EE. UU.") are one word."""
    pair = _SPACED_PAIR.search(candidate.left, max(0, len(candidate.left) - _LONGEST_PAIR))
    if pair is not None and candidate.lists.knows(f"{pair[1]}.{pair[2]}".lower()):
        return f"{pair[1]}.{pair[2]}"
    return _BETWEEN_WORDS.split(candidate.left.rstrip()[-_LONGEST_WORD:])[-1].lstrip("'’.")


def _is_first_piece(candidate: Candidate, word: str) -> bool:
    """Say whether word and next word are pieces of one abbreviation: the EE of "EE. UU."."""
    second = _SECOND_PIECE.match(candidate.opening) if len(word) <= _LONGEST_PIECE else None
    return second is not None and candidate.lists.knows(f"{word}.{second[1].lower()}")


def _lone_letter_or_number(candidate: Candidate, written: str, word: str) -> bool | None:
    if _is_initial(written):
        return candidate.starts_like_a_sentence and candidate.first_word not in _PARTICLES
    if word.isdigit() and len(word) < 3 and candidate.language in _ORDINAL_LANGUAGES:
        return candidate.starts_like_a_sentence
    acronym_without_stops = len(written) > 1 and written.isupper()
    return True if not word or acronym_without_stops or word in candidate.lists.words else None


def _is_initial(written: str) -> bool:
    return len(written) == 1 and written.isupper()


def _glued(candidate: Candidate) -> bool:
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
    return len(right[0]) > 3 and left[0].strip(OPENERS + "”’)").islower()


def _is_speaker(candidate: Candidate) -> bool:
    """`"Where are they?" Pell asked`: a name and a verb of saying, where `She asked` would begin a sentence."""
    return not candidate.starts_like_a_sentence and _SPEAKER.match(candidate.right) is not None


def _quotes(closers: str) -> bool:
    return any(closer in "\"'”’»›" for closer in closers)
