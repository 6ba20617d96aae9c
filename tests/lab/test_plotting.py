from __future__ import annotations

import csv
import errno
import io
import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib import style
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.text import Text
from matplotlib.transforms import Bbox
from rich.cells import cell_len

from meadow.errors import FontWarning, MissingExtraError, UsageError
from meadow.lab.drawing import (
    EAST_ASIAN_FONTS,
    PLAIN_FONT,
    SETTINGS,
    compose,
    draw,
    fold,
    font_family,
    series_look,
    shorten,
)
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


NOTE = "Bands are intervals over topics, and a note may be so long that it needs a second line or a third one. " * 2
LONG = "mead(select=mmr, weights=learned, another option that nobody can remember)"
Kind = Literal["lines", "bars", "points"]


def _plot(kind: Kind, entries: int, notes: int, label: str = "system", title: str = "Recall") -> Plot:
    series = tuple(Series(f"{label} {n}", ("lead", "mead"), (0.1 + n, 0.2)) for n in range(entries))
    return Plot("p", title, "system", "a measure with a very long name " * 3, series, kind, (NOTE,) * notes)


def _laid_out(plot: Plot) -> Figure:
    with style.context(["default", dict(SETTINGS)]):
        figure = compose(plot)
        figure.draw_without_rendering()
    return figure


def _box(artist: Text | Legend) -> Bbox:
    return artist.get_window_extent()


def _boxes(figure: Figure) -> Iterator[tuple[str, Bbox]]:
    """Give the boxes of notes, legend, title and the names of the axes."""
    room = figure.subfigs[0] if figure.subfigs else figure
    axes = room.axes[0]
    yield from (("notes", _box(text)) for text in figure.texts)
    yield from (("legend", _box(legend)) for legend in room.legends)
    yield from (("words", _box(text)) for text in (axes._left_title, axes.xaxis.label, axes.yaxis.label))  # type: ignore[attr-defined]


def _apart(one: Bbox, other: Bbox) -> bool:
    return bool(one.x1 <= other.x0 or other.x1 <= one.x0 or one.y1 <= other.y0 or other.y1 <= one.y0)


@pytest.mark.parametrize("kind", ["lines", "bars", "points"])
@pytest.mark.parametrize(("entries", "notes"), [(2, 1), (6, 1), (6, 4), (7, 2), (30, 3)])
@pytest.mark.parametrize("label", ["system", LONG], ids=["short", "long"])
def test_notes_legend_and_words_stand_apart_and_inside(kind: Kind, entries: int, notes: int, label: str) -> None:
    figure = _laid_out(_plot(kind, entries, notes, label, title="Many systems " * 15))
    boxes = list(_boxes(figure))
    beside = {"legend"} if kind != "lines" or entries > 6 else set()
    assert {name for name, _ in boxes} == {"notes", "words"} | beside
    whole = figure.bbox
    for (name, one), (other_name, other) in combinations(boxes, 2):
        assert _apart(one, other), (name, other_name)
    for name, box in boxes:
        assert whole.x0 <= box.x0 < box.x1 <= whole.x1, name
        assert whole.y0 <= box.y0 < box.y1 <= whole.y1, name


def test_notes_do_not_take_their_room_from_the_plot() -> None:
    heights = [_laid_out(_plot("bars", 6, notes)).get_figheight() for notes in (0, 1, 2, 4)]
    assert heights == sorted(set(heights))
    axes = [
        (figure.subfigs[0] if figure.subfigs else figure).axes[0].get_window_extent().height
        for figure in (_laid_out(_plot("bars", 6, notes)) for notes in (0, 4))
    ]
    assert axes[1] == pytest.approx(axes[0], rel=0.05)


def test_whole_numbers_along_the_axis_have_whole_ticks() -> None:
    plot = Plot("p", "Scores", "sentence", "score", (Series("a", (1.0, 2.0, 3.0), (0.1, 0.2, 0.3)),))
    ticks = _laid_out(plot).axes[0].get_xticks()
    assert all(float(tick).is_integer() for tick in ticks)


LATIN = Plot("p", "Recall – 50 % of “it”", "x", "y", (Series("naïve", (1.0, 2.0), (0.1, 0.2)),))
JAPANESE = "衛星を打ち上げ"


def test_plain_letters_need_no_other_font_and_no_warning() -> None:
    assert font_family(["Recall", "naïve", "Ελλάδα", "Москва", ""], ()) == [PLAIN_FONT]
    assert font_family([], EAST_ASIAN_FONTS) == [PLAIN_FONT]


@pytest.mark.parametrize("text", ["衛星", "ひらがな", "カタカナ", "한국", "ＡＢＣ", "「", "lead 衛"])
def test_the_first_known_font_that_is_installed_draws_other_letters(text: str) -> None:
    assert font_family(["Recall", text], {"Comic", "IPAexGothic", "Noto Sans CJK JP"}) == [
        PLAIN_FONT,
        "Noto Sans CJK JP",
    ]
    assert font_family([text], {"MS Gothic", "IPAexGothic"}) == [PLAIN_FONT, "IPAexGothic"]


def test_a_missing_font_is_named_with_what_to_install() -> None:
    with pytest.warns(FontWarning, match=r"Noto Sans CJK JP \(Debian, Ubuntu: apt install fonts-noto-cjk\)"):
        assert font_family([JAPANESE], {"Comic"}) == [PLAIN_FONT]


PLACES = (
    replace(LATIN, title=JAPANESE),
    replace(LATIN, x=JAPANESE),
    replace(LATIN, y=JAPANESE),
    replace(LATIN, notes=(JAPANESE,)),
    replace(LATIN, series=(Series(JAPANESE, (1.0,), (0.1,)),)),
    replace(LATIN, series=(Series("lead", (JAPANESE,), (0.1,)),), kind="bars"),
)


@pytest.mark.parametrize("plot", PLACES, ids=["title", "x", "y", "note", "label", "name"])
def test_a_plot_warns_once_wherever_such_a_label_stands(plot: Plot) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        picture = draw(plot, "png", fonts=())
    assert [each.category for each in caught] == [FontWarning]
    assert picture.startswith(b"\x89PNG")


def test_letters_of_other_scripts_without_a_font_are_no_silent_boxes() -> None:
    with pytest.warns(UserWarning, match="Glyph .* missing"):
        draw(replace(LATIN, title="\u0e44"), "svg")


def test_a_plot_in_plain_letters_is_the_same_whatever_is_installed() -> None:
    assert draw(LATIN, "svg", fonts=()) == draw(LATIN, "svg", fonts=EAST_ASIAN_FONTS)


def test_lines_are_folded_at_blanks_and_between_wide_letters_but_not_before_a_full_stop() -> None:
    assert fold("one two  three", 7) == "one two\nthree"
    assert fold("衛星を打。上げ", 8) == "衛星を\n打。上げ"
    assert fold("a-word-too-long for it", 6) == "a-word-too-long\nfor it"
    assert fold("", 5) == ""


@given(st.text(alphabet="ab 衛星。", max_size=60), st.integers(4, 20))
def test_folding_keeps_every_letter_in_lines_that_fit(text: str, cells: int) -> None:
    lines = fold(text, cells).split("\n")
    assert "".join("".join(lines).split()) == "".join(text.split())
    longest = max(map(cell_len, text.replace("衛", " 衛 ").replace("星", " 星 ").split()), default=0)
    assert all(cell_len(line) <= max(cells, longest + 2) for line in lines)


def test_names_are_cut_by_the_room_they_take() -> None:
    assert shorten("lead", 4) == "lead"
    assert shorten("leading", 4) == "lea…"
    assert shorten("衛星打上", 6) == "衛星…"
