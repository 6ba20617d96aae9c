"""The version of the package, which every signature carries."""

__version__ = "0.1.0"
