"""Language rules as data: the entries of `rules/<language>.rules`, joined by kind.

An entry has a name, a pattern, one line of why, and examples that it must and must not match. Its section says of which
kind it is, and where the pattern is tried: at the `start`, on the `whole` text or `anywhere`. Those of `any.rules` are tried
in every language. A name in braces is an atom: a pattern that the file defines (`@said = …`), or a word list of the file or
the lexicon. The head of `en.rules` explains the format, `docs/how-to/add-rules.md` how to add an entry or a language.

Few entries run on a sentence, since each one's trigger is derived from its pattern (`meadow.text.triggers`): the first
letters with which it may begin, or words of which one must be there. Flags of words are one number for a sentence: a bit per
entry with trigger words, and per word list that a check asks for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial, reduce
from importlib.resources import files
from operator import or_
from typing import Literal, cast

from meadow.text.language import UNSPACED
from meadow.text.phrases.lexicon import lexicon
from meadow.text.stopwords import stop_words
from meadow.text.triggers import head_of, heads, trigger_marks, trigger_words
from meadow.text.word_sets import small_words

Where = Literal["start", "whole", "anywhere"]

_LETTERS = 3  # of a text by which its candidates are found
_MOST_HEADS = 20_000

ANY = "any"
"""The rules that are tried in every language."""
LISTS = ("newsy", "sayers", "auxiliaries", "copulas")
"""Word lists with a flag each, of the rules or of the lexicon."""
_FIRST_BIT, _LAST_BIT = len(LISTS), 62  # of a flag; entries beyond the last one share it
_HEADER = re.compile(
    r"\[(?P<kind>[a-z]+) (?P<where>start|whole|anywhere)(?P<small> small)?\]"
    r"|\[words: (?P<list>[a-z ]+)\]|@(?P<atom>[A-Za-z ]+) = (?P<pattern>.+)"
)
_LINE = re.compile(r"  (?P<sign>[=#+-]) (?P<value>.*)")
_PARTS = {"=": "a pattern", "#": "a reason", "+": "an example that it matches", "-": "one that it does not match"}
_ATOM = re.compile(r"\{([A-Za-z][A-Za-z ]*)\}")
OPENING_MARKS = "\"'“”‘’«»„『「([-_*•·▪●► `…."
"""What may stand before the first word of a sentence; entries that look at the start begin behind it, or with a mark."""


@dataclass(frozen=True, eq=False)
class RuleEntry:
    """One rule: what it looks for, why, and what it must and must not match."""

    kind: str
    name: str
    language: str
    where: Where
    small: bool
    pattern: str
    why: str
    matching: tuple[str, ...]
    failing: tuple[str, ...]

    @property
    def id(self) -> str:
        """Its language, kind and name: "en opening: pronoun"."""
        return f"{self.language} {self.kind}: {self.name}"

    @cached_property
    def fits(self) -> Callable[[str], re.Match[str] | None]:
        """The method that tries the compiled pattern on a text."""
        compiled = re.compile(self.pattern, re.DOTALL)
        return {"start": compiled.match, "whole": compiled.fullmatch, "anywhere": compiled.search}[self.where]

    @cached_property
    def heads(self) -> frozenset[str] | None:
        """The heads of texts that it may match; None if any."""
        return None if self.where == "anywhere" else heads(self.pattern)

    @cached_property
    def triggers(self) -> frozenset[str] | None:
        """The words of which one is in every text that it matches, or None; an entry with heads needs none."""
        return trigger_words(self.pattern, stop_words(self.language)) if self.heads is None else None

    @cached_property
    def needed(self) -> tuple[str, ...]:
        """Strings of which one is in every text that it matches, in small letters: its trigger words, else marks."""
        if self.heads is not None:
            return ()
        return tuple(sorted(self.triggers or trigger_marks(self.pattern) or ()))

    def matches(self, text: str) -> bool:
        """Say whether it matches a sentence as it stands, with or without the marks before its first word."""
        text = text.lower() if self.small else text
        starts = (text, text.lstrip(OPENING_MARKS)) if self.where == "start" else (text,)
        return any(self.fits(start) is not None for start in starts)


@dataclass(frozen=True, slots=True)
class RuleFile:
    """The entries of a file, its word lists, and its atoms."""

    entries: Sequence[RuleEntry]
    lists: Mapping[str, frozenset[str]]
    atoms: Mapping[str, str]


_Candidates = tuple[int, tuple[tuple[int, RuleEntry], ...]]


class KindRules(dict[str, _Candidates]):
    """The entries of a kind by the first letters of a text: those that it may match, each with its flag.

    The first number is the flags of which a text must have one if any entry is to match; 0 if some need none.
    """

    def __init__(self, entries: Iterable[RuleEntry], bits: Mapping[RuleEntry, int]) -> None:
        super().__init__()
        self.entries, self._bits = tuple(entries), bits
        known = frozenset[str]().union(*(entry.heads for entry in self.entries if entry.heads is not None))
        self._by_head = {head: self._candidates(head) for head in known}
        self._others = self._candidates("")

    def __missing__(self, letters: str) -> _Candidates:
        if len(self) >= _MOST_HEADS:
            self.clear()
        found = self[letters] = self._by_head.get(head_of(letters), self._others)
        return found

    def _candidates(self, head: str) -> _Candidates:
        found = [entry for entry in self.entries if entry.heads is None or head in entry.heads]
        bits = [self._bits.get(entry, 0) for entry in found]
        return 0 if 0 in bits else reduce(or_, bits, 0), tuple(zip(bits, found, strict=True))

    def find(self, text: str, flags: int | None = None) -> RuleEntry | None:
        """Return the first entry that a text matches; `flags` are those of its words, where they are known."""
        gate, candidates = self[text[:_LETTERS]]
        if gate and flags is not None and not flags & gate:
            return None
        small = text.lower() if flags is None else text
        for bit, entry in candidates:
            if bit and flags is not None:
                if not flags & bit:
                    continue
            elif entry.needed:
                for part in entry.needed:
                    if part in small:
                        break
                else:
                    continue
            if entry.fits(text) is not None:
                return entry
        return None


class _Kinds(dict[str, KindRules]):
    """The rules of each kind that was asked for."""

    def __init__(self, make: Callable[[str], KindRules]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, name: str) -> KindRules:
        made = self[name] = self._make(name)
        return made


class Rulebook:
    """The rules of a language: entries by kind, word lists, and the flags of words."""

    def __init__(self, language: str) -> None:
        self.language = language
        own, every = _parsed(language), _parsed(ANY)
        self.entries = tuple(own.entries if language == ANY else (*own.entries, *every.entries))
        self._lists = own.lists
        triggered = [entry for entry in self.entries if entry.triggers is not None]
        self._bits = {entry: 1 << min(_FIRST_BIT + at, _LAST_BIT) for at, entry in enumerate(triggered)}
        self.newsy, self.sayers = 1, 2
        self.verbs = 4 | 8
        self.kind = _Kinds(self._rules).__getitem__
        """Returns the rules of a kind; those of the language come before those of any."""

    def _rules(self, name: str) -> KindRules:
        return KindRules([entry for entry in self.entries if entry.kind == name], self._bits)

    def words(self, name: str) -> frozenset[str]:
        """Return a word list of the rules, else of the lexicon; empty where the language has none."""
        return self._lists[name] if name in self._lists else lexicon(self.language).words(name)

    @cached_property
    def word_flags(self) -> Mapping[str, int]:
        """The flags of each word that has any."""
        found: dict[str, int] = {}
        every = [(1 << at, self.words(name)) for at, name in enumerate(LISTS)]
        every += [(bit, entry.triggers or frozenset()) for entry, bit in self._bits.items()]
        for bit, words in every:
            for word in words:
                found[word] = found.get(word, 0) | bit
        return found

    @cached_property
    def _flagged(self) -> frozenset[str]:
        return frozenset(self.word_flags)

    def flags(self, text: str) -> int:
        """Return the flags of all words of a text; every one in a language whose words are not told apart here."""
        if self.language in UNSPACED:
            return -1
        return reduce(or_, map(self.word_flags.__getitem__, self._flagged.intersection(small_words(text))), 0)

    def flags_of_word(self, word: str) -> int:
        """Return the flags of a word as `meadow.text.tokens` has it; "we'll" has those of "we" and "ll"."""
        return self.word_flags.get(word, 0) if word.isalpha() else self.flags(word)


@cache
def rulebook(language: str) -> Rulebook:
    """Return the rules of a language; those of any language where it has none of its own."""
    return Rulebook(language)


@cache
def pattern(kind: str, name: str, language: str = ANY) -> re.Pattern[str]:
    """Return the pattern of one entry, for code that needs to know what it matched, or where."""
    entry = next(each for each in rulebook(language).kind(kind).entries if each.name == name)
    return re.compile(entry.pattern, re.DOTALL)


@cache
def _parsed(language: str) -> RuleFile:
    path = files("meadow.text").joinpath("rules", f"{language}.rules")
    if not language.isalpha() or not path.is_file():
        return RuleFile((), {}, {})
    return parse_rules(path.read_text(encoding="utf-8"), language, {} if language == ANY else _parsed(ANY).atoms)


def parse_rules(text: str, language: str, atoms: Mapping[str, str] | None = None) -> RuleFile:
    """Return the entries and lists of a file of rules, which may use these atoms; an entry that lacks a part is refused."""
    lists: dict[str, list[str]] = {}
    given: list[tuple[re.Match[str], Sequence[str]]] = []
    known = dict(atoms or {})
    section: re.Match[str] | None = None
    for lines in _paragraphs(text):
        header = _HEADER.fullmatch(lines[0])
        if header is not None and header["atom"]:
            known[header["atom"]] = header["pattern"]
        elif header is not None:
            section = header
        elif section is None:
            raise ValueError(f"{language}.rules: {lines[0]!r} comes before any [kind where] or [words: name].")
        elif section["list"]:
            lists.setdefault(section["list"], []).extend(lines[0].split())
        else:
            given.append((section, lines))
    words = {name: frozenset(each) for name, each in lists.items()}
    fill = partial(_filled, language=language, atoms=known, lists=words)
    return RuleFile([_entry(header, lines, language, fill) for header, lines in given], words, known)


def _paragraphs(text: str) -> Iterator[list[str]]:
    """Yield each line with the indented ones below it; blank lines and comments are left out."""
    found: list[str] = []
    for line in text.splitlines():
        if line and line[0] != "#":
            if line[0] != " " and found:
                yield found
                found = []
            found.append(line)
    if found:
        yield found


def _entry(header: re.Match[str], lines: Sequence[str], language: str, fill: Callable[[str], str]) -> RuleEntry:
    parts: dict[str, list[str]] = {sign: [] for sign in _PARTS}
    for line in lines[1:]:
        part = _LINE.fullmatch(line)
        if part is None:
            raise ValueError(f"{language}.rules: {line!r} of {lines[0]!r} begins with none of {', '.join(_PARTS)}.")
        parts[part["sign"]].append(part["value"])
    missing = [name for sign, name in _PARTS.items() if not parts[sign]]
    if missing:
        raise ValueError(f"{language}.rules: {header['kind']}.{lines[0]} lacks {', '.join(missing)}.")
    return RuleEntry(
        header["kind"],
        lines[0],
        language,
        cast("Where", header["where"]),
        header["small"] is not None,
        fill("".join(parts["="])),
        parts["#"][0],
        tuple(parts["+"]),
        tuple(parts["-"]),
    )


def _filled(source: str, language: str, atoms: Mapping[str, str], lists: Mapping[str, frozenset[str]]) -> str:
    """Return a pattern with its atoms filled in; one that names nothing is refused."""

    def fill(atom: re.Match[str]) -> str:
        name = atom[1]
        if name in atoms:
            return f"(?:{_filled(atoms[name], language, atoms, lists)})"
        words = lists[name] if name in lists else [each.partition("=")[0] for each in lexicon(language).words(name)]
        if not words:
            raise ValueError(f"{language}.rules: {{{name}}} is no atom and no word list of the rules or the lexicon.")
        ordered = sorted(words, key=lambda word: (-len(word), word))
        return f"(?:{'|'.join(re.escape(word.replace('_', ' ')) for word in ordered)})"

    return _ATOM.sub(fill, source)
