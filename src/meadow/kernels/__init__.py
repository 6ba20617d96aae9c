"""Loops over arrays: those in `loops` are compiled ahead of time, the others by numba when it pays; answers are the same."""
