"""PDF files: one document per file, with where its pages begin, so that a citation names the page; extra `documents`.

The file is parsed in a worker process, as a damaged one can hang the parser. A scanned file has no text, and is refused with
advice; so is an encrypted one. Lines are joined to paragraphs at blank lines and where a line ends short after a full stop.

Source: PDF 1.7 (ISO 32000-1), as pypdf reads it.
"""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import accumulate
from pathlib import PurePath
from typing import Any

from meadow.errors import LimitError, MissingReaderError, ReadError
from meadow.ingest.article import Article, build_document
from meadow.ingest.items import Item, Limits
from meadow.ingest.opening import Opened, read_all
from meadow.ingest.plain import folder_name, split_title
from meadow.ingest.times import is_time
from meadow.ingest.worker import iter_limited
from meadow.text.clean import clean_line, clean_text

_BREAK = "\n\n"
_MOST_PAGES = 5_000
_HYPHEN = re.compile(r"(?<=[^\W\d_])-\n(?=[a-zà-ÿ])")
_WRAPPED = re.compile(r"(?<!\n)\n(?!\n)")
_OCR = "Recognise its text first, for instance with ocrmypdf."


def read_pdf(opened: Opened, limits: Limits) -> Iterator[Item]:
    """Yield the one document of a file, as a worker process reads it."""
    if find_spec("pypdf") is None:
        raise MissingReaderError(opened.place, "PDF", "documents")
    job = _PdfJob(opened.place, opened.path, read_all(opened, limits), limits)
    return iter_limited(
        _read, job, seconds=limits.worker_seconds, megabytes=limits.worker_megabytes, place=opened.place
    )


@dataclass(frozen=True, slots=True)
class _PdfJob:
    place: str
    path: PurePath | None
    data: bytes
    limits: Limits


def _read(job: _PdfJob) -> Iterator[Item]:
    import pypdf

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # what it mends is no business of a user's
    try:
        reader = pypdf.PdfReader(io.BytesIO(job.data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise ReadError(job.place, "an encrypted PDF file.", advice="Save it without a password first.")
        if len(reader.pages) > _MOST_PAGES:
            raise LimitError(job.place, f"a PDF file of more than {_MOST_PAGES:,} pages.", advice="Split it.")
        pages = list(_pages(reader, job))
        known: Any = reader.metadata or {}
    except (ReadError, MemoryError):
        raise
    except Exception as error:  # damaged input may make a stranger's parser raise anything
        raise ReadError(job.place, f"the PDF file is damaged ({str(error)[:200] or type(error).__name__})") from error
    yield _document(pages, {key: str(value) for key, value in known.items() if isinstance(value, str)}, job)


def _pages(reader: Any, job: _PdfJob) -> Iterator[str]:
    size = 0
    for page in reader.pages:
        text = _paragraphs(page.extract_text())
        size += len(text)
        if size > job.limits.item_bytes:
            raise LimitError(
                job.place, f"a text of more than {job.limits.item_bytes:,} characters; one document may have no more"
            )
        yield text


def _document(pages: list[str], known: dict[str, str], job: _PdfJob) -> Item:
    if not any(pages):
        raise ReadError(job.place, "a PDF file without text, such as a scan.", advice=_OCR)
    given = clean_line(known.get("/Title", ""))
    title = given or split_title(next(filter(None, pages)))[0]
    starts = [
        start - len(page) - len(_BREAK)
        for page, start in zip(pages, accumulate(len(page) + len(_BREAK) for page in pages), strict=True)
    ]
    text = _BREAK.join(pages)
    lead = len(text) - len(text.lstrip())
    text = text.strip()
    article = Article(
        title=title, text=text, source=folder_name(job.path), published=_time(known.get("/CreationDate", "")),
        authors=clean_line(known.get("/Author", "")), pages=[min(max(start - lead, 0), len(text)) for start in starts],
    )  # fmt: skip
    return build_document(article, place=job.place, as_given=True)


def _paragraphs(extracted: str) -> str:
    """Return a page's text with its lines joined: a page breaks them where they end, not where sentences do."""
    return clean_text(_WRAPPED.sub(" ", _HYPHEN.sub("", clean_text(extracted))))


def _time(written: str) -> str | None:
    """Return a date as PDF writes it, `D:20260302093000+01'00'`, in ISO 8601."""
    digits = re.match(r"D:(\d{8})(\d{6})?(Z|[+-]\d{2}'?\d{2})?", written)
    if digits is None:
        return None
    zone = (digits[3] or "Z").replace("'", "")
    time = f"{digits[1]}T{digits[2]}{zone}" if digits[2] else digits[1]
    return time if is_time(time) else None
