"""Japanese with the extra `ja`: words, stems, stop words, budgets; and what happens without it."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import meadow
from meadow.model import Document
from meadow.sample import sample_path
from meadow.text.background import default_background
from meadow.text.japanese import dictionary_form, short_units
from meadow.text.language import detect_language
from meadow.text.stems import stem_words
from meadow.text.stopwords import stop_words
from meadow.text.tokens import count_printed_words, words
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


@pytest.mark.parametrize("verb", ["digest", "summarize", "track"])
def test_without_the_extra_the_command_says_what_to_install(verb: str, tmp_path: Path) -> None:
    (tmp_path / "port.txt").write_text("潮見港が閉鎖\n\n潮見港は10日、閉鎖された。再開は未定だ。\n", encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT, verb, "port.txt"],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 3
    assert run.stdout == ""
    assert "needs the extra 'ja'" in run.stderr
    assert "pip install 'meadow[ja]'" in run.stderr


def test_without_the_extra_other_languages_work(tmp_path: Path) -> None:
    (tmp_path / "port.txt").write_text(
        "Port closed\n\nThe port of Sant Oriel was closed on Monday.\n", encoding="utf-8"
    )
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT, "digest", "port.txt"],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "The port of Sant Oriel was closed" in run.stdout
