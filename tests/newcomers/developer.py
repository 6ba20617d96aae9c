"""What an application developer writes in the first hour: a script over the folder `news`, with Meadow and nothing else.

`python developer.py` ends with 0 and prints what it did; `test_developer.py` runs it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import meadow
from meadow.errors import BudgetError, InputError, UnknownNameError
from meadow.model import Pick

QUESTION = "Will the wood-fired bakery in Ninemile keep its oven?"


def check_citations(picks: Iterable[Pick], documents: Sequence[meadow.Document]) -> int:
    """Check that every cited sentence is a slice of a document that was read, and return how many there are."""
    by_id = {document.id: document for document in documents}
    count = 0
    for pick in picks:
        document = by_id[pick.ref.document_id]
        sentence = pick.sentence
        assert document.text[sentence.start : sentence.end] == sentence.text, pick
        place = document.place
        assert place is not None
        assert Path(place.rpartition(":")[0]).is_file(), place
        count += 1
    return count


def check_digest(documents: Sequence[meadow.Document]) -> None:
    """Check that a digest holds every document once, says where it is from, and survives JSON."""
    digest = meadow.digest(documents, words=60)
    assert sorted(each.id for brief in digest for each in brief.documents) == sorted(each.id for each in documents)
    assert sum(check_citations(brief.summary.picks, documents) for brief in digest) >= len(digest)
    assert meadow.from_json(meadow.to_json(digest)) == digest
    print(f"{len(digest)} stories, the first is {digest.stories[0].headline.text!r}")  # noqa: T201


def check_answers(documents: Sequence[meadow.Document]) -> None:
    """Check a summary, a report and evidence for a language model, with a tokenizer of one's own."""
    bakery = [document for document in documents if document.id.startswith("bakery-")]
    summary = meadow.summarize(bakery, words=50)
    assert 0 < len(summary.text.split()) <= 50
    report = meadow.report(QUESTION, documents, sentences=5)
    assert report.answered
    assert any(pick.ref.document_id.startswith("bakery-") for pick in report.picks)
    assert not meadow.report("Who won the regatta of Kelmere?", bakery).answered
    pack = meadow.pack(QUESTION, documents, tokens=900, count=lambda text: len(text.encode()))
    assert pack.tokens == len(pack.text.encode()) <= 900
    assert all(pick.sentence.text in pack.text for pick in pack.picks)
    assert check_citations((*summary.picks, *report.picks, *pack.picks), documents) > 3


def check_threads(documents: Sequence[meadow.Document]) -> None:
    """Check that calls from several threads give the bytes of one."""
    calls: list[Callable[[], object]] = [
        lambda: meadow.digest(documents, sentences=2),
        lambda: meadow.report(QUESTION, documents),
        lambda: meadow.pack(QUESTION, documents, tokens=300),
        lambda: meadow.group(documents),
    ]
    alone = [meadow.to_json(call()) for call in calls]
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(lambda call: meadow.to_json(call()), calls * 3))
    assert together == alone * 3


def check_workspace(documents: Sequence[meadow.Document], folder: str) -> None:
    """Check that what was added is there at once, also without asking what became of it, and after closing."""
    with meadow.Workspace(folder) as workspace:
        workspace.add(documents)
        assert workspace.search("oven").total
    with meadow.Workspace(folder, create=False) as workspace:
        assert len(workspace.add(documents)) == len(documents), "a list, one outcome for each"
        assert len(workspace.stories()) > 1
        packed = workspace.pack(QUESTION, tokens=400).pack
        assert packed is not None
        assert "oven" in packed.text


def check_errors(documents: Sequence[meadow.Document]) -> None:
    """Check that each mistake gives one class of errors, which says what was given, what is allowed and what to do."""
    other = replace(documents[0], text="Another text under an id that is taken.")
    wrong: list[tuple[type[meadow.MeadowError], Callable[[], object], str]] = [
        (BudgetError, lambda: meadow.summarize(documents, words=0), "1 or more"),
        (UnknownNameError, lambda: meadow.summarize(documents, rank="centriod"), "centroid"),
        (InputError, lambda: list(meadow.read("nwes")), "news"),
        (InputError, lambda: meadow.digest([documents[0], other]), documents[0].id),
        (BudgetError, lambda: meadow.pack(QUESTION, documents, tokens=1), "At least"),
    ]
    for kind, call, hint in wrong:
        error = failure(call)
        assert isinstance(error, kind), error
        assert (hint in str(error), error.exit_code) == (True, 2), error


def failure(call: Callable[[], object]) -> meadow.MeadowError:
    """Return the error that a call gives; it must give one."""
    try:
        call()
    except meadow.MeadowError as error:
        return error
    raise AssertionError("an error was expected")


def main() -> None:
    """Run all of it."""
    documents = list(meadow.read("news", strict=True))
    check_digest(documents)
    check_answers(documents)
    check_threads(documents)
    check_workspace(documents, "kept")
    check_errors(documents)
    print("all done")  # noqa: T201


if __name__ == "__main__":
    main()
