"""Strings that try to become markup, script, a command or another line, and a story that wears one everywhere."""

from __future__ import annotations

from brief.values import brief, digest, document, pick, summary
from meadow.model import Digest, DisagreeingValue, Disagreement, Document, Headline, Run, Story, Summary

STRINGS = (
    "<script>alert(1)</script>",
    "</script><script>alert(2)</script>",
    '"><script>alert(3)</script>',
    "'><img src=x onerror=alert(4)>",
    "<img src=x onerror=alert(5)>",
    "<svg onload=alert(6)>",
    "<svg><script>alert(7)</script></svg>",
    '" onmouseover="alert(8)',
    "' onfocus='alert(9)' autofocus='",
    "</title><script>alert(10)</script>",
    "</style><script>alert(11)</script>",
    "<!--",
    "--><script>alert(12)</script><!--",
    "<![CDATA[<script>alert(13)</script>]]>",
    "<iframe src=javascript:alert(14)></iframe>",
    '<a href="javascript:alert(15)">press</a>',
    "<base href=https://elsewhere.example/>",
    "<meta http-equiv=refresh content='0;url=https://elsewhere.example/'>",
    "<link rel=stylesheet href=https://elsewhere.example/x.css>",
    "<form action=https://elsewhere.example/><input name=q autofocus onfocus=alert(16)>",
    "<details open ontoggle=alert(17)>",
    "<body onload=alert(18)>",
    "<template><script>alert(19)</script></template>",
    "<math><mtext><mglyph><style><img src=x onerror=alert(20)>",
    "&lt;script&gt;alert(21)&lt;/script&gt;",
    "&#60;script&#62;alert(22)&#60;/script&#62;",
    "\x00<scr\x00ipt>alert(23)</scr\x00ipt>",
    "<scr\ud800ipt>alert(24)</script>",
    "\u202egnp.tpircs\u202c \u2066isolated",
    "javascript:alert(25)",
    "[press](javascript:alert(26))",
    "![x](https://elsewhere.example/x.png)",
    "[press]: javascript:alert(27)\n\n[press]",
    "# Heading\n\n- list\n\n> quote\n\n---\n\n    code",
    "```\nfence\n```\n\n~~~\n",
    "1. one\n2) two",
    "| a | b |\n|---|---|\n| c | d |",
    "<https://elsewhere.example/> https://elsewhere.example/",
    "[^1]: another note\n\n[^1]",
    "*a* _b_ **c** ~~d~~ `e` $f$ \\",
    "[red]not red[/red] [link=https://elsewhere.example]x[/link] [/] [bold",
    "\x1b[31mred\x1b[0m \x1b]0;title\x07 \x9b2J \x1b]8;;https://elsewhere.example\x1b\\x",
    ":smile: {{ 7 * 7 }} ${7 * 7} {% raw %} %s %(x)s {0}",
    '=HYPERLINK("https://elsewhere.example")',
)

ADDRESSES = (
    "javascript:alert(1)",
    "JaVaScRiPt:alert(2)",
    " javascript:alert(3)",
    "java\nscript:alert(4)",
    "\x01javascript:alert(5)",
    "data:text/html,<script>alert(6)</script>",
    "vbscript:msgbox(7)",
    "file:///etc/passwd",
    "//elsewhere.example/x",
    "/relative",
    "https:",
    "https://",
    "http://[::1",
    'https://elsewhere.example/"onmouseover="alert(8)',
    "https://elsewhere.example/<script>alert(9)</script>",
    "https://elsewhere.example/a b",
    "https://elsewhere.example\\@x",
    "https://\u202eelpmaxe.example/",
    "",
)


def wearing(text: str, *, url: str | None = "https://harbour-wire.example/1", language: str | None = "en") -> Digest:
    """Return a digest that has `text` in every field that holds text."""
    first = document(text, [text, text, text], source=text, title=text, url=url, language=language)
    second = document(f"{text}!", [text], source=f"{text}!", title=None, published=None, url=url, language=language)
    disagreement = Disagreement(text, (DisagreeingValue(text, (first.id, second.id)),))
    told = summary([pick(first, 1, covers=[(second.id, 0)])], disagreements=[disagreement])
    run = Run(text, text)
    marked = Summary(text, told.picks, text, (), told.disagreements, run)
    story = brief([first, second], marked, headline=text)
    heading = Headline(text, text, (), text, run)
    whole = type(story)(Story(text, story.story.document_ids), heading, marked, story.documents)
    return Digest(digest(whole).stories, run)


def document_with(url: str) -> Document:
    """Return a document at that address."""
    return document("one", ["A sentence."], url=url)
