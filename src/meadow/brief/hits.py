"""What a search found, for the terminal and as JSON: stories, their articles, and sentences with the words marked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.padding import Padding
from rich.text import Text

from meadow.brief.terminal import COLUMNS
from meadow.brief.wording import date_text, outlet, title_text
from meadow.model import SentenceHit, StoryHit
from meadow.text.printable import one_line


def render_hits(stories: Iterable[StoryHit], headlines: Mapping[str, str]) -> RenderableType:
    """Return what was found, by story under its headline, with the matching words in bold."""
    parts = (part for story in stories for part in _story_parts(story, headlines.get(story.story_id)))
    return Constrain(Group(*parts), COLUMNS)


def hits_value(stories: Iterable[StoryHit], headlines: Mapping[str, str]) -> list[dict[str, object]]:
    """Return what was found as JSON has it; spans are code points of the document's text."""
    return [
        {
            "id": story.story_id,
            "headline": headlines.get(story.story_id),
            "documents": [
                {
                    "id": hit.document.id, "title": hit.document.title, "source": hit.document.source,
                    "published": hit.document.published_text, "url": hit.document.url, "score": hit.score,
                    "sentences": [_sentence_value(each) for each in hit.sentences],
                }
                for hit in story.documents
            ],
        }
        for story in stories
    ]  # fmt: skip


def _sentence_value(hit: SentenceHit) -> dict[str, object]:
    sentence = hit.sentence
    return {
        "index": sentence.ref.index, "start": sentence.start, "end": sentence.end, "text": sentence.text,
        "spans": [list(span) for span in hit.spans],
    }  # fmt: skip


def _story_parts(story: StoryHit, headline: str | None) -> list[RenderableType]:
    head = Text(story.story_id if headline is None else one_line(headline), style="bold underline")
    if headline is not None:
        head.append(f"  {story.story_id}", style="not bold not underline cyan")
    parts: list[RenderableType] = [head]
    for hit in story.documents:
        document = hit.document
        parts.append(Text(one_line(title_text(document)), style="bold"))
        parts.append(Text(f"{one_line(outlet(document))} · {date_text(document)} · {document.id}", style="dim"))
        parts += [Padding(_marked(each), (0, 0, 0, 2)) for each in hit.sentences]
    return [*parts, Text()]


def _marked(hit: SentenceHit) -> Text:
    """Return a sentence with its matching words in bold; line ends within it become blanks, which moves nothing."""
    text = Text(hit.sentence.text.replace("\n", " "))
    for start, end in hit.spans:
        text.stylize("bold", start - hit.sentence.start, end - hit.sentence.start)
    return text
