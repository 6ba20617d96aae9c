"""What a broken contract says: on which input, and what a method did that it must not do."""

from __future__ import annotations


class ContractError(AssertionError):
    """A method breaks the contract of its family."""


def require(holds: bool, case: str, complaint: str) -> None:
    """Raise a `ContractError` that names the case, unless the condition holds."""
    if not holds:
        raise ContractError(f"On {case}: {complaint}.")
