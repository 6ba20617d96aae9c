"""Figures: facts that sentences state in numbers, and which of them are different values of one fact."""
