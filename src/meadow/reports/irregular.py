"""Irregular English forms, so that a question about what sinks finds what sank; stems know only regular ones.

Source: any grammar of English; verbs and nouns that news uses.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

_GROUPS = (
    "be was were been", "bear bore borne", "become became", "begin began begun", "bleed bled", "blow blew blown",
    "break broke broken", "bring brought", "build built", "rebuild rebuilt", "buy bought", "catch caught",
    "choose chose chosen", "overthrow overthrew overthrown",
    "come came", "deal dealt", "draw drew drawn", "drink drank drunk", "drive drove driven", "eat ate eaten",
    "fall fell fallen", "feed fed", "feel felt", "fight fought", "find found", "flee fled", "fly flew flown",
    "forbid forbade forbidden", "freeze froze frozen", "give gave given", "go went gone", "grow grew grown",
    "hang hung", "hear heard", "hide hid hidden", "hold held", "keep kept", "know knew known", "lead led", "leave left",
    "overcome overcame",
    "lend lent", "lose lost", "make made", "meet met", "pay paid", "ride rode ridden", "ring rang rung", "rise rose risen",
    "run ran", "say said", "see saw seen", "seek sought", "sell sold", "send sent", "shake shook shaken",
    "shoot shot", "shrink shrank shrunk", "sing sang sung", "sink sank sunk", "slide slid", "speak spoke spoken",
    "spend spent", "spring sprang sprung", "stand stood", "steal stole stolen", "stick stuck", "strike struck stricken",
    "swear swore sworn", "swim swam swum", "take took taken", "teach taught", "tear tore torn", "tell told",
    "think thought", "throw threw thrown", "understand understood", "wake woke woken", "wear wore worn", "win won",
    "withdraw withdrew withdrawn", "write wrote written", "child children", "foot feet", "goose geese", "half halves",
    "knife knives", "leaf leaves", "life lives", "man men", "mouse mice", "person people", "shelf shelves", "thief thieves",
    "tooth teeth", "wife wives", "wolf wolves", "woman women",
)  # fmt: skip


def other_forms(word: str, language: str) -> frozenset[str]:
    """Return the irregular forms of an English word, itself among them; of any other word only itself."""
    return _table().get(word, frozenset([word])) if language == "en" else frozenset([word])


@cache
def _table() -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for group in _GROUPS:
        forms = frozenset(group.split())
        for form in forms:
            found[form] = found.get(form, frozenset()) | forms
    return found
