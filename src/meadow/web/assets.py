"""The assets of pages: style sheets, the script and the fonts; a fixed table, so that no path leads anywhere else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import Response

from meadow.brief.templating import font_files, font_rules, style_sheet
from meadow.registry import load_target
from meadow.web.pages import pages

_PACKAGE = "meadow.web"
_CACHED = "public, max-age=31536000, immutable"  # an address changes with what it holds
_REPORTED = 50  # sentences of the longest report
_MARKED = 200  # cited sentences; up to here the one whose source is open is marked without a script

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Asset:
    """A file that pages load."""

    body: bytes
    kind: str

    @property
    def version(self) -> str:
        """The digest in its address."""
        return sha256(self.body).hexdigest()[:12]


@cache
def assets() -> Mapping[str, Asset]:
    """Return everything that pages load, by name."""
    fonts = {f"fonts/{name}": Asset(body, "font/woff2") for name, body in font_files().items()}
    return {
        "page.css": sheet(font_rules(lambda name: f"fonts/{name}") + style_sheet() + _marks()),
        "app.css": sheet(static_text(_PACKAGE, "app.css")),
        "work.css": sheet(static_text(_PACKAGE, "work.css") + _report_marks()),
        **scripts(_PACKAGE, "app.js", "live.js"),
        **fonts,
        **{name: asset for made in _of_parts() for name, asset in made.items()},
    }


def static_url(name: str) -> str:
    """Return the address of a file that pages load."""
    return f"/static/{name}?v={assets()[name].version}"


@router.get("/static/{name:path}")
def static(name: str) -> Response:
    """Return a file that pages load."""
    asset = assets().get(name)
    if asset is None:
        raise HTTPException(404)
    return Response(asset.body, media_type=asset.kind, headers={"cache-control": _CACHED})


def _marks() -> str:
    """Return the rules that mark a sentence while its source is open: position is what links the two."""
    on = "{--said:var(--highlight);--badge:var(--accent);--on-badge:var(--surface)}"
    return "".join(
        f".story:has(.note:nth-of-type({n}):popover-open) .cited:nth-of-type({n}){on}\n" for n in range(1, _MARKED + 1)
    )


def _report_marks() -> str:
    """Return the same rules for a report, whose sentences are under many headings: names link the two."""
    on = "{--said:var(--highlight);--badge:var(--accent);--on-badge:var(--surface)}"
    return "".join(f".report:has(#r-n{n}:popover-open) #r-c{n}{on}\n" for n in range(1, _REPORTED + 1))


def sheet(rules: str) -> Asset:
    """Return a style sheet."""
    return Asset(rules.encode("utf-8"), "text/css; charset=utf-8")


def scripts(package: str, *names: str) -> dict[str, Asset]:
    """Return scripts from the folder `static` of a package, by name."""
    kind = "text/javascript; charset=utf-8"
    return {name: Asset(static_text(package, name).encode("utf-8"), kind) for name in names}


def static_text(package: str, name: str) -> str:
    """Return the text of a file in the folder `static` of a package."""
    return files(package).joinpath("static", name).read_text("utf-8")


def _of_parts() -> Iterator[Mapping[str, Asset]]:
    for page in pages():
        if page.assets is not None:
            yield load_target(page.assets)()
