"""The files of a folder that mixes every format and five languages, each with what must come out of it."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import zipfile
from functools import partial
from importlib.util import find_spec
from typing import NamedTuple

import pytest

from ingest import trade_files as trade


class Told(NamedTuple):
    """What must come out of a file: title, day, source and language."""

    title: str
    day: str | None
    source: str | None
    language: str


EN = "The harbour of Sant Oriel was closed on Monday after a ferry struck the northern pier. Nobody was hurt, the port said."
EN_LATER = (
    "Divers found a dent in the hull of the ferry that struck the northern pier of Sant Oriel. Repairs will take weeks."
)
ES = "El puerto de Puerto Claro cerró el lunes después de que un transbordador chocara con el muelle. No hubo heridos."
ES_LATER = "Los buzos hallaron una abolladura en el casco del transbordador que chocó con el muelle de Puerto Claro."
NL = "De haven van Waterveen ging maandag dicht nadat een veerboot tegen de pier was gevaren. Er vielen geen gewonden."
NL_LATER = "Duikers vonden een deuk in de romp van de veerboot die tegen de pier van Waterveen was gevaren."
JA = "潮見港は2日、連絡船が北側の桟橋に衝突したため閉鎖された。けが人はいないと港湾局は述べた。"
JA_LATER = "潜水士は、潮見港の桟橋に衝突した連絡船の船体にへこみを見つけた。修理には数週間かかる。"
FR = "Le port de Belrive a été fermé lundi après qu’un bac a heurté la jetée du nord. Personne n’a été blessé."
FR_LATER = "Des plongeurs ont trouvé une bosse dans la coque du bac qui a heurté la jetée de Belrive."


def row(title: str, text: str, source: str, published: str, **more: str) -> str:
    return json.dumps(
        {"title": title, "text": text, "source": source, "published": published, **more}, ensure_ascii=False
    )


def page(title: str, text: str, *, site: str, language: str, day: str) -> str:
    return (
        f'<!doctype html><html lang="{language}"><head><title>{title} | {site}</title>'
        f'<meta property="og:title" content="{title}"><meta property="og:site_name" content="{site}">'
        f'<meta property="article:published_time" content="{day}T09:00:00Z"></head>'
        f"<body><nav>Inicio Deportes Cultura</nav><article><h1>{title}</h1><p>{text}</p></article></body></html>"
    )


def rss(title: str, text: str, *, feed: str) -> str:
    return (
        f'<?xml version="1.0"?><rss version="2.0"><channel><title>{feed}</title><link>https://faro.example</link>'
        f"<item><guid>faro-1</guid><title>{title}</title><description>{text}</description>"
        "<pubDate>Mon, 02 Mar 2026 10:00:00 GMT</pubDate></item></channel></rss>"
    )


def atom(title: str, text: str, *, feed: str) -> str:
    return (
        f'<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>{feed}</title>'
        f"<id>urn:shimpo</id><entry><id>urn:shimpo:1</id><title>{title}</title><updated>2026-03-02T01:00:00Z</updated>"
        f'<content type="text">{text}</content></entry></feed>'
    )


def cues(text: str, *, mark: str) -> str:
    """Return a text as subtitles of six words each."""
    words = text.split()
    parts = [" ".join(words[at : at + 6]) for at in range(0, len(words), 6)]
    times = (f"00:00:{2 * n:02}{mark}000 --> 00:00:{2 * n + 2:02}{mark}000" for n in range(len(parts)))
    return "\n\n".join(f"{n}\n{time}\n{part}" for n, (time, part) in enumerate(zip(times, parts, strict=True), start=1))


def sgml(title: str, text: str, number: str) -> str:
    return (
        f"<DOC>\n<DOCNO> {number} </DOCNO>\n<HEADLINE>{title}</HEADLINE>\n<TEXT>\n<P>\n{text}\n</P>\n</TEXT>\n</DOC>\n"
    )


def docsent(title: str, sentences: list[str]) -> str:
    lines = "".join(f'<S PAR="2" RSNT="{n}" SNO="{n + 1}">{each}</S>\n' for n, each in enumerate(sentences, start=1))
    head = f'<HEADLINE><S PAR="1" RSNT="1" SNO="1">{title}</S></HEADLINE>'
    body = f"<BODY>\n{head}\n<TEXT>\n{lines}</TEXT>\n</BODY>"
    return f'<?xml version="1.0"?>\n<DOCSENT DID="d1" LANG="ENG">\n{body}\n</DOCSENT>\n'


def zipped(name: str, data: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(name, data)
    return made.getvalue()


def tarred(name: str, data: str) -> bytes:
    made, content = io.BytesIO(), data.encode()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        entry = tarfile.TarInfo(name)
        entry.size = len(content)
        archive.addfile(entry, io.BytesIO(content))
    return made.getvalue()


def parquet(*rows: str) -> bytes:
    pyarrow = pytest.importorskip("pyarrow")
    written = pytest.importorskip("pyarrow.parquet")
    made = io.BytesIO()
    written.write_table(pyarrow.Table.from_pylist([json.loads(each) for each in rows]), made)
    return made.getvalue()


def compressed(data: str) -> bytes:
    return bytes(pytest.importorskip("zstandard").ZstdCompressor().compress(data.encode()))


class Planted(NamedTuple):
    """A file: the format it stands for, its path, its content and what must come out."""

    kind: str
    path: str
    content: str | bytes
    told: list[Told]


def planted_files() -> list[Planted]:
    """Return all files of the folder."""
    return [*_english(), *_spanish(), *_dutch(), *_japanese(), *_french(), *_trade()]


def _trade() -> list[Planted]:
    told = partial(Told, trade.TITLE, trade.DAY, language="en")
    files = [
        Planted("mail", "mail/one.eml", trade.MESSAGE, [told(source="Harbour Wíre")]),
        Planted("mbox", "mail/list.mbox", f"From a@post Wed Apr  1 12:00:00 2026\n{trade.PLAIN}", [told(source="Post")]),
        Planted("mail", "Maildir/cur/17.M1.host:2,S", trade.PLAIN.replace("Post", "Ledger"), [told(source="Ledger")]),
        Planted("newsml", "wire/g2.xml", trade.NEWSML, [told(source="Wire")]),
        Planted("nitf", "wire/story.xml", trade.NITF, [told(source="WIRE")]),
        Planted("word", "desk/bell.docx", trade.word(trade.TEXT, title=trade.TITLE), [told(source="desk")]),
        Planted("warc", "web/cc.warc.gz", trade.warc(*trade.WARC[1:4]), [told(source="Post")]),
        Planted("json", "web/feed.json", json.dumps({**trade.JSON_FEED, "items": trade.JSON_FEED["items"][:1]}),
                [told(source="Tolsby Post")]),
        Planted("json", "wire/three.json", json.dumps(trade.NINJS_3), [told(source="Harbour Wire")]),
    ]  # fmt: skip
    if find_spec("pypdf") is not None:
        files.append(Planted("pdf", "desk/bell.pdf", trade.pdf(trade.TEXT, "The end."), [told(source="desk")]))
    return files


def _english() -> list[Planted]:
    wire = "Harbour Wire"
    return [
        Planted(
            "jsonl",
            "en/wire.jsonl",
            "\n".join([row("Port closed", EN, wire, "2026-03-02"), row("Dent found", EN_LATER, wire, "2026-03-04")]),
            [Told("Port closed", "2026-03-02", wire, "en"), Told("Dent found", "2026-03-04", wire, "en")],
        ),
        Planted(
            "jsonl",
            "en/ledger.jsonl.gz",
            gzip.compress(row("Shut, says port", EN, "Ledger", "2026-03-02T12:00:00+01:00").encode()),
            [Told("Shut, says port", "2026-03-02", "Ledger", "en")],
        ),
        Planted(
            "docsent",
            "mead/19990101_000.docsent",
            docsent("Dent found in ferry", EN_LATER.split(". ")),
            [Told("Dent found in ferry", None, None, "en")],
        ),
    ]


def _spanish() -> list[Planted]:
    faro = "El Faro"
    return [
        Planted(
            "json",
            "es/agencia.json",
            f"[{row('Cierra el puerto', ES, 'Agencia Marenza', '2026-03-02')}]",
            [Told("Cierra el puerto", "2026-03-02", "Agencia Marenza", "es")],
        ),
        Planted(
            "feed",
            "es/faro.xml",
            rss("El puerto, cerrado", ES, feed=faro),
            [Told("El puerto, cerrado", "2026-03-02", faro, "es")],
        ),
        Planted(
            "html",
            "es/abolladura.html",
            page("Una abolladura en el casco", ES_LATER, site=faro, language="es", day="2026-03-04"),
            [Told("Una abolladura en el casco", "2026-03-04", faro, "es")],
        ),
        Planted(
            "parquet",
            "es/diario.parquet",
            parquet(row("Buzos en el puerto", ES_LATER, "El Diario", "2026-03-04")),
            [Told("Buzos en el puerto", "2026-03-04", "El Diario", "es")],
        ),
    ]


def _dutch() -> list[Planted]:
    waterblad = "Het Waterblad"
    return [
        Planted("subtitles", "het-journaal/haven.srt", cues(NL, mark=","), [Told("haven", None, "het-journaal", "nl")]),
        Planted(
            "subtitles",
            "het-journaal/deuk.vtt",
            "WEBVTT\n\n" + cues(NL_LATER, mark="."),
            [Told("deuk", None, "het-journaal", "nl")],
        ),
        Planted(
            "table",
            "nl/waterblad.csv",
            f'titel,tekst,bron,datum\nHaven dicht,"{NL}",{waterblad},2026-03-02\n',
            [Told("Haven dicht", "2026-03-02", waterblad, "nl")],
        ),
        Planted(
            "tar",
            "nl/archief.tar.gz",
            tarred("deuk.html", page("Deuk in de romp", NL_LATER, site=waterblad, language="nl-NL", day="2026-03-04")),
            [Told("Deuk in de romp", "2026-03-04", waterblad, "nl")],
        ),
    ]


def _japanese() -> list[Planted]:
    return [
        Planted(
            "table",
            "ja/tsushin.tsv",
            f"title\ttext\tsource\tdate\n桟橋に衝突\t{JA}\t鳴崎通信\t2026-03-02\n",
            [Told("桟橋に衝突", "2026-03-02", "鳴崎通信", "ja")],
        ),
        Planted(
            "feed",
            "ja/shimpo.atom",
            atom("潮見港を閉鎖", JA, feed="潮見新報"),
            [Told("潮見港を閉鎖", "2026-03-02", "潮見新報", "ja")],
        ),
        Planted(
            "markdown",
            "ja/shimpo.md",
            f"---\ntitle: 船体にへこみ\ndate: 2026-03-04\nsource: 潮見新報\n---\n\n{JA_LATER}\n",
            [Told("船体にへこみ", "2026-03-04", "潮見新報", "ja")],
        ),
        Planted(
            "jsonl",
            "ja/tsushin.jsonl.zst",
            compressed(row("修理に数週間", JA_LATER, "鳴崎通信", "2026-03-04")),
            [Told("修理に数週間", "2026-03-04", "鳴崎通信", "ja")],
        ),
    ]


def _french() -> list[Planted]:
    return [
        Planted(
            "text",
            "la-depeche/port.txt",
            f"Le port de Belrive fermé\n\n{FR}\n",
            [Told("Le port de Belrive fermé", None, "la-depeche", "fr")],
        ),
        Planted(
            "sgml",
            "fr/agence.sgml",
            sgml("Une bosse dans la coque", FR_LATER, "AFB20260304.0012"),
            [Told("Une bosse dans la coque", "2026-03-04", "AFB", "fr")],
        ),
        Planted(
            "zip",
            "fr/archive.zip",
            zipped("courrier/bac.jsonl", row("Un bac heurte la jetée", FR, "Le Courrier", "2026-03-02")),
            [Told("Un bac heurte la jetée", "2026-03-02", "Le Courrier", "fr")],
        ),
    ]
