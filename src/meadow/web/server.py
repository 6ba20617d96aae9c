"""The app on a port: bound first, so that a taken port is a clear error and the printed address works."""

from __future__ import annotations

import logging
import signal
from collections.abc import Callable
from typing import Any

import uvicorn
from fastapi import FastAPI

from meadow.errors import AddressError

_GRACE_SECONDS = 2


class Server:
    """A port of this machine that is bound; `run` answers there until the process is interrupted."""

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._socket = _bind(host, port)
        self.port: int = self._socket.getsockname()[1]

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def run(self, app: FastAPI, *, on_ready: Callable[[], None]) -> None:
        """Answer until SIGINT or SIGTERM; `on_ready` is called when a browser can be sent there."""
        # Both end the process the same way, so that what is temporary is removed.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        server = uvicorn.Server(_config(app, self._host, self.port))
        try:
            on_ready()
            server.run(sockets=[self._socket])
        except KeyboardInterrupt:
            return
        finally:
            self.close()

    def close(self) -> None:
        """Let go of the port."""
        self._socket.close()


def _bind(host: str, port: int) -> Any:  # uvicorn makes the socket: nothing here imports what speaks to networks
    """Return a socket that listens: who connects from now on waits for the app instead of being sent away."""
    config = _config(None, host, port)
    log = logging.getLogger("uvicorn.error")
    log.disabled = True  # the error says what is wrong
    try:
        bound = config.bind_socket()
        bound.listen()
    except (SystemExit, OSError) as error:
        raise _failure(host, port, error) from error
    finally:
        log.disabled = False
    return bound


def _config(app: FastAPI | None, host: str, port: int) -> uvicorn.Config:
    return uvicorn.Config(
        app or "", host=host, port=port, log_level="warning", access_log=False, server_header=False, proxy_headers=False,
        lifespan="off", timeout_graceful_shutdown=_GRACE_SECONDS,
    )  # fmt: skip


def _failure(host: str, port: int, error: BaseException) -> AddressError:
    cause = error if isinstance(error, OSError) else error.__context__
    reason = cause.strerror if isinstance(cause, OSError) and cause.strerror is not None else str(cause)
    return AddressError(
        f"Meadow cannot listen at {host}, port {port}: {reason}.", given=f"{host}:{port}",
        advice="Another program may have the port: name another with --port, or 0 for any that is free.",
    )  # fmt: skip
