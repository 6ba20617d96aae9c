"""What the tests of experiments in the browser share with those of the web app."""

from web.conftest import reader, workspace

__all__ = ["reader", "workspace"]
