"""Loops over arrays (`loops`, compiled ahead of time where there is a C compiler), and the arrays that they work on."""
