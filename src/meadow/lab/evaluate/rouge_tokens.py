"""The tokens that ROUGE compares: lines of a text, cut to a limit, split into words, and each word's key.

A text's lines are its sentences. The key of a word is its stem, or the word itself; a stop word has none. What
ROUGE-1.5.5 does is done here to the letter, its slips included: its byte limit counts no line ends and, for the
subsequence measures, is applied to each line on its own until one is longer.

Source: Lin (2004) for ROUGE; the ROUGE-1.5.5 script and Google's rouge-score for the two dialects.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from meadow.lab.evaluate.rouge_porter import stem_google, stem_script
from meadow.lab.evaluate.rouge_rules import Limit, RougeRules
from meadow.text.language import UNSPACED
from meadow.text.stems import stem_words
from meadow.text.tokens import words as split_words

Lines = list[list[str]]

_TO_WORDS_AND_BLANKS = bytes(
    ord(chr(code).lower()) if chr(code).isalnum() and code < 128 else 32 for code in range(256)
)
_PERL_SPACE = " \t\n\r\f"
_PERL_BLANKS = re.compile(f"[{_PERL_SPACE}]+")
_SHORTEST_STEMMED = 4


@dataclass(frozen=True, slots=True)
class TokenReading:
    """A text as ROUGE sees it: its words in a row, and the lines among which common subsequences are looked for.

    The lines hold the same words, but for the byte limit of ROUGE-1.5.5.
    """

    row: list[str]
    lines: Lines


def read_words(text: str, rules: RougeRules) -> TokenReading:
    """Return the words of a text as written (folded, not stemmed), stop words included.

    Where the script has no blanks between words, a limit of words counts tokens.
    """
    if rules.limit is not None and rules.limit.unit == "words" and rules.language in UNSPACED:
        return _reading(list(_first_tokens(_split_all(_lines(text, rules), rules), rules.limit.amount)))
    row_lines, lines = cut_lines(text, rules)
    apart = _split_all(row_lines, rules) if lines_differ_from_row(rules) else None
    return _reading(_split_all(lines, rules), apart)


def cut_lines(text: str, rules: RougeRules) -> tuple[list[str], list[str]]:
    """Return the lines that make up the row, and those among which common subsequences are looked for, both in limits."""
    lines = list(_lines(text, rules))
    if rules.limit is None:
        return lines, lines
    row_lines = list(_cut(lines, rules.limit, script=rules.script_limit))
    return row_lines, list(_cut_each(lines, rules.limit.amount)) if lines_differ_from_row(rules) else row_lines


def folded(line: str, rules: RougeRules) -> str:
    """Return a line in which our tokenizer finds the words that the rules want: for English, blanks for all but a-z0-9."""
    if rules.tokenizer == "google":
        line = line.lower()
    elif rules.tokenizer == "words":
        return line if line.isascii() else line.encode("utf-8", "replace").decode()  # lone surrogates are no letters
    # One byte per character, so that everything outside ASCII becomes a blank too.
    return line.encode("ascii", "replace").translate(_TO_WORDS_AND_BLANKS).decode("ascii")


def read_keys(text: str, rules: RougeRules, key: Callable[[str], str | None] | None = None) -> TokenReading:
    """Return the keys of a text: what is compared, stop words gone and words stemmed as the rules say.

    Who reads many texts makes the `key_function` once and hands it in: it remembers the words that it has met.
    """
    reading = read_words(text, rules)
    key = key_function(rules) if key is None else key
    lines = [_keys(line, key) for line in reading.lines]
    return _reading(lines, [_keys(reading.row, key)] if lines_differ_from_row(rules) else None)


def lines_differ_from_row(rules: RougeRules) -> bool:
    """Say whether the lines may hold other words than the row: ROUGE-1.5.5 under its byte limit."""
    return rules.script_limit and rules.limit is not None and rules.limit.unit == "utf8_bytes"


def key_function(rules: RougeRules) -> Callable[[str], str | None]:
    """Return the function from a word to its key; it gives None for a stop word."""
    return _KeyTable(rules).__getitem__


class _KeyTable(dict[str, str | None]):
    """Word -> key, worked out when the word is first met."""

    def __init__(self, rules: RougeRules) -> None:
        self._stop = rules.stop
        self._stem = _stem_function(rules)

    def __missing__(self, word: str) -> str | None:
        self[word] = key = None if word in self._stop else self._stem(word)
        return key


def _reading(lines: Lines, row_lines: Lines | None = None) -> TokenReading:
    return TokenReading(list(chain.from_iterable(lines if row_lines is None else row_lines)), lines)


def _keys(words: Iterable[str], key: Callable[[str], str | None]) -> list[str]:
    return [stem for stem in map(key, words) if stem is not None]


def _stem_function(rules: RougeRules) -> Callable[[str], str]:
    if rules.stemmer is None:
        return str
    exceptions = rules.exceptions
    if rules.stemmer == "snowball":
        return lambda word: exceptions[word] if word in exceptions else stem_words([word], rules.language)[0]
    porter = stem_google if rules.stemmer == "google" else stem_script

    def stem(word: str) -> str:
        if len(word) < _SHORTEST_STEMMED:
            return word
        return exceptions[word] if word in exceptions else porter(word)

    return stem


def _lines(text: str, rules: RougeRules) -> Iterator[str]:
    lines = filter(None, text.split("\n"))
    return _sentences(lines, rules.language) if rules.split_sentences else lines


def _sentences(lines: Iterable[str], language: str) -> Iterator[str]:
    from meadow.text.sentences import split_sentences  # its rules and data load only when they are asked for

    for line in lines:
        yield from (line[start:end] for start, end in split_sentences(line, language))


def _split_all(lines: Iterable[str], rules: RougeRules) -> Lines:
    if rules.tokenizer == "words":
        return [split_words(folded(line, rules), rules.language) for line in lines]
    return [folded(line, rules).split() for line in lines]


def _first_tokens(lines: Lines, amount: int) -> Iterator[list[str]]:
    for line in lines:
        yield line[:amount]
        amount -= len(line)
        if amount <= 0:
            return


def _cut(lines: list[str], limit: Limit, *, script: bool) -> Iterator[str]:
    """Yield the lines up to the limit, the last one cut short. Line ends count one each, but not in the script."""
    left = limit.amount
    between = 0 if script or limit.unit == "words" else 1
    for line in lines:
        units = _units(line, limit, script=script)
        if len(units) >= left:
            yield _joined(units[:left])
            return
        yield line
        left -= len(units) + between


def _cut_each(lines: list[str], amount: int) -> Iterator[str]:
    for line in lines:
        encoded = _encoded(line)
        yield _joined(encoded[:amount])
        if len(encoded) >= amount:
            return


def _units(line: str, limit: Limit, *, script: bool) -> str | bytes | list[str]:
    if limit.unit == "words":
        return _perl_fields(line) if script else line.split()
    return line if limit.unit == "characters" else _encoded(line)


def _joined(units: str | bytes | list[str]) -> str:
    if isinstance(units, list):
        return " ".join(units)
    # Half a character, left by a cut between its bytes, is no letter in any dialect.
    return units.decode("utf-8", "ignore") if isinstance(units, bytes) else units


def _encoded(line: str) -> bytes:
    return line.encode("utf-8", "surrogatepass")


def _perl_fields(line: str) -> list[str]:
    """Return a line's words as Perl splits them: blanks at the start make an empty first word, which counts."""
    fields = _PERL_BLANKS.split(line.rstrip(_PERL_SPACE))
    return fields if fields != [""] else []
