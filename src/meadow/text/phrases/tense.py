"""On which side of the day of publication a weekday lies, told by the words around it: before, after, or not known.

The nearest word that tells decides. It is looked for backwards in the clause of the weekday; where the weekday opens its
clause, ahead of it; then beyond the clause, up to the ends of the sentence: "will meet on Friday", "Friday is the last
day", "met, in a tent, on Friday". What may lie on either side is not known ("was due to end on Friday", "had been ill until
Friday"), and what comes every week, or in another one, is no such day ("Monday to Friday", "a Friday", "Friday of last
week"). Where nothing tells it is not known, but for Spanish "el ataque del lunes", of what has been.

Source: our own rules, beside labels by hand (`benchmarks/weekdays.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from meadow.text.phrases.tense_words import Around, Side

_REACH = 40  # words on either side that are looked at
_OPENING_WORDS = 4  # words between the start of a clause and a weekday that opens it: "late on Friday"
_SUBJECT_WORDS = 3  # least words between "said" and the day of a subject in what was said: "said one session on Friday"
_NEAR = 2  # words behind a weekday among which its verb stands: "the bank on Friday again closed"
_FEWEST_WORDS = 6  # of a sentence; a weekday among fewer without a verb is a heading
_SPAN = 4  # words of "tot en met zondag"
_OTHER_WEEK = 5  # words of "de la próxima semana"
_WEEK = frozenset({"week", "semana"})
_OF = frozenset({"of", "de", "la"})
_ON = frozenset({"on"})
_UNTIL = frozenset({"until", "till", "hasta", "tot"})


def side_of(words: Sequence[str], start: int, end: int, language: str) -> Side:
    """Return on which side of publication a weekday lies that stands from `start` to `end` among words in small letters."""
    first = max(0, start - _REACH)
    return _Weekday(words[first : end + _REACH], start - first, end - first, language).side()


class _Weekday(Around):
    """A weekday among the words of its sentence."""

    def side(self) -> Side:
        """Return the side, asking in turn the neighbours, the clause and the sentence."""
        said = self._by_neighbours()
        if said is not None:
            return said
        clause = self._start_of_clause()
        said = self._by_verbs(clause)
        if self.is_in(self.before_small(), "since"):
            return "after" if said == "after" and self.language == "es" else "before"  # "abrirá desde el lunes"
        if said == "after":
            return "unknown" if self._belongs_to_noun() else said
        deadline = self.before_small(but=_ON)
        if self.is_in(deadline, "deadlines"):
            # What has lasted until a day tells nothing of when the day is; what lasts until then tells that it is to come.
            lasts = said != "before" and any(self.is_in(at, "lasting") for at in range(clause, self.start))
            return "after" if lasts and self.word(deadline) in _UNTIL else "unknown"
        if said is not None:
            return said
        # Nearly all verbs of the past are known: where none stands, there is one of the present, which may tell of any time.
        return "before" if self._belongs_to_noun() else "unknown"

    def _belongs_to_noun(self) -> bool:
        """Say whether a day tells which thing is meant, not when something happens: "contarán el ataque del lunes"."""
        last = self.start - 1
        owns = self.word(last) == "del" or (self.word(last), self.word(last - 1)) == ("este", "de")
        return owns and not any(self.is_in(last - 1, section) for section in ("day parts", "deadlines", "clock ends"))

    def _start_of_clause(self) -> int:
        only_small = True
        for at in range(self.start - 1, self.first - 1, -1):
            # "and" joins nouns as often as clauses; right before a weekday it opens one: "came and on Friday left".
            if self.parts(at) and (only_small or self.cues[at] != "joins"):
                return at + 1
            only_small = only_small and self.words[at] in self.small
        return self.first

    def _by_neighbours(self) -> Side | None:
        """Return what the words beside the weekday say: "tomorrow, Friday", "next Monday and Friday", "every Friday"."""
        before = self.start - 1
        recurs = self.is_in(before, "recurring") or self.is_in(self.before_small(), "always")
        feast = self.is_in(self.end, "feasts") or self.is_in(self.end + 1, "feasts")
        if recurs or feast or self._is_in_span() or self._is_in_other_week():
            return "no day"
        if self.is_in(before, "next") or self.is_in(before, "last"):
            return "after" if self.is_in(before, "next") else "before"
        shifts = self.lists.table("relative days")
        for at in (before, before - 1) if self.joins_days(before) else (before,):
            word = self.word(at)
            if word in shifts:
                if shifts[word] == "0" and not (at < before and self.is_in(before, "joining days")):
                    return "unknown"  # "hoy viernes" is the day of publication, or the date of the article is wrong
                return "after" if int(shifts[word]) >= 0 else "before"  # "today and Friday", "tomorrow, Friday"
            if self.is_in(at, "tomorrow"):
                return "after"
        return None

    def _is_in_span(self) -> bool:
        """Say whether a weekday is an end of a stretch of the week, which comes every week: "Monday through Friday"."""
        if self.is_in(self.end, "spans"):
            return any(map(self.is_day, range(self.end + 1, self.end + _SPAN)))
        behind = range(self.start - 1, self.start - _SPAN, -1)
        span = next((at for at in behind if self.is_in(at, "spans")), None)
        return span is not None and self.is_day(span - 1)

    def _is_in_other_week(self) -> bool:
        """Say whether the week is told: "vorige week vrijdag", "Friday of next week"."""
        sides = self.lists.words("last") | self.lists.words("next") | self.lists.words("to come")
        if self.word(self.start - 1) in _WEEK and self.word(self.start - 2) in sides:
            return True
        ahead = [self.word(at) for at in range(self.end, self.end + _OTHER_WEEK)]
        week = next((at for at, word in enumerate(ahead) if word in _WEEK), None)
        return week is not None and not sides.isdisjoint(ahead) and sides.union(_OF).issuperset(ahead[:week])

    def _by_verbs(self, clause: int) -> Side | None:
        said = self._ahead() if self.is_in(clause - 1, "verb last") else None
        if said is None:
            said = self._backwards(self.start, clause)
            if said == "before" and self.is_in(clause - 1, "conditions"):
                return "unknown"  # "if they beat us on Friday"
        if said is None:
            said = self._beyond_clause(clause)
        if said == "before" and self.end < self.last and self.cues[self.end] == "after":
            return "after" if self._is_told(clause) else "unknown"
        return said

    def _is_told(self, clause: int) -> bool:
        """Say whether a clause begins with who said it: "said one session on Friday will be public"."""
        return any(self.is_in(at, "reporting") for at in range(clause, self.start - _SUBJECT_WORDS))

    def _beyond_clause(self, clause: int) -> Side | None:
        """Return what the words tell beyond a clause that says nothing before its weekday."""
        whole = clause == self.first
        if self.start - clause <= _OPENING_WORDS and self.small.issuperset(self.words[clause : self.start]):
            if self.start == clause and self.is_in(self.end, "subject verbs"):
                return "after"  # "Friday is the last day"
            said = self._ahead(whole=whole)
        else:
            said = self._ahead(words=_NEAR)
        return said if said is not None else self._in_sentence(clause)

    def _in_sentence(self, clause: int) -> Side | None:
        """Return what stands before the clause, if nothing behind the weekday says otherwise."""
        before = self._backwards(clause, self.first)
        ahead = self._ahead(whole=True, reported=before is not None)
        if before == "after" and self.is_in(clause - 1, "afterwards"):
            return "unknown"  # "will be raised after a try on Friday"
        if before is not None:
            if before == "before" and self._has_own_verb(clause):
                return "unknown"
            return before if ahead in (None, before) else "unknown"
        if ahead is None:
            return "unknown" if self.last - self.first < _FEWEST_WORDS else None
        return "unknown" if ahead == "after" else ahead

    def _has_own_verb(self, clause: int) -> bool:
        """Say whether a clause has a verb that no list knows, of the present: "was told when talks take place on Friday"."""
        opened = self.cues[clause - 1] == "opens" and not self.is_in(clause - 1, "afterwards")
        return opened and not self.word(clause).endswith("ing")

    def _backwards(self, end: int, first: int) -> Side | None:
        return next((said for at in range(end - 1, first - 1, -1) if (said := self.told(at)) is not None), None)

    def _ahead(self, *, whole: bool = False, reported: bool = False, words: int = _REACH) -> Side | None:
        """Return what the first word that tells behind the weekday says; beyond a mark only in the whole sentence.

        Who `reported` it says nothing of the day: "…, the bank said".
        """
        for at in range(self.end, min(self.last, self.end + words)):
            if self.cues[at] == "quote" or (not whole and self.parts(at)):
                return None  # words of somebody else, or of another clause
            if self.cues[at] == "leading" or (reported and self.is_in(at, "reporting")):
                continue
            said = self.told(at)
            if said is not None:
                return said
        return None
