"""Measures, one module per family: import the module you need, e.g. `from meadow.evaluate import rouge`."""
