"""`meadow evaluate`: one module per family of measures; each parses, measures and prints.

`inputs`, `texts`, `labels`, `extracts`, `reports` and `answers` read what people hand in; `sheets` turns measures into
tables; `tables` prints them, for a reader or as one JSON value.
"""
