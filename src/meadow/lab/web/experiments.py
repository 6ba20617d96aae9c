"""`/x`: runs of experiments as tables, each to be had as Markdown, LaTeX and CSV, and what each system wrote."""

from __future__ import annotations

from urllib.parse import urlencode

from fastapi import APIRouter
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from meadow.brief.markup import Html
from meadow.errors import check_choice
from meadow.lab.tables import Table
from meadow.lab.tables.html import figure, rules, section
from meadow.lab.tables.rendering import render
from meadow.lab.web.runs import cells_of, find_run, list_runs, systems_of
from meadow.web.addresses import encoded
from meadow.web.assets import Asset, scripts, sheet
from meadow.web.errors import NotFoundError
from meadow.web.site import Here, page

FORMS = {"md": ("Markdown", "markdown"), "tex": ("LaTeX", "latex"), "csv": ("CSV", "csv")}

router = APIRouter(include_in_schema=False)


@router.get("/x")
def experiments(request: Request, site: Here) -> Response:
    """Show the runs that were kept."""
    runs = list_runs(site.settings.runs)
    folder = None if site.settings.runs is None else str(site.settings.runs)
    return page(request, "experiments.html", title="Experiments", runs=runs, folder=folder, run_url=run_url)


@router.get("/x/{name}")
def experiment(request: Request, site: Here, name: str) -> Response:
    """Show the tables of a run."""
    run = find_run(site.settings.runs, name)
    findings = run.findings()
    shown = [(table, _markup(section(table)), _files(name, table)) for table in findings.tables]
    written = [(system, cells_url(name, system)) for system in systems_of(run.folder)]
    plots = [_markup(figure(plot, run.picture(plot))) for plot in findings.plots]
    return page(request, "experiment.html", title=run.title, run=run, shown=shown, plots=plots, written=written)


@router.get("/x/{name}/cells")
def cells(request: Request, site: Here, name: str, system: str = "") -> Response:
    """Show what a system wrote on each topic of a run, with its figures."""
    run = find_run(site.settings.runs, name)
    known = systems_of(run.folder)
    check_choice("system of this run", system, known)
    return page(
        request, "cells.html", title=f"{system} · {run.title}", run=run, system=system,
        cells=cells_of(run.folder, system), run_url=run_url,
    )  # fmt: skip


@router.get("/x/{name}/{table}.{ending}")
def table_file(site: Here, name: str, table: str, ending: str) -> Response:
    """Return a table as text."""
    if ending not in FORMS:
        raise NotFoundError("A table is not to be had in this form.", given=ending, allowed=", ".join(FORMS))
    text = render(find_run(site.settings.runs, name).table(table), FORMS[ending][1])
    return Response(text.encode("utf-8", "replace"), media_type="text/plain; charset=utf-8")


def run_url(name: str) -> str:
    """Return where a run is read."""
    return f"/x/{encoded(name)}"


def cells_url(name: str, system: str) -> str:
    """Return where what a system wrote in a run is read."""
    return f"{run_url(name)}/cells?{urlencode({'system': system})}"


def _files(name: str, table: Table) -> list[tuple[str, str]]:
    return [(title, f"{run_url(name)}/{encoded(table.name)}.{ending}") for ending, (title, _) in FORMS.items()]


def _markup(shown: Html) -> Markup:
    return Markup(str(shown))  # noqa: S704 - escaped where it is made


def assets() -> dict[str, Asset]:
    """Return the files by name."""
    return {"tables.css": sheet(rules()), **scripts("meadow.lab.web", "copy.js")}
