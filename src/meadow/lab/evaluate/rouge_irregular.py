"""Irregular English forms and their base forms: our stand-in for the exception lists that ROUGE-1.5.5 takes from WordNet.

The script replaces a form that it finds in WordNet's lists by the base form there and does not stem it. Those lists are
not part of Meadow. This is a list of our own, of the commonest verbs, nouns and adjectives, for the dialect `rouge155`; who
has WordNet's files reads them with `rouge.parse_exceptions`. Forms of up to three letters are left out, since the script
never looks them up, and so are doubled consonants ("planned"), which Porter's stemmer undoes by itself.

Source: own design.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

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


@cache
def irregular_forms() -> Mapping[str, str]:
    """Return the base form of each irregular form."""
    table = {form: group.split()[0] for group in _FORMS.split(";") for form in group.split()[1:]}
    table |= {f"{verb[:-1]}ied": verb for verb in _IED.split()}
    table |= {f"{word[:-1]}{ending}": word for word in _IER.split() for ending in ("ier", "iest")}
    table |= {f"{first}{plural}": f"{first}{one}" for first in (*_MEN.split(), "") for plural, one in _PLURALS.items()}
    return {form: base for form, base in table.items() if len(form) > _NEVER_LOOKED_UP}


_PLURALS: Mapping[str, str] = {"men": "man", "women": "woman"}
_NEVER_LOOKED_UP = 3
