"""Briefs as output: a digest or a summary as a page, as Markdown, for a terminal, or as plain JSON values."""
