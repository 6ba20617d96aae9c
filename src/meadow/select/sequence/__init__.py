"""Summaries as sequences: an opening, then sentences that are worth reading after it."""
