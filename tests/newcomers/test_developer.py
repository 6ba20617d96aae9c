"""An application developer: the Python interface as a script, citations that lead into the given file, and HTTP."""

from __future__ import annotations

import json
import shutil
import unicodedata
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

import httpx
import pytest

from cli.test_serve import serving
from meadow.sample import sample_path
from newcomers import developer
from newcomers.conftest import Newcomer
from patience import PATIENCE_SECONDS

_OUTLETS = ("harbour-wire", "radio-aldern", "sant-oriel-echo", "lethrian-press-agency", "het-waterblad")
# As word processors of two systems and a web form write it: accents in two characters, line ends in two, an invisible blank.
_LOOSE = (
    "The cafe\u0301 of Orrin\u200b opened on Friday.\r\n\r\nIts baker, Edda Quill, sold 300 loaves by noon.\r\n\r\n"
    "The mayor of Orrin ate two of them, “not one\u00a0more”."
)


def test_the_python_interface_as_a_script(newcomer: Newcomer) -> None:
    names = [path.stem for path in sample_path().glob("*.jsonl")] if newcomer.whole else _OUTLETS
    (newcomer.folder / "news").mkdir()
    for name in set(names) - {"narusaki-tsushin", "shiomi-shimpo"}:
        shutil.copy(sample_path() / f"{name}.jsonl", newcomer.folder / "news")
    assert newcomer.script(Path(developer.__file__)).stdout.endswith("all done\n")


@pytest.mark.parametrize("name", ["orrin.jsonl", "orrin.txt"])
def test_citations_lead_into_the_file_as_it_was_given(newcomer: Newcomer, name: str) -> None:
    text = _LOOSE if name.endswith("jsonl") else f"Orrin bakes\r\n\r\n{_LOOSE}\r\n"
    row = json.dumps({"id": "a", "title": "Orrin bakes", "text": _LOOSE})
    (newcomer.folder / name).write_bytes(row.encode() if name.endswith("jsonl") else text.encode("utf-16"))
    sentences = newcomer.json("summarize", name, "--sentences", "3")["sentences"]
    assert len(sentences) == 3
    for sentence in sentences:
        slices = "".join(text[start:end] for start, end in sentence["given_spans"])
        tidy = unicodedata.normalize("NFC", slices).replace("\u200b", "").replace("\u00a0", " ")
        assert tidy == sentence["text"].replace("\u00a0", " ")


def test_without_the_extra_the_web_app_says_what_to_install(newcomer: Newcomer) -> None:
    done = newcomer.run("serve", "--no-open", status=3)
    assert done.stdout == ""
    assert "meadow[web]" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_over_http(tmp_path: Path) -> None:
    """With the extra `web`: the token opens everything, and nothing opens without it."""
    with serving(cwd=tmp_path) as (_, address):
        site = urlsplit(address)
        base, token = f"{site.scheme}://{site.netloc}", parse_qs(site.query)["token"][0]
        question = quote(developer.QUESTION)
        bearer = {"Authorization": f"Bearer {token}"}
        with httpx.Client(base_url=base, headers=bearer, timeout=PATIENCE_SECONDS) as client:
            stories = client.get("/api/stories?limit=5").json()["stories"]
            assert len(stories) == 5
            story = client.get(f"/api/story/{quote(stories[0]['id'], safe='')}").json()
            assert (story["id"], bool(story["summary"]["sentences"])) == (stories[0]["id"], True)
            report = client.get(f"/api/report?question={question}&sentences=5").json()
            assert (report["question"], report["answered"]) == (developer.QUESTION, True)
            pack = client.get(f"/api/pack?question={question}&tokens=300").json()
            assert "oven" in pack["text"]
            assert pack["tokens"] <= 300
            wrong = client.get("/api/report")
            assert (wrong.status_code, set(wrong.json()["error"]) >= {"problem", "advice"}) == (422, True)
        for headers in ({}, {"Authorization": "Bearer another"}):
            refused = httpx.get(f"{base}/api/stories", headers=headers, timeout=PATIENCE_SECONDS)
            assert (refused.status_code, "stories" in refused.json()) == (401, False)
