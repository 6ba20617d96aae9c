"""Results of analysing a text, kept next to it: language, sentences, judgements, figures and runs of words are found once.

Whoever works on a document asks here first, be it a tracker, a summary, the next summary at another length, a report or a
page: what a pure function said of the same text before need not be worked out again. Texts are known by what they hold, so
that a document which a store gave twice is one. What is kept is bounded and invisible: with it and without it every answer
is the same, and threads may share it, since whoever comes late finds or makes an equal value.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar

from meadow.model import Sentence

MOST_CHARACTERS = 4_000_000
"""How many characters of texts are kept with what was found in them: those asked for last, in some 40 MB."""
_OVERHEAD = (
    500  # characters that a text takes whatever its length: the analysis of a headline is larger than the headline
)
_LONGEST_SHARE = 4  # a text that is more than so small a part of all that is kept would push out everything else

_UNKNOWN = object()  # None is an answer

Found = TypeVar("Found")


class Analysis:
    """One text, with what functions found in it: each is asked when its answer is first needed.

    A function is known by its identity and must be pure: what it finds may depend on the text and the other arguments alone.
    """

    __slots__ = ("_by_place", "_found", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._found: dict[Hashable, Any] = {}
        self._by_place: dict[Hashable, dict[tuple[int, int], Any]] = {}

    def found(self, find: Callable[..., Found], *given: Hashable) -> Found:
        """Return what a function finds in the whole text, under other arguments."""
        key = find, given
        if key not in self._found:
            self._found[key] = find(self.text, *given)
        answer: Found = self._found[key]
        return answer

    def in_sentence(self, find: Callable[..., Found], sentence: Sentence, *given: Hashable) -> Found:
        """Return what a function finds in one sentence of the text, which is known by its place."""
        places = self.by_place(find, *given)
        known: Found = places.get((sentence.start, sentence.end), _UNKNOWN)
        if known is _UNKNOWN:
            known = places[sentence.start, sentence.end] = find(sentence.text, *given)
        return known

    def by_place(self, find: Callable[..., Any], *given: Hashable) -> dict[tuple[int, int], Any]:
        """Return what a function has found in sentences so far, by where they stand, for those who ask of several."""
        key = find, given
        places: dict[tuple[int, int], Any] | None = self._by_place.get(key)
        return self._by_place.setdefault(key, {}) if places is None else places

    def latest(self, make: Callable[..., Found], *given: Hashable) -> Found:
        """Return what a function makes of the text under other arguments that vary: the last of its answers is kept."""
        kept: tuple[Hashable, Found] | None = self._found.get(make)
        if kept is None or kept[0] != given:
            kept = self._found[make] = given, make(self.text, *given)
        return kept[1]


class Analyses:
    """The analyses of the texts that were asked for last, as many as fit in so many characters; threads may share them."""

    def __init__(self, most_characters: int = MOST_CHARACTERS) -> None:
        self.most_characters = most_characters
        self.characters = 0
        self._kept: OrderedDict[str, Analysis] = OrderedDict()
        self._lock = Lock()

    def of(self, text: str) -> Analysis:
        """Return the analysis of a text: the one that is kept, or a new one, for which the oldest make room."""
        with self._lock:
            known = self._kept.get(text)
            if known is not None:
                self._kept.move_to_end(text)
                return known
            made = Analysis(text)
            if _LONGEST_SHARE * _size(text) <= self.most_characters:
                self._kept[text] = made
                self.characters += _size(text)
                while self.characters > self.most_characters:
                    oldest, _ = self._kept.popitem(last=False)
                    self.characters -= _size(oldest)
            return made

    def __len__(self) -> int:
        return len(self._kept)

    def forget(self) -> None:
        """Forget every text."""
        with self._lock:
            self._kept.clear()
            self.characters = 0


def _size(text: str) -> int:
    return len(text) + _OVERHEAD


_analyses = Analyses()


def analysis_of(text: str) -> Analysis:
    """Return what is known of a text in this process."""
    return _analyses.of(text)


def forget_analyses() -> None:
    """Forget what was found in texts, as a benchmark does that measures what the first call takes."""
    _analyses.forget()
