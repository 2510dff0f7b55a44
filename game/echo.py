"""How a refusal echoes what it was given."""

from __future__ import annotations


def shown(value: object) -> str:
    """A value as a refusal echoes it: null, true and false as JSON has them, a number of many digits cut short."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int) and abs(value) >= 10**20:
        digits = len(str(abs(value))) if abs(value) < 10**4000 else 0
        return f"{str(value)[:8]}… ({digits} digits)" if digits else "a number of thousands of digits"
    return repr(value)
