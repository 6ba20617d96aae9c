"""Tables, archives and missing extras as the command line meets them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import zstandard

from command import run_meadow as meadow
from command import start_meadow
from ingest.archive_files import zipped

TABLE = (
    "nr;wanneer;regel;stuk\n"
    "1;2026-03-02;Veerboot gekapseisd;De veerboot is maandag bij Skerra gekapseisd. Negen mensen kwamen om.\n"
    "2;2026-03-06;Deur stond open;De deur van het autodek van de veerboot stond open, zegt de raad voor veiligheid.\n"
)
COLUMNS = "text=stuk,title=regel,published=wanneer,id=nr"


@pytest.fixture
def news(tmp_path: Path) -> Path:
    (tmp_path / "news.csv").write_text(TABLE, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("verb", ["digest", "summarize", "track", "headline"])
def test_columns_are_an_option_of_every_verb_that_reads(verb: str, news: Path) -> None:
    done = meadow(verb, "news.csv", "--columns", COLUMNS, "--json", folder=news)
    assert (done.returncode, done.stderr) == (0, "")
    assert "eerboot" in done.stdout or '"document": "1"' in done.stdout


def test_without_it_the_message_lists_the_columns_and_names_the_option(news: Path) -> None:
    done = meadow("headline", "news.csv", folder=news)
    assert done.returncode == 2
    assert "no column is called text or title. The columns are 'nr', 'wanneer', 'regel', 'stuk'" in done.stderr
    assert "--columns text=NAME" in done.stderr


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ("stuk", "do not follow the form field=column"),
        ("txt=stuk", "Did you mean 'text'?"),
        ("text=x", "no column called 'x'"),
    ],
)
def test_a_wrong_option_is_explained(columns: str, message: str, news: Path) -> None:
    done = meadow("headline", "news.csv", "--columns", columns, folder=news)
    assert done.returncode == 2
    assert message in done.stderr


def test_a_hostile_member_is_reported_and_strict_counts_it(news: Path) -> None:
    (news / "news.zip").write_bytes(zipped({"../up.txt": b"x", "in/a.txt": b"Ferry back\n\nThe ferry sails again."}))
    done = meadow("headline", "news.zip", "--strict", folder=news)
    assert (done.returncode, done.stdout) == (1, "Ferry back\n")
    assert (
        done.stderr == "meadow: not read: news.zip: the member '../up.txt' leads out of the archive, and is not read.\n"
    )


def test_a_missing_extra_ends_with_three_if_it_is_all_there_is(news: Path) -> None:
    (news / "no").mkdir()
    (news / "no" / "zstandard.py").write_text("raise ImportError('as if it were not installed')\n", encoding="utf-8")
    (news / "a.jsonl.zst").write_bytes(zstandard.compress(b'{"title": "Ferry back", "text": "It sails."}'))
    path = os.pathsep.join(filter(None, (str(news / "no"), os.environ.get("PYTHONPATH"))))
    done = start_meadow("headline", "a.jsonl.zst", folder=news, PYTHONPATH=path)
    assert done.returncode == 3
    assert "needs the extra 'files', which is not installed" in done.stderr
    assert "pip install 'meadow[files]'" in done.stderr
    beside = start_meadow("headline", "a.jsonl.zst", "news.csv", "--columns", COLUMNS, folder=news, PYTHONPATH=path)
    assert beside.returncode == 0
    assert "pip install 'meadow[files]'" in beside.stderr


def test_dates_that_are_not_understood_are_named_once_and_count_with_strict(tmp_path: Path) -> None:
    rows = "".join(f"a{day};{day}.3.2026;De veerboot vaart op dag {day} weer naar Skerra.\n" for day in (5, 6))
    (tmp_path / "news.csv").write_text(f"id;datum;tekst\n{rows}", encoding="utf-8")
    done = meadow("track", "news.csv", "--strict", folder=tmp_path)
    assert done.returncode == 1
    assert done.stderr.count("meadow: note: news.csv: the dates of column 'datum' are not understood in 2 rows") == 1
    assert "'5.3.2026'" in done.stderr
    assert len(done.stdout.splitlines()) == 2


def test_a_column_of_dates_under_another_name_is_a_note_only(news: Path) -> None:
    done = meadow("track", "news.csv", "--columns", "text=stuk", "--strict", folder=news)
    assert done.returncode == 0
    assert "no column is known to hold dates, but 'wanneer' looks so, with '2026-03-02'" in done.stderr
    assert "--columns published=wanneer" in done.stderr


def test_columns_name_keys_of_json_and_columns_of_tables(news: Path) -> None:
    (news / "own.jsonl").write_text(
        '{"stuk": "The harbour bell of Tolsby rings again after ten years.", "wanneer": "2026-04-01"}\n',
        encoding="utf-8",
    )
    (news / "api.json").write_text(
        '{"articles": [{"source": {"name": "Tolsby Post"}, "headline": "Bell rings", "body": "The bell of Tolsby rings."}]}',
        encoding="utf-8",
    )
    done = meadow("track", ".", "--columns", "text=stuk,date=wanneer", folder=news)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 4
    assert done.stderr == (
        "meadow: note: ./api.json: no document has a key called 'stuk' or 'wanneer'; the known keys were read.\n"
    ).replace("./", "")
