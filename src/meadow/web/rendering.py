"""Pages from templates: those of the brief and those of the app, in one environment that escapes by construction."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader
from starlette.requests import Request

from meadow.brief.templating import make_environment
from meadow.web.addresses import document_url, path_of, place_url, sentence_url, story_url, verb_url
from meadow.web.assets import static_url
from meadow.web.pages import pages
from meadow.web.themes import THEMES, theme_of
from meadow.web.wording import ago_text, iso_text, moment_text


@cache
def navigation() -> tuple[tuple[str, str, str], ...]:
    """Return the links of the navigation bar: label, address and key."""
    links = sorted((link for page in pages() for link in page.links), key=lambda link: link[-1])
    return tuple((label, address, key) for label, address, key, _ in links)


def render_page(request: Request, template: str, **values: Any) -> str:
    """Return a page of the app as HTML; every page knows its address, the theme and who reads."""
    common = {
        "here": request.url.path, "address": _address(request), "theme": theme_of(request), "themes": THEMES,
        "navigation": navigation(), "reader": getattr(request.state, "reader", None), "sample": _is_sample(request),
        "participant": getattr(request.state, "participant", None),
    }  # fmt: skip
    return environment().get_template(template).render(common | values)


@cache
def environment() -> Environment:
    """Return the environment of the app's templates, which find those of the brief as well."""
    packages = ["meadow.web", "meadow.brief", *(page.templates for page in pages() if page.templates is not None)]
    made = make_environment(ChoiceLoader([PackageLoader(package) for package in packages]))
    made.globals.update(
        document_url=document_url,
        place_url=place_url,
        sentence_url=sentence_url,
        story_url=story_url,
        static_url=static_url,
        verb_url=verb_url,
    )
    made.filters.update(ago=ago_text, iso=iso_text, moment=moment_text)
    return made


def _address(request: Request) -> str:
    """Return path and query of a page, by which a form leads back to it."""
    path = path_of(request.scope)
    return f"{path}?{request.url.query}" if request.url.query else path


def _is_sample(request: Request) -> bool:
    app = request.scope.get("app")
    return app is not None and app.state.site.settings.sample
