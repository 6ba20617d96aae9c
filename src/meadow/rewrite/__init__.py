"""Step 3, rewrite: functions `(text, language, *, parameters) -> Rewritten` that say how a sentence is printed."""

from meadow.registry import Registry

REWRITERS = Registry(
    "rewrite",
    "rewriter",
    {
        "compress": "meadow.rewrite.compress:compress",
        "none": "meadow.rewrite.none:none",
        "trim": "meadow.rewrite.trim:trim",
    },
)
