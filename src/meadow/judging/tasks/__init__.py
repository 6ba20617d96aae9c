"""The tasks of judges, one module each; `meadow.judging.TASKS` lists them."""
