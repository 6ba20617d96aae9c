"""The JSON API: the verbs of a workspace under `/api/`, in the shapes of `--json`. `/api/openapi.json` describes it."""

from __future__ import annotations

from fastapi import APIRouter, Depends

from meadow.web.api import asking, correcting, reading, sources, watching
from meadow.web.api.described import check_query

router = APIRouter(prefix="/api", dependencies=[Depends(check_query)])
for _each in (reading, asking, correcting, watching, sources):
    router.include_router(_each.router)
