"""Step 3, rewrite: functions `(text, language, *, parameters) -> Rewritten` that say how a sentence is printed.

One that wants to know where a sentence comes from has a third parameter before the star, `context: Context | None = None`.
"""

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
