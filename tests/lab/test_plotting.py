from __future__ import annotations

import csv
import errno
import io
import os
import subprocess
import sys
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Literal

import pytest

from meadow.errors import MissingExtraError, UsageError
from meadow.lab.drawing import series_look
from meadow.lab.plotting import plot_csv, plot_png, plot_svg, save_plot
from meadow.lab.tables import Plot, Series

LINES = Plot(
    "curve",
    "Recall by rate",
    "rate",
    "recall",
    (
        Series("lead", (10.0, 20.0, 30.0), (0.4, None, 0.1 + 0.2), (0.3, None, 0.2), (0.5, None, 0.4)),
        Series("lead", (10.0, 20.0, 30.0), (0.35, 0.4, 0.45), theirs=True),
    ),
    notes=("Bands are intervals over topics.",),
)
BARS = Plot(
    "bars",
    "Recall by system",
    "system",
    "recall",
    (
        Series("R-1", ("lead", "mead(select=mmr)"), (0.4, 0.5), (0.3, 0.4), (0.5, 0.6)),
        Series("R-2", ("mead(select=mmr)", "_$odd$"), (0.2, None)),
    ),
    kind="bars",
)
POINTS = replace(LINES, name="points", kind="points")
MANY = replace(LINES, name="many", series=tuple(Series(f"system {n}", (1.0, 2.0), (0.1 * n, 0.2)) for n in range(9)))
NOTHING = replace(LINES, name="nothing", series=(), notes=())
EVERY = (LINES, BARS, POINTS, MANY, NOTHING)


def test_numbers_are_written_with_every_digit_and_gaps_stay_empty() -> None:
    read = list(csv.DictReader(io.StringIO(plot_csv(LINES))))
    assert read[0] == {"series": "lead", "x": "10.0", "y": "0.4", "low": "0.3", "high": "0.5", "theirs": "false"}
    assert (read[1]["y"], read[2]["y"]) == ("", "0.30000000000000004")
    assert read[3] == {"series": "lead", "x": "10.0", "y": "0.35", "low": "", "high": "", "theirs": "true"}
    assert plot_csv(BARS).splitlines()[2] == "R-1,mead(select=mmr),0.5,0.4,0.6,false"


@pytest.mark.parametrize("plot", EVERY, ids=lambda plot: plot.name)
def test_every_kind_is_drawn_twice_the_same(plot: Plot) -> None:
    assert plot_svg(plot) == plot_svg(plot)
    png = plot_png(plot)
    assert png == plot_png(plot)
    assert png.startswith(b"\x89PNG")


def test_a_picture_holds_no_time_no_version_and_no_font() -> None:
    svg, png = plot_svg(LINES), plot_png(LINES)
    assert "<dc:date>" not in svg
    assert "Matplotlib v" not in svg
    assert "<text" not in svg
    assert b"Software" not in png


def test_another_process_with_other_settings_draws_the_same(tmp_path: Path) -> None:
    (tmp_path / "matplotlibrc").write_text("font.size: 20\nlines.linewidth: 9\nsvg.fonttype: none\n", encoding="utf-8")
    code = (
        "import sys; from meadow.lab.plotting import plot_svg; from meadow.lab.tables import Plot, Series\n"
        "plot = Plot('p', 'T', 'x', 'y', (Series('a', (1.0, 2.0), (0.1, 0.2), (0.0, 0.1), (0.2, 0.3)),))\n"
        "sys.stdout.buffer.write(plot_svg(plot).encode())\n"
        "sys.exit('matplotlib.pyplot' in sys.modules)"  # the state that others would share
    )
    drawn = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "MATPLOTLIBRC": str(folder)},
            capture_output=True,
            check=True,
            cwd=folder,
        ).stdout
        for seed, folder in (("1", tmp_path), ("2", tmp_path.parent))
    ]
    assert drawn[0] == drawn[1]
    assert b"</svg>" in drawn[0]


def test_files_are_written_into_a_new_folder(tmp_path: Path) -> None:
    paths = save_plot(BARS, tmp_path / "plots")
    assert [path.name for path in paths] == ["bars.csv", "bars.svg", "bars.png"]
    assert paths[0].read_text(encoding="utf-8") == plot_csv(BARS)
    assert paths[1].read_text(encoding="utf-8") == plot_svg(BARS)
    assert paths[2].read_bytes() == plot_png(BARS)


def test_a_full_disk_leaves_the_plots_that_were_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {path.name: path.read_bytes() for path in save_plot(BARS, tmp_path)}

    def write_half(path: Path, data: bytes) -> int:
        with path.open("wb") as stream:
            stream.write(data[: len(data) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", write_half)
    with pytest.raises(UsageError, match="No space left on device"):
        save_plot(replace(LINES, name=BARS.name), tmp_path)
    assert {name: (tmp_path / name).read_bytes() for name in before} == before


def test_without_matplotlib_the_numbers_stay_and_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'meadow\[plots\]'") as caught:
        save_plot(LINES, tmp_path)
    assert caught.value.extra == "plots"
    assert [path.name for path in tmp_path.iterdir()] == ["curve.csv"]


def test_drawing_leaves_the_users_settings_alone() -> None:
    import matplotlib as mpl

    # Not by mpl's own look-up, which loads pyplot when it meets the backend.
    before = dict(dict.items(mpl.rcParams))
    plot_svg(LINES)
    assert dict(dict.items(mpl.rcParams)) == before


@pytest.mark.parametrize("kind", ["lines", "bars", "points"])
def test_a_change_in_any_number_shows(kind: Literal["lines", "bars", "points"]) -> None:
    plot = replace(LINES, kind=kind)
    first = plot.series[0]
    changed = [
        replace(first, y=(0.42, None, 0.3)),
        replace(first, low=(0.25, None, 0.2)),
        replace(first, high=(0.5, None, 0.45)),
        replace(first, low=(), high=()),
        replace(first, theirs=True),
    ]
    drawn = {plot_svg(replace(plot, series=(series, *plot.series[1:]))) for series in (first, *changed)}
    assert len(drawn) == 1 + len(changed)


def test_series_differ_by_colour_and_marker_together_and_theirs_are_grey() -> None:
    looks = [series_look(place, theirs=False) for place in range(63)]
    assert all((a.colour, a.marker) != (b.colour, b.marker) for a, b in combinations(looks, 2))
    theirs = series_look(1, theirs=True)
    assert theirs.hollow
    assert theirs.colour not in {look.colour for look in looks}
