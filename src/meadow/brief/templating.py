"""Pages from templates: one environment whose output is escaped by construction, for the brief and for the web app.

Whatever a template prints becomes text unless it is markup of our own, and loses the characters that command a terminal or
reorder a line. The words that every form of a brief has in common are filters here.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from jinja2 import BaseLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from meadow.brief.evidence import claims, name_of, steps
from meadow.brief.places import Place, SentencesById, clip, context_of, sentence_at
from meadow.brief.wording import (
    clock_text,
    count_text,
    date_text,
    file_text,
    is_loose_file,
    outlet,
    speaker,
    title_text,
    web_address,
)
from meadow.text.printable import one_line, printable

_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'"
)
# Family, weights and file; in the range of the subset that is bundled, so that other scripts take the reader's own fonts.
_FONTS = (
    ("Inter", "100 900", "inter-latin.woff2"),
    ("Source Serif 4", "200 900", "source-serif-4-latin.woff2"),
    ("IBM Plex Mono", "400", "ibm-plex-mono-latin.woff2"),
)
_LATIN = (
    "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,"
    "U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD"
)
_ECHO_CHARACTERS = 300
_RIGHT_TO_LEFT = frozenset({"ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"})
_PAGE_LANGUAGE = "en"  # as page.html says
_CODE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")


def render(template: str, **values: Any) -> str:
    """Return a page made from a template of ours."""
    return environment().get_template(template).render(values)


@cache
def environment() -> Environment:
    """Return the environment of the brief's templates; its pages link to no page of an app."""
    return make_environment(PackageLoader("meadow.brief"))


def make_environment(loader: BaseLoader) -> Environment:
    """Return an environment for templates; a name that a template lacks is an error, not an empty place.

    `document_url` and `place_url` give the page of a document and of a sentence in an app; here there are none.
    """
    made = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, finalize=_finalize, auto_reload=False,
    )  # fmt: skip
    made.globals.update(policy=policy, style_sheet=style_sheet, fonts=fonts, script=script, rules="", body="")
    made.globals.update(document_url=_nowhere, place_url=_nowhere)
    made.filters.update(
        claims=claims, name_of=name_of, steps=steps, clock=_clock, context=context_of, count=count_text, date=_date,
        file_text=file_text,
        is_loose_file=is_loose_file, one_line=one_line, outlet=outlet, sentence_text=_sentence_text, speaker=speaker,
        spoken=spoken, title_text=title_text, web_address=web_address,
    )  # fmt: skip
    return made


def policy(scripted: bool = False) -> str:
    """Return what a page may do: load nothing, and run nothing but, where it has one, our own script."""
    if not scripted:
        return _POLICY
    digest = b64encode(sha256(script().encode("utf-8")).digest()).decode("ascii")
    return f"{_POLICY}; script-src 'sha256-{digest}'"


@cache
def style_sheet() -> Markup:
    """Return the style sheet that all pages share."""
    return Markup(_ours("page.css").decode("utf-8"))  # noqa: S704 - a file of our own


@cache
def script() -> Markup:
    """Return the script that filters and orders the stories of a page."""
    return Markup(_ours("templates/digest.js").decode("utf-8"))  # noqa: S704 - a file of our own


@cache
def fonts() -> Markup:
    """Return the style rules that hold the fonts themselves, so that a page looks the same wherever it is opened."""
    encoded = {name: b64encode(body).decode("ascii") for name, body in font_files().items()}
    return font_rules(lambda name: f"data:font/woff2;base64,{encoded[name]}")


def font_rules(address: Callable[[str], str]) -> Markup:
    """Return the style rules of the fonts, each found at the address that its file is given."""
    rules = (_font_face(family, weights, address(file)) for family, weights, file in _FONTS)
    return Markup("".join(rules))  # noqa: S704 - files of our own


@cache
def font_files() -> dict[str, bytes]:
    """Return the bundled fonts by the names of their files."""
    return {file: _ours(f"fonts/{file}") for _, _, file in _FONTS}


def _font_face(family: str, weights: str, address: str) -> str:
    source = f'url({address}) format("woff2")'
    return f'@font-face{{font-family:"{family}";font-weight:{weights};src:{source};unicode-range:{_LATIN}}}\n'


def _ours(name: str) -> bytes:
    return files("meadow.brief").joinpath(name).read_bytes()


def spoken(language: str | None, around: str | None = _PAGE_LANGUAGE) -> dict[str, str]:
    """Return the attributes of text in a language; without a code the browser derives the direction from the letters.

    Text in the language `around` it has none: it inherits them, and a page of many stories stays small.
    """
    if language is None or _CODE.fullmatch(language) is None:
        return {"dir": "auto"}
    if language == around:
        return {}
    primary = language.split("-")[0].lower()
    return {"lang": language, "dir": "rtl" if primary in _RIGHT_TO_LEFT else "ltr"}


def _nowhere(shown: object) -> None:  # noqa: ARG001 - as an app's own is called
    return None


def _finalize(value: object) -> object:
    """Return what a template prints without characters that must not be; markup of our own stays as it is."""
    return value if isinstance(value, Markup) or not isinstance(value, str) else printable(value)


def _date(document: Any, zoned: bool = False) -> str:
    return date_text(document, zoned=zoned)


def _clock(document: Any, zoned: bool) -> str | None:
    return clock_text(document, zoned=zoned)


def _sentence_text(place: Place, sentences: SentencesById) -> str:
    return clip(one_line(sentence_at(place, sentences).text), _ECHO_CHARACTERS)
