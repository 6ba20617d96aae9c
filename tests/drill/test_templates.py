"""Streams of templates, the same frame with other names and numbers: no story may have more than ten."""

from __future__ import annotations

import pytest
from benchmarks._templates import TUNED, template_stream

from meadow.tracking.evidence import evidence
from meadow.tracking.tracker import find_stories

_MOST = 10


@pytest.mark.drill
@pytest.mark.parametrize("kinds", [*([kind] for kind in TUNED), [*TUNED]], ids="-".join)
def test_no_story_of_templates_is_large(kinds: list[str]) -> None:
    documents = [each.document for kind in kinds for each in template_stream(kind)]
    documents.sort(key=lambda each: each.order)
    sizes = sorted((len(story.document_ids) for story in find_stories(evidence(), documents)), reverse=True)
    assert sizes[0] <= _MOST, sizes[:10]
