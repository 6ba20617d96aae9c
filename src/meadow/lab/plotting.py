"""Plots as files: the numbers as CSV always, and SVG and PNG by matplotlib, the same bytes each time."""

from __future__ import annotations

from pathlib import Path

from meadow.lab.drawing import bounds, draw
from meadow.lab.tables import Plot
from meadow.lab.tables.spreadsheet import format_csv
from meadow.store.files import save_text
from meadow.text.printable import one_line

COLUMNS = ("series", "x", "y", "low", "high", "theirs")


def save_plot(plot: Plot, folder: Path) -> list[Path]:
    """Write NAME.csv, NAME.svg and NAME.png into the folder, which is made where it is missing; return their paths.

    Each is written whole or not at all, the numbers first. Without matplotlib they stay, and a `MissingExtraError` names the
    extra.
    """
    paths = [folder / f"{plot.name}{suffix}" for suffix in (".csv", ".svg", ".png")]
    save_text(paths[0], plot_csv(plot))
    save_text(paths[1], plot_svg(plot))
    save_text(paths[2], plot_png(plot))
    return paths


def plot_csv(plot: Plot) -> str:
    """Return a head and a line per point, unrounded; what is absent is empty."""
    rows = (
        [
            one_line(series.label),
            one_line(x) if isinstance(x, str) else float(x),
            series.y[number],
            low,
            high,
            series.theirs,
        ]
        for series in plot.series
        for number, (x, low, high) in enumerate(zip(series.x, *bounds(series), strict=True))
    )
    return format_csv(COLUMNS, rows)


def plot_svg(plot: Plot) -> str:
    """Return the plot as SVG, its letters drawn as paths, so that it looks alike everywhere."""
    return draw(plot, "svg").decode("utf-8")


def plot_png(plot: Plot) -> bytes:
    """Return the plot as PNG."""
    return draw(plot, "png")
