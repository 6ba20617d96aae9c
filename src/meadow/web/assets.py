"""What pages load: style sheets, the script and the fonts; a fixed table, so that no path leads anywhere else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import Response

from meadow.brief.templating import font_files, font_rules, style_sheet
from meadow.tables.html import rules

_CACHED = "public, max-age=31536000, immutable"  # an address changes with what it holds
_SCRIPTS = (
    "alignment.js", "app.js", "checks.js", "concepts.js", "copy.js", "grouping.js", "headlines.js", "judging.js", "live.js",
    "report.js", "rows.js", "subsumption.js", "utility.js",
)  # fmt: skip
_REPORTED = 50  # so long is a report at most
_MARKED = 200  # of so many cited sentences the one whose source is open is marked without a script

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Asset:
    """A file that pages load."""

    body: bytes
    kind: str

    @property
    def version(self) -> str:
        """What its address changes with."""
        return sha256(self.body).hexdigest()[:12]


@cache
def assets() -> Mapping[str, Asset]:
    """Return everything that pages load, by name."""
    fonts = {f"fonts/{name}": Asset(body, "font/woff2") for name, body in font_files().items()}
    return {
        "page.css": _sheet(font_rules(lambda name: f"fonts/{name}") + style_sheet() + _marks()),
        "app.css": _sheet(_ours("app.css")),
        "work.css": _sheet(_ours("work.css") + rules() + _report_marks()),
        "judging.css": _sheet(_ours("judging.css")),
        "tasks.css": _sheet(_ours("tasks.css") + rules()),
        **{name: _script(_ours(name)) for name in _SCRIPTS},
        **fonts,
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
    """Return the same rules for a report, whose sentences stand under many headings: names are what links the two."""
    on = "{--said:var(--highlight);--badge:var(--accent);--on-badge:var(--surface)}"
    return "".join(f".report:has(#r-n{n}:popover-open) #r-c{n}{on}\n" for n in range(1, _REPORTED + 1))


def _sheet(rules: str) -> Asset:
    return Asset(rules.encode("utf-8"), "text/css; charset=utf-8")


def _script(text: str) -> Asset:
    return Asset(text.encode("utf-8"), "text/javascript; charset=utf-8")


def _ours(name: str) -> str:
    return files("meadow.web").joinpath("static", name).read_text("utf-8")
