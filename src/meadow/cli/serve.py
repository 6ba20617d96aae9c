"""`meadow serve`: the web app."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from meadow.cli import blocks
from meadow.cli.command import laid_out

if TYPE_CHECKING:
    from meadow.workspace import Workspace

Port = Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="The port; 0 is any that is free.")]
Host = Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen; 127.0.0.1 is this machine alone.")]
PublicUrl = Annotated[str | None, typer.Option(metavar="URL", help="The address by which browsers of others reach it.")]
Readers = Annotated[
    list[str] | None,
    typer.Option("--reader", metavar="NAME…", help="Who reads: each gets an address and read marks of their own."),
]
NoOpen = Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")]
_TOKEN_BYTES = 24


@laid_out
def serve(
    space: blocks.Space,
    port: Port = 8710,
    host: Host = "127.0.0.1",
    public_url: PublicUrl = None,
    reader: Readers = None,
    no_open: NoOpen = False,
) -> None:
    """Read a workspace in the browser: stories, their sources, what is new; correct them, and export what you need.

    It listens on this machine alone and answers those who have the address that it prints, with its token. Ctrl+C ends it.
    Where there is no workspace yet it shows the bundled sample.

    [dim]Examples:[/dim]

    meadow serve

    meadow serve --workspace news --port 9000 --no-open

    meadow serve --host 0.0.0.0 --public-url http://news-desk.example:8710 --reader Ana --reader Bo
    """
    from meadow.cli import printing

    try:
        from meadow.web.app import create_app
        from meadow.web.server import Server
        from meadow.web.settings import Settings, make_origins
    except ModuleNotFoundError as missing:
        raise _missing(missing) from missing
    with _opened(space) as (workspace, sample):
        server = Server(host, port)
        try:
            settings = Settings(make_origins(host, server.port, public_url), _tokens(reader), sample)
            addresses = [(name, f"{settings.origins[0]}/?token={token}") for token, name in settings.readers.items()]
            for name, address in addresses:
                printing.print_text(f"Meadow is at {address}" if reader is None else f"{name}: {address}")
            sys.stdout.flush()
            show = not no_open and sys.stdout.isatty()
            server.run(create_app(workspace, settings), on_ready=lambda: _open_browser(addresses[0][1], show))
        finally:
            server.close()
    printing.note("stopped.")


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
def _opened(space: blocks.Space) -> Iterator[tuple[Workspace, bool]]:
    """Open the workspace; where there is none and none was named, one with the sample that is gone afterwards."""
    from meadow.store.opening import has_store

    if space.workspace is not None or has_store(space.path):
        with space.open() as workspace:
            yield workspace, False
        return
    with _sample() as workspace:
        yield workspace, True


@contextmanager
def _sample() -> Iterator[Workspace]:
    from tempfile import TemporaryDirectory

    from meadow.cli import printing, reading
    from meadow.cli.demo import readable_sample
    from meadow.sample import sample_path
    from meadow.workspace import Workspace

    with TemporaryDirectory(prefix="meadow-", ignore_cleanup_errors=True) as folder, Workspace(folder) as workspace:
        printing.note("there is no workspace yet: this is the bundled sample, gone when you end it.")
        documents = readable_sample(reading.read_input([str(sample_path())]).documents)
        for _ in workspace.add(documents, source="sample"):
            pass
        yield workspace
