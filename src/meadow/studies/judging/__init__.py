"""The verbs of judging over a store: new studies, what people do in them, how far they are, and what comes of it."""

from meadow.studies.judging.judging import Judging

__all__ = ["Judging"]
