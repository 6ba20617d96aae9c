"""Evidence in so many tokens: as many of the best sentences as fit, each with who says it, when and where.

`estimate_tokens` needs no tokenizer and means to err on the safe side: three ASCII letters or digits of a word are a token,
so is every other ASCII mark and every letter with an accent; a character of any other script is one and a half. A
tokenizer that works on bytes never gives more tokens than `len(text.encode())`, if a bound is needed and not an estimate.

Source: our own.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence

from meadow.errors import BudgetError
from meadow.model import Document, Pick

TokenCounter = Callable[[str], int]
_RUN = re.compile(r"[A-Za-z0-9]+")
_LAST_LATIN = 0x24F
_LETTERS_A_TOKEN = 3
_BEYOND_LATIN = 1.5


def estimate_tokens(text: str) -> int:
    """Return about how many tokens a text takes, rather too many than too few."""
    runs = [match[0] for match in _RUN.finditer(text)]
    rest = [character for character in _RUN.sub("", text) if not character.isspace() or character == "\n"]
    beyond = sum(ord(character) > _LAST_LATIN for character in rest)
    whole = sum(math.ceil(len(run) / _LETTERS_A_TOKEN) for run in runs)
    return whole + len(rest) - beyond + math.ceil(_BEYOND_LATIN * beyond)


def pack_picks(
    head: str, picks: Iterable[Pick], documents: Sequence[Document], *, tokens: int, count: TokenCounter
) -> tuple[str, tuple[Pick, ...]]:
    """Return the text of a pack and its picks: of picks given best first, as many as fit; printed in time order."""
    by_id = {document.id: document for document in documents}
    position_of = {document.id: number for number, document in enumerate(documents)}
    chosen: list[Pick] = []
    left = tokens - count(head)
    for pick in picks:
        cost = count(_line(len(by_id), pick, by_id[pick.ref.document_id]))
        if cost <= left:
            chosen.append(pick)
            left -= cost
    while True:
        ordered = sorted(chosen, key=lambda pick: (position_of[pick.ref.document_id], pick.ref.index))
        text = head + "".join(
            _line(number, each, by_id[each.ref.document_id]) for number, each in enumerate(ordered, 1)
        )
        if count(text) <= tokens:
            return text, tuple(ordered)
        # Tokens of the parts need not add up to those of the whole: then the least worth telling goes.
        if not chosen:
            raise _too_few(tokens, count(text))
        chosen.pop()


def _line(number: int, pick: Pick, document: Document) -> str:
    """Return a pick as one line: [1] source, date, id, offsets: what it says."""
    source = "source not given" if document.source is None else " ".join(document.source.split())
    where = f"{document.id} {pick.sentence.start}-{pick.sentence.end}"
    return f"[{number}] {source}, {document.published_text or 'undated'}, {where}: {pick.written}\n"


def _too_few(tokens: int, least: int) -> BudgetError:
    return BudgetError(
        f"{tokens} tokens do not even hold the question.",
        given=str(tokens),
        allowed=f"At least {least}, and more for each piece of evidence.",
        advice="Give more tokens; 500 hold about ten sentences.",
    )
