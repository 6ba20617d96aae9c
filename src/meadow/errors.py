"""The exception tree: every error says what was given, what is allowed and what to do.

Errors are values too: the three parts are attributes, so the command line can lay them out, the web can send them as
JSON, and a test can read them. `exit_code` is the process status that the command line ends with.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any

_SHOWN_NAMES = 40


class MeadowError(Exception):
    """Any failure that Meadow foresees; `str(error)` is a whole explanation in sentences."""

    exit_code = 2

    def __init__(
        self, problem: str, *, given: str | None = None, allowed: str | None = None, advice: str | None = None
    ):
        self.problem = problem
        self.given = given
        self.allowed = allowed
        self.advice = advice
        super().__init__(" ".join(part for part in (problem, allowed, advice) if part is not None))

    def __reduce__(self) -> tuple[Callable[..., MeadowError], tuple[Any, ...]]:
        # An error that a worker process raises travels back pickled. Exception's own way calls the class with the
        # message, but these classes take other arguments.
        return _rebuilt, (type(self), self.args, self.__dict__)


class UsageError(MeadowError):
    """The call itself is wrong: arguments that contradict each other or lie outside their range."""


class BudgetError(UsageError):
    """A length that is impossible, or two lengths at once."""


class SpecError(UsageError):
    """A method spec that does not follow the grammar, or a parameter that its method does not take."""


class UnknownNameError(UsageError):
    """A name that no registry entry has; carries the closest known ones."""

    def __init__(self, kind: str, name: str, known: Iterable[str], *, advice: str | None = None):
        self.kind = kind
        names = sorted(known)
        by_lower = {known_name.lower(): known_name for known_name in names}
        close = get_close_matches(name.lower(), by_lower, n=3, cutoff=0.6)
        self.suggestions = tuple(by_lower[match] for match in close)
        hint = f" Did you mean {_quoted_list(self.suggestions)}?" if self.suggestions else ""
        listed = ", ".join(names[:_SHOWN_NAMES]) if names else "none"
        more = f", and {len(names) - _SHOWN_NAMES} more" if len(names) > _SHOWN_NAMES else ""
        super().__init__(
            f"There is no {kind} called {name!r}.{hint}", given=name, allowed=f"Known: {listed}{more}.", advice=advice
        )


class InputError(MeadowError):
    """Documents that cannot be used as given."""


class AnswerError(InputError):
    """An answer that a slot of a study does not take, or not now; nothing is written."""


class NewerFormatError(InputError):
    """Something that was written in another version of its format, most likely by a newer Meadow."""

    def __init__(self, what: str, given: object, known: int):
        super().__init__(
            f"{what} was written in version {given} of its format; this Meadow reads version {known}.",
            given=str(given),
            allowed=f"Version {known}.",
            advice="Read it with a newer Meadow, or make it again with this one.",
        )


class SnapshotError(InputError):
    """A tracker's snapshot that another tracker, another version or other settings made."""


class ReadError(InputError):
    """One unreadable item: its place and the reason; the rest of the batch goes on."""

    def __init__(self, place: str, reason: str, *, advice: str | None = None):
        self.place = place
        self.reason = reason
        super().__init__(f"{place}: {reason}", given=place, advice=advice)


class LimitError(ReadError):
    """An item that is larger, deeper or more compressed than the limits allow; it is never read to the end."""


class MissingReaderError(ReadError):
    """An item in a format that needs an optional dependency, which is not installed."""

    exit_code = 3

    def __init__(self, place: str, what: str, extra: str):
        self.extra = extra
        super().__init__(
            place,
            f"{what} needs the extra {extra!r}, which is not installed.",
            advice=f"Install it with: pip install 'meadow[{extra}]'",
        )


class FetchError(ReadError):
    """An address on the network that cannot or must not be fetched."""

    exit_code = 3


class NoAnswerError(FetchError):
    """An address that does not answer, or not in time; it may do so later."""


class PrivateAddressError(FetchError):
    """An address on a private network or on this machine, which is fetched only if the user names it."""


class NothingReadableError(InputError):
    """Paths that exist but hold no document.

    Where only a missing extra or the network is the reason, the exit code is that of one.
    """

    def __init__(self, problem: str, *, exit_code: int = InputError.exit_code, **parts: str | None):
        super().__init__(problem, **parts)
        self.exit_code = exit_code


class MissingExtraError(MeadowError):
    """A feature whose optional dependency is not installed."""

    exit_code = 3

    def __init__(self, feature: str, extra: str):
        self.extra = extra
        super().__init__(
            f"{feature} needs the extra {extra!r}, which is not installed.",
            given=feature,
            advice=f"Install it with: pip install 'meadow[{extra}]'",
        )


class BrowserError(MeadowError):
    """A browser that a PDF needs is missing, fails or does not finish."""

    exit_code = 3


# The error numbers of a full disk or a device that is gone.
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


class OutputError(MeadowError):
    """Results that could not be written to where they go: the disk is full, or the device is gone."""

    exit_code = 3

    def __init__(self, target: str, error: OSError):
        super().__init__(
            f"{target!r} cannot be written: {error.strerror or error}.",
            given=target,
            advice="The file is incomplete. Free some space, or write it elsewhere.",
        )


class AddressError(MeadowError):
    """An address of this machine that the web app cannot listen at: it is taken, or not this machine's."""

    exit_code = 3


class StoreError(MeadowError):
    """A workspace that cannot be opened, read or written; what was acknowledged before is safe."""

    exit_code = 3


class DamagedValueError(StoreError):
    """A value in a workspace whose bytes are not those that were written."""


class NewerStoreError(StoreError):
    """A workspace that a newer Meadow wrote, which this one must not touch."""


class BusyStoreError(StoreError):
    """A workspace that another process is writing to, and goes on to."""


class EngineError(MeadowError):
    """An engine that cannot be reached or cannot work: no scheduler, no worker, or workers with another Meadow."""

    exit_code = 3


class WorkerDiedError(EngineError):
    """An item that ended every worker which it was given to; the others go on."""


class WorkCancelledError(MeadowError):
    """Work that was called off before its end."""

    exit_code = 130


class PluginError(MeadowError):
    """A plug-in that cannot be loaded or does not offer what it must."""


class ReadWarning(UserWarning):
    """`meadow.read` met an item it could not read and went on; the message holds place and reason."""


class DamagedWarning(UserWarning):
    """A workspace holds a damaged value, which was left out; the message names it and says what to do."""


class NoTokensWarning(UserWarning):
    """A measure compared texts of which nothing was left to count; the message says how many and why that may be."""


class FontWarning(UserWarning):
    """A plot has letters that no font found here can draw; the message says which font to install."""


class FallbackWarning(UserWarning):
    """A simpler method replaces an extra that is not installed; the message says which, and how to install it."""


class SolverWarning(UserWarning):
    """An exact method ran out of time; the message says how good at least its answer is, and what to do."""


def _rebuilt(kind: type[MeadowError], args: tuple[Any, ...], state: dict[str, Any]) -> MeadowError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


def _quoted_list(names: Iterable[str]) -> str:
    return " or ".join(repr(name) for name in names)


def check_choice(what: str, value: str, allowed: Iterable[str]) -> None:
    """Raise an error with suggestions unless `value` is one of the allowed words."""
    names = tuple(allowed)
    if value not in names:
        raise UnknownNameError(what, value, names)


def check_range(method: str, parameter: str, value: float, *, least: float, most: float | None = None) -> None:
    """Raise an error unless a method's parameter lies from `least` to `most`, both included; no `most` is no upper end."""
    if value >= least and (most is None or value <= most):
        return
    span = f"at least {least:g}" if most is None else f"from {least:g} to {most:g}"
    raise SpecError(
        f"{method} was given {parameter}={value}.",
        given=str(value),
        allowed=f"{parameter} is {span}.",
        advice=f"`meadow methods {method}` explains it.",
    )
