"""Runs of capitalised words that may be names, with the particles inside them and without titles before them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from meadow.text.phrases.capitals import TaggedText, bare, common_endings, is_capital
from meadow.text.phrases.lexicon import Lexicon

_PERSON_PARTICLES = frozenset({
    "van", "von", "der", "den", "de", "le", "du", "da", "di", "dos", "del", "bin", "ibn", "al", "ter", "ten", "te", "'t",
})  # fmt: skip
_AFTER_PERSON_PARTICLE = _PERSON_PARTICLES | {"la", "el"}
_PURPOSE = frozenset({"for", "para", "voor"})
_MINISTRIES = frozenset({"ministry", "ministerio", "ministerie", "department", "departamento"})
_SMALL_HEADS = frozenset({"ministerie", "ministry", "gemeente"})
_MOST_PARTICLES = 3
_LONG_TITLE = 6  # letters from which a Dutch title is known at the end of a longer word


@dataclass(frozen=True, slots=True)
class NameRun:
    """A candidate: the words from `start` to `end` of a text, and whether a title stood before it."""

    start: int
    end: int
    titled: bool


@dataclass(frozen=True)
class RunSearch:
    """Finds the runs of a text, given the word lists and the capitals that are known from all texts."""

    read: TaggedText
    lists: Lexicon
    known: frozenset[str]

    def runs(self) -> Iterator[NameRun]:
        """Yield the candidates of the text in order; none where it is all in capitals."""
        index = 0
        while index < len(self.read.words) and not self.read.shouted:
            if not self._is_capital(index):
                index += 1
                continue
            end = self._end(index)
            run = self._without_titles(self._with_small_head(index), end)
            if run is not None:
                yield run
            index = end

    @cached_property
    def _heads(self) -> frozenset[str]:
        return self.lists.words("organisation heads") | self.lists.words("place heads")

    @cached_property
    def _last_words(self) -> frozenset[str]:
        return self.lists.words("organisation heads") | self.lists.words("organisation ends")

    @cached_property
    def _owned(self) -> frozenset[str]:
        return self.lists.words("organisation heads") | self.lists.words("place ends")

    @cached_property
    def _long_titles(self) -> tuple[str, ...]:
        """The titles that Dutch puts at the end of one word: "oppositieleider", "brandweercommandant"."""
        dutch = self.lists.language == "nl"
        return tuple(title for title in self.lists.words("titles") if len(title) >= _LONG_TITLE) if dutch else ()

    def _is_capital(self, index: int) -> bool:
        return is_capital(self.read, index, self.lists, self.known)

    def _is_title(self, index: int) -> bool:
        lower = self.read.lower(index)
        return lower in self.lists.words("titles") or lower.endswith(self._long_titles)

    def _end(self, start: int) -> int:
        end = start + 1
        while end < len(self.read.words):
            if self.read.words[end - 1].text.endswith(("'s", "’s")) and not self._is_owned(end):
                break
            if end in self.read.first or not self._is_capital(end):
                after = self._after_particles(start, end)
                if after is None or after in self.read.first or not self._is_capital(after):
                    break
                end = after
            end += 1
        return end

    def _is_owned(self, index: int) -> bool:
        """Say whether an owner is part of the name: "St. Alban's Hospital", but not "Lethria's Green Party"."""
        more = index + 1 < len(self.read.words) and self.read.words[index + 1].text[0].isupper()
        return self.read.words[index].text[0].isupper() and self.read.lower(index) in self._owned and not more

    def _after_particles(self, start: int, end: int) -> int | None:
        """Return the word after the particles that join two parts of a name, or None where there are none that do."""
        words = [word.text.lower() for word in self.read.words[end : end + _MOST_PARTICLES]]
        allowed = self.lists.words("particles")
        count = next((count for count, word in enumerate(words) if word not in allowed), len(words))
        joined = count > 0 and end + count < len(self.read.words) and self._joins(words[:count], start, end)
        return end + count if joined else None

    def _joins(self, particles: Sequence[str], start: int, end: int) -> bool:
        first = particles[0]
        if first in _PURPOSE:
            return self._is_headed(start, end)
        if first in self.lists.words("links"):
            whole = self._is_headed(start, end) or self._is_thing(start, end, len(particles))
            return "and" not in particles if whole else self._is_given_name(start, end) and particles[-1] != "het"
        if first == "&" or first in self.lists.words("conjunctions"):
            return first == "&" or (self.read.lower(start) in _MINISTRIES and len(particles) == 1)
        return first in _PERSON_PARTICLES and _AFTER_PERSON_PARTICLE.issuperset(particles)

    def _is_headed(self, start: int, end: int) -> bool:
        """Say whether a head takes an "of": "Technical University of …", but not "Banco Alba of Marenza" in English."""
        ends = (end - 1,) if self.lists.language == "en" else (start, end - 1)
        return any(self.read.lower(index) in self._heads for index in ends)

    def _is_thing(self, start: int, end: int, particles: int) -> bool:
        """Say whether this is the ferry Star of Skerra, here or elsewhere called a ferry."""
        called_here = end == start + 1 and self.read.lower(start - 1) in self.lists.words("thing nouns")
        return called_here or " ".join(map(self.read.lower, range(start, end + particles + 1))) in self.known

    def _is_given_name(self, start: int, end: int) -> bool:
        """Say whether a Dutch surname may follow: "Pieter van Esch", but not "Bewoners van Waterveen"."""
        names = [index for index in range(start, end) if not self._is_title(index)]
        plural = start in self.read.first and self.read.lower(start).endswith(common_endings("nl"))
        return self.lists.language == "nl" and len(names) == 1 and not (plural and end == start + 1)

    def _with_small_head(self, start: int) -> int:
        """Return where a name begins that takes in a small word before it: "río Ashe", "ministerie van Visserij"."""
        if self.read.lower(start - 1) in self.lists.words("place prefixes"):
            return start - 1
        linked = self.read.lower(start - 1) in self.lists.words("links")
        return start - 2 if linked and self.read.lower(start - 2) in _SMALL_HEADS else start

    def _without_titles(self, start: int, end: int) -> NameRun | None:
        """Return the run without the titles at its head; None where nothing else is left."""
        if self._is_portfolio(start):
            return None
        if end > start + 1 and self.read.lower(end - 1) in self._last_words:
            return NameRun(start, end, titled=False)
        rest = 1 + max((index for index in range(start, end) if self._is_title(index)), default=start - 1)
        if rest > start:
            return NameRun(rest, end, titled=True) if rest < end else None
        if end == start + 1 and start in self.read.first and self.read.lower(start) in self.lists.words("title parts"):
            return None
        if end == start + 2 and self.lists.language == "nl" and self.read.lower(start).endswith("sche"):
            return NameRun(start + 1, end, titled=False)  # "het Lethrische Vellin"
        return NameRun(start, end, titled=self._is_title(start - 1))

    def _is_portfolio(self, start: int) -> bool:
        """Say whether a capital is what a minister is minister of: "ministra de Transportes", "Minister of Health"."""
        linked = self.read.lower(start - 1) in self.lists.words("links")
        return linked and any(self._is_title(index) for index in (start - 2, start - 3))


def mention_end(read: TaggedText, run: NameRun) -> int:
    """Return where a run ends in the text, without the "'s" of an owner."""
    last = read.words[run.end - 1]
    return last.start + len(bare(last.text))
