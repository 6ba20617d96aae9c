"""A journalist's folder: a few hundred files as they come from agencies, websites, colleagues and a scanner.

Each file says which articles it holds, as (title, outlet, day), so that a test can ask for every one of them.
"""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import format_datetime
from html import escape
from itertools import cycle, islice
from pathlib import Path

from newcomers.fiction import HEBREW, Article, generated, sample_articles

Told = tuple[str, str | None, str | None]
_MENU = "<nav><a href='/'>Home</a> <a href='/sport'>Sport</a> <a href='/weather'>Weather</a></nav>"
_BANNER = "<div class='cookie-banner'><p>We use cookies to improve your visit. <button>Accept all</button></p></div>"
_FINDER = b"\x00\x00\x00\x01Bud1" + bytes(120)


@dataclass
class Desk:
    """The folder, its articles, what a message about each unreadable file names, with a word of the reason, and the mail."""

    folder: Path
    told: list[Told] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    mail: str = "inbox/market.eml"

    def put(self, name: str, data: str | bytes, *told: Told, encoding: str = "utf-8") -> None:
        """Write a file that holds these articles."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode(encoding))
        self.told += told

    def files(self) -> int:
        """Return how many files lie in the folder, hidden ones among them."""
        return sum(path.is_file() for path in self.folder.rglob("*"))


def _told(article: Article) -> Told:
    return article.title, article.source, f"{article.published:%Y-%m-%d}"


def _lines(articles: Sequence[Article]) -> str:
    return "".join(json.dumps(article.row(), ensure_ascii=False) + "\n" for article in articles)


def _wild(article: Article) -> dict[str, object]:
    """Return an article as news interfaces give it."""
    when = article.published.isoformat()
    source = {"id": None, "name": article.source}
    return {"source": source, "author": None, "headline": article.title, "publishedAt": when, "body": article.text}


def wild_object(desk: Desk, name: str, articles: Sequence[Article]) -> None:
    desk.put(f"api/{name}.json", json.dumps(_wild(articles[0])), _told(articles[0]))


def wild_list(desk: Desk, name: str, articles: Sequence[Article]) -> None:
    value = {"status": "ok", "totalResults": len(articles), "articles": [_wild(each) for each in articles]}
    desk.put(f"api/{name}.json", json.dumps(value, ensure_ascii=False, indent=1), *map(_told, articles))


def json_lines(desk: Desk, name: str, articles: Sequence[Article]) -> None:
    desk.put(f"wire/{name}.jsonl", _lines(articles), *map(_told, articles))


def packed_lines(desk: Desk, name: str, articles: Sequence[Article]) -> None:
    desk.put(f"wire/{name}.jsonl.gz", gzip.compress(_lines(articles).encode(), mtime=0), *map(_told, articles))


def excel_table(desk: Desk, name: str, articles: Sequence[Article]) -> None:
    rows = [["Title", "Text", "Source", "Date"]]
    rows += [[a.title, " ".join(a.text.split()), a.source, f"{a.published:%Y-%m-%d}"] for a in articles]
    text = "".join(";".join(f'"{cell.replace(chr(34), chr(34) * 2)}"' for cell in row) + "\r\n" for row in rows)
    desk.put(f"tables/{name}.csv", text, *map(_told, articles), encoding="cp1252")


def windows_text(desk: Desk, name: str, articles: Sequence[Article]) -> None:
    article = articles[0]
    text = f"{article.title}\r\n\r\n{article.text}\r\n"
    desk.put(f"notes/{article.source}/{name}.txt", text, (article.title, article.source, None), encoding="utf-16")


def web_page(desk: Desk, name: str, articles: Sequence[Article]) -> None:
    article = articles[0]
    paragraphs = "".join(f"<p>{escape(each)}</p>" for each in article.text.split("\n\n"))
    page = (
        f"<!doctype html><html><head><meta charset='utf-8'><title>{escape(article.title)} | {article.source}</title>"
        f"<meta property='og:site_name' content='{article.source}'>"
        f"<meta property='article:published_time' content='{article.published.isoformat()}'></head><body>{_BANNER}{_MENU}"
        f"<main><article><h1>{escape(article.title)}</h1>{paragraphs}</article></main><footer>Imprint</footer></body></html>"
    )
    desk.put(f"saved/{name}.html", page, _told(article))


def rss(desk: Desk, name: str, articles: Sequence[Article]) -> None:
    items = "".join(
        f"<item><guid>{each.id}-{name}</guid><title>{escape(each.title)}</title>"
        f"<description>{escape(each.text)}</description><pubDate>{format_datetime(each.published)}</pubDate></item>"
        for each in articles
    )
    channel = f"<channel><title>Feed {name}</title><link>https://{name}.example</link>{items}</channel>"
    told = [(title, f"Feed {name}", day) for title, _, day in map(_told, articles)]
    desk.put(f"feeds/{name}.xml", f'<?xml version="1.0"?><rss version="2.0">{channel}</rss>', *told)


def atom(desk: Desk, name: str, articles: Sequence[Article]) -> None:
    entries = "".join(
        f"<entry><id>urn:{name}:{each.id}</id><title>{escape(each.title)}</title>"
        f"<updated>{each.published.isoformat()}</updated><content type='text'>{escape(each.text)}</content></entry>"
        for each in articles
    )
    head = f"<title>Feed {name}</title><id>urn:{name}</id>"
    told = [(title, f"Feed {name}", day) for title, _, day in map(_told, articles)]
    text = f'<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">{head}{entries}</feed>'
    desk.put(f"feeds/{name}.atom", text, *told)


def markdown(desk: Desk, name: str, articles: Sequence[Article]) -> None:
    article = articles[0]
    head = f"---\ndate: {article.published.isoformat()}\nsource: {article.source}\n---\n# {article.title}\n\n"
    desk.put(f"drafts/{name}.md", head + article.text + "\n", _told(article))


def subtitles(desk: Desk, name: str, articles: Sequence[Article]) -> None:
    words = articles[0].text.split()
    cues = [" ".join(words[at : at + 8]) for at in range(0, len(words), 8)]
    times = [f"00:{at // 60:02}:{at % 60:02},000 --> 00:{at // 60:02}:{at % 60:02},900" for at in range(len(cues))]
    text = "".join(f"{n}\n{time}\n{cue}\n\n" for n, (time, cue) in enumerate(zip(times, cues, strict=True), 1))
    desk.put(f"tv/{name}.srt", text, (name, "tv", None))


def from_a_mac(desk: Desk, name: str, articles: Sequence[Article]) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("news/wire.jsonl", _lines(articles))
        archive.writestr("news/.DS_Store", _FINDER)
        archive.writestr("__MACOSX/news/._wire.jsonl", b"\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X" + bytes(90))
    desk.put(f"zips/{name}.zip", made.getvalue(), *map(_told, articles))


Writer = Callable[[Desk, str, Sequence[Article]], None]
# Each with the articles that a file of it holds.
_WRITERS: tuple[tuple[Writer, int], ...] = (
    (wild_object, 1), (json_lines, 4), (excel_table, 3), (windows_text, 1), (web_page, 1), (rss, 3), (markdown, 1),
    (wild_list, 3), (from_a_mac, 3), (atom, 2), (subtitles, 1), (packed_lines, 3),
)  # fmt: skip


def _mail() -> bytes:
    message = EmailMessage()
    message["From"], message["Subject"] = "Ada Quill <ada@post.example>", "Market hall"
    message.set_content("The market hall of Tolsby opens on Friday – in the rain.\n", cte="quoted-printable")
    return bytes(message)


def _unreadable(desk: Desk) -> None:
    book = io.BytesIO()
    with zipfile.ZipFile(book, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.xml", "<workbook/>")
    views = "".join(f'{{"id": "v{n}", "views": {n}}}\n' for n in range(BROKEN_LINES))
    for name, data, reason in (
        ("inbox/scan.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n", "PDF"),
        ("inbox/budget.xlsx", book.getvalue(), "office"),
        ("inbox/photo.jpg", b"\xff\xd8\xff\xe0" + bytes(200), "image"),
        ("inbox/half.json", '{"title": "Half a file", "text": "The bell of', "JSON"),
        ("wire/views.jsonl", views, "text"),
    ):
        desk.put(name, data)
        desk.refused[name if name.startswith("inbox") else "wire/"] = reason


BROKEN_LINES = 30


def lay_out(folder: Path, files: int) -> Desk:
    """Write a folder of files: all of the sample or its first articles, then generated fiction."""
    desk = Desk(folder)
    _unreadable(desk)
    desk.put(desk.mail, _mail())
    desk.put(".DS_Store", _FINDER)
    desk.put("inbox/~$report.docx", b"\x05Xxxxx" + b" " * 49 + b"\x05\x00X\x00x\x00x\x00" + b" \x00" * 50)
    sample = sample_articles()
    foreign = [article for article in sample if not article.title.isascii() and _beyond_windows(article)]
    json_lines(desk, "tokyo", foreign[:2])
    wild_list(desk, "osaka", foreign[2:])
    for number, (title, text) in enumerate(HEBREW):
        desk.put(f"hebrew/{number}.txt", f"{title}\n\n{text}\n", (title, "hebrew", None))
    rest = files - desk.files()
    near = [article for article in sample if article not in foreign]
    if files < len(near):
        near = near[::3]
    stream = iter([*near, *generated(4 * files)])
    for number, (writer, size) in enumerate(islice(cycle(_WRITERS), rest)):
        writer(desk, f"{writer.__name__.replace('_', '-')}-{number}", _next(stream, size))
    return desk


def _next(stream: Iterator[Article], size: int) -> list[Article]:
    return list(islice(stream, size))


def _beyond_windows(article: Article) -> bool:
    try:
        (article.title + article.text).encode("cp1252")
    except UnicodeEncodeError:
        return True
    return False
