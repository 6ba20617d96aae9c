"""A question to a worker that may know nothing of Meadow: this module travels by value, so it imports none of it above."""

from __future__ import annotations


def ask_installation() -> dict[str, str]:
    """Return what is installed where this is called; nothing where there is no Meadow, or one without engines."""
    try:
        from meadow.provenance.installed import installation
    except ImportError:
        try:
            from meadow.version import __version__
        except ImportError:
            return {}
        return {"meadow": __version__}
    return installation()
