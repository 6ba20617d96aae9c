"""The addresses of pages: an id may hold anything, and is percent-encoded whole."""

from __future__ import annotations

from urllib.parse import quote, unquote, urlencode

from starlette.convertors import Convertor, register_url_convertor
from starlette.types import Scope

from meadow.brief.places import Place
from meadow.model import Document


class _Id(Convertor[str]):
    """An id in a path: the rest of it, line ends and slashes included."""

    regex = "(?s:.*)"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("id", _Id())  # for `/s/{story_id:id}`


def story_url(story_id: str, **parameters: str | None) -> str:
    """Return where a story is read; parameters that are None are left out."""
    return _with(f"/s/{encoded(story_id)}", parameters)


def document_url(document: Document) -> str:
    """Return where a document is read."""
    return f"/d/{encoded(document.id)}"


def place_url(place: Place) -> str:
    """Return where a sentence is read in its document."""
    return sentence_url(place.document, place.sentence_number)


def sentence_url(document: Document, number: int) -> str:
    """Return where the sentence of a number, counted from one, is read in a document."""
    return f"{document_url(document)}#n{number}"


def verb_url(verb: str, name: str, **parameters: str | None) -> str:
    """Return where something is done to a story or a document."""
    return _with(f"/{verb}/{encoded(name)}", parameters)


def encoded(name: str) -> str:
    """Return an id as one segment of a path."""
    return quote(name, safe="", errors="replace")


def decoded(segment: str) -> str:
    """Return the id that a segment encodes, as forms send it."""
    return unquote(segment)


def path_of(scope: Scope) -> str:
    """Return the path that was asked for as it was written: what is encoded stays so, and leads back to the same page."""
    raw: bytes = scope.get("raw_path") or quote(scope["path"]).encode("ascii")
    # Behind a single slash: two of them would lead to another host.
    return "/" + raw.decode("ascii", "replace").partition("?")[0].lstrip("/")


def local_path(address: str) -> str:
    """Return an address of ours to lead back to; anything that could lead elsewhere becomes the list of stories."""
    leads_away = not address.startswith("/") or address.startswith(("//", "/\\")) or "\\" in address
    return "/" if leads_away or not address.isprintable() else address


def _with(path: str, parameters: dict[str, str | None]) -> str:
    given = {name: value for name, value in parameters.items() if value is not None}
    return f"{path}?{urlencode(given)}" if given else path
