"""A whole study: made over the sample on the command line, driven by three judges, measured, exported, run by the lab."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from command import run_meadow
from judging.items import sample_bed
from meadow.evaluate.utility import bootstrap, relative_utility, sentence_count
from meadow.lab.folder import load_testbed, save_testbed
from meadow.lab.testbed import Testbed
from meadow.tables import Entry
from meadow.tables.figures import interval_text
from meadow.text.sentences import document_sentences
from meadow.workspace import Workspace
from web.apps import NOW, TOKEN, Reader, reader_of
from web.judges import press, ready
from web.live import serving

pytestmark = pytest.mark.browser

JUDGES = ("Ana", "Bo", "Cy")


def small_sample(folder: Path) -> int:
    """Write a testbed of two articles of the sample about one story, and return how many sentences they have."""
    wolf = sample_bed().topic("wolf")
    documents = wolf.documents[:2]
    save_testbed(Testbed("small", (replace(type(wolf)("wolf", documents), title="The wolf"),)), folder)
    return sum(len(document_sentences(each)) for each in documents)


def score_of(judge: int, sentence: int) -> int:
    """Return what a judge gives a sentence: judges agree on much, and not on all."""
    return (sentence * 7 + (sentence % 3) * judge) % 11


def judge(browser: Browser, link: str, item: str, scores: list[int]) -> None:
    """Let a judge open their link, score every sentence of the item by keys, and hand it in."""
    context = browser.new_context(viewport={"width": 1360, "height": 900})
    page = context.new_page()
    page.goto(link)
    page.goto(item)
    ready(page)
    press(page, *("t" if score == 10 else str(score) for score in scores))
    expect(page.locator("#missing")).to_have_text("Nothing is missing.")
    press(page, "Control+Enter")
    expect(page.get_by_text("That was all.")).to_be_visible()
    context.close()


@pytest.mark.golden("M10", "B11")
def test_a_study_from_the_command_line_to_the_papers_tables(chromium: Browser, tmp_path: Path) -> None:
    total = small_sample(tmp_path / "sample")
    named = [word for name in JUDGES for word in ("--participant", name)]
    made = run_meadow(
        "judge", "new", "utility", "--testbed", "sample", "--title", "Wolves", *named, "--json", folder=tmp_path
    )
    assert made.returncode == 0, made.stderr
    links = {each["name"]: each["url"].partition("8710")[2] for each in json.loads(made.stdout)["participants"]}
    given = [[score_of(judge, sentence) for sentence in range(total)] for judge in range(len(JUDGES))]
    with Workspace(tmp_path / "meadow-workspace", clock=lambda: NOW) as workspace:
        with serving(workspace) as origin:
            for name, scores in zip(JUDGES, given, strict=True):
                judge(chromium, f"{origin}{links[name]}", f"{origin}/j/i/wolf", scores)
        reader: Reader = reader_of(workspace)
        assert TOKEN in reader.cookies.values()
        results = reader.get("/j/results/wolves").text
        archive = reader.get("/j/export/wolves?form=testbed").content
    for rate in (10, 20, 30):
        count = sentence_count(total, rate)
        found = relative_utility(given, count=count)
        drawn = bootstrap(given, count=count, unit="judges", resamples=2_000).agreement
        assert drawn is not None
        assert f"{found.agreement:.3f}" in results
        assert f"{found.random:.3f}" in results
        assert str(interval_text(Entry(drawn.value, drawn.low, drawn.high), 3)) in results
    zipfile.ZipFile(io.BytesIO(archive)).extractall(tmp_path)
    table = load_testbed(tmp_path / "wolves").topics[0].utilities
    assert table is not None
    assert [list(map(int, row)) for row in table.utilities] == given
    run = run_meadow(
        "lab", "run", "mead-tables", "--testbed", "wolves", "--systems", "lead", "--workers", "1", "--resamples", "100",
        "--set", "rates=[20]", "--form", "markdown", folder=tmp_path,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert f"{relative_utility(given, count=sentence_count(total, 20)).agreement:.2f}" in run.stdout
