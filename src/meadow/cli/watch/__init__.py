"""`meadow watch`: saved questions and words; each command parses, calls the workspace and prints."""
