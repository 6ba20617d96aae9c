"""Studies in the browser: participants with their links under `/j`, a reader's own reports under `/r`."""

from __future__ import annotations

from fastapi import APIRouter

from meadow.studies.web import acting, adjudicating, entering, founding, free, items, merging, owner, results

router = APIRouter(include_in_schema=False)
for _each in (entering, items, acting, owner, founding, adjudicating, results, merging, free):
    router.include_router(_each.router)
