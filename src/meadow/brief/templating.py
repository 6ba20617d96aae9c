"""Pages from templates: one environment whose output is escaped by construction, for the brief and for the web app.

Whatever a template prints becomes text unless it is markup of our own, and loses the characters that command a terminal or
reorder a line. The words that every form of a brief has in common are filters here.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from meadow.brief.places import Place, SentencesById, clip, context_of, sentence_at
from meadow.brief.wording import claims, clock_text, count_text, date_text, outlet, title_text, web_address
from meadow.text.printable import one_line, printable

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
_ECHO_CHARACTERS = 300
_RIGHT_TO_LEFT = frozenset({"ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"})
_CODE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")


def render(template: str, **values: Any) -> str:
    """Return a page made from a template of ours."""
    return environment().get_template(template).render(values)


@cache
def environment() -> Environment:
    """Return the environment of all templates; a name that a template lacks is an error, not an empty place."""
    made = Environment(
        loader=PackageLoader("meadow.brief"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, finalize=_finalize, auto_reload=False,
    )  # fmt: skip
    made.globals.update(policy=POLICY, style_sheet=Markup(style_sheet()), rules="", body="")  # noqa: S704 - our own
    made.filters.update(
        claims=claims, clock=_clock, context=context_of, count=count_text, date=_date, one_line=one_line, outlet=outlet,
        sentence_text=_sentence_text, spoken=spoken, title_text=title_text, web_address=web_address,
    )  # fmt: skip
    return made


@cache
def style_sheet() -> str:
    """Return the style sheet that all pages share."""
    return files("meadow.brief").joinpath("page.css").read_text("utf-8")


def spoken(language: str | None) -> dict[str, str]:
    """Return the attributes of text in a language; without a code the browser tells the direction by the letters."""
    if language is None or _CODE.fullmatch(language) is None:
        return {"dir": "auto"}
    primary = language.split("-")[0].lower()
    return {"lang": language, "dir": "rtl" if primary in _RIGHT_TO_LEFT else "ltr"}


def _finalize(value: object) -> object:
    """Return what a template prints without characters that must not be; markup of our own stays as it is."""
    return value if isinstance(value, Markup) or not isinstance(value, str) else printable(value)


def _date(document: Any, zoned: bool = False) -> str:
    return date_text(document, zoned=zoned)


def _clock(document: Any, zoned: bool) -> str | None:
    return clock_text(document, zoned=zoned)


def _sentence_text(place: Place, sentences: SentencesById) -> str:
    return clip(one_line(sentence_at(place, sentences).text), _ECHO_CHARACTERS)
