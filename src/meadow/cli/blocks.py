"""Blocks of options that several commands share, each with what a command does with them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from meadow.cli import options
from meadow.errors import UsageError

if TYPE_CHECKING:
    from datetime import datetime

    from rich.console import RenderableType

    from meadow.cli.printing import Phases
    from meadow.cli.reading import Input as Documents
    from meadow.engines import Engine
    from meadow.model import Document
    from meadow.pipeline import Idf
    from meadow.pipeline.rehearsing import Rehearsal
    from meadow.pipeline.spill import DocumentSpill
    from meadow.recipe import Recipe
    from meadow.workspace import Workspace

STANDARD_OUTPUT = "-"
USUAL_WORKSPACE = "meadow-workspace"
_USUAL_FORMAT = "jsonl"


@dataclass(frozen=True, slots=True)
class Input:
    """What a command reads, and by which methods of others."""

    paths: options.Paths
    columns: options.Columns = None
    plugin: options.Plugin = None
    strict: options.Strict = False
    explain_input: options.ExplainInput = False

    def load_plugins(self) -> None:
        """Load the plug-ins, so that their methods can be named."""
        from meadow.cli import reading

        reading.load_plugins(self.plugin)

    def read(
        self,
        phases: Phases | None = None,
        *,
        as_given: bool = False,
        engine: Engine | None = None,
        rehearsal: Rehearsal | None = None,
        spill: DocumentSpill | None = None,
    ) -> Documents:
        """Return the documents of the paths, which plug-ins may help to read; by place, or `as_given` in their order.

        With a spill they are put there, and only what it takes to divide them is returned.
        """
        from meadow.cli import reading

        return reading.read_input(
            self.paths, columns=self.columns, phases=phases, as_given=as_given, engine=engine, rehearsal=rehearsal,
            spill=spill, explain=self.explain_input,
        )  # fmt: skip

    def finish(self, read: Documents, *, answered: bool = True) -> None:
        """End the command: with 1 under `--strict` if anything was unreadable, or a question had no answer."""
        read.finish(strict=self.strict, answered=answered)


@dataclass(frozen=True, slots=True)
class WorkOptions:
    """Where the work is done."""

    engine: options.Engine = None

    def open(self, *, all_cores: bool = False) -> AbstractContextManager[Engine]:
        """Open the engine, after plug-ins are loaded: its workers load the same. Without a name all cores may be used."""
        from meadow.engines import COMMAND_ENGINE, using_engine

        return using_engine(COMMAND_ENGINE if all_cores and self.engine is None else self.engine)


@dataclass(frozen=True, slots=True)
class Shards:
    """How a stream is divided into windows that are tracked apart."""

    windows: options.Windows = None
    overlap: options.Overlap = None

    @property
    def spec(self) -> str | None:
        """The windows as a recipe has them; None where the stream stays whole."""
        from meadow.tracking.windows import parse_windows

        if self.windows is None:
            if self.overlap is not None:
                raise UsageError(
                    "--overlap is how much two windows share.",
                    given="--overlap",
                    advice="Say how long they are: --windows 14d",
                )
            return None
        return str(parse_windows(self.windows if self.overlap is None else f"{self.windows}+{self.overlap}"))

    def advise(self, documents: Sequence[Document]) -> None:
        """Say on standard error that the windows hold too few documents, and what would be better."""
        from meadow.cli import printing
        from meadow.tracking.windows import ENOUGH, find_better, parse_windows

        if self.spec is None:
            return
        count, better = find_better(documents, parse_windows(self.spec))
        if count < ENOUGH:
            printing.note(
                f"note: windows of {self.spec} have about {count:,} documents here. With fewer than {ENOUGH:,} they save"
                " nothing, and fewer stories come out as in the whole stream. Better:"
                f" {'leave out --windows' if better is None else f'--windows {better}'}."
            )


@dataclass(frozen=True, slots=True)
class Length:
    """How long a summary may be."""

    sentences: options.Sentences = None
    words: options.Words = None
    characters: options.Characters = None
    percent: options.Percent = None

    def or_sentences(self, count: int) -> Length:
        """Return this length, or so many sentences if none was given."""
        given = (self.sentences, self.words, self.characters, self.percent)
        return self if any(each is not None for each in given) else replace(self, sentences=count)


@dataclass(frozen=True, slots=True)
class MethodOptions:
    """How a summary is made."""

    method: options.Preset = "meadow"
    rank: options.Rank = None
    figures: options.Figures = None
    select: options.Select = None
    rewrite: options.Rewrite = None
    seed: options.Seed = None
    text_only: options.TextOnly = False

    def recipe(self, length: Length, **more: Any) -> Recipe:
        """Return the recipe that the options ask for."""
        from meadow.cli import reading
        from meadow.pipeline.presets import make_recipe

        return make_recipe(
            method=self.method, rank=reading.read_rank(self.rank), figures=self.figures, select=self.select,
            rewrite=self.rewrite, seed=self.seed, sentences=length.sentences, words=length.words,
            characters=length.characters, percent=length.percent, annotate=not self.text_only, **more,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Compared:
    """What tells how rare words are: the lists of their languages, or a table or a collection of the user's."""

    idf: options.Idf = None
    collection: options.Collection = None

    def background(self, phases: Phases | None = None) -> Idf:
        """Return what was given, a collection read; None stands for each language's own."""
        if self.collection is None:
            return self.idf
        if self.idf is not None:
            raise UsageError(
                "--idf and --collection both say how rare words are.",
                given="--idf --collection",
                advice="Give one of them.",
            )
        from meadow.cli import reading
        from meadow.pipeline.collecting import make_collection

        read = reading.read_input([self.collection], phases=phases)
        return make_collection(read.documents, name=self.collection)


@dataclass(frozen=True, slots=True)
class Filter:
    """Which of the documents count."""

    since: options.Since = None
    until: options.Until = None
    source: options.Source = None
    language: options.Language = None
    now: options.Now = None

    @property
    def first(self) -> datetime | None:
        """The time that `--since` names."""
        from meadow.cli import reading

        return None if self.since is None else reading.read_span(self.since, now=self.now).first

    def keep(self, documents: Sequence[Document], *, earlier: bool = False) -> Sequence[Document]:
        """Return the documents that pass, and say how many they are; with `earlier` those before `--since` come along."""
        from meadow.cli import printing, reading

        if self.since is None and self.until is None and not self.source and not self.language:
            return documents
        first = self.first
        end = None if self.until is None else reading.read_span(self.until, now=self.now).end
        kept = reading.keep(documents, since=first, until=end, source=self.source, language=self.language)
        printing.note(f"the filters left {len(kept):,} of {len(documents):,} documents.")
        if not earlier or first is None:
            return kept
        past = reading.keep(documents, until=first, source=self.source, language=self.language)
        return [*past, *kept]


@dataclass(frozen=True, slots=True)
class Space:
    """The workspace that a command works on."""

    workspace: options.Workspace = None

    @property
    def path(self) -> str:
        """The folder that is meant."""
        named = os.environ.get("MEADOW_WORKSPACE") if self.workspace is None else self.workspace
        return named or USUAL_WORKSPACE

    def open(self, *, create: bool = False) -> Workspace:
        """Open the workspace; one that is not there is made only where a command says so."""
        from meadow.workspace import Workspace

        return Workspace(self.path, create=create)


@dataclass(frozen=True, slots=True)
class Stories:
    """Which of the stories are told."""

    top: options.Top = None
    min_sources: options.MinSources = None
    min_articles: options.MinArticles = None


@dataclass(frozen=True, slots=True)
class Files:
    """The folder that a command writes rows to, as files of how many rows in which format."""

    out: options.Out = None
    format: options.Format = None
    rows: options.Rows = None

    @property
    def layout(self) -> tuple[str, int]:
        """The format of the files, and how many rows each has at most."""
        from meadow.ingest.saving import ROWS_PER_FILE

        return self.format or _USUAL_FORMAT, ROWS_PER_FILE if self.rows is None else self.rows

    def check(self, *, anew: bool = False) -> None:
        """Raise an error before any work is done: no folder for a format, or one that cannot be written to.

        A run that begins `anew` may write over its files.
        """
        if self.out is None:
            for option, value in (("--format", self.format), ("--rows", self.rows)):
                if value is not None:
                    raise UsageError(f"{option} is for files.", given=option, advice="Name a new folder: --out FOLDER")
            return
        from meadow.ingest.saving import check_target

        kind, rows = self.layout
        check_target(self.out, kind=kind, rows_per_file=rows, anew=anew)

    def save(self, rows: Iterable[Mapping[str, object]], columns: Mapping[str, Any], *, anew: bool = False) -> None:
        """Write rows to the folder as they come, and say how many files they made; nothing where no folder was named."""
        if self.out is None:
            return
        from meadow.cli import printing
        from meadow.ingest.saving import save_partitions

        kind, most = self.layout
        saved = save_partitions(rows, self.out, kind=kind, columns=columns, rows_per_file=most, anew=anew)
        files = sum(1 for _ in saved)
        printing.note(f"wrote {files:,} {'file' if files == 1 else 'files'} of {kind} to {self.out}")


@dataclass(frozen=True, slots=True)
class OutputOptions:
    """What a command prints, and the files that it writes."""

    json: options.Json = False
    markdown: options.Markdown = False
    html: options.Html = None
    pdf: options.Pdf = None
    bibtex: options.Bibtex = None
    csl: options.Csl = None

    @property
    def paths(self) -> tuple[str, ...]:
        """The files that were asked for; without any, a command prints to the terminal."""
        return tuple(path for path in (self.html, self.pdf, self.bibtex, self.csl) if path is not None)

    @property
    def for_readers(self) -> bool:
        """Whether the result goes to the terminal and nowhere else."""
        return not (self.json or self.markdown or self.paths)

    def check(self) -> None:
        """Raise an error before any work is done: two outputs in one place, or a PDF without a browser to print it."""
        printed = [
            f"--{name}"
            for name, wanted in (("json", self.json), ("markdown", self.markdown), ("html -", self.html == "-"))
            if wanted
        ]
        if len(printed) > 1:
            both = " and ".join(printed)
            raise UsageError(f"{both} were both given.", given=" ".join(printed), advice="Choose one.")
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
        from meadow.cli.printing import print_text, write_file

        articles = tuple(cited)
        page = make_page() if self.html is not None or self.pdf is not None else ""
        if self.html == STANDARD_OUTPUT:
            print_text(page)
        elif self.html is not None:
            write_file(self.html, page)
        if self.bibtex is not None:
            write_file(self.bibtex, format_bibtex(articles))
        if self.csl is not None:
            write_file(self.csl, format_csl(articles))
        if self.pdf is not None:  # last: where the browser fails, the other files are there
            from meadow.brief.pdf import find_browser, format_pdf

            write_file(self.pdf, format_pdf(page, browser=find_browser()))

    def print(
        self, *, value: Callable[[], object], markdown: Callable[[], str], readable: Callable[[], RenderableType]
    ) -> None:
        """Print the result in the form that was asked for; nothing where only files were."""
        from meadow.cli import printing

        if self.json:
            printing.print_json(value())
        elif self.markdown:
            printing.print_text(markdown())
        elif not self.paths:
            printing.print_rich(readable())
