"""What a Japanese sentence states in numbers: "14人が死亡", "死者は14人", "マグニチュード6.1", "乗客245人".

Nothing here needs a tagger: the marks stand right beside the number, and nouns are runs of kanji or katakana.

Source: our own rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from functools import cache
from itertools import chain

from meadow.grouping.figures.claim import Claim, StatedFact
from meadow.grouping.figures.lists import fact_lists
from meadow.grouping.figures.past import tells_of_the_past_in_japanese
from meadow.text.phrases.dates import dates
from meadow.text.phrases.japanese_numbers import japanese_numbers, parse_japanese
from meadow.text.phrases.values import Quantity

_CLAUSE_ENDS = "、。「」（）()『』；"
_NOUN = "(?!約)[々一-鿿ァ-ヺー]"
_NOUN_BEFORE = re.compile(rf"((?:{_NOUN}){{2,10}})(?:[はがのをも]|には|では)?(?:約|およそ|少なくとも|最大|計)?$")
_TOPIC = re.compile(rf"((?:{_NOUN}){{2,10}})は、[^は]*$")
_NOUN_AFTER = re.compile(rf"の((?:{_NOUN}){{2,8}})")
_MAGNITUDE = re.compile(
    r"(?:マグニチュード|[MＭ])(?:（[MＭ]）|\([MＭ]\))?(?:は|約|推定)?(?P<value>[0-9０-９][.．][0-9０-９])"
)
# Nouns before numbers that are positions, speeds, years of an era.
_NO_FACT = re.compile(r"[緯経東西南北]$|^(?:時速|毎時|秒速|平成|昭和|令和)$")
_RANKS = ("級", "位", "目", "番", "回戦")  # what follows a number that names a class or a place in an order
_GAP = 6  # characters between a number and the word that tells its fact


def japanese_claims(text: str, published: datetime | None) -> tuple[Claim, ...]:
    """Return what the numbers of a Japanese sentence state, in order."""
    if tells_of_the_past_in_japanese(text, published):
        return ()
    days = frozenset(mention.day for mention in dates(text, "ja", anchor=published) if mention.day is not None)
    claims = sorted(chain(_magnitudes(text), _counts(text)), key=lambda claim: claim.quantity.start)
    return tuple(replace(claim, days=days) for claim in claims)


def _magnitudes(text: str) -> Iterator[Claim]:
    for match in _MAGNITUDE.finditer(text):
        quantity = Quantity(*match.span("value"), match["value"], parse_japanese(match["value"]))
        if not _is_elsewhen(_clause(text, quantity)):
            yield Claim(StatedFact("magnitude", fact_lists("ja").label("magnitude"), common=True), quantity)


def _counts(text: str) -> Iterator[Claim]:
    for quantity in japanese_numbers(text, ()):
        before, after = _clause(text, quantity)
        if _is_elsewhen((before, after)) or _is_part(before, after) or after.startswith(_RANKS):
            continue
        claim = _common(quantity, before, after) or _measured(quantity, before, text[: quantity.start])
        if claim is not None:
            yield claim


def _clause(text: str, quantity: Quantity) -> tuple[str, str]:
    """Return what stands before and after a number in its clause."""
    low = max(text.rfind(mark, 0, quantity.start) for mark in _CLAUSE_ENDS) + 1
    high = min((end for mark in _CLAUSE_ENDS if (end := text.find(mark, quantity.end)) >= 0), default=len(text))
    return text[low : quantity.start], text[quantity.end : high]


def _is_elsewhen(clause: tuple[str, str]) -> bool:
    lists = fact_lists("ja")
    words = lists.phrases("elsewhen", "perhaps", "earlier").phrases
    return any(word in part for word in words for part in clause)


def _is_part(before: str, after: str) -> bool:
    lists = fact_lists("ja")
    added = any(before.endswith(word) or before.startswith(word) for word in lists.phrases("more").phrases)
    joint = "・" in before  # "死者・不明10人" counts both
    return (
        added or joint or any(word in before for word in lists.phrases("parts").phrases) or after.startswith("のうち")
    )


def _common(quantity: Quantity, before: str, after: str) -> Claim | None:
    """Return a common fact of news, told by the word right after the number or right before it."""
    if quantity.unit not in ("person", "%") and not quantity.text.endswith("票"):
        return None
    match = _mark_before().search(before) or _mark_after().match(after)
    if match is None:
        return None
    lists = fact_lists("ja")
    kind = lists.kinds[match["mark"]]
    who = _NOUN_AFTER.match(after)
    if who is None or who[1].startswith(tuple(lists.kinds)):
        return Claim(StatedFact(kind, lists.label(kind), common=True), quantity)
    return Claim(StatedFact(f"{kind}:{who[1]}", f"{lists.label(kind)}（{who[1]}）", common=True), quantity)


@cache
def _mark_before() -> re.Pattern[str]:
    return re.compile(
        rf"(?P<mark>{_marks()})(?:者|数|した人)?(?:[はがのもを]|には|では)?(?:約|およそ|少なくとも|計|合わせて|最大)?$"
    )


@cache
def _mark_after() -> re.Pattern[str]:
    return re.compile(rf"[^0-9０-９]{{0,{_GAP}}}?(?P<mark>{_marks()})")


def _marks() -> str:
    return "|".join(sorted(fact_lists("ja").kinds, key=lambda mark: (-len(mark), mark)))


def _measured(quantity: Quantity, before: str, sentence: str) -> Claim | None:
    """Return a fact told by the noun right before the number, else by the topic of the sentence ("総事業費は、…")."""
    noun = _NOUN_BEFORE.search(before) or _TOPIC.search(sentence)
    if noun is None:
        return None
    unit = (
        quantity.unit
        if quantity.unit is not None
        else quantity.text.lstrip("0123456789０１２３４５６７８９.,．，万億千百")
    )
    if quantity.value <= 1 or _NO_FACT.search(noun[1]) is not None:
        return None
    fact = StatedFact(f"unit {unit} {noun[1]}", f"{noun[1]}（{unit}）", loose=True)
    quoted = any(word in noun[1] for word in fact_lists("ja").phrases("quotes").phrases)
    return Claim(fact, quantity, before=((noun[1], noun[1]),), quoted=quoted)
