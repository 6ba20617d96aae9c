"""Run every experiment on the sample's testbed and on the real collections, and write the pages of docs/results/lab.

`python tools/lab_results.py [NAME…]`. A page holds tables, plots and the command that makes them; of the collections in
../shared/data only figures, and commands name them as readers have them, below `corpora/`. Runs are kept in out/lab, so that
a page can be written again without computing again.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "docs" / "results" / "lab"
RUNS = ROOT / "out" / "lab"
DATA = "../shared/data"
DATA_OF_READERS = "corpora"
OWN = "The sample's own testbed is an illustration: it shows what the tables look like, not which system is better."


def rouge155(*names: str) -> str:
    """Return ROUGE metrics as arguments, in the script's dialect: papers print that, and earlier figures are in it."""
    return shlex.join(f"{name}(dialect=rouge155)" for name in names)


SUMMARIES = f"summaries --metrics {rouge155('rouge1', 'rouge2', 'rougeSU4')} redundancy words"
_NAMES = ("rouge1", "rouge2", "rouge3", "rouge4", "rougeL", "rougeLsum", "rougeW", "rougeS4", "rougeSU4")
CORRELATION = f"metric-correlation --metrics {rouge155(*_NAMES)} words --baseline {rouge155('rouge1')}"


@dataclass(frozen=True)
class Page:
    """A page of results: the runs that it shows, each with a heading and the arguments of `meadow lab run`."""

    name: str
    title: str
    about: str
    runs: tuple[tuple[str, str, str], ...]  # short name, heading, arguments


PAGES_OF_RESULTS = (
    Page(
        "mead-tables", "Relative utility by rate",
        "Tables 10–12 and Figure 8 of the MEAD paper (M14). What changed: the paper's systems are scores alone, by "
        "section 5.3, so they now take the best-scored sentences (`select=top`); earlier these rows had MEAD's "
        "redundancy penalty, and stand below under their short names. `mead-paper` reads the paper as it is; `mead` also "
        "cuts off sentences under nine words, as the released system does. On GA3 the D of `mead-paper` at 10–90 % is "
        ".83 .72 .80 .75 .76 .89 1.02 1.12 .98 by score alone, and .83 .37 .42 .24 .07 .24 .06 .15 .02 with the penalty.",
        (("ga3", "GA3: one story, nine judges", f"mead-tables --testbed mead:{DATA}/mead/GA3"),
         ("ga3-presets", "GA3, every preset",
          f"mead-tables --testbed mead:{DATA}/mead/GA3 --systems presets --baseline lead"),
         ("own", "The sample's testbed", "mead-tables")),
    ),
    Page("subsumption-agreement", "Agreement of judges on subsumption",
         "Tables 8 and 9 of the MEAD paper (M13), a row per story, and links found without judges (M11).",
         (("cst", "MEAD's CST story, two judges", f"subsumption-agreement --testbed mead:{DATA}/mead/cst"),
          ("own", "The sample's testbed", "subsumption-agreement"))),
    Page("rating-tables", "Summaries in the eyes of people", "What judges gave on each scale, and how far they agree (T1).",
         (("multiling", "MultiLing 2011's grades", f"rating-tables --testbed jsonl:{DATA}/multiling2011"),
          ("own", "The sample's testbed", "rating-tables"))),
    Page("tsc3-tables", "Extracts against gold",
         "Tables 3–8 of the TSC3 paper (T15). No collection here has gold extracts by people: `--gold automatic` aligns "
         "references to their sources instead ([figures](../README.md#extracts-against-automatic-gold)).",
         (("own", "The sample's testbed", "tsc3-tables"),)),
    Page("clustering-agreement", "Agreement of judges who cluster sentences",
         "Tables 2 and 3 and Figure 1 of the sentence-clustering paper (G5–G7).",
         (("own", "The sample's testbed", "clustering-agreement"),)),
    Page("qarla", "Which similarity tells people's reports", "Table 2 and Figure 1 of the information-synthesis paper (S8).",
         (("own", "The sample's testbed", "qarla"),)),
    Page("headline-tables", "Headlines by ROUGE and by people",
         "Tables I–III of the headlines paper (H8). In Table I the paper's methods (`plain-…`) stand beside its rows, ours "
         "below.",
         (("own", "The sample's testbed", "headline-tables"),)),
    Page("summaries", "Summaries against references", "ROUGE of every preset, of given systems and of the oracle.",
         (("multi-news", "Multi-News, 100 stories, with eight given systems",
           f"{SUMMARIES} --testbed jsonl:{DATA}/multi_news_100 --budgets words=227"),
          ("multiling-en", "MultiLing 2011, English",
           f"{SUMMARIES} --testbed jsonl:{DATA}/multiling2011 --reader language=en --budgets words=250"),
          ("multiling", "MultiLing 2011, seven languages",
           f"{SUMMARIES} --testbed jsonl:{DATA}/multiling2011 --budgets words=250"),
          ("own", "The sample's testbed", SUMMARIES))),
    Page("tracking", "Stories found against gold", "B-cubed, pairwise and information measures of trackers.",
         (("uci", "UCI headlines", f"tracking --testbed jsonl:{DATA}/uci_headlines"),
          ("ecb", "ECB+", f"tracking --testbed jsonl:{DATA}/ecb_plus"),
          ("multiling", "MultiLing 2011, English", f"tracking --testbed jsonl:{DATA}/multiling2011 --reader language=en"),
          ("own", "The sample's testbed", "tracking"))),
    Page("groups", "Groups of sentences against judges", "Automatic groups beside chance and, on the sample, other judges.",
         (("ecb", "ECB+, ten test topics",
           f"groups --testbed jsonl:{DATA}/ecb_plus --reader language=en story=topic split=Test"),
          ("own", "The sample's testbed", "groups"))),
    Page("metric-correlation", "Metrics against people", "How far metrics order summaries as people do.",
         (("summeval", "SummEval", f"{CORRELATION} --testbed summeval:{DATA}/summary_judgements/summeval.jsonl.gz"),
          ("multiling", "MultiLing 2011's grades", f"{CORRELATION} --testbed jsonl:{DATA}/multiling2011"),
          ("own", "The sample's testbed", CORRELATION))),
)  # fmt: skip


def main(names: list[str]) -> int:
    """Write the pages asked for, or all; return 0 when every run ended well."""
    (PAGES / "plots").mkdir(parents=True, exist_ok=True)
    for page in PAGES_OF_RESULTS:
        if names and page.name not in names:
            continue
        parts = [f"# {page.title}", page.about]
        for short, heading, arguments in page.runs:
            out = RUNS / page.name / short
            command = [sys.executable, "-m", "meadow", "lab", "run", *shlex.split(arguments), "--out", str(out)]
            print(f"== {page.name}: {heading}", flush=True)
            if subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.DEVNULL).returncode:
                return 1
            parts += [f"## {heading}", *([OWN] if short == "own" else []), *_shown(page.name, short, out)]
        text = "\n\n".join(parts).replace(DATA, DATA_OF_READERS)
        (PAGES / f"{page.name}.md").write_text(text + "\n", encoding="utf-8")
    return 0


def _shown(page: str, short: str, out: Path) -> list[str]:
    """Return the tables of a run as Markdown, and its plots, which are copied beside the page."""
    tables = [path.read_text(encoding="utf-8").strip() for path in _in_order(out, "tables", ".md")]
    plots = []
    for path in _in_order(out, "plots", ".svg"):
        name = f"plots/{page}-{short}-{path.stem}"
        for suffix in (".svg", ".csv"):
            shutil.copyfile(path.with_suffix(suffix), PAGES / f"{name}{suffix}")
        plots.append(f"![{path.stem}]({name}.svg) ([numbers]({name}.csv))")
    return [*tables, *plots]


def _in_order(out: Path, folder: str, suffix: str) -> list[Path]:
    import json

    names = json.loads((out / "run.json").read_text(encoding="utf-8"))[folder]
    return [out / folder / f"{name}{suffix}" for name in names]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
