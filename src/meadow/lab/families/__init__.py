"""Families of measures: a module each, from files to a sheet of tables, a value, notes and signatures.

`read(*, …)` returns what files hold, `sheet(data, *, …)` measures it. The module's docstring is the help of the command
`meadow evaluate`, which is derived from both functions: their keyword-only parameters are its options.
"""
