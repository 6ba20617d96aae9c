"""Japanese with the extra `ja`: words, stems, stop words, budgets; and what happens without it."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import meadow
from meadow.errors import FallbackWarning
from meadow.lab.evaluate import rouge
from meadow.model import Document
from meadow.recipe import Recipe
from meadow.sample import sample_path
from meadow.store.tables.search_terms import reading_of
from meadow.text import japanese
from meadow.text.background import default_background
from meadow.text.japanese import dictionary_form, short_units
from meadow.text.language import detect_language
from meadow.text.stems import has_stems, stem_words
from meadow.text.stopwords import stop_words
from meadow.text.tokens import count_printed_words, word_spans, words
from meadow.tracking.terms import DocumentTerms
from shared import shared

WITHOUT = "import sys; sys.modules['sudachipy'] = None; from meadow.cli import main; main()"


@pytest.mark.parametrize(
    ("forms", "stem"),
    [
        (["述べ", "述べる"], "述べる"),
        (["走ら", "走っ", "走る"], "走る"),
        (["美しく", "美しい", "美しかっ"], "美しい"),
        (["１０", "10"], "10"),
        (["読売"], "読売"),
        (["かがやき"], "かがやき"),
        (["ロケット"], "ロケット"),
        (["は"], "は"),
        (["gdp"], "gdp"),
        ([""], ""),
    ],
)
def test_forms_of_a_word_share_a_stem_and_names_are_not_respelled(forms: list[str], stem: str) -> None:
    assert stem_words(forms, "ja") == [stem] * len(forms)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_short_units_hold_the_whole_text(text: str) -> None:
    assert "".join(short_units(text)) == text


@given(st.text(st.sampled_from("港は閉鎖された述べ走っ10Ａa "), max_size=8))
def test_a_stem_is_the_same_every_time(word: str) -> None:
    assert dictionary_form(word) == dictionary_form(word)


def test_the_table_of_a_japanese_story_holds_content_words_only() -> None:
    texts = [document.text for document in meadow.read(str(sample_path())) if document.language == "ja"]
    counts = Counter(word for word in words("\n".join(texts), "ja") if word not in stop_words("ja"))
    rarity = dict(zip(counts, default_background("ja").idf(list(counts)), strict=True))
    top = sorted(counts, key=lambda word: -counts[word] * rarity[word])[:30]
    assert {"衛星", "エンジン", "ロケット", "レスリア"} <= set(top)
    particles = "は が を に へ と の で も から まで より や し た て い れ さ する ある いる なる こと もの よる つい"
    assert set(top).isdisjoint(particles.split())
    assert not [word for word in top if len(word) == 1 and "ぁ" <= word <= "ん"]


@pytest.mark.golden("T14")
@pytest.mark.parametrize("budget", [30, 60])
def test_word_budgets_count_short_units(budget: int) -> None:
    with gzip.open(shared("data", "japanese", "docs.jsonl.gz"), "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in islice(lines, 50)]
    for row in rows:
        document = Document(str(row["id"]), title=row.get("title"), text=row["text"], language="ja")
        written = meadow.summarize([document], words=budget).text
        assert written
        assert 0 < count_printed_words(written, "ja") <= budget


def test_a_title_alone_and_mixed_scripts() -> None:
    titles = [Document("a", title="潮見ロケット、打ち上げ成功", language="ja")]
    assert meadow.summarize(titles, words=20).text == "潮見ロケット、打ち上げ成功"
    mixed = "Oriel LinesのCEO、Ana Ruel氏は10日、「AI搭載の新型フェリー“Star-2”」を発表した。価格は3.5億円。"
    assert detect_language(mixed) == "ja"
    assert {"oriel", "lines", "ceo", "発表", "フェリー"} <= set(words(mixed, "ja"))
    summary = meadow.summarize([Document("b", text=mixed, language="ja")], sentences=2)
    assert [pick.sentence.text for pick in summary.picks] == [mixed[: mixed.index("価格")], "価格は3.5億円。"]


NOTE = (
    "Japanese is split into pairs of characters, because the extra 'ja' is not installed."
    " It gives better words: pip install 'meadow[ja]'"
)


@pytest.fixture
def hidden(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hide Sudachi from what asks for words, and let the warning come anew."""
    for module in ("japanese", "tokens", "stems"):
        monkeypatch.setattr(f"meadow.text.{module}.has_sudachi", lambda: False)
    reading_of.cache_clear()
    japanese.warn_of_pairs.cache_clear()
    yield
    reading_of.cache_clear()
    japanese.warn_of_pairs.cache_clear()


def without(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WITHOUT, *arguments], cwd=folder, capture_output=True, encoding="utf-8", check=False
    )


@pytest.fixture
def port(tmp_path: Path) -> Path:
    (tmp_path / "port.txt").write_text("潮見港が閉鎖\n\n潮見港は10日、閉鎖された。再開は未定だ。\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("verb", ["digest", "summarize", "track", "headline", "group"])
def test_without_the_extra_a_command_reads_pairs_of_characters_and_says_so_once(verb: str, port: Path) -> None:
    run = without(verb, "port.txt", folder=port)
    assert run.returncode == 0, run.stderr
    assert run.stdout
    assert [line for line in run.stderr.splitlines() if "extra 'ja'" in line] == [f"meadow: note: {NOTE}"]


def test_without_the_extra_the_sample_is_told_whole() -> None:
    run = without("demo", folder=Path.cwd())
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("95 fictional articles by 14 fictional outlets")
    assert "天城3号" in run.stdout


@pytest.mark.parametrize("engine", ["forks:2", "processes:2"])
def test_workers_leave_the_note_to_the_command(engine: str, port: Path) -> None:
    run = without("digest", "port.txt", "--engine", engine, folder=port)
    assert run.returncode == 0, run.stderr
    assert run.stderr.count("extra 'ja'") == 1


def test_signatures_and_reports_say_that_pairs_were_used(port: Path) -> None:
    run = without("summarize", "port.txt", "--json", folder=port)
    signature = json.loads(run.stdout)["signature"]
    assert "|background:wordfreq-ja|japanese:pairs|data:" in signature
    assert "japanese" not in meadow.summarize([Document("a", text="潮見港は閉鎖された。", language="ja")]).run.signature
    assert Recipe.parse(signature).background == "wordfreq-ja"
    report = json.loads(without("report", "港はどうなったか", "port.txt", "--json", folder=port).stdout)
    assert f"{NOTE}." in report["notes"]


@pytest.mark.usefixtures("hidden")
def test_pairs_are_split_as_in_chinese_and_keep_their_form() -> None:
    with pytest.warns(FallbackWarning, match="pairs of characters"):
        pairs = words("潮見港は10日、AIを導入。", "ja")
    assert pairs == ["潮見", "見港", "港は", "は1", "10", "0日", "ai", "iを", "を導", "導入"]
    assert [text for text, _, _ in word_spans("港は閉鎖", "ja")] == ["港は", "は閉", "閉鎖"]
    assert stem_words(["述べ"], "ja") == ["述べ"]
    assert not has_stems("ja")
    assert count_printed_words("潮見港は閉鎖", "ja") == 5
    assert reading_of("ja") == "words"
    assert "|language:ja|refs:1|japanese:pairs|" in rouge.signature("rouge1", language="ja")


def test_what_a_workspace_keeps_of_one_way_is_made_anew_in_the_other(tmp_path: Path) -> None:
    folder = str(tmp_path / "desk")
    sample = [document for document in meadow.read(str(sample_path())) if document.language == "ja"]
    with meadow.Workspace(folder) as workspace:
        assert len(list(workspace.add(sample))) == 4
        kept = workspace.story(sample[0].id).brief.summary.run.signature
    other = json.loads(without("story", sample[0].id, "--workspace", folder, "--json", folder=tmp_path).stdout)
    assert "japanese" not in kept
    assert "|japanese:pairs|" in json.dumps(other)
    found = without("search", "衛星", "--workspace", folder, folder=tmp_path)
    assert "4 of 4 articles" in found.stderr


def test_a_tracker_that_goes_on_with_other_words_says_so_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    terms = DocumentTerms(None)
    terms.rows_of(["潮見港は閉鎖された。"], ["ja"])
    kept = terms.snapshot()
    assert "japanese" not in kept["languages"]["ja"]
    DocumentTerms(None).restore(kept)
    monkeypatch.setattr(japanese, "has_sudachi", lambda: False)
    monkeypatch.setattr(japanese, "warn_of_pairs", lambda: None)
    mixed = DocumentTerms(None)
    for state in (kept, None):
        with pytest.warns(FallbackWarning, match="replay --apply"):
            mixed.restore(state or mixed.snapshot())
        assert mixed.snapshot()["languages"]["ja"]["japanese"] == "mixed"


def test_without_the_extra_other_languages_work(tmp_path: Path) -> None:
    (tmp_path / "port.txt").write_text(
        "Port closed\n\nThe port of Sant Oriel was closed on Monday.\n", encoding="utf-8"
    )
    run = without("digest", "port.txt", folder=tmp_path)
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    assert "The port of Sant Oriel was closed" in run.stdout
