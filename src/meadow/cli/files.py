"""The files that a command writes: a page, a PDF of it, and the bibliography of what it cites."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from meadow.cli.printing import write_file
from meadow.errors import UsageError
from meadow.model import Document


@dataclass(frozen=True, slots=True)
class Files:
    """Where each output goes, or None where it was not asked for."""

    html: str | None = None
    pdf: str | None = None
    bibtex: str | None = None
    csl: str | None = None

    @property
    def paths(self) -> tuple[str, ...]:
        """The files that were asked for; without any, a command prints to the terminal."""
        return tuple(path for path in (self.html, self.pdf, self.bibtex, self.csl) if path is not None)

    def check(self) -> None:
        """Raise an error before any work is done: two outputs in one file, or a PDF without a browser to print it."""
        for path, count in Counter(Path(path) for path in self.paths).items():
            if count > 1:
                raise UsageError(
                    f"{str(path)!r} was given for two outputs.", given=str(path), advice="Name a file for each."
                )
        if self.pdf is not None:
            from meadow.brief.pdf import find_browser

            find_browser()

    def write(self, make_page: Callable[[], str], cited: Iterable[Document]) -> None:
        """Write what was asked for; the page is only made where a file needs it."""
        from meadow.brief.bibliography import format_bibtex, format_csl

        articles = tuple(cited)
        page = make_page() if self.html is not None or self.pdf is not None else ""
        if self.html is not None:
            write_file(self.html, page)
        if self.bibtex is not None:
            write_file(self.bibtex, format_bibtex(articles))
        if self.csl is not None:
            write_file(self.csl, format_csl(articles))
        if self.pdf is not None:  # last: where the browser fails, the other files are there
            from meadow.brief.pdf import find_browser, format_pdf

            write_file(self.pdf, format_pdf(page, browser=find_browser()))
