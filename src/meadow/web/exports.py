"""A story as a file: a page, a PDF, Markdown, BibTeX, CSL-JSON or JSON, in the forms that the command line writes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from meadow.brief.bibliography import cited_documents, format_bibtex, format_csl
from meadow.brief.html import format_html
from meadow.brief.json import brief_value, moved_value
from meadow.brief.markdown import format_markdown
from meadow.brief.pdf import find_browser, format_pdf
from meadow.errors import BrowserError
from meadow.model import Brief, Document
from meadow.recipe import Recipe
from meadow.workspace.reading import StoryEntry, as_digest

_OUTSIDE_NAME = re.compile(r"[^A-Za-z0-9._-]+")
_NAME_CHARACTERS = 60


@dataclass(frozen=True, slots=True)
class Form:
    """A form of export: its name in addresses, its title, the file's ending and media type."""

    name: str
    title: str
    ending: str
    kind: str
    write: Callable[[StoryEntry, Recipe], bytes]


def has_browser() -> bool:
    """Return whether there is a browser here that prints a PDF."""
    try:
        find_browser()
    except BrowserError:
        return False
    return True


def file_name(story_id: str, form: Form) -> str:
    """Return what an export is called: plain letters and digits, whatever the story's id holds."""
    plain = _OUTSIDE_NAME.sub("-", story_id).strip("-.")[:_NAME_CHARACTERS]
    return f"{plain or 'story'}.{form.ending}"


def _page(entry: StoryEntry, recipe: Recipe) -> str:
    return format_html(as_digest([entry], recipe), title=entry.brief.headline.text)


def _html(entry: StoryEntry, recipe: Recipe) -> bytes:
    return _page(entry, recipe).encode("utf-8")


def _pdf(entry: StoryEntry, recipe: Recipe) -> bytes:
    return format_pdf(_page(entry, recipe), browser=find_browser())


def _markdown(entry: StoryEntry, recipe: Recipe) -> bytes:
    return format_markdown(as_digest([entry], recipe), title=entry.brief.headline.text).encode("utf-8")


def _bibtex(entry: StoryEntry, recipe: Recipe) -> bytes:  # noqa: ARG001 - as every form is written
    return format_bibtex(_cited(entry.brief)).encode("utf-8")


def _csl(entry: StoryEntry, recipe: Recipe) -> bytes:  # noqa: ARG001 - as every form is written
    return format_csl(_cited(entry.brief)).encode("utf-8")


def _json(entry: StoryEntry, recipe: Recipe) -> bytes:  # noqa: ARG001 - as every form is written
    value = brief_value(entry.brief) | {"new": list(entry.new), "moved": moved_value(entry.moved)}
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8")


def _cited(brief: Brief) -> tuple[Document, ...]:
    return cited_documents(brief.documents, brief.summary.picks)


FORMS: Mapping[str, Form] = {
    form.name: form
    for form in (
        Form("html", "Page (HTML)", "html", "text/html; charset=utf-8", _html),
        Form("pdf", "PDF", "pdf", "application/pdf", _pdf),
        Form("markdown", "Markdown", "md", "text/markdown; charset=utf-8", _markdown),
        Form("bibtex", "BibTeX", "bib", "text/x-bibtex; charset=utf-8", _bibtex),
        Form("csl", "CSL-JSON", "csl.json", "application/json", _csl),
        Form("json", "JSON", "json", "application/json", _json),
    )
}
