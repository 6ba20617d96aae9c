"""The tasks of judges, one module each; `meadow.studies.TASKS` lists them."""
