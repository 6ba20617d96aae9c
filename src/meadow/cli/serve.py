"""`meadow serve`: the web app."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from meadow.cli import blocks, options
from meadow.cli.command import laid_out

if TYPE_CHECKING:
    from meadow.following.listing import Source
    from meadow.web.bus import Bus
    from meadow.web.worker import WebWorker
    from meadow.workspace import Workspace

Port = Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="The port; 0 is any that is free.")]
Host = Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen; 127.0.0.1 is this machine alone.")]
PublicUrl = Annotated[str | None, typer.Option(metavar="URL", help="The address by which browsers of others reach it.")]
Readers = Annotated[
    list[str] | None,
    typer.Option("--reader", metavar="NAME…", help="Readers; each gets a separate address and read marks."),
]
Follow = Annotated[
    str | None,
    typer.Option(metavar="FEEDS", help="Follow the sources of a list, and those of the workspace, meanwhile."),
]
Runs = Annotated[str, typer.Option(metavar="DIR", help="A folder of runs of `meadow lab run --out`.")]
NoOpen = Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")]
_TOKEN_BYTES = 24
_FIRST_PAGE_SECONDS = 3.0
_FEED_SECRET = "feed secret"  # noqa: S105 - the name that it is kept under


@laid_out
def serve(
    space: blocks.Space,
    port: Port = 8710,
    host: Host = "127.0.0.1",
    public_url: PublicUrl = None,
    reader: Readers = None,
    follow: Follow = None,
    every: options.Every = "15m",
    runs: Runs = "runs",
    no_open: NoOpen = False,
) -> None:
    """Read a workspace in the browser: stories, their sources, what is new; correct them, and export what you need.

    It listens on this machine only and answers to the address that it prints, which contains a token. Ctrl+C ends it.
    If there is no workspace yet, it shows the bundled sample.

    [dim]Examples:[/dim]

    meadow serve

    meadow serve --workspace news --port 9000 --no-open

    meadow serve --follow mine.opml --every 30m

    meadow serve --host 0.0.0.0 --public-url http://news-desk.example:8710 --reader Ana --reader Bo
    """
    from pathlib import Path

    from meadow.cli import printing, reading

    reading.load_plugins(None)
    try:
        from meadow.web.app import create_app
        from meadow.web.server import Server
        from meadow.web.settings import WebSettings, make_origins
    except ModuleNotFoundError as missing:
        raise _missing(missing) from missing
    with _opened(space, follows=follow is not None) as (workspace, sample), Server(host, port) as server:
        tokens = _tokens(reader)
        origins, feeds = make_origins(host, server.port, public_url), _feed_tokens(workspace, tokens.values())
        settings = WebSettings(origins, tokens, sample, feeds, Path(runs))
        addresses = [(name, f"{origins[0]}/?token={token}") for token, name in tokens.items()]
        _prepare_first_page(workspace)
        with _following(space, workspace, follow, every) as (bus, worker):
            for name, address in addresses:
                printing.print_text(f"Meadow is at {address}" if reader is None else f"{name}: {address}")
            sys.stdout.flush()
            show = not no_open and sys.stdout.isatty()
            app = create_app(workspace, settings, bus=bus, worker=worker)
            server.run(app, on_ready=lambda: _open_browser(addresses[0][1], show))
    printing.note("stopped.")


@contextmanager
def _following(
    space: blocks.Space, workspace: Workspace, feeds: str | None, every: str
) -> Iterator[tuple[Bus, WebWorker | None]]:
    """Follow the sources of a list and of the workspace until the block ends; without a list nothing is followed."""
    from meadow.cli import printing, reading
    from meadow.following.durations import parse_duration
    from meadow.following.listing import read_list
    from meadow.web.bus import Bus
    from meadow.web.worker import WebTask, WebWorker
    from meadow.workspace.following import Following

    parse_duration(every)  # a wrong value is reported before anything begins
    bus = Bus()
    if feeds is None:
        yield bus, None
        return
    _keep_sources(workspace, read_list(feeds))
    how = Following(every, allow_hosts=reading.allowed_hosts())
    worker = WebWorker(WebTask(space.path, how), bus, note=printing.note)
    worker.start()
    try:
        yield bus, worker
    finally:
        worker.close()


def _prepare_first_page(workspace: Workspace) -> None:
    """Make the headings that the first page shows and load its templates, so that the first reader does not wait."""
    from time import monotonic

    from meadow.store.contract import Wanted
    from meadow.web.asked import PAGE
    from meadow.web.rendering import environment

    for name in ("stories.html", "shell.html", "parts.html", "charts.html"):
        environment().get_template(name)
    end = monotonic() + _FIRST_PAGE_SECONDS
    first = workspace.store.stories(Wanted(limit=PAGE + 1))  # the list looks one further, to know whether there is more
    workspace.prepare([row.id for row in first], is_over=lambda: monotonic() > end)


def _keep_sources(workspace: Workspace, sources: Iterable[Source]) -> None:
    """Make the sources of a list sources of the workspace; those that it knows stay as they are."""
    from meadow.model import SourceState

    with workspace.store.writing() as writer:
        known = {state.key for state in writer.sources()}
        for source in sources:
            if source.key not in known:
                writer.save_source(SourceState(source.key, source.kind, source.title))


def _feed_tokens(workspace: Workspace, readers: Iterable[str]) -> dict[str, str]:
    """Return the tokens of feed readers, from a secret that the workspace keeps: an address that was given out lasts."""
    from secrets import token_urlsafe

    from meadow.web.settings import make_feed_tokens

    secret = workspace.store.fact(_FEED_SECRET)
    if secret is None:
        with workspace.store.writing() as writer:
            secret = writer.fact(_FEED_SECRET) or token_urlsafe(_TOKEN_BYTES)  # another one may have made it just now
            writer.save_fact(_FEED_SECRET, secret)
    return make_feed_tokens(secret, readers)


def _tokens(readers: list[str] | None) -> dict[str, str]:
    """Return a new token for each reader."""
    from secrets import token_urlsafe

    from meadow.workspace.workspace import READER

    return {token_urlsafe(_TOKEN_BYTES): name for name in dict.fromkeys(readers or [READER])}


def _missing(error: ModuleNotFoundError) -> Exception:
    """Return what to say about a module that is not there: one of ours would be a bug."""
    from meadow.errors import MissingExtraError

    ours = (error.name or "").split(".")[0] == "meadow"
    return error if ours else MissingExtraError("The web app", "web")


def _open_browser(address: str, wanted: bool) -> None:
    if wanted:
        import webbrowser

        webbrowser.open(address)


@contextmanager
def _opened(space: blocks.Space, *, follows: bool) -> Iterator[tuple[Workspace, bool]]:
    """Open the workspace; where there is none and none was named, one with the sample that is gone afterwards.

    Where sources are followed a workspace is made for them.
    """
    from meadow.store.opening import has_store

    if follows or space.workspace is not None or has_store(space.path):
        with space.open(create=follows) as workspace:
            yield workspace, False
        return
    with _sample() as workspace:
        yield workspace, True


@contextmanager
def _sample() -> Iterator[Workspace]:
    from tempfile import TemporaryDirectory

    from meadow.cli import printing, reading
    from meadow.sample import sample_path
    from meadow.workspace import Workspace

    with TemporaryDirectory(prefix="meadow-", ignore_cleanup_errors=True) as folder, Workspace(folder) as workspace:
        printing.note("there is no workspace yet: this is the bundled sample, gone when you end it.")
        workspace.add(reading.read_input([str(sample_path())]).documents, source="sample")
        yield workspace
