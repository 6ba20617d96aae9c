"""Porter's stemmer as the two ROUGE programs have it; they differ, and so do their scores.

`stem_google` is what rouge-score uses (the stemmer of NLTK with its own extensions), `stem_script` what ROUGE-1.5.5
uses (Porter's Perl release with Lin's change of step 4, which takes several endings off one after the other). Both
are made for lower-case ASCII words of more than three characters; shorter ones are not stemmed by either program. A
digit counts as a consonant.

ROUGE-1.5.5 replaces a form that it finds in WordNet's exception lists by the base form there and does not stem it. Those
lists are not part of Meadow: a list of our own, of the commonest verbs, nouns and adjectives, replaces them in the dialect
`rouge155`; users who have WordNet's files read them with `rouge.parse_exceptions`. Forms of up to three letters are left
out, since the script never looks them up, and so are doubled consonants ("planned"), which the stemmer undoes by itself.

Source: Porter (1980), An algorithm for suffix stripping; Lin (2004) for ROUGE.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache

_REMEMBERED = 1 << 17  # word types; a large news collection has fewer

# The initial y of a word is written Y, so that these patterns never take it for a vowel.
_C = "[^aeiou][^aeiouy]*"
_V = "[aeiouy][aeiou]*"
_has_vowel = re.compile(f"(?:{_C})?[aeiouy]").match
_measure_above_0 = re.compile(f"(?:{_C})?{_V}{_C}").match
_measure_above_1 = re.compile(f"(?:{_C})?{_V}{_C}{_V}{_C}").match
_measure_is_1 = re.compile(f"(?:{_C})?{_V}{_C}(?:{_V})?").fullmatch
_short = re.compile(f"{_C}[aeiouy][^aeiouwxy]").fullmatch
_short_or_pair = re.compile(f"{_C}[aeiouy][^aeiouwxy]|[aeiou][^aeiou]").fullmatch

_STEP_2: Mapping[str, str] = {
    "ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize", "bli": "ble", "alli": "al",
    "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize", "ation": "ate", "ator": "ate", "alism": "al",
    "iveness": "ive", "fulness": "ful", "ousness": "ous", "aliti": "al", "iviti": "ive", "biliti": "ble",
}  # fmt: skip
_STEP_2_GOOGLE: Mapping[str, str] = {**_STEP_2, "fulli": "ful"}
_STEP_2_SCRIPT: Mapping[str, str] = {**_STEP_2, "logi": "log"}
_STEP_3: Mapping[str, str] = {
    "icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": "",
}  # fmt: skip
_STEP_4_SCRIPT = frozenset(
    ("al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ou", "ism", "ate", "iti", "ous", "ive", "ize")
)
_STEP_4_GOOGLE = _STEP_4_SCRIPT | {"ment", "ent", "ion"}

# Words that NLTK's stemmer knows by heart.
_BY_HEART: Mapping[str, str] = {
    "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "news": "news", "innings": "inning",
    "inning": "inning", "outings": "outing", "outing": "outing", "cannings": "canning", "canning": "canning",
    "howe": "howe", "proceed": "proceed", "exceed": "exceed", "succeed": "succeed",
}  # fmt: skip

_Pattern = Callable[[str], re.Match[str] | None]
# Base form, then its irregular forms.
_FORMS = """
arise arose arisen; awake awoke awoken; be been were; bear bore born borne; beat beaten; become became; befall befell
befallen; begin began begun; behold beheld; bend bent; bid bade bidden; bind bound; bite bitten; bleed bled; blow blew
blown; break broke broken; breed bred; bring brought; build built; burn burnt; buy bought; catch caught; choose chose
chosen; cling clung; come came; creep crept; deal dealt; die dying; dive dove; do done; draw drew drawn; dream dreamt;
drink drank drunk; drive drove driven; dwell dwelt; eat eaten; fall fell fallen; feel felt; fight fought; find found; flee
fled; fling flung; fly flew flown; forbid forbade forbidden; foresee foresaw foreseen; foretell foretold; forget forgot
forgotten; forgive forgave forgiven; forsake forsook forsaken; freeze froze frozen; get gotten; give gave given; go gone
went; grind ground; grow grew grown; hang hung; hear heard; hide hidden; hold held; keep kept; kneel knelt; know knew
known; lay laid; leap leapt; learn learnt; leave left; lend lent; lie lain lying; lose lost; make made; mean meant; mistake
mistook mistaken; outdo outdid outdone; outgrow outgrew outgrown; overcome overcame; overdo overdid overdone; overhear
overheard; override overrode overridden; oversee oversaw overseen; overtake overtook overtaken; overthrow overthrew
overthrown; partake partook partaken; pay paid; plead pled; prove proven; rebuild rebuilt; redo redid redone; remake
remade; repay repaid; resell resold; retake retook retaken; retell retold; rethink rethought; rewrite rewrote rewritten;
ride rode ridden; ring rang rung; rise rose risen; say said; see seen; seek sought; sell sold; send sent; sew sewn; shake
shook shaken; shear shorn; shine shone; shoot shot; show shown; shrink shrank shrunk; sing sang sung; sink sank sunk; slay
slew slain; sleep slept; slide slid; sling slung; smite smote smitten; sow sown; speak spoke spoken; speed sped; spell
spelt; spend spent; spill spilt; spin spun; spit spat; spoil spoilt; spring sprang sprung; stand stood; steal stole stolen;
stick stuck; sting stung; stink stank stunk; stride strode stridden; strike struck stricken; string strung; strive strove
striven; swear swore sworn; sweep swept; swell swollen; swim swam swum; swing swung; take took taken; teach taught; tear
tore torn; tell told; think thought; throw threw thrown; tie tying; tread trod trodden; undergo underwent undergone;
understand understood; undertake undertook undertaken; undo undid undone; unwind unwound; uphold upheld; vie vying; wake
woke woken; wear wore worn; weave wove woven; weep wept; wind wound; withdraw withdrew withdrawn; withhold withheld;
withstand withstood; wring wrung; write wrote written;
frolic frolicked frolicking; mimic mimicked mimicking; panic panicked panicking; traffic trafficked trafficking;
alumnus alumni; analysis analyses; antenna antennae; appendix appendices; bacterium bacteria; cactus cacti; calf calves;
child children; crisis crises; criterion criteria; curriculum curricula; datum data; diagnosis diagnoses; elf elves; erratum
errata; foot feet; formula formulae; fungus fungi; goose geese; half halves; hoof hooves; hypothesis hypotheses; index
indices; knife knives; larva larvae; leaf leaves; life lives; loaf loaves; louse lice; matrix matrices; medium media;
memorandum memoranda; mouse mice; nucleus nuclei; oasis oases; parenthesis parentheses; phenomenon phenomena; radius radii;
referendum referenda; scarf scarves; self selves; shelf shelves; stimulus stimuli; stratum strata; syllabus syllabi; thesis
theses; thief thieves; tooth teeth; vertebra vertebrae; vertex vertices; wharf wharves; wife wives; wolf wolves;
bad worse worst; far farther farthest further furthest
"""
# Verbs in -y, whose past in -ied is in the list where Porter's stemmer would leave an i.
_IED = """
accompany ally amplify apply bully bury busy carry certify clarify classify codify comply copy cry decry defy deny diversify
dry electrify embody empty envy exemplify falsify fancy ferry fortify frenzy fry glorify gratify horrify hurry identify imply
intensify justify lobby magnify marry modify mortify multiply mystify notify nullify occupy pacify personify petrify pity
preoccupy pry purify qualify quantify rally ratify ready rectify rely remarry remedy reply sanctify satisfy signify simplify
solidify specify spy steady study supply tally terrify testify tidy try unify vary verify vilify weary worry
"""
# Adjectives whose comparison changes the last letter: -y into -i-.
_IER = """
angry busy dirty early easy funny happy healthy heavy hungry lucky noisy pretty ugly wealthy worthy
"""
# Compounds with man and woman.
_MEN = """
air alder anchor business chair clergy congress council country crafts crew english fire fisher fore french fresh gentle
guards gun horse irish journey law lay mail marks middle noble ombuds police sales sea service spokes sports states trades
work
"""
_PLURALS: Mapping[str, str] = {"men": "man", "women": "woman"}
_NEVER_LOOKED_UP = 3


@lru_cache(maxsize=_REMEMBERED)
def stem_google(word: str) -> str:
    """Return the stem that rouge-score gives a word of more than three characters."""
    known = _BY_HEART.get(word)
    return known if known is not None else _between_y(word, _google_steps)


@lru_cache(maxsize=_REMEMBERED)
def stem_script(word: str) -> str:
    """Return the stem that ROUGE-1.5.5 gives a word of more than three characters that its exception list lacks."""
    return _between_y(word, _script_steps)


def _between_y(word: str, steps: Callable[[str], str]) -> str:
    if not word.startswith("y"):
        return steps(word)
    stem = steps("Y" + word[1:])
    return "y" + stem[1:]


def _google_steps(word: str) -> str:
    word = _without_plural(word, keep_ie=True)
    if word.endswith("ied"):
        word = word[:-1] if len(word) == len("died") else word[:-2]
    else:
        word = _without_past(word, short=_short_or_pair, double_y=True)
    if word.endswith("y") and len(word) > 2 and _ends_in_consonant(word[:-1]):
        word = word[:-1] + "i"
    word = _google_step_2(word)
    word = _replaced(word, _STEP_3)
    word = _google_step_4(word)
    return _without_e_and_ll(word, short=_short_or_pair)


def _script_steps(word: str) -> str:
    word = _without_plural(word, keep_ie=False)
    word = _without_past(word, short=_short, double_y=False)
    if word.endswith("y") and _has_vowel(word[:-1]):
        word = word[:-1] + "i"
    word = _replaced(word, _STEP_2_SCRIPT)
    word = _replaced(word, _STEP_3)
    word = _script_step_4(word)
    return _without_e_and_ll(word, short=_short)


def _without_plural(word: str, *, keep_ie: bool) -> str:
    if word.endswith("ies"):
        return word[:-1] if keep_ie and len(word) == len("dies") else word[:-2]
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _without_past(word: str, *, short: _Pattern, double_y: bool) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure_above_0(word[:-3]) else word
    stem = word[:-2] if word.endswith("ed") else word[:-3] if word.endswith("ing") else None
    if stem is None or not _has_vowel(stem):
        return word
    if stem.endswith(("at", "bl", "iz")):
        return stem + "e"
    last = stem[-1]
    if stem[-2:-1] == last and last not in "aeioulsz" and (last != "y" or (double_y and _ends_in_consonant(stem))):
        return stem[:-1]
    return stem + "e" if short(stem) else stem


def _ends_in_consonant(stem: str) -> bool:
    """Say whether the last letter is a consonant: each y in a run is the opposite of the letter before it."""
    before = stem.rstrip("y")
    run = len(stem) - len(before)
    return (before[-1] not in "aeiou") == (run % 2 == 0)


def _replaced(word: str, endings: Mapping[str, str]) -> str:
    for size in (7, 6, 5, 4, 3):
        ending = endings.get(word[-size:])
        if ending is not None:
            stem = word[:-size]
            return stem + ending if _measure_above_0(stem) else word
    return word


def _google_step_2(word: str) -> str:
    if word.endswith("alli") and _measure_above_0(word[:-4]):
        return _google_step_2(word[:-2])
    if word.endswith("logi"):
        return word[:-1] if _measure_above_0(word[:-3]) else word
    return _replaced(word, _STEP_2_GOOGLE)


def _google_step_4(word: str) -> str:
    for size in (5, 4, 3, 2):
        if word[-size:] in _STEP_4_GOOGLE:
            stem = word[:-size]
            wrong_ion = word.endswith("ion") and not stem.endswith(("s", "t"))
            return stem if _measure_above_1(stem) and not wrong_ion else word
    return word


def _script_step_4(word: str) -> str:
    for size in (5, 4, 3, 2):
        if word[-size:] in _STEP_4_SCRIPT:
            word = word[:-size] if _measure_above_1(word[:-size]) else word
            break
    if word.endswith("ment") and _measure_above_1(word[:-4]):
        word = word[:-4]
    if word.endswith(("ent", "sion", "tion")) and _measure_above_1(word[:-3]):
        word = word[:-3]
    return word


def _without_e_and_ll(word: str, *, short: _Pattern) -> str:
    if word.endswith("e"):
        stem = word[:-1]
        if _measure_above_1(stem) or (_measure_is_1(stem) and not short(stem)):
            word = stem
    return word[:-1] if word.endswith("ll") and _measure_above_1(word) else word


@cache
def irregular_forms() -> Mapping[str, str]:
    """Return the base form of each irregular form."""
    table = {form: group.split()[0] for group in _FORMS.split(";") for form in group.split()[1:]}
    table |= {f"{verb[:-1]}ied": verb for verb in _IED.split()}
    table |= {f"{word[:-1]}{ending}": word for word in _IER.split() for ending in ("ier", "iest")}
    table |= {f"{first}{plural}": f"{first}{one}" for first in (*_MEN.split(), "") for plural, one in _PLURALS.items()}
    return {form: base for form, base in table.items() if len(form) > _NEVER_LOOKED_UP}
