"""Clauses of a sentence, so that rewriting knows what it can leave out: precision first.

What is found: brackets and pairs of dashes, appositions, relative clauses behind a comma, attributions (", the coast
guard said", "según …,"), participles (", killing two") and subordinate clauses. Their spans take in the commas and blanks
that go with them, so a sentence without them reads on. Conditions ("unless …") change what is said and stay in the main
clause, as does everything inside quotation marks. What no rule is sure of is `main`.

Source: our own rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from meadow.text.phrases.clause_rules import judged
from meadow.text.phrases.lexicon import lexicon
from meadow.text.phrases.segments import segments
from meadow.text.phrases.tagger import tag
from meadow.text.phrases.values import Clause, ClauseKind, TaggedWord
from meadow.text.sentences import split_sentences

_BRACKETED = re.compile(r"[ \xa0]?\([^()\n]{1,200}\)|（[^（）\n]{1,200}）|\s[–—]\s[^–—\n]{1,200}\s[–—](?=\s)")
_JAPANESE_SOURCE = re.compile(r"[^、。「」]{1,40}(?:によると|によれば)、")

_Cut = tuple[int, int, ClauseKind]


def clauses(text: str, language: str = "en") -> tuple[Clause, ...]:
    """Return the clauses of a text in order and apart; together they hold all of it but white space between sentences."""
    return clauses_of(text, language, tag(text, language))


def clauses_of(text: str, language: str, words: Sequence[TaggedWord]) -> tuple[Clause, ...]:
    """Return the same as `clauses`, for a text whose words are tagged already."""
    tiles: list[Clause] = []
    index = 0
    for start, end in split_sentences(text, language):
        first = index
        while index < len(words) and words[index].start < end:
            index += 1
        cuts = _cuts(text, start, end, words[first:index], language)
        tiles.extend(_tiled(text, start, end, cuts))
    return tuple(tiles)


def _cuts(text: str, start: int, end: int, words: Sequence[TaggedWord], language: str) -> list[_Cut]:
    """Return what can be left out of one sentence, in order, apart, and never all of it."""
    candidates: list[_Cut] = [
        (*match.span(), "parenthetical") for match in _BRACKETED.finditer(text, start, end) if start < match.start()
    ]
    if language == "ja":
        source = _JAPANESE_SOURCE.match(text, start, end)
        candidates += [] if source is None else [(*source.span(), "attribution")]
    else:
        parts = segments(text, words, start, end)
        candidates += judged(parts, lexicon(language))
    kept: list[_Cut] = []
    for cut in sorted(candidates):
        if not kept or cut[0] >= kept[-1][1]:
            kept.append(cut)
    covered = sum(cut[1] - cut[0] for cut in kept)
    return kept if covered < end - start else []


def _tiled(text: str, start: int, end: int, cuts: Sequence[_Cut]) -> Iterator[Clause]:
    """Yield the cuts and, as main clauses, what is left between them."""
    main_start = start
    for cut_start, cut_end, kind in cuts:
        yield from _main(text, main_start, cut_start)
        yield Clause(cut_start, cut_end, text[cut_start:cut_end], kind)
        main_start = cut_end
    yield from _main(text, main_start, end)


def _main(text: str, start: int, end: int) -> Iterator[Clause]:
    piece = text[start:end]
    left = start + len(piece) - len(piece.lstrip())
    right = start + len(piece.rstrip())
    if left < right:
        yield Clause(left, right, text[left:right], "main")
