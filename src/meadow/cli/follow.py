"""`meadow follow`: keep a workspace up to date."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, Annotated

import typer

from meadow.cli import blocks, options
from meadow.cli.command import laid_out

if TYPE_CHECKING:
    from meadow.cli.follow_report import FollowReport

Sources = Annotated[
    list[str] | None,
    typer.Argument(metavar="SOURCE…", help="Addresses of feeds and pages, folders, files, or - for standard input."),
]
Feeds = Annotated[str | None, typer.Option(metavar="FILE", help="A list: an address or path on each line, or OPML.")]
Once = Annotated[bool, typer.Option("--once", help="Read every source once and end.")]
FullText = Annotated[bool, typer.Option("--full-text", help="Fetch the linked page if a feed has only a teaser.")]
OnAlert = Annotated[str | None, typer.Option(metavar="COMMAND", help="Run this on each alert, which it gets as JSON.")]
AllowHost = Annotated[
    list[str] | None,
    typer.Option("--allow-host", metavar="HOST…", help="Hosts on private networks that may be fetched."),
]

Strict = Annotated[
    bool, typer.Option("--strict", help="End with 1 if any item or source could not be read, or waits since it failed.")
]
Quiet = Annotated[bool, typer.Option("--quiet", help="Print only problems: for cron and systemd.")]

_INTERRUPTED, _UNREACHABLE = 130, 3


@laid_out
def follow(
    space: blocks.Space,
    sources: Sources = None,
    feeds: Feeds = None,
    every: options.Every = "15m",
    once: Once = False,
    full_text: FullText = False,
    on_alert: OnAlert = None,
    allow_host: AllowHost = None,
    plugin: options.Plugin = None,
    json: options.JsonLines = False,
    strict: Strict = False,
    quiet: Quiet = False,
) -> None:
    """Keep a workspace up to date with feeds, folders, files and standard input.

    Each document is a line once it is safely stored; so are alerts. Ctrl-C ends it after the current commit, and the next
    run goes on from there. Hosts on private networks may also be named in MEADOW_ALLOW_HOSTS.

    [dim]Examples:[/dim]

    meadow follow http://harbour.example/feed.xml news/ --every 15m

    meadow follow --feeds mine.opml --once --full-text --json

    meadow follow --feeds mine.opml --once --quiet

    tail -f wire.jsonl | meadow follow - --on-alert 'notify-send Meadow'
    """
    from meadow.cli.alert_command import parse_alert_command
    from meadow.cli.follow_report import FollowReport
    from meadow.cli.reading import allowed_hosts, load_plugins
    from meadow.cli.stopping import stopped_by_signals
    from meadow.workspace.following import Surroundings

    load_plugins(plugin)
    command = None if on_alert is None else parse_alert_command(on_alert)
    report = FollowReport(json=json, command=command, acknowledges=sources == ["-"], quiet=quiet)
    with space.open(create=True) as workspace, stopped_by_signals() as stop:
        workspace.follow(
            sources or [],
            feeds=feeds,
            every=every,
            once=once,
            full_text=full_text,
            allow_hosts=[*allowed_hosts(), *(allow_host or ())],
            around=Surroundings(sleep=stop.sleep, is_over=stop.is_set),
            on_event=report.on_event,
        )
    report.finish()
    _leave(report, once=once, strict=strict, by=stop.signal)


def _leave(report: FollowReport, *, once: bool, strict: bool, by: int | None) -> None:
    """End with the status of the run: interrupted, findings under `--strict`, or no source that could be read."""
    if by == signal.SIGINT:
        raise typer.Exit(_INTERRUPTED)
    if strict and (report.put_aside or report.failing):
        raise typer.Exit(1)
    if once and report.failing and len(report.failing) == report.sources:
        raise typer.Exit(_UNREACHABLE)
