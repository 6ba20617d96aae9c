"""A weekday among the words of its sentence, and what each of them says of when something happens, with its neighbours.

"due" is a plan, "was due" one that may be overtaken, and "due to the storm" says nothing.

Source: our own rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Literal

from meadow.text.phrases.lexicon import lexicon
from meadow.text.phrases.tense_cues import Cue, cues, infinitives, participles, weekdays

Side = Literal["before", "after", "unknown", "no day"]

_TIMETABLE_REACH = 8  # words between "starts" and its day
_AUXILIARY_REACH = 3  # words before "due" among which "was" stands
_PARTICIPLE_REACH = 3  # words behind "ha" among which its participle stands
_FOR = frozenset({"for", "para", "voor"})
_UNTIL = frozenset({"until", "till", "to", "hasta", "para", "al", "tot", "naar"})
_BEFORE_VERBS: frozenset[Cue] = frozenset({"after", "would", "perhaps", "to"})
_LIKE = frozenset({"than", "as", "zoals", "dan"})
_HAS_TO = frozenset({"tiene", "tienen"})
_HAVE = frozenset({"have", "haber", "hebben"})
# Who is said to do something will do it, whether we know the verb or not: "is set to adjourn".
_ALWAYS_PLANNERS = frozenset({"expected", "scheduled", "slated", "set", "poised", "likely", "unlikely"})


class Around:
    """A weekday, or a row of them, from `start` to `end` among words in small letters; its sentence is `first` to `last`."""

    def __init__(self, words: Sequence[str], start: int, end: int, language: str):
        self.words, self.language, self.lists = words, language, lexicon(language)
        self.cues = list(map(cues(language).__getitem__, words))
        self.small = self.lists.words("articles") | self.lists.words("small before days")
        self.first = next((at + 1 for at in range(start - 1, -1, -1) if self._stops(at)), 0)
        self.last = next((at for at in range(end, len(words)) if self._stops(at)), len(words))
        self.start, self.end = self._start_of_row(start), end

    def _stops(self, at: int) -> bool:
        """Say whether a word ends a sentence; a stop behind one letter or before a comma is that of an abbreviation."""
        if self.cues[at] != "stop":
            return False
        before = self.words[at - 1] if at > 0 and self.words[at] == "." else ""
        shortened = len(before) == 1 or before in self.lists.words("stopped")
        return not shortened and "," not in self.words[at + 1 : at + 2]

    def word(self, at: int) -> str:
        """Return the word at a place; none beyond the sentence."""
        return self.words[at] if self.first <= at < self.last else ""

    def is_in(self, at: int, section: str) -> bool:
        """Say whether a word is in a list of its language."""
        return self.word(at) in self.lists.words(section)

    def is_day(self, at: int) -> bool:
        """Say whether a word names a day of the week."""
        return weekdays(self.language)[self.word(at)]

    def _start_of_row(self, start: int) -> int:
        """Return where a row of weekdays begins that ends with this one: "Monday, Tuesday and Friday"."""
        before = start - 1
        while self.joins_days(before):
            before -= 1
        if before == start - 1:
            return start
        before -= self.is_in(before, "day parts")
        return self._start_of_row(before) if self.is_day(before) else start

    def joins_days(self, at: int) -> bool:
        """Say whether a word may join two days: "Monday and Friday"."""
        return self.word(at) in (",", "(") or self.is_in(at, "joining days")

    def parts(self, at: int) -> bool:
        """Say whether a word parts two clauses; "dat" behind an auxiliary is a pronoun: "zal dat vrijdag duren"."""
        if self.cues[at] == "opens" and self.language == "nl" and at > self.first:
            return self.cues[at - 1] not in ("after", "would", "perfect")
        return self.cues[at] in ("mark", "quote", "opens", "joins")

    def before_small(self, *, but: Set[str] = frozenset()) -> int:
        """Return the place of the last word before the weekday that is no article, "late" or "on"."""
        small = self.small - but
        return next((at for at in range(self.start - 1, self.first - 1, -1) if self.words[at] not in small), -1)

    def told(self, at: int) -> Side | None:
        """Return what the word at a place says; None where it says nothing."""
        ask = _ASKED.get(self.cues[at])
        return None if ask is None else ask(self, at)

    def _after(self, _at: int) -> Side | None:
        return "after"

    def _present(self, _at: int) -> Side | None:
        return "unknown"  # "op vrijdag gaat hij vissen": of a week, of every week, or of a diary

    def _leading(self, at: int) -> Side | None:
        """Return that what leads up to a day may tell of it from either side: "ahead of the vote on Friday"."""
        if at == self.before_small() or (self.word(at) == "ahead" and self.word(at + 1) != "of"):
            return None
        return None if "after" in self.cues[self.first : at] else "unknown"

    def _next(self, at: int) -> Side | None:
        owned = self.is_in(at - 1, "possessives") or self.word(at - 1) in ("a", "an")
        return "after" if owned else None  # "her next match", but "the next year"

    def _past(self, at: int) -> Side | None:
        if self._is_passive(at):
            return None
        overtaken = self.language == "nl" and self.is_in(at, "was") and "plan" in self.cues[at : self.last]
        return "unknown" if overtaken else "before"  # "werd vrijdag verwacht"

    def _is_passive(self, at: int) -> bool:
        return self.is_in(at - 1, "be") or self.is_in(at - 2, "be")

    def _would(self, at: int) -> Side | None:
        """Return `after` for what somebody announced: "said it would close on Friday"."""
        if self.language == "nl":
            return "after" if _HAVE.isdisjoint(self.words[at : self.last]) else "unknown"
        if self.word(at + 1) in _HAVE:
            return "before"
        announced = self.lists.words("reporting") | self.lists.words("announced")
        return "unknown" if announced.isdisjoint(self.words[self.first : self.last]) else "after"

    def _perhaps(self, at: int) -> Side | None:
        if self.word(at) in _HAS_TO and self.word(at + 1) != "que":
            return "unknown"
        return "before" if self.word(at + 1) in _HAVE else "after"

    def _timetable(self, at: int) -> Side | None:
        if self.word(at - 1) in ("to", "not"):
            return None
        return "after" if abs(at - self.start) <= _TIMETABLE_REACH else None

    def _plan(self, at: int) -> Side | None:
        """Return what a plan says, which may be overtaken if it was one in the past."""
        if self._is_owned(at) or self.word(at - 1) in _LIKE:
            return None  # "the planned visit", "more than expected"
        if self.word(at + 1) == "to" and self.word(at + 2) not in infinitives(self.language):
            return None  # "due to the storm"
        return self._unless_past(at)

    def _is_owned(self, at: int) -> bool:
        return self.is_in(at - 1, "articles") or self.is_in(at - 1, "possessives") or self.word(at - 1) in ("'s", "s")

    def _unless_past(self, at: int) -> Side:
        near = (self.word(place) for place in range(at - _AUXILIARY_REACH, at))
        return "after" if self.lists.words("was").isdisjoint(near) else "unknown"

    def _infinitive(self, at: int) -> Side | None:
        """Return what "to" says before a verb: "is to close", "hopes to close"; nothing before what is no verb."""
        place = at - 1 - (self.word(at - 1) in ("not", "back"))
        before = self.word(place)
        if self.word(at + 1) not in infinitives(self.language) and before not in _ALWAYS_PLANNERS:
            return None
        if before in ("is", "are", "am"):
            return "after"
        if before in ("was", "were") or self.is_in(place, "perhaps planners"):
            return "unknown"
        if self.is_in(place, "planners") or self._is_last_verb(at + 1):
            return self._unless_past(place)
        return None

    def _is_last_verb(self, at: int) -> bool:
        """Say whether a weekday stands right behind a verb of timetables: "an offer to begin on Friday"."""
        return self.cues[at] == "timetable" and self.before_small() <= at

    def _participle(self, at: int) -> Side | None:
        """Return what a form says that may be past or passive: "closed", "the bank closed in May will open on Friday"."""
        if self._is_adjective(at):
            return None
        before_day = self.word(self.before_small())
        if self.is_in(at, "setting") and before_day in _FOR:
            return self._unless_past(at)
        if self._is_passive(at):
            return None
        if at > self.first and self.cues[at - 1] in _BEFORE_VERBS:
            return None  # "will put"
        if self.is_in(at, "put off") and before_day in _UNTIL:
            return "after"
        for place in range(at - 1, self.first - 1, -1):
            if self.cues[place] == "past" or self.parts(place):
                break
            if self.cues[place] == "after":
                return None if self.is_in(at, "noun irregular") else "unknown"  # "will weigh the bank's bid"
        return "before"

    def _is_adjective(self, at: int) -> bool:
        """Say whether a participle belongs to a noun behind it: "a televised speech", "will visit damaged houses"."""
        before = self.word(at - 1)
        if before in infinitives(self.language) and before not in _HAVE:
            return at - 1 > self.first and self.cues[at - 2] in _BEFORE_VERBS
        return self._is_owned(at) or (before.endswith("ly") and self._is_owned(at - 1))

    def _perfect(self, at: int) -> Side | None:
        """Return `before` for an auxiliary with its participle: "ha muerto", "heeft vrijdag gezegd", "gezegd heeft"."""
        may_be = participles(self.language)
        dutch = self.language == "nl"
        if dutch and (may_be[self.word(at - 1)] or may_be[self.word(at - 2)]):
            return "before"
        for place in range(at + 1, self.last if dutch else min(at + 1 + _PARTICIPLE_REACH, self.last)):
            if self.parts(place):
                return None
            if may_be[self.words[place]]:
                return "before"
        return None


_ASKED: Mapping[Cue, Callable[[Around, int], Side | None]] = {
    "after": Around._after, "past": Around._past, "would": Around._would, "perhaps": Around._perhaps,
    "next": Around._next, "leading": Around._leading, "present": Around._present,
    "timetable": Around._timetable, "plan": Around._plan, "to": Around._infinitive,
    "participle": Around._participle, "perfect": Around._perfect,
}  # fmt: skip
