"""The guards of the test run guard."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from project.guards import GRACE, PROCESSES, FarConnectionError, is_near, kept_running, running_children
from project.project import ROOT

# 192.0.2.0/24 and 2001:db8::/32 are reserved for documentation: nobody answers there.
FAR = ("192.0.2.1", 80)


@pytest.mark.parametrize(
    "address", [FAR, ("198.51.100.7", 1), ("news.example", 443), ("", 80), ("localhost.example", 80)]
)
def test_far_addresses(address: tuple[str, int]) -> None:
    assert not is_near(socket.AF_INET, address)


@pytest.mark.parametrize(
    ("family", "address"), [(socket.AF_INET6, ("2001:db8::1", 80, 0, 0)), (socket.AF_INET, b"raw"), (9999, FAR)]
)
def test_far_families(family: int, address: object) -> None:
    assert not is_near(family, address)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "localhost", "::1"])
def test_near_addresses(host: str) -> None:
    assert is_near(socket.AF_INET6 if ":" in host else socket.AF_INET, (host, 80))


def test_unix_sockets_are_near() -> None:
    assert is_near(socket.AF_UNIX, "any.sock")


@pytest.mark.parametrize("way", ["connect", "connect_ex"])
def test_the_guard_refuses_connections(way: str, far_connections: list[str]) -> None:
    with socket.socket() as client, pytest.raises(FarConnectionError, match=r"192\.0\.2\.1"):
        getattr(client, way)(FAR)
    assert far_connections == [f"{way} to {FAR!r}"]
    far_connections.clear()  # this one was meant


def test_the_guard_refuses_datagrams(far_connections: list[str]) -> None:
    with socket.socket(type=socket.SOCK_DGRAM) as client, pytest.raises(FarConnectionError):
        client.sendto(b"x", 0, FAR)
    assert len(far_connections) == 1
    far_connections.clear()


def test_the_guard_lets_loopback_pass() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()[:2]) as client:
        taken, _ = server.accept()
        with taken:
            client.sendall(b"hello")
            assert taken.recv(5) == b"hello"


@contextmanager
def asking() -> Iterator[subprocess.Popen[bytes]]:
    """Run a child that waits for a line, until the block ends."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        yield child
        child.communicate(b"\n")


def run_inner_test(folder: Path, source: str, *more: str) -> subprocess.CompletedProcess[str]:
    """Run one test file in a pytest of its own, under the conftest of this folder."""
    test = folder / "test_inner.py"
    test.write_text(source, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests"), GRACE: "1"}
    options = ["-p", "conftest", "-p", "no:cacheprovider", "--rootdir", str(folder), "-c", os.devnull]
    command = [sys.executable, "-m", "pytest", *options, *more, str(test)]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False, cwd=folder)


def test_a_swallowed_refusal_fails_the_test(tmp_path: Path) -> None:
    source = f"""
import socket, contextlib
def test_sly():
    with socket.socket() as client, contextlib.suppress(Exception):
        client.connect({FAR!r})
"""
    finished = run_inner_test(tmp_path, source)
    assert finished.returncode == 1
    assert "tried to leave this machine: connect to ('192.0.2.1', 80)" in finished.stdout


@pytest.mark.skipif(not PROCESSES.is_dir(), reason="there is no /proc here to list processes")
@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_child_left_behind_fails_the_run(tmp_path: Path, workers: str) -> None:
    source = """
import pathlib, subprocess, sys
def test_careless():
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(120)"], stdout=-3, stderr=-3)
    pathlib.Path("pid").write_text(str(child.pid))
"""
    finished = run_inner_test(tmp_path, source, "--numprocesses", workers)
    pid = int((tmp_path / "pid").read_text(encoding="utf-8"))
    os.kill(pid, signal.SIGKILL)
    assert finished.returncode == 1
    assert f"child processes left behind: [Child(pid={pid}" in finished.stdout


@pytest.mark.skipif(not PROCESSES.is_dir(), reason="there is no /proc here to list processes")
def test_running_children_are_listed_until_they_end() -> None:
    with asking() as child:
        assert [found.pid for found in running_children()] == [child.pid]
        assert "input()" in running_children()[0].command
    assert running_children() == []


@pytest.mark.skipif(not PROCESSES.is_dir(), reason="there is no /proc here to list processes")
def test_what_many_tests_share_is_not_left_behind_until_it_is_let_go() -> None:
    with kept_running(asking()) as child:
        assert running_children() == []
        with asking() as careless:
            assert [found.pid for found in running_children()] == [careless.pid]
    assert child.poll() is not None
    assert running_children() == []
