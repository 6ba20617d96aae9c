"""Shorten, under the name that rewriting knows it by; headlines shorten too, so it lives with the text.

Source: our own rule; INTERFACE: a budget is never exceeded.
"""

from meadow.text.shortening import MARK, shorten

__all__ = ["MARK", "shorten"]
