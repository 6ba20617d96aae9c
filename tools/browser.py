"""Make sure that the browser tests find Chromium and a Japanese font; say what is missing where that cannot be done.

Chromium comes from PATH, else from Debian's package, which needs root: the one without windows, whose pages take two thirds
of the time, or where that is not known the whole one. This never fails: without a browser its tests skip with the reason
(in CI they fail), and everything else runs.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

SHELL, WHOLE = "chromium-headless-shell", "chromium"
BROWSERS = (SHELL, WHOLE, "chromium-browser")


def main() -> None:
    """Install what is missing, or say why not."""
    wanted = missing_packages()
    if not wanted:
        return
    if not can_install():
        say(f"the browser tests need {' and '.join(wanted)}; without root and apt-get here, they will skip")
        return
    say(f"installing {' and '.join(wanted)} for the browser tests")
    if not install(wanted):
        say("apt-get could not install them, so the browser tests will skip")


def missing_packages() -> list[str]:
    """Return the Debian packages that would bring what is not there."""
    has_browser = any(shutil.which(name) is not None for name in BROWSERS)
    found = {
        SHELL: has_browser,
        "fonts-noto-cjk": has_japanese_font(),
        "poppler-utils": shutil.which("pdftotext") is not None,  # which reads the PDF that a test has printed
    }
    return [package for package, there in found.items() if not there]


def has_japanese_font() -> bool:
    """Tell whether fontconfig knows a font with Japanese characters."""
    if shutil.which("fc-list") is None:
        return False
    listed = subprocess.run(["fc-list", ":lang=ja"], capture_output=True, text=True, check=False)
    return bool(listed.stdout.strip())


def can_install() -> bool:
    """Tell whether this process may install Debian packages."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(packages: list[str]) -> bool:
    """Install the packages and tell whether that worked."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}

    def succeeds(*command: str) -> bool:
        done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False)
        return done.returncode == 0

    if not succeeds("apt-get", "update", "-qq"):
        return False
    has_shell = subprocess.run(["apt-cache", "show", SHELL], capture_output=True, check=False).returncode == 0
    known = [WHOLE if each == SHELL and not has_shell else each for each in packages]
    return succeeds("apt-get", "install", "-y", "-qq", *known)


def say(message: str) -> None:
    """Print a line that names its speaker."""
    print(f"tools/browser.py: {message}", file=sys.stderr)


if __name__ == "__main__":
    main()
