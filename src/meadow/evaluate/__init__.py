"""The measures under their public names; they are part of `meadow.lab`."""

from meadow.lab.evaluate import METRICS

__all__ = ["METRICS"]
