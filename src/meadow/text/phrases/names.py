"""Names of people, organisations, places and other things, without a model and without a gazetteer.

A name is a run of capitals with its particles ("Tobias van der Renne", "Ministerio de Pesca"), without its title. A word
that opens a sentence counts if it has its capital elsewhere too, stands before another capital, or is a word that
nobody writes. Short forms join the long one they stand for, acronyms their expansion. Give all texts of a story at once:
the more mentions, the better the kinds.

Source: our own rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meadow.text.phrases.capitals import TaggedText, known_capitals, read_text
from meadow.text.phrases.japanese_names import japanese_candidates
from meadow.text.phrases.lexicon import Lexicon, lexicon
from meadow.text.phrases.name_forms import NameCandidate, abbreviates, merged
from meadow.text.phrases.name_kinds import votes
from meadow.text.phrases.name_runs import NameRun, RunSearch, mention_end
from meadow.text.phrases.values import Mention, Name


def names(texts: str | Sequence[str], language: str = "en") -> tuple[Name, ...]:
    """Return the names in one text or several, in the order of their first mention, each with every place it stands at."""
    given = (texts,) if isinstance(texts, str) else tuple(texts)
    lists = lexicon(language)
    if language == "ja":
        candidates = [candidate for index, text in enumerate(given) for candidate in japanese_candidates(text, index)]
    else:
        read = [read_text(text, language) for text in given]
        known = known_capitals(read, lists)
        candidates = [
            candidate for index, item in enumerate(read) for candidate in _candidates(item, index, lists, known)
        ]
    return merged(candidates, lists)


def _candidates(read: TaggedText, index: int, lists: Lexicon, known: frozenset[str]) -> Iterator[NameCandidate]:
    before: NameRun | None = None
    for run in RunSearch(read, lists, known).runs():
        if not _is_demonym(read, run, lists):
            yield NameCandidate(
                _mention(read, run, index), votes(read, run, lists), _expanded(read, before, run, index)
            )
        before = run


def _mention(read: TaggedText, run: NameRun, index: int) -> Mention:
    start, end = read.words[run.start].start, mention_end(read, run)
    return Mention(start, end, read.text[start:end], index)


def _expanded(read: TaggedText, before: NameRun | None, run: NameRun, index: int) -> str | None:
    """Return the name right before an acronym in brackets: "Harbour Workers' Union (HWU)"."""
    word = read.words[run.start].text
    if before is None or run.start != before.end + 1 or read.words[run.start - 1].text != "(" or not word.isupper():
        return None
    name = _mention(read, before, index).text
    return name if abbreviates(word, name) else None


def _is_demonym(read: TaggedText, run: NameRun, lists: Lexicon) -> bool:
    """Say whether a single capital is an adjective or a people: "Lethrian ships", "the Lethrians", "Lethrische dijken"."""
    if run.end - run.start > 1 or run.end >= len(read.words):
        return False
    word, after = read.lower(run.start), read.words[run.end]
    if not word.endswith(lists.endings("demonym endings")):
        return False
    return after.tag in ("noun", "adjective") or (word.endswith("ans") and lists.language == "en")
