"""Dialect `rouge155` against the sample test that comes with ROUGE-1.5.5: every published figure, intervals included.

The outputs with -m were made with WordNet's exception lists, which are not here. Our own list of irregular forms stands
in and is enough: without any list 273 of the 1,998 averages would be off, by at most 0.00195.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from meadow.errors import UsageError
from meadow.lab.evaluate import rouge
from meadow.lab.evaluate.rouge import Overlap, RougeOptions, ScriptAverage
from shared import SHARED, shared

SEE_LINE = re.compile(r'<a (?:size="\d+" )?name="\d+">\[\d+\]</a>\s+<a href="#\d+" id=\d+>([^<]+)')

# One evaluation: its id, its peers' texts by id, its models' texts.
Evaluation = tuple[str, dict[str, str], list[str]]
# (peer, metric, "R" | "P" | "F") -> average, low, high
Figures = dict[tuple[str, str, str], tuple[str, str, str]]


def output_names() -> list[str]:
    folder = SHARED / "data" / "rouge155" / "sample-output"
    names = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else ["the sample outputs"]
    return [name for name in names if not name.startswith("DUC2002-BE")]  # their inputs are not part of the sample


def read_text(path: Path, form: str) -> str:
    """Return a summary as one sentence per line, from SEE's HTML or from a plain file (SPL)."""
    text = path.read_text(encoding="latin-1")
    if form == "SPL":
        return text
    assert form == "SEE"
    return "\n".join(
        match[1].rstrip("\n") for line in text.splitlines(keepends=True) if (match := SEE_LINE.match(line))
    )


def read_list(path: Path) -> Iterator[Evaluation]:
    """Yield the evaluations of a list of files: a peer and its models on each line."""
    root = path.parent
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        peer, *models = (read_text(root / name, "SPL") for name in line.split())
        yield str(number), {"26": peer}, models


def read_xml(path: Path) -> Iterator[Evaluation]:
    root = path.parent
    for evaluation in ElementTree.parse(path).getroot().iter("EVAL"):  # noqa: S314 - a file of ours
        form = evaluation.find("INPUT-FORMAT")
        assert form is not None
        texts = {
            tag: {
                item.attrib["ID"]: read_text(
                    root / str(evaluation.findtext(folder)).strip() / str(item.text).strip(), form.attrib["TYPE"]
                )
                for item in evaluation.iterfind(f"{tag}S/{tag[0]}")
            }
            for tag, folder in (("PEER", "PEER-ROOT"), ("MODEL", "MODEL-ROOT"))
        }
        yield evaluation.attrib["ID"], texts["PEER"], list(texts["MODEL"].values())


@cache
def evaluations(config: str) -> list[Evaluation]:
    path = shared("data", "rouge155", "sample-test", config)
    return list(read_list(path) if path.suffix == ".lst" else read_xml(path))


def config_of(output: str) -> str:
    """Return the name of the configuration that an output was made from."""
    if output.startswith("DUC2002"):
        return output.removesuffix(".out") + ("" if ".lst" in output else ".xml")
    name = output.split("-c95")[0]
    return f"{name}.xml"


def options_of(output: str) -> RougeOptions:
    """Return the options that an output's name carries, in our words."""
    flags = output.removesuffix(".out").split("-c95")[-1].split("-")
    numbers = {flag[0]: int(flag[1:]) for flag in flags if re.fullmatch(r"[bl]\d+", flag)}
    stop = shared("data", "rouge155", "smart_common_words.txt").read_text(encoding="utf-8").split()
    return {
        "dialect": "rouge155",
        "stem": "m" in flags,
        "stopwords": stop if "s" in flags else False,
        "words": numbers.get("l"),
        "utf8_bytes": numbers.get("b"),
    }


def read_figures(output: str) -> Figures:
    lines = shared("data", "rouge155", "sample-output", output).read_text(encoding="utf-8").splitlines()
    fields = [line.split() for line in lines if "Average_" in line]
    return {
        (peer, metric, which[-2]): (mean, low, high.rstrip(")"))
        for peer, metric, which, mean, _, low, _, high in fields
    }


def our_name(metric: str) -> str:
    """Return our notation of the script's: ROUGE-SU* is rougeSU, ROUGE-W-1.2 is rougeW(weight=1.2)."""
    name = metric.replace("ROUGE-", "rouge").removesuffix("*")
    return re.sub(r"W-([\d.]+)", r"W(weight=\1)", name)


def our_figures(output: str, wanted: Figures, options: RougeOptions) -> Figures:
    items = evaluations(config_of(output))
    metrics = {metric: our_name(metric) for _, metric, _ in wanted}
    found: Figures = {}
    for peer in {peer for peer, _, _ in wanted}:
        # The script resamples the items in the order of their ids as text.
        own = sorted((f"{number}.{peer}", peers[peer], models) for number, peers, models in items if peer in peers)
        pairs = [(text, models) for _, text, models in own]
        scores = rouge.score_many(pairs, metrics=list(metrics.values()), **options)
        for metric, name in metrics.items():
            found |= printed(peer, metric, rouge.script_average(score[name] for score in scores))
    return found


def printed(peer: str, metric: str, average: ScriptAverage) -> Figures:
    values = {"R": average.recall, "P": average.precision, "F": average.f}
    return {
        (peer, metric, which): (f"{value.mean:.5f}", f"{value.low:.5f}", f"{value.high:.5f}")
        for which, value in values.items()
    }


# Peers whose texts are all empty by design, and stop lists that leave nothing of a ten-word summary.
@pytest.mark.filterwarnings("ignore::meadow.errors.NoTokensWarning")
@pytest.mark.parametrize("output", output_names())
def test_every_published_figure_is_met(output: str) -> None:
    wanted = read_figures(output)
    assert our_figures(output, wanted, options_of(output)) == wanted


@pytest.mark.filterwarnings("ignore::meadow.errors.NoTokensWarning")
def test_without_exceptions_few_figures_differ_and_little() -> None:
    output = "ROUGE-test-c95-2-1-U-r1000-n4-w1.2-a-m.out"
    wanted = read_figures(output)
    options = options_of(output)
    options["exceptions"] = {}
    found = our_figures(output, wanted, options)
    differences = [abs(float(found[key][0]) - float(wanted[key][0])) for key in wanted]
    assert sum(difference > 0 for difference in differences) == 63
    assert 0 < max(differences) < 0.002


def test_the_figures_read_are_those_of_the_file() -> None:
    figures = read_figures("DUC2002-ROUGE.in.26.spl.out")
    assert figures["26", "ROUGE-1", "R"] == ("0.33939", "0.32215", "0.35572")
    assert len(figures) == 15


# --- the script's own ways, by hand ---


def script(candidate: str, reference: str, metric: str, **options: object) -> Overlap:
    return rouge.score(candidate, reference, metrics=[metric], dialect="rouge155", **options)[metric]  # type: ignore[arg-type]


def test_numbers_have_five_decimals_and_f_comes_from_them() -> None:
    # 2 of 3 and 2 of 7 words: F from 0.66667 and 0.28571 is 0.39999…, from the exact ratios 0.4.
    found = script("gull tern swan", "gull tern heron stork crane egret ibis", "rouge1")
    assert (found.precision, found.recall, found.f) == (0.66667, 0.28571, 0.4)
    assert (found.hits, found.candidate, found.reference) == (2, 3, 7)


def test_rouge_l_is_the_union_over_lines() -> None:
    # The reference line w1…w5 has "w1 w2" in common with the first line and "w1 w3 w5" with the second: four words of five.
    candidate = "w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5"
    found = script(candidate, "w1 w2 w3 w4 w5", "rougeL", stem=False)
    assert (found.hits, found.candidate, found.reference) == (4, 10, 5)
    assert found == script(candidate, "w1 w2 w3 w4 w5", "rougeLsum", stem=False)


def test_union_words_are_clipped() -> None:
    # "gull" stands once in the candidate, so its second match in the reference does not count.
    assert script("gull", "gull\ngull", "rougeL").hits == 1


def test_rouge_w_weighs_runs_and_the_reference_twice() -> None:
    found = script("gull tern swan", "gull tern heron\nswan", "rougeW")
    # Runs: "gull tern" (2 words) and "swan" (1). Sizes: (3^1.2 + 1)^1.2 and 3^1.2.
    assert found.hits == 2**1.2 + 1
    assert found.reference == (3**1.2 + 1) ** 1.2
    assert found.candidate == 3**1.2
    assert found.recall == round(((2**1.2 + 1) / (3**1.2 + 1) ** 1.2) ** (1 / 1.2), 5)


def test_rouge_su_forgets_the_last_word() -> None:
    found = script("gull tern", "gull tern", "rougeSU")
    assert (found.hits, found.candidate, found.reference) == (2, 2, 2)  # the pair and "gull", not "tern"
    assert rouge.score("gull tern", "gull tern", metrics=["rougeSU"])["rougeSU"].hits == 3


def test_a_limit_of_words_holds_for_all_lines_and_both_texts() -> None:
    found = script("gull tern\nswan heron", "gull tern\nswan crane ibis", "rouge1", words=3)
    assert (found.hits, found.candidate, found.reference) == (3, 3, 3)


def test_blanks_at_the_start_of_a_line_count_as_a_word() -> None:
    assert rouge.tokens(" gull tern swan", dialect="rouge155", words=2) == ["gull"]
    assert rouge.tokens(" gull tern swan", words=2) == ["gull", "tern"]
    assert rouge.tokens(" \ngull tern swan", dialect="rouge155", words=2) == ["gull", "tern"]


def test_a_limit_of_bytes_is_kept_line_by_line_in_rouge_l() -> None:
    # Words in a row: 8 bytes are "gull tern" less one letter … of the two lines together; each line alone has fewer.
    text = "gull\ntern\nswan"
    assert rouge.tokens(text, dialect="rouge155", utf8_bytes=6, stem=False) == ["gull", "te"]
    found = script(text, text, "rougeL", utf8_bytes=6, stem=False)
    # All three lines are shorter than 6 bytes, so they stay: "tern" and "swan" match, but are no words of the row.
    assert (found.hits, found.candidate, found.reference) == (1, 2, 3)


def test_a_limit_of_bytes_counts_utf8_and_drops_half_characters() -> None:
    assert rouge.tokens("né gull", dialect="rouge155", utf8_bytes=2) == ["n"]
    assert rouge.tokens("né gull", dialect="rouge155", utf8_bytes=6) == ["n", "gu"]


def test_only_ascii_letters_are_lowered() -> None:
    kelvin = "\u212awe"  # the Kelvin sign lowers to k in Unicode
    assert rouge.tokens(f"GULL {kelvin}", dialect="rouge155") == ["gull", "we"]
    assert rouge.tokens(f"GULL {kelvin}", dialect="google") == ["gull", "kwe"]


def test_exceptions_come_before_the_stemmer_and_only_for_long_words() -> None:
    exceptions = rouge.parse_exceptions("began begin\nmice mouse mice\n\nlone\nran run\nbegan commence")
    assert exceptions == {"began": "commence", "mice": "mouse", "ran": "run"}
    assert rouge.tokens("Mice ran", dialect="rouge155", exceptions=exceptions) == ["mouse", "ran"]


def test_best_reference_is_the_one_with_the_best_recall() -> None:
    references = ["gull tern", "gull tern swan heron crane"]
    candidate = "gull tern swan heron"
    best = rouge.score(candidate, references, metrics=["rouge1"], dialect="rouge155", multiple="best")["rouge1"]
    assert (best.recall, best.precision) == (1.0, 0.5)
    google = rouge.score(candidate, references, metrics=["rouge1"])["rouge1"]
    assert (google.recall, google.precision) == (0.8, 1.0)


@pytest.mark.parametrize("metric", ["rouge1", "rougeL", "rougeW", "rougeS4"])
def test_of_equal_references_the_first_is_taken(metric: str) -> None:
    # Both references have half their words, and half their pairs or runs, in common with the candidate.
    first = rouge.score("gull tern", ["gull swan", "tern heron"], metrics=[metric], dialect="rouge155", multiple="best")
    assert first == rouge.score("gull tern", ["gull swan"], metrics=[metric], dialect="rouge155")


def test_resampled_average_of_one_item_is_the_item() -> None:
    average = rouge.script_average([Overlap(0.25, 0.5, 0.33333)])
    assert (average.precision.mean, average.recall.low, average.f.high) == (0.25, 0.5, 0.33333)


def test_resampling_draws_as_drand48_does() -> None:
    # C's srand48(0) gives 0.17082803610628972, 0.74990198048496381; so the first sample of two items is (first, second).
    average = rouge.script_average([Overlap(0.2, 0.2, 0.2), Overlap(0.4, 0.4, 0.4)], resamples=1)
    assert average.f.mean == 0.3
    # srand48(1) gives 0.04163034477187821, 0.45449244472862041: twice the first.
    two = rouge.script_average([Overlap(0.2, 0.2, 0.2), Overlap(0.4, 0.4, 0.4)], resamples=2)
    assert two.f.mean == 0.25


@pytest.mark.parametrize("options", [{"resamples": 0}, {"confidence": 100.0}, {"confidence": -1.0}])
def test_resampling_needs_possible_numbers(options: dict[str, float]) -> None:
    with pytest.raises(UsageError, match="cannot be averaged"):
        rouge.script_average([Overlap(1, 1, 1)], **options)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="0 scores"):
        rouge.script_average([])
