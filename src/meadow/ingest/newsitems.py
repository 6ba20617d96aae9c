"""What news agencies say of an item, whichever format it came in: in the fields that a document keeps.

The id names the item, not its version: a later version under the same id is a revision in a workspace.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from meadow.errors import InputError
from meadow.ingest.loose_times import loose_time
from meadow.ingest.times import parse_time
from meadow.model import WireMetadata

_AUTHORITY = re.compile(r"(?:urn:newsml:|tag:|https?://)(?:www\.)?([\w.-]+)", re.IGNORECASE)
_CODE = re.compile(r"^[\w-]+:")


def wire_metadata(
    *,
    status: str | None = None,
    signals: tuple[str, ...] = (),
    updated: str | None = None,
    embargoed: str | None = None,
    **others: Any,
) -> WireMetadata:
    """Return metadata from texts as they are written; a status and signals lose the name of their scheme (`stat:usable`)."""
    return WireMetadata(
        status=None if status is None else _CODE.sub("", status),
        signals=tuple(_CODE.sub("", signal) for signal in signals),
        updated=_moment(updated),
        embargoed=_moment(embargoed),
        **others,
    )


def present(**fields: Any) -> dict[str, Any]:
    """Return the fields that hold something, the time of publication in a form that documents take."""
    if (time := fields.get("published")) is not None:
        fields["published"] = loose_time(time) or time
    return {key: value for key, value in fields.items() if value not in (None, [], ())}


def source_of_uri(uri: str | None) -> str | None:
    """Return who gave an item its name: the domain in a URN of NewsML, a tag or an address."""
    found = None if uri is None else _AUTHORITY.match(uri)
    return None if found is None or "." not in found[1] else found[1].lower()


def _moment(text: str | None) -> datetime | None:
    try:
        return None if text is None else parse_time(loose_time(text) or text)[0]
    except InputError:
        return None
