"""The card behind a citation number: the sentence in its context, who published it, and who else said the same.

The card is a popover that its button opens, which needs no script; a browser that does not know popovers, and paper,
show all cards below the summary as notes.
"""

from __future__ import annotations

from meadow.brief.html_language import spoken
from meadow.brief.markup import Html, element
from meadow.brief.places import Citation, Place, SentencesById, clip, context_of, sentence_at
from meadow.brief.wording import date_text, outlet, title_text, web_address
from meadow.text.printable import one_line

_ECHO_CHARACTERS = 300


def note(name: str, citation: Citation, of: int, sentences: SentencesById, *, zoned: bool) -> Html:
    """Return the card of one citation; `of` is how many the story has."""
    return element(
        "div",
        _head(name, citation, of),
        _origin(citation.place, zoned=zoned),
        element("p", title_text(citation.document), class_="title", **spoken(citation.document.language)),
        _quotation(citation, sentences),
        _links(citation),
        _echoes(citation, sentences, zoned=zoned),
        class_="note",
        id=name,
        popover=True,
        role="group",
        aria_label=f"Source {citation.number} of {of}",
    )


def _head(name: str, citation: Citation, of: int) -> Html:
    close = element(
        "button",
        "Close",
        type="button",
        popovertarget=name,
        popovertargetaction="hide",
        aria_label=f"Close source {citation.number}",
    )
    number = element("b", str(citation.number), class_="number")
    return element("p", element("span", "Source ", number, f" of {of}"), close, class_="note-head")


def _origin(place: Place, *, zoned: bool) -> Html:
    document = place.document
    when = element("time", date_text(document, zoned=zoned), datetime=document.published_text)
    dated = when if document.published is not None else date_text(document)
    return element("p", element("b", element("bdi", outlet(document))), " ", dated, class_="meta origin")


def _quotation(citation: Citation, sentences: SentencesById) -> Html:
    context = context_of(citation, sentences)
    language = spoken(citation.document.language)
    return element("blockquote", context.before, element("mark", context.sentence), context.after, **language)


def _links(citation: Citation) -> Html:
    where = f"Sentence {citation.place.sentence_number}{', shortened in the summary' if citation.shortened else ''}"
    address = web_address(citation.document.url)
    link = None if address is None else element("a", "Read the article", href=address, rel="noreferrer")
    return element("p", link, None if link is None else " · ", where, class_="meta links")


def _echoes(citation: Citation, sentences: SentencesById, *, zoned: bool) -> Html | None:
    if not citation.echoes:
        return None
    rows = [_echo(place, sentences, zoned=zoned) for place in citation.echoes]
    return element("div", element("h4", "Also said by"), element("ul", *rows), class_="echoes")


def _echo(place: Place, sentences: SentencesById, *, zoned: bool) -> Html:
    text = clip(one_line(sentence_at(place, sentences).text), _ECHO_CHARACTERS)
    said = element("p", text, class_="echo", **spoken(place.document.language))
    return element("li", _origin(place, zoned=zoned), said)
