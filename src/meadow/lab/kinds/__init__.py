"""Kinds of experiments, a module each; `meadow.lab.experiment` knows them by name."""
