"""What a study is to be had as: judgements in three formats, and a testbed in an archive."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from meadow.errors import UnknownNameError
from meadow.lab.folder import save_testbed
from meadow.model import Study
from meadow.store.contract import StoreReader
from meadow.studies.exporting import FORMATS, given_answers
from meadow.studies.judging.outcomes import judged_of
from meadow.studies.testbed import study_testbed

TESTBED = "testbed"
FILES = {"jsonl": "JSON Lines", "csv": "CSV", "label-studio": "Label Studio", TESTBED: "Testbed"}
_KINDS = {
    "jsonl": "application/x-ndjson", "csv": "text/csv; charset=utf-8", "label-studio": "application/json",
    TESTBED: "application/zip",
}  # fmt: skip
_STILL = (2026, 1, 1, 0, 0, 0)  # of every file in an archive, so that equal studies give equal bytes


def written(reader: StoreReader, study: Study, form: str) -> tuple[str, str, bytes]:
    """Return the name, the kind and the bytes of a study's file."""
    if form not in FILES:
        raise UnknownNameError("form of judgements", form, FILES)
    judged = judged_of(reader, study)
    stem = study.id.encode("ascii", "replace").decode().replace("?", "-")
    if form == TESTBED:
        return f"{stem}.zip", _KINDS[form], _archive(save_as=stem, study=study, reader=reader)
    file_format = FORMATS[form]
    text = file_format.format(judged.materials, given_answers(judged))
    return f"{stem}{file_format.suffix}", _KINDS[form], text.encode("utf-8", "replace")


def _archive(*, save_as: str, study: Study, reader: StoreReader) -> bytes:
    bed = study_testbed([judged_of(reader, study)], name=study.title)
    packed = io.BytesIO()
    with TemporaryDirectory() as folder, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        save_testbed(bed, Path(folder) / "bed")
        for path in sorted((Path(folder) / "bed").iterdir()):
            archive.writestr(zipfile.ZipInfo(f"{save_as}/{path.name}", _STILL), path.read_bytes())
    return packed.getvalue()
