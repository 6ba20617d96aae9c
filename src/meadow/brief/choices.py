"""Why a sentence is in a summary or not, in words: the same ones in the terminal, in JSON and on the web page."""

from __future__ import annotations

from collections.abc import Mapping

from meadow.model import Choice, Explanation, SentenceRef

# What each kind says; {other} is the number of a sentence in the summary, or its document and number.
WORDINGS: Mapping[str, str] = {
    "chosen": "in the summary as [{place}]",
    "opens": "opens the summary, with {value:.0%} of the likelihood that a sentence reports the newest outcome",
    "adds": "in the summary as [{place}]: adds a fact, expected worth {value:.0%}",
    "follows": "in the summary as [{place}]: depends on {other}, expected worth {value:.0%}",
    "adds little": "left out: expected worth {value:.0%} after those in the summary",
    "covered": "left out: {other} says the same",
    "repeats": "left out: {value:.0%} like {other}",
    "replaced": "left out: {value:.0%} like {other}, which is newer",
    "outdated": "left out: its figure was replaced later, score {value:.2f}",
    "context": "left out: it depends on the sentence before it, {other}",
    "known": "left out: known already",
    "copy": "left out: a copy of an earlier sentence",
    "short": "left out: {value:.0f} words are too few",
    "topic": "left out: {value:.0%} like the story",
    "passed": "left out: it looks forward to a day that has passed",
    "no sentence": "left out: no sentence that can be read alone",
    "unusable": "left out: nothing of it is printed",
    "length": "left out: its size of {value:.0f} exceeds the length",
    "rest": "left out: its size of {value:.0f} exceeds what the chosen ones leave",
    "worth": "left out: worth {value:.0%} of the best, the others together more",
    "no score": "left out: the ranker gives it no score",
    "rank": "left out: {value:.2f} below the lowest score that went in",
    "set": "left out: the others together say more in this length",
}
CHOSEN = ("chosen", "opens", "adds", "follows")  # the kinds of sentences in the summary
_WORTH = ", worth {value:.0%} of the best alone"


def places_of(explanation: Explanation) -> dict[SentenceRef, int]:
    """Return the sentences of the summary with their numbers there."""
    rows = ((row, row.choice.place) for row in explanation.rows if row.choice is not None)
    return {SentenceRef(row.document_id, row.number - 1): place for row, place in rows if place is not None}


def choice_text(choice: Choice, places: Mapping[SentenceRef, int]) -> str:
    """Return a reason in words; a kind of a plug-in's own is printed as it is."""
    ref = choice.other
    other = "" if ref is None else f"[{places[ref]}]" if ref in places else f"{ref.document_id} {ref.index + 1}"
    wording = WORDINGS.get(choice.kind, "left out: " + choice.kind.replace("{", "{{").replace("}", "}}"))
    if choice.kind == "chosen" and choice.value is not None:
        wording += _WORTH
    wording += "" if choice.rule is None else f" ({choice.rule.replace('{', '{{').replace('}', '}}')})"
    return wording.format(place=choice.place, other=other, value=0.0 if choice.value is None else choice.value)
