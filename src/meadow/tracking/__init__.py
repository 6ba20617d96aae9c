"""Tracking: documents in time order become stories; a tracker is a fold with `step`, `snapshot` and `restore`."""

from meadow.registry import Registry

TRACKERS = Registry(
    "track",
    "tracker",
    {
        "cidr": "meadow.tracking.cidr:cidr",
        "cidr-release": "meadow.tracking.cidr_release:cidr_release",
        "meadow": "meadow.tracking.evidence:evidence",
        "one": "meadow.tracking.one:one",
    },
)
