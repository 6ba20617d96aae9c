"""Forms of verbs, derived from their infinitives by the regular rules of English, Spanish and Dutch.

Over-generation does no harm: a form that nobody writes is never met. Forms that the rules miss stand in the word lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

_VOWELS = "aeiou"
_DOUBLED = frozenset({
    "admit", "begin", "commit", "compel", "expel", "forget", "occur", "omit", "permit", "prefer", "refer", "regret", "repel",
    "submit", "transfer",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Forms:
    """Verb forms by what they can be: `bare` (the infinitive), `finite`, `participle` (past) and `gerund`."""

    bare: frozenset[str] = frozenset()
    finite: frozenset[str] = frozenset()
    participle: frozenset[str] = frozenset()
    gerund: frozenset[str] = frozenset()

    def adding(self, *, finite: Iterable[str] = (), participle: Iterable[str] = ()) -> Forms:
        """Return the same forms and some more that the rules do not give."""
        return replace(self, finite=self.finite | {*finite}, participle=self.participle | {*participle})

    def __contains__(self, word: str) -> bool:
        return word in self.finite or word in self.bare or word in self.participle or word in self.gerund


def verb_forms(infinitives: Iterable[str], language: str) -> Forms:
    """Return the regular forms of verbs; those of a language without rules are their infinitives only."""
    verbs = frozenset(infinitives)
    rules = _RULES.get(language)
    if rules is None:
        return Forms(bare=verbs)
    by_kind: Mapping[str, set[str]] = {"finite": set(), "participle": set(), "gerund": set()}
    for verb in verbs:
        for kind, form in rules(verb):
            by_kind[kind].add(form)
    return Forms(verbs, *(frozenset(forms) for forms in by_kind.values()))


def _english(verb: str) -> Iterator[tuple[str, str]]:
    stem, third = verb, f"{verb}s"
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        third = f"{verb}es"
    elif verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        third = f"{verb[:-1]}ies"
    elif _doubles(verb):
        stem = verb + verb[-1]
    past = f"{verb}d" if verb.endswith("e") else f"{verb[:-1]}ied" if third.endswith("ies") else f"{stem}ed"
    present = verb[:-1] if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")) else stem
    yield "finite", third
    yield "participle", past
    yield "gerund", f"{verb[:-2]}ying" if verb.endswith("ie") else f"{present}ing"
    if stem != verb:
        yield "gerund", f"{verb}ing"
    if verb.endswith("l"):
        yield from (("participle", f"{verb}led"), ("gerund", f"{verb}ling"))


def _doubles(verb: str) -> bool:
    short = len(verb) <= 5 and sum(map(_VOWELS.__contains__, verb)) == 1
    return verb in _DOUBLED or (short and verb[-1] not in "aeiouwxy" and verb[-2:-1] in tuple(_VOWELS))


def _spanish(verb: str) -> Iterator[tuple[str, str]]:
    stem, ending = verb[:-2], verb[-2:]
    first = ending == "ar"
    if first:
        finite = "a an amos aba aban ó aron ara aran ase asen"
        finite_hard = "e en é"
    else:
        finite = "e en ía ían ió ieron iera ieran iese"
        finite_hard = "a an"
    hard = _spanish_hard(stem, first=first)
    yield from (("finite", stem + tail) for tail in finite.split())
    yield from (("finite", hard + tail) for tail in finite_hard.split())
    yield from (("finite", verb.replace("í", "i") + tail) for tail in ("á", "án", "ía", "ían", "emos"))
    yield from (("participle", stem + ("ad" if first else "id") + tail) for tail in ("o", "a", "os", "as"))
    yield "gerund", stem + ("ando" if first else "iendo")
    for changed in _spanish_changes(stem):
        yield from (("finite", changed + tail) for tail in ("a", "an", "e", "en"))
        yield "gerund", f"{changed}iendo"
    if ending == "ir":
        yield from (("finite", stem + tail) for tail in ("ye", "yen", "ya", "yan", "yó", "yeron") if stem.endswith("u"))
        yield "gerund", f"{stem}yendo"
    # A pronoun may hang on: "retirarse", "hacerlo".
    yield from (("gerund", verb + tail) for tail in ("se", "lo", "la", "los", "las", "le", "les"))


def _spanish_changes(stem: str) -> Iterator[str]:
    """Yield the stem as it is under stress: "cerrar" gives "cierr", "volver" "vuelv", "pedir" "pid"."""
    for old, news in (("e", ("ie", "i")), ("o", ("ue",))):
        index = stem.rfind(old)
        if index > 0 and not any(vowel in stem[index + 1 :] for vowel in _VOWELS):
            yield from (stem[:index] + new + stem[index + 1 :] for new in news)


def _spanish_hard(stem: str, *, first: bool) -> str:
    """Return the stem as spelled before the other kind of vowel: "buscar" gives "busque", "dirigir" "dirija"."""
    changes = (("c", "qu"), ("g", "gu"), ("z", "c")) if first else (("gu", "g"), ("g", "j"), ("c", "zc"))
    return next((stem.removesuffix(old) + new for old, new in changes if stem.endswith(old)), stem)


def _dutch(verb: str) -> Iterator[tuple[str, str]]:
    last = verb.removesuffix("en")[-1:]  # as heard before the ending: "leven" has v, its stem "leef" has f
    tense, closing = ("te", "t") if last in tuple("tkfschpx") else ("de", "d")
    prefixed = verb.startswith(("be", "ge", "ver", "ont", "her", "er", "onder", "over", "voor"))
    for stem in _dutch_stems(verb):
        yield "finite", stem if stem.endswith("t") else f"{stem}t"
        yield from (("finite", stem + tense), ("finite", f"{stem}{tense}n"))
        participle = stem if stem.endswith(closing) else stem + closing
        yield "participle", participle if prefixed else f"ge{participle}"
        if verb.startswith(("e", "i", "u")) and not prefixed:
            yield "participle", f"geë{participle[1:]}"


def _dutch_stems(verb: str) -> tuple[str, ...]:
    """Return what is left without "-en" as a word of its own: "lopen" gives "loop", "zetten" "zet", "leven" "leef".

    A vowel that the ending opened is doubled, but not in a weak syllable ("leren", but "veranderen"): both are given.
    """
    stem = verb.removesuffix("en") if verb.endswith("en") else verb.removesuffix("n")
    if len(stem) > 2 and stem[-1] == stem[-2]:
        return (stem[:-1],)
    hard = stem[:-1] + {"v": "f", "z": "s"}.get(stem[-1:], stem[-1:])
    single = stem[-3:-2] not in tuple(_VOWELS) or stem[-3:-1] == "ue"  # "evacueren" has two syllables there
    opened = len(stem) > 1 and stem[-2] in "aeou" and single and stem[-1] not in _VOWELS
    return (hard, hard[:-1] + stem[-2] + hard[-1]) if opened else (hard,)


_RULES: Mapping[str, Callable[[str], Iterator[tuple[str, str]]]] = {"en": _english, "es": _spanish, "nl": _dutch}
