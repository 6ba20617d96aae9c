"""The app's worker process: start it, send it orders, read its events, and restart it if it ends by itself."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from meadow.web.bus import Bus, BusEvent
from meadow.workspace.following import Following

MODULE = "meadow.web.working"
NOTE = "note"  # the one event that is for the terminal, not for pages
_FIRST_WAIT, _LONGEST_WAIT = 1.0, 60.0
_PATIENCE = 20.0


@dataclass(frozen=True, slots=True)
class WebTask:
    """The work of the process: a workspace by its folder, and how its sources are followed."""

    folder: str | Path
    how: Following

    @property
    def order(self) -> dict[str, object]:
        """The first order, as it is sent."""
        return {"folder": str(self.folder), "every": self.how.every, "allow_hosts": list(self.how.allow_hosts)}


class WebWorker:
    """A process that follows sources and prepares headings until it is closed; one that dies is restarted."""

    def __init__(
        self, work: WebTask, bus: Bus, *, note: Callable[[str], None], module: str = MODULE, wait: float = _FIRST_WAIT
    ) -> None:
        self._work, self._bus, self._note, self._module = work, bus, note, module
        self._wait = self._first_wait = wait
        self._ended, self._lock = threading.Event(), threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._thread = threading.Thread(target=self._run, name="meadow-worker", daemon=True)
        self.problem: str | None = None

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def wake(self) -> None:
        """Let it read the sources as they are now."""
        self._send({"wake": True})

    def prepare(self, story_ids: Iterable[str]) -> None:
        """Let it make the headings of some stories."""
        self._send({"prepare": list(story_ids)})

    def close(self) -> None:
        """Let it end after what it is writing, and wait for that."""
        self._ended.set()
        with self._lock:
            process = self._process
            if process is not None and process.stdin is not None:
                process.stdin.close()
        if process is not None:
            try:
                process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
        self._thread.join(_PATIENCE)

    def _run(self) -> None:
        while not self._ended.is_set():
            begun = time.monotonic()
            status = self._run_once()
            if self._ended.is_set():
                return
            if time.monotonic() - begun > _LONGEST_WAIT:
                self._wait = self._first_wait
            self._report_end(status)
            self._ended.wait(self._wait)
            self._wait = min(_LONGEST_WAIT, self._wait * 2)

    def _run_once(self) -> int:
        """Start the process, pass on its events, and return its exit status."""
        # -P: a file of the current folder must not pass for a module of ours.
        with subprocess.Popen(  # noqa: S603 - this very program
            [sys.executable, "-P", "-m", self._module], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            encoding="utf-8",
        ) as process:  # fmt: skip
            with self._lock:
                self._process = process
            self._send(self._work.order)
            if self._ended.is_set() and process.stdin is not None:
                process.stdin.close()
            assert process.stdout is not None  # noqa: S101 - it is a pipe
            for line in process.stdout:
                self._pass_on(BusEvent(**json.loads(line)))
            return process.wait()

    def _pass_on(self, event: BusEvent) -> None:
        if event.name == NOTE:
            self._note(str(event.value["text"]))
            return
        self.problem = str(event.value["problem"]) if event.name == "problem" else None
        self._bus.publish(event)

    def _report_end(self, status: int) -> None:
        self.problem = f"The process that follows ended with status {status} and is started again in {self._wait:g} s."
        self._note(f"{self.problem} What was acknowledged is safe.")
        self._bus.publish(BusEvent("problem", {"problem": self.problem, "advice": None}))

    def _send(self, order: dict[str, object]) -> None:
        """Send an order; one that finds the process gone is not needed: the next process starts fresh."""
        with self._lock:
            process = self._process
            if process is None or process.stdin is None or process.stdin.closed:
                return
            try:
                process.stdin.write(json.dumps(order) + "\n")
                process.stdin.flush()
            except BrokenPipeError:
                return
