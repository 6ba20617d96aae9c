"""Figures measured in one run: ratios to peers, times, and how metrics agree with people.

This file makes the folder a package of its own: some development tool installs another `benchmarks`, which would win.
"""
