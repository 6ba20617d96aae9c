"""Trim: remove datelines, codes and junk; add in brackets missing names, and dates of days that would mislead.

Source: our own rules; the first step of the rewriting that Hirao et al. (2004) ask for (T1).
"""

from __future__ import annotations

from meadow.rewrite.dating import date_insertions, with_insertions
from meadow.rewrite.naming import name_insertions
from meadow.rewrite.rewritten import Context, Cut, Rewritten
from meadow.text.datelines import dateline_length, is_boilerplate
from meadow.text.parting import joined, typeset_codes
from meadow.text.printable import is_one_line


def trim(
    text: str, language: str = "en", context: Context | None = None, *, dates: bool = True, names: bool = True
) -> Rewritten:
    """Return the sentence on one line without its dateline and codes of wires, each edit recorded; no other word changes.

    Marks that a tokenizer has split from their words ("Spain 's banks , he said .") are joined to them again.

    With `dates`, and a context that has a date, a weekday or "yesterday" that the end of the story would give another
    meaning is followed by its date: "Monday [26 Oct]". With `names`, and a context that has them, a surname alone is made
    whole: "[Ann] Lund".
    """
    whole = joined(text, language)
    if is_boilerplate(whole, language):
        return Rewritten("", (Cut("boilerplate", 0, len(text)),))
    length = dateline_length(text, language)
    cuts: tuple[Cut, ...] = (Cut("dateline", 0, length),) if length else ()
    if whole is not text:
        cuts += tuple([Cut("code", start, end) for start, end in typeset_codes(text) if start >= length])
    found = date_insertions(text, language, context) if dates else ()
    insertions = tuple(insertion for insertion in found if insertion.place > length)
    if names and context is not None and context.names:
        owed = (insertion for insertion in name_insertions(context.names) if insertion.place >= length)
        insertions = tuple(sorted((*insertions, *owed), key=lambda insertion: insertion.place))
    written = with_insertions(text, insertions, start=length) if insertions or length else text
    line = written if is_one_line(written) else " ".join(written.split())
    return Rewritten(whole if line is text else joined(line, language), cuts, insertions)
