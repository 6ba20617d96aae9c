"""Languages: what a text is written in, and one code (ISO 639-1) for the many ways to name a language."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from meadow.errors import UnknownNameError
from meadow.text.word_sets import without_printers_marks

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

UNSPACED = frozenset({"ja", "zh", "th"})
"""Languages written without spaces between words."""

_LONGEST_CODE = 3
# Of 2,387 texts in ten languages 2,382 are told right by 1,000 and by 2,000 characters, in 0.54 and 0.96 ms; 2,381 by 400.
_SAMPLE_LETTERS = 1000
_ENOUGH_LETTERS = 20
_SURE_LETTERS = 200
# Log-likelihood by which a short text must speak for another language than the default: chosen on 6,246 English headlines
# (97.6 % right without it, 99.4 % with it) and 5,739 Spanish and Dutch sentences (lost: 0.1 %).
_MARGIN = 5.0


def _runs(kind: str) -> re.Pattern[str]:
    """Return what finds runs of a kind of character: it begins with one of them, which `re` looks for twice as fast."""
    return re.compile(f"{kind}{kind}*+")


_ADDRESS = re.compile(r"(?:https?://|www\.|@)\S{1,200}")
# Scripts that one of our languages owns. Cyrillic, Arabic and Latin are shared, so the identifier decides there.
_KANA = _runs("[\u3041-\u30ff\uff66-\uff9f]")
_HAN = _runs("[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U000323af]")
_SCRIPTS = (
    ("ko", _runs("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")),
    ("el", _runs("[\u0370-\u03ff\u1f00-\u1fff]")),
    ("he", _runs("[\u0590-\u05ff\ufb1d-\ufb4f]")),
    ("hi", _runs("[\u0904-\u0939\u0958-\u0961]")),
    ("th", _runs("[\u0e01-\u0e2e\u0e40-\u0e46]")),
)
# Where a text is too short for the identifier, a shared script still says something.
_FALLBACKS = (
    ("ar", _runs("[\u0620-\u064a\u0671-\u06d3]")),
    ("ru", _runs("[\u0400-\u04ff]")),
)
_LATIN = _runs("[A-Za-z\u00c0-\u024f]")
# Words that a text of the language is full of and texts of others are not. Of 2,078 news texts in nine languages they tell
# 1,491, each as py3langid does in eight times the time. The last four languages only object.
_TELLING: Mapping[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in {
        "en": "the of and that with from was were which have has this been for",
        "es": "los las y con por su más fue según pero también una el del",
        "nl": "het een niet zijn voor werd naar bij wordt hij ze uit",
        "fr": "les des du une dans est pour qui sur pas été avec par aux",
        "ca": "i amb els per als és aquest dels",
        "pt": "o os do da dos não em uma ao",
        "it": "di che il della gli nel è per",
        "af": "die is nie vir",
    }.items()
}
_LANGUAGES_OF: Mapping[str, Sequence[str]] = {
    word: [language for language, words in _TELLING.items() if word in words]
    for word in set().union(*_TELLING.values())
}
_LEAST_SHARES: Mapping[str, float] = {"en": 0.08, "es": 0.08, "nl": 0.06, "fr": 0.07}
_FEWEST_KINDS = 4
_MOST_BYTES = 1.1  # of UTF-8 for a character, in Latin script with its accents
_RUN = _runs(r"[^\W\d_]")
_ACCENTED = _runs(r"[^\W\d_\x00-\x7f]")
# Every byte of ASCII as a small letter or a blank.
_WORDS_OF_ASCII = bytes(ord(chr(code).lower()) if chr(code).isalpha() and code < 128 else 32 for code in range(256))
_MOST_ACCENTED = 0.01


def detect_language(text: str, *, default: str = "en") -> str:
    """Return the ISO 639-1 code of the language that `text` is written in.

    English, Spanish, Dutch and French are known by their commonest words where these are many; a script that one
    language owns decides at once; else py3langid does, on the first 1,000 characters. Fewer than 20
    letters of a shared script prove little: Arabic and Cyrillic letters give `ar` and `ru`, anything else `default`; and
    under 200 letters `default` wins where another language is hardly likelier, as in headlines full of names.
    Marathi and Nepali read as `hi`: they share its script.
    """
    sample = _without_addresses(text[: 2 * _SAMPLE_LETTERS])[:_SAMPLE_LETTERS]
    by_words = _by_words(sample)
    if by_words is not None:
        return by_words
    letters = _count(_RUN, sample)
    if letters == 0:
        return default
    by_script = _by_script(sample, letters)
    if by_script is not None:
        return by_script
    if letters >= _ENOUGH_LETTERS:
        return _by_spelling(sample, letters, default)
    return next((code for code, script in _FALLBACKS if _most(script, sample, letters)), default)


def normalize_language(code: str) -> str:
    """Return the ISO 639-1 code for a code or name of a language: `EN-us`, `eng`, `English` all give `en`."""
    name = code.strip().lower().replace("_", "-")
    names = _names()
    iso_code = names.get(name, names.get(name.partition("-")[0]))
    if iso_code is None:
        advice = "Give a two-letter ISO 639-1 code, a three-letter code or the English name."
        raise UnknownNameError("language", code, set(names.values()), advice=advice)
    return iso_code


def language_name(code: str) -> str:
    """Return the English name of a language for readers: `nl` gives Dutch; a code that nobody knows stays as it is."""
    row = next((row for row in _rows() if row[0] == code), [code])
    # Codes come before names; only Lao has a name as short as a code.
    return next((name for name in row if len(name) > _LONGEST_CODE), row[-1] if row == [code] else row[1]).title()


def _without_addresses(text: str) -> str:
    """Return a text with a blank for each address; most have none, which is seen sooner than the pattern does."""
    return _ADDRESS.sub(" ", text) if "@" in text or "://" in text or "www." in text else text


def _by_words(sample: str) -> str | None:
    """Return the language that the commonest words of a text in Latin script tell beyond doubt, or None."""
    if not sample.isascii() and len(sample.encode("utf-8", "surrogatepass")) > _MOST_BYTES * len(sample):
        return None
    words = _words(sample)
    if len("".join(words)) < _SURE_LETTERS:
        return None
    kinds = Counter([word for word in words if word in _LANGUAGES_OF])
    shares = dict.fromkeys(_TELLING, 0)
    for word, count in kinds.items():
        for language in _LANGUAGES_OF[word]:
            shares[language] += count
    best, other = sorted(shares, key=lambda language: -shares[language])[:2]
    enough = shares[best] >= _LEAST_SHARES.get(best, math.inf) * len(words) and shares[best] >= 2 * shares[other]
    # English words between letters that English hardly has are a quotation.
    foreign = best == "en" and not sample.isascii() and _count(_ACCENTED, sample) > _MOST_ACCENTED * len(sample)
    return best if enough and not foreign and len(_TELLING[best] & kinds.keys()) >= _FEWEST_KINDS else None


def _words(sample: str) -> list[str]:
    """Return the runs of letters of a text, in small ones."""
    plain = without_printers_marks(sample)
    if plain.isascii():
        return plain.encode("ascii").translate(_WORDS_OF_ASCII).decode("ascii").split()
    return _RUN.findall(sample.lower())


def _by_script(sample: str, letters: int) -> str | None:
    """Han with even a few kana is Japanese; any other script must have more than half of the letters."""
    latin = _count(_LATIN, sample)
    if 2 * (len(sample) - latin) <= letters:  # nothing else can have as many
        return None
    kana, han = _count(_KANA, sample), _count(_HAN, sample)
    if kana + han > latin:
        return "ja" if kana * 20 > han else "zh"
    return next((code for code, script in _SCRIPTS if _most(script, sample, letters)), None)


def _by_spelling(sample: str, letters: int, default: str) -> str:
    ranked: list[tuple[str, float]] = _identifier().rank(sample)
    best, likelihood = ranked[0]
    doubtful = letters < _SURE_LETTERS and likelihood - dict(ranked).get(default, -math.inf) < _MARGIN
    return default if doubtful else best


def _most(script: re.Pattern[str], sample: str, letters: int) -> bool:
    return 2 * _count(script, sample) > letters


def _count(runs: re.Pattern[str], sample: str) -> int:
    """Return how many characters of a kind there are, found in runs: these are fewer."""
    return len("".join(runs.findall(sample)))


@cache
def _rows() -> Sequence[Sequence[str]]:
    lines = files("meadow.text").joinpath("data", "languages.txt").read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if line and not line.startswith("#")]


@cache
def _names() -> Mapping[str, str]:
    return {name: row[0] for row in _rows() for name in row}


@cache
def _identifier() -> LanguageIdentifier:
    """Return an identifier of our own, limited to the languages we can name."""
    from meadow.text.spelling_model import load_identifier  # most processes need none

    return load_identifier(set(_names().values()))
