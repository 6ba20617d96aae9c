"""The lab: what people judged or wrote turned into settings, reproducibly."""
