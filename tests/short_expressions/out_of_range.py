"""Numbers out of a tensor's dtype range, or of another kind: as operands, as elements, and as fill values."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from . import questions

NUMBERS = ("-1", "255", "256", "-129", "70000", "2**31", "-2**63", "2**63", "1e10", "1.5", "-0.5", "True", "1j", "float('nan')",
           "float('inf')")
#: What these come to as integers is up to the processor; and half precision has no complex numbers here.
CAST = ("1e10", "float('nan')", "float('inf')")
DTYPES = ("uint8", "int8", "int16", "int32", "bool", "float16", "float32")


def cases() -> Iterator[str]:
    """Every call with every number, for every type."""
    for call, number, dtype in product(questions("out_of_range")[0], NUMBERS, DTYPES):
        if (dtype == "float16" and number == "1j") or (number in CAST and "float" not in dtype):
            continue
        yield f"told(lambda x, n, i: {call}, torch.tensor([1, 2, 3], dtype=torch.{dtype}), {number})"


def names(torch: Any) -> dict[str, Any]:
    """What the texts name."""
    places = torch.tensor([2, 0])

    def told(call: Any, x: Any, n: Any) -> Any:
        """The result, and what the tensor is then."""
        try:
            result = call(x, n, places)
        except Exception as error:
            return [f"{type(error).__name__}: {str(error)[:24]}", x, x._version]
        return [result, x, x._version]

    return {"told": told}
