"""Plots as files: the numbers as CSV always, and SVG and PNG by matplotlib, the same bytes each time.

Source: our own.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

from meadow.brief.wording import one_line
from meadow.lab.drawing import bounds, draw
from meadow.lab.rendering.csv import exact_text
from meadow.lab.tables import Plot

COLUMNS = ("series", "x", "y", "low", "high", "theirs")


def save_plot(plot: Plot, folder: Path) -> list[Path]:
    """Write NAME.csv, NAME.svg and NAME.png into the folder, which is made where it is missing; return their paths.

    The numbers are written first. Without matplotlib they stay, and a `MissingExtraError` names the extra.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{plot.name}{suffix}" for suffix in (".csv", ".svg", ".png")]
    paths[0].write_text(plot_csv(plot), encoding="utf-8", newline="")
    paths[1].write_text(plot_svg(plot), encoding="utf-8", newline="")
    paths[2].write_bytes(plot_png(plot))
    return paths


def plot_csv(plot: Plot) -> str:
    """Return a head and a line per point, unrounded; what is absent is empty."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for series in plot.series:
        low, high = bounds(series)
        for place, name in enumerate(map(_place_text, series.x)):
            numbers = map(exact_text, (series.y[place], low[place], high[place]))
            writer.writerow([one_line(series.label), name, *numbers, str(series.theirs).lower()])
    return file.getvalue()


def plot_svg(plot: Plot) -> str:
    """Return the plot as SVG, its letters drawn as paths, so that it looks alike everywhere."""
    return draw(plot, "svg").decode("utf-8")


def plot_png(plot: Plot) -> bytes:
    """Return the plot as PNG."""
    return draw(plot, "png")


def _place_text(x: float | str) -> str:
    return one_line(x) if isinstance(x, str) else exact_text(x)
