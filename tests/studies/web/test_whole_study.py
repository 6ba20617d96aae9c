"""Whole studies: made over the sample on the command line, driven by three judges, measured, exported, run by the lab."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Sequence
from itertools import combinations, permutations
from pathlib import Path
from statistics import fmean

import pytest
from playwright.sync_api import Browser, expect

from browser import lent_page
from command import run_meadow
from meadow.lab.evaluate.agreement import Level, alpha_interval, judge_agreement, krippendorff_alpha
from meadow.lab.evaluate.clustering import compare, differences, with_bucket, with_singletons
from meadow.lab.evaluate.coverage import coverage, minimum_cover, precision
from meadow.lab.evaluate.subsumption import agreement_levels, agreement_scores
from meadow.lab.evaluate.utility import bootstrap, relative_utility, sentence_count, with_subsumption
from meadow.lab.folder import load_testbed
from meadow.lab.tables import Entry
from meadow.lab.tables.figures import interval_text
from meadow.studies.judging.acting import ActionResult
from meadow.studies.material import material_of
from meadow.workspace import Workspace
from studies.web.judges import SIX, press, ready
from studies.web.whole_studies import (
    EACH,
    JUDGES,
    KEYS,
    STORY,
    TOTAL,
    covered_by,
    groups,
    rating_of,
    scores,
    shown_table,
    small_sample,
    sources,
)  # fmt: skip
from web.apps import NOW, reader_of
from web.live import serving

pytestmark = pytest.mark.browser

ITEM = "The outbreak"


def run(*arguments: str, folder: Path) -> str:
    """Return what a command prints, if it goes well."""
    done = run_meadow(*arguments, folder=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def make(folder: Path) -> dict[str, list[str]]:
    """Make a study of each task on the command line, and return the paths of its judges' links."""
    small_sample(folder / "sample")
    named = [word for name in JUDGES for word in ("--participant", name)]
    links = {}
    for task in (*SIX, "report"):
        made = run("judge", "new", task, "--testbed", "sample", "--title", task, *named, "--json", folder=folder)
        links[task] = [each["url"].partition("8710")[2] for each in json.loads(made)["participants"]]
    return links


def drive(browser: Browser, origin: str, links: dict[str, list[str]]) -> None:
    """Let every judge open their link of every study, do its item by keys, and hand it in."""
    with lent_page(browser, origin) as page:
        for task in SIX:
            for judge, link in enumerate(links[task]):
                page.goto(f"{origin}{link}")
                page.goto(f"{origin}/j/i/{STORY}")
                ready(page)
                press(page, *KEYS[task](judge))
                expect(page.locator("#missing")).to_have_text("Nothing is missing.")
                press(page, "Control+Enter")
                expect(page.get_by_text("That was all.")).to_be_visible()


def lab(folder: Path, name: str, bed: str, *more: str) -> dict[tuple[str, ...], list[float]]:
    """Run an experiment on a testbed, and return its own figures (not those of a paper) by table and labels."""
    printed = run("lab", "run", name, "--testbed", bed, "--workers", "1", *more, "--form", "json", folder=folder)
    return {
        (table["name"], *row["labels"]): [entry["value"] for entry in row["entries"]]
        for table in json.loads(printed)["tables"]
        for row in table["rows"]
        if not row["theirs"]
    }


def three(*values: float | None) -> list[str]:
    """Return figures as tables show them."""
    return ["–" if value is None else f"{value:.3f}".replace("-", "−") for value in values]


@pytest.mark.golden("M10", "M11", "M13", "T17", "G2", "G10", "H7", "S4")
def test_studies_from_the_command_line_to_the_papers_tables(chromium: Browser, tmp_path: Path) -> None:
    links = make(tmp_path)
    with Workspace(tmp_path / "meadow-workspace", clock=lambda: NOW) as workspace:
        with serving(workspace) as origin:
            drive(chromium, origin, links)
        build_reports(workspace)
        reader = reader_of(workspace)
        reader.post(f"/j/merge/concepts/{STORY}", {"do": json.dumps({"step": "begin"})})
        for task in SIX:
            SHOWN[task](reader.get(f"/j/results/{task}").text)
        systems = placed_systems(workspace)
    for task in ("grouping", "alignment", "headlines"):
        run("judge", "export", task, "testbed", "--out", f"{task}-bed", folder=tmp_path)
    run("judge", "export", "utility", "testbed", "--with", "subsumption", "--out", "utility-bed", folder=tmp_path)
    mead_tables(tmp_path)
    subsumption_agreement(tmp_path)
    clustering_agreement(tmp_path)
    tsc3_tables(tmp_path)
    headline_tables(tmp_path, systems)
    concepts_with_reports(tmp_path)


def placed_systems(workspace: Workspace) -> list[str]:
    """Return which system wrote the headline at each place of the page."""
    study = workspace.judging.study("headlines")
    material = material_of(workspace.judging.item("headlines", STORY), seed=study.seed)
    return [each.system for each in material.candidates]


def sure(judges: Sequence[Sequence[Hashable]], *, level: Level = "nominal") -> str:
    """Return alpha as tables show it, with its interval over what was judged where there is one."""
    (value,), drawn = three(krippendorff_alpha(judges, level=level)), alpha_interval(judges, level=level)
    return value if drawn is None else f"{value} {interval_text(Entry(drawn.value, drawn.low, drawn.high), 3)}"


def utilities_are_shown(page: str) -> None:
    """J and R with the interval over judges, alpha and rho, as the library computes them."""
    given, table = scores(), shown_table(page, "relative-utility")
    for rate in (10, 20, 30):
        count = sentence_count(TOTAL, rate)
        found = relative_utility(given, count=count)
        drawn = bootstrap(given, count=count, unit="judges", resamples=2_000).agreement
        assert drawn is not None
        bounds = interval_text(Entry(drawn.value, drawn.low, drawn.high), 3)
        first, chance = three(found.agreement, found.random)
        assert table[f"{ITEM} | {rate} %"] == [f"{first} {bounds}", chance, "3", str(TOTAL)]
    ranks = judge_agreement(dict(zip(JUDGES, given, strict=True)))
    alpha = sure(given, level="interval")
    assert shown_table(page, "scores")[ITEM] == [alpha, *three(ranks.mean, ranks.least), "3"]


def subsumptions_are_shown(page: str) -> None:
    """How many sentences each number of judges agrees on, and the + or − score of each sentence."""
    levels = agreement_levels(covered_by())
    counts = [str(levels[level][side]) for level in (3, 2, 1) for side in (0, 1)]
    alpha = sure([[bool(by[judge]) for by in covered_by()] for judge in range(3)])
    assert shown_table(page, "levels")[ITEM] == [*counts, alpha]
    signed = [[str(score), "–"] if score > 0 else ["–", str(-score)] for score in agreement_scores(covered_by())]
    assert list(shown_table(page, "sentence-scores").values()) == signed


def groups_are_shown(page: str) -> None:
    """V_beta, V_0.5 and NVI of every two judges, both ways, and what sets them apart."""
    agreement, apart = shown_table(page, "agreement"), shown_table(page, "differences")
    for one, two in combinations(range(3), 2):
        found = [compare(way(groups(one)), way(groups(two))) for way in (with_singletons, with_bucket)]
        figures = [figure for each in found for figure in (each.v_beta, each.v_half, each.nvi)]
        assert agreement[f"{ITEM} | {JUDGES[one]}-{JUDGES[two]}"] == three(*figures)
        told = differences(groups(one), groups(two))
        parts = (
            told.irrelevant_in_both, told.identical_clusters, told.clusters_only_in_a, told.clusters_only_in_b,
            told.to_delete, told.to_add, told.to_move,
        )  # fmt: skip
        assert apart[f"{ITEM} | {JUDGES[one]}-{JUDGES[two]}"] == [str(len(each)) for each in parts]


def alignments_are_shown(page: str) -> None:
    """Whether abstracts rest on the same sentences."""
    shown = shown_table(page, "agreement")
    for length in ("short", "long"):
        gold = [sources(judge)[length] for judge in range(3)]
        used = [{number for sets in each for one in sets for number in one} for each in gold]
        alpha = sure([[number in own for number in range(TOTAL)] for own in used])
        dice = fmean(2 * len(one & two) / (len(one) + len(two)) for one, two in combinations(used, 2))
        covers = fmean(coverage(minimum_cover(one), two) for one, two in permutations(gold, 2))
        assert shown[f"{ITEM} | {length}"] == [alpha, *three(dice, covers), "3"]


def concepts_are_shown(page: str) -> None:
    """Concepts that two judges named alike, whatever the case, and how many named each."""
    assert shown_table(page, "agreement")[f"{ITEM} | Ana-Bo"] == ["1.000", "1.000", "0.000", "0.667"]
    assert shown_table(page, "concepts")[f"{ITEM} | organisation | Health Board"] == ["2"]


def headlines_are_shown(page: str) -> None:
    """Spearman's rho of every two judges, alpha, and how many rated how many."""
    for side, scale in enumerate(("quality", "readability")):
        rated = {name: [rating_of(at, place)[side] for place in range(4)] for at, name in enumerate(JUDGES)}
        ranks, alpha = judge_agreement(rated), krippendorff_alpha(list(rated.values()), level="ordinal")
        assert shown_table(page, "judges")[scale] == [*three(ranks.mean, ranks.least, alpha), "3", "4"]


def mead_tables(folder: Path) -> None:
    """MEAD's tables: J and R of the judges, and less for what another sentence of the extract covers."""
    printed = lab(
        folder, "mead-tables", "utility-bed", "--systems", "lead", "--resamples", "100", "--set", "rates=[20]"
    )
    count = sentence_count(TOTAL, 20)
    plain = relative_utility(scores(), count=count)
    assert printed["table-11", "20 %"][:2] == pytest.approx([plain.agreement, plain.random])
    for credit in (0.5, 0.0):  # to two of three judges the second article's first sentence adds nothing
        found = with_subsumption(scores(), [(EACH, 0)], count=count, credit=credit)
        assert printed[f"table-11-e{credit:g}", "20 %"][:2] == pytest.approx([found.agreement, found.random])


def subsumption_agreement(folder: Path) -> None:
    """Table 9 of the paper: on how many sentences how many judges agree."""
    printed = lab(folder, "subsumption-agreement", "utility-bed")
    levels = agreement_levels(covered_by())
    wanted = [levels[level][side] for level in (3, 2) for side in (0, 1)]
    assert printed["table-9", STORY][4:8] == wanted  # before them the columns of the paper's five and four judges


def clustering_agreement(folder: Path) -> None:
    """Tables 2 and 3 of the paper on groups."""
    printed = lab(folder, "clustering-agreement", "grouping-bed")
    assert printed["table-2", STORY, "Bo"] == [2, TOTAL, 5, 2, 2.5]
    found = compare(with_singletons(groups(0)), with_singletons(groups(1)))
    assert printed["table-3", STORY, "Ana-Bo"][:3] == pytest.approx([found.v_beta, found.v_half, found.nvi])


def tsc3_tables(folder: Path) -> None:
    """Precision and coverage of the lead against what the first judge by name drew on."""
    printed = lab(folder, "tsc3-tables", "alignment-bed", "--systems", "lead", "--resamples", "100")
    for length, taken in (("short", {0}), ("long", {0, EACH})):  # the lead takes the first of each article in turn
        gold = sources(0)[length]
        figures = [precision(taken, gold), coverage(taken, gold)]
        assert printed["table-3", "lead", length][:2] == pytest.approx(figures), length
    assert printed["table-4", "lead", "short"][0] == 1.0


def headline_tables(folder: Path, systems: Sequence[str]) -> None:
    """Mean ratings of each system, and how far judges agree."""
    printed = lab(folder, "headline-tables", "headlines-bed", "--systems", "given", "title", "--resamples", "100")
    for place, system in enumerate(systems):
        rated = [rating_of(judge, place) for judge in range(3)]
        assert printed["table-2", system] == pytest.approx([fmean(side) for side in zip(*rated, strict=True)])
    qualities = {name: [rating_of(at, place)[0] for place in range(4)] for at, name in enumerate(JUDGES)}
    assert printed["judges", "quality"][:2] == pytest.approx(
        [judge_agreement(qualities).mean, judge_agreement(qualities).least]
    )


def concepts_with_reports(folder: Path) -> None:
    """One list of the story, which the owner began, and QARLA's table over it and reports on the same articles."""
    run("judge", "export", "report", "testbed", "--with", "concepts", "--out", "report-bed", folder=folder)
    topic = load_testbed(folder / "report-bed").topic(STORY)
    assert {each.text: each.count for each in topic.concepts} == {
        "Pia Holm": 3, "Health Board": 2, "hot water": 1, "cooling": 1,
    }  # fmt: skip
    assert [each.author for each in topic.reports] == list(JUDGES)
    printed = lab(folder, "qarla", "report-bed", "--metrics", "nicos", "sentence-recall", "--set", "kept=2")
    assert {labels[1] for labels in printed if labels[0] == "table-2"} == {"nicos", "sentence-recall"}


def build_reports(workspace: Workspace) -> None:
    """Let every judge hand in a report of two sentences; how it is built in the browser is tested elsewhere."""
    for at, name in enumerate(JUDGES):
        told = ["started", f"pick/outbreak-hw-01#{at}", "pick/outbreak-ra-02#0", "finished"]
        answers = ["true", '{"place": null}', '{"place": null}', "true", *["1"] * 5, "true"]
        slots = [*told, *(f"question/{number}" for number in range(5)), "submitted"]
        for slot, answer in zip(slots, answers, strict=True):
            (outcome,) = workspace.judging.act("report", name, [ActionResult(f"{STORY}/{slot}", answer)])
            assert outcome.became == "saved", outcome.error


SHOWN: dict[str, Callable[[str], None]] = {
    "utility": utilities_are_shown,
    "subsumption": subsumptions_are_shown,
    "grouping": groups_are_shown,
    "alignment": alignments_are_shown,
    "concepts": concepts_are_shown,
    "headlines": headlines_are_shown,
}
