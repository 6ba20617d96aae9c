"""The embedded store: SQLite through apsw, whose engine is newer than the faults that Python's own often has."""
