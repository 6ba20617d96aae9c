"""The contracts of metrics, experiments and formats of testbeds; `meadow.testing` has their names."""
