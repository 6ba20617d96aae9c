"""How the command ends: exit codes, what is said on standard error, streams, signals, and groups loaded when asked for."""

from __future__ import annotations

import errno
import io
import signal
import sys
import threading
import warnings
from collections.abc import Callable

import pytest

from meadow import cli
from meadow.cli.command import DeferredGroup
from meadow.cli.commands import COMMANDS
from meadow.cli.stopping import Stop, stopped_by_signals
from meadow.errors import InputError, MissingExtraError, SolverWarning, UsageError

Ending = Callable[[Callable[[], object]], tuple[int, str]]


@pytest.fixture
def ending(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ending:
    """Return a function that runs `main` with another body, and returns the exit code and what was said."""

    def run(body: Callable[[], object]) -> tuple[int, str]:
        monkeypatch.setattr("meadow.cli.app.app", lambda **_named: body())
        with warnings.catch_warnings(), pytest.raises(SystemExit) as ended:
            cli.main()
        assert isinstance(ended.value.code, int)
        return ended.value.code, capsys.readouterr().err

    return run


def raising(error: BaseException) -> Callable[[], object]:
    def body() -> object:
        raise error

    return body


class TestMain:
    """What a user reads, whatever happens."""

    def test_what_went_well_ends_with_0_and_says_nothing(self, ending: Ending) -> None:
        assert ending(lambda: None) == (0, "")

    @pytest.mark.parametrize(
        ("error", "code", "said"),
        [
            (
                UsageError("Two were given.", allowed="One is allowed.", advice="Choose."),
                2,
                "Two were given. One is allowed. Choose.",
            ),
            (InputError("It is empty."), 2, "It is empty."),
            (MissingExtraError("The web app", "web"), 3, "meadow[web]"),
        ],
    )
    def test_a_foreseen_error_is_one_line_with_its_code(
        self, ending: Ending, error: Exception, code: int, said: str
    ) -> None:
        ended, told = ending(raising(error))
        assert ended == code
        assert told.startswith("meadow: ")
        assert said in told
        assert told.count("\n") == 1

    def test_a_name_in_an_error_can_neither_start_a_line_nor_move_the_cursor(self, ending: Ending) -> None:
        _, told = ending(raising(UsageError("There is no 'a\nmeadow: all is well\x1b[2J'.")))
        assert told.count("\n") == 1
        assert "\x1b" not in told

    def test_an_interrupt_is_quiet(self, ending: Ending) -> None:
        assert ending(raising(KeyboardInterrupt())) == (130, "")

    def test_anything_else_is_our_bug_and_says_so_with_its_lines(self, ending: Ending) -> None:
        code, told = ending(raising(ZeroDivisionError("division by zero")))
        assert code == 70
        assert "ZeroDivisionError: division by zero" in told
        assert told.endswith("this is a bug in Meadow, not in your input. Please report it with the lines above.\n")

    def test_a_reader_that_leaves_is_no_error(self, ending: Ending, monkeypatch: pytest.MonkeyPatch) -> None:
        left: list[bool] = []
        monkeypatch.setattr(cli, "_leave_output", lambda: left.append(True))
        assert ending(raising(BrokenPipeError())) == (0, "")
        assert left == [True]

    def test_a_full_disk_is_reported_and_another_fault_of_the_system_is_a_bug(
        self, ending: Ending, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(cli, "_leave_output", lambda: None)
        code, told = ending(raising(OSError(errno.ENOSPC, "No space left on device")))
        assert code == 3
        assert "standard output" in told
        assert "Traceback" not in told
        code, told = ending(raising(OSError(errno.ENXIO, "No such device")))
        assert code == 70

    def test_what_a_solver_notes_is_a_note_and_other_warnings_are_pythons(self, ending: Ending) -> None:
        def warn() -> None:
            warnings.warn("the answer may be improved", SolverWarning, stacklevel=1)
            warnings.warn_explicit("old", DeprecationWarning, "there.py", 3)

        with warnings.catch_warnings():
            warnings.simplefilter("always")
            code, told = ending(warn)
        assert code == 0
        assert "meadow: note: the answer may be improved\n" in told
        assert "there.py:3: DeprecationWarning: old" in told

    def test_a_terminal_that_lacks_letters_shows_escapes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        narrow = io.TextIOWrapper(io.BytesIO(), encoding="ascii", write_through=True)
        monkeypatch.setattr(sys, "stdout", narrow)
        cli._let_streams_replace()
        narrow.write("Fähre\n")
        assert isinstance(narrow.buffer, io.BytesIO)
        assert narrow.buffer.getvalue() == b"F\\xe4hre\n"


GROUPS = {name: COMMANDS.member(name) for name in COMMANDS if COMMANDS.member(name).help is not None}


class TestDeferredGroup:
    """Groups that are loaded when one of their commands is asked for."""

    @pytest.mark.parametrize("name", sorted(GROUPS))
    def test_a_group_knows_its_commands_once_it_is_asked(self, name: str) -> None:
        import typer

        group = DeferredGroup(GROUPS[name])
        assert group.commands == {}
        context = typer.Context(group)
        names = group.list_commands(context)
        assert names
        assert len(names) == len(set(names))
        assert all(group.get_command(context, each) is not None for each in names)
        assert group.get_command(context, "nonsense") is None

    def test_every_group_has_a_help_that_is_a_sentence(self) -> None:
        assert all(text[0].isupper() and text.endswith(".") for text in (group.help for group in GROUPS.values()))


class TestStop:
    """Ending at a good moment, or at once."""

    def test_who_asks_once_is_noted_and_who_asks_twice_does_not_wait(self) -> None:
        stop = Stop()
        assert (stop.is_set(), stop.signal) == (False, None)
        stop.request(signal.SIGTERM)
        assert (stop.is_set(), stop.signal) == (True, signal.SIGTERM)
        stop.sleep(3600)  # ends at once
        with pytest.raises(KeyboardInterrupt):
            stop.request(signal.SIGINT)
        assert stop.signal == signal.SIGTERM

    def test_signals_set_it_within_the_block_and_go_their_way_after_it(self) -> None:
        before = signal.getsignal(signal.SIGTERM)
        with stopped_by_signals() as stop:
            signal.raise_signal(signal.SIGTERM)
            assert stop.signal == signal.SIGTERM
        assert signal.getsignal(signal.SIGTERM) is before

    def test_another_thread_hears_no_signals_and_may_ask_all_the_same(self) -> None:
        heard: list[object] = []

        def work() -> None:
            before = signal.getsignal(signal.SIGTERM)
            with stopped_by_signals() as stop:
                heard.append(signal.getsignal(signal.SIGTERM) is before)
                stop.request(signal.SIGINT)
                heard.append(stop.is_set())

        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        assert heard == [True, True]
