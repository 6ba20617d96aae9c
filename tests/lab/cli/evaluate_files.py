"""The input files that the examples of `meadow evaluate … --help` name, filled with small inputs of our own."""

from __future__ import annotations

import json
from pathlib import Path


def lines(*rows: object) -> str:
    """Return rows as JSON Lines."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def labels(items: str, of: list[str | None]) -> str:
    """Return a clustering of the items, one letter each, as JSON Lines."""
    return lines(*({"item": item, "label": label} for item, label in zip(items, of, strict=True)))


def report(name: str, *sentences: tuple[str, int, str], topic: str | None = None) -> dict[str, object]:
    """Return a report of (document, index, text) sentences."""
    listed = [{"document": document, "index": index, "text": text} for document, index, text in sentences]
    return {"name": name, **({} if topic is None else {"topic": topic}), "sentences": listed}


CAPSIZED = ("a", 0, "The ferry capsized off Skerra on Monday.")
RESCUED = ("a", 1, "The coast guard rescued the captain.")
DOOR = ("b", 0, "A door of the ferry was open, investigators said.")
MARKET = ("c", 0, "Fish prices rose at the market of Skerra.")
WEATHER = ("c", 1, "Tomorrow it will rain.")

REFERENCES = lines(
    {"id": "ferry", "text": "The ferry capsized off Skerra and nine people died."},
    {"id": "ferry", "text": "Nine people died when a ferry capsized."},
    {"id": "strike", "text": "Dock workers ended their strike on Friday."},
    {"id": "flood", "text": "The flood reached the old town at night."},
)
MEAD = lines(
    {"id": "ferry", "text": "A ferry capsized off Skerra, nine people died."},
    {"id": "strike", "text": "The strike of dock workers ended on Friday."},
    {"id": "flood", "text": "At night the flood reached the town."},
)
LEAD = lines(
    {"id": "ferry", "text": "Officials spoke on Monday."},
    {"id": "strike", "text": "Workers met on Thursday."},
    {"id": "flood", "text": "Rain fell all day."},
)

CAPSIZE = "The old ferry capsized off Skerra on Monday night."
STORY = lines(
    {"id": "a", "published": "2026-03-02", "text": f"{CAPSIZE} Nine people of the crew died."},
    {"id": "b", "published": "2026-03-03", "text": f"{CAPSIZE} Divers are waiting for calmer seas."},
)

FILES = {
    "story.jsonl": STORY,
    "feedback.csv": "topic,question,answer\nferry,Hard?,a lot\nwolf,Hard?,a little\nwolf,Hard?,a little\n",
    "concepts.csv": "topic,text,kind\nferry,Otto Brandt,person\nferry,Brandt,person\n",
    "concepts.jsonl": lines(
        {"topic": "ferry", "text": "Star of Skerra", "kind": "factor"},
        {"topic": "ferry", "text": "Skerra", "kind": "factor"},
        {"topic": "wolf", "text": "Orla Fenwick", "kind": "person"},
    ),
    "mead.jsonl": MEAD,
    "lead.jsonl": LEAD,
    "references.jsonl": REFERENCES,
    # Table 6 of the MEAD paper: three judges, four sentences.
    "judges.csv": "judge1,judge2,judge3\n10,10,5\n8,9,8\n2,3,4\n5,6,9\n",
    "extract.txt": "0 3\n",
    "other.txt": "1,3\n",
    "links.txt": "0 1\n",
    "ideal.txt": "0\n3\n",
    # Table 1 of the TSC3 paper.
    "gold.txt": "1\t{s1} {s10,s11}\n2\t{s3,s5,s6}\n3\t{s20,s21,s23} {s1,s30,s60}\n",
    "extract-1.txt": "s10 s11 s5 s17 s60 s61\n",
    "extract-2.txt": "s1 s10 s11 s3 s5 s60\n",
    "summary.txt": "The robot cost 25,000 yen. A kitten slept on it.\n",
    "sentences.txt": "The robot cost 25,000 yen.\nA kitten slept on it.\n",
    "answers.txt": "25,000 yen\t25 000 yen\nsitting\n",
    "clusters.jsonl": labels("abcdef", ["x", "x", "y", "y", "z", "z"]),
    "classes.jsonl": labels("abcdef", ["1", "1", "1", "2", "2", "2"]),
    "manual.jsonl": lines(
        report("ada", CAPSIZED, RESCUED, DOOR), report("ben", CAPSIZED, DOOR), report("cem", CAPSIZED, RESCUED)
    ),
    "automatic.jsonl": lines(report("first", CAPSIZED, MARKET), report("last", WEATHER, MARKET)),
    "concepts.txt": "ferry\tship\ncoast guard\nSkerra\n",
    "news/wire.jsonl": lines(
        {
            "id": "a",
            "title": "Ferry capsizes",
            "text": f"{CAPSIZED[2]} {RESCUED[2]}",
            "source": "Wire",
            "language": "en",
        },
        {"id": "c", "title": "Fish dearer", "text": f"{MARKET[2]} {WEATHER[2]}", "source": "Wire", "language": "en"},
    ),
    "stories.jsonl": labels("ac", ["ferry", "market"]),
    "title.jsonl": lines(
        {"id": "ferry", "text": "Ferry capsizes off Skerra, nine dead"},
        {"id": "strike", "text": "Dock strike ends"},
        {"id": "flood", "text": "Flood reaches old town"},
    ),
    "phrase.jsonl": lines(
        {"id": "ferry", "text": "Nine people"}, {"id": "strike", "text": "Friday"}, {"id": "flood", "text": "The night"}
    ),
    "models.jsonl": REFERENCES,
    "quality.csv": "id,method,quality\nferry,title,5\nferry,title,4\nstrike,title,4\nflood,title,3\n"
    "ferry,phrase,1\nstrike,phrase,2\nflood,phrase,1\n",
    "ratings.csv": "item,Ada,Ben,Cem\na,5,4,5\nb,3,3,2\nc,1,2,1\nd,4,,4\n",
    # Table 8 of the MEAD paper has such answers: five judges, an empty list where one saw no subsumption.
    "subsumers.jsonl": lines(
        {"sentence": "a1", "answers": [["b1"], ["b1"], ["b1"], [], []]},
        {"sentence": "a2", "answers": [[], [], [], [], ["b3"]]},
    ),
}


def write_files(folder: Path) -> Path:
    """Write all of them into a folder and return it."""
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder
