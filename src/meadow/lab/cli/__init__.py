"""`meadow lab`: experiments, one module per command; each parses, calls the lab and prints."""
