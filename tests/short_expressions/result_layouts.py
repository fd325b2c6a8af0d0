"""How results of two tensors lie that lie otherwise themselves: by the first, the second, of one type and of two."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

CALLS = ("add", "sub", "mul", "div", "rsub", "pow", "maximum", "minimum", "fmax", "atan2", "hypot", "fmod", "remainder", "floor_divide",
         "eq", "lt", "ge", "logical_and", "logaddexp", "copysign", "nextafter", "xlogy", "ldexp", "true_divide", "where", "lerp", "addcmul",
         "addcdiv", "clamp")


def cases() -> Iterator[str]:
    """Every call of every pair of layouts and types, where all is usual and where nothing may be recorded."""
    pairs = (("rows", "columns"), ("columns", "rows"), ("columns", "columns"), ("rows", "one"))
    for call, (left, right), dtypes, mode in product(CALLS, pairs, ("fd", "ff", "fi"), ("", "inference")):
        yield f"lies('{call}', '{left}', '{right}', '{dtypes}', '{mode}')"


def names(torch: Any) -> dict[str, Any]:
    """What the texts name."""
    types = {"f": torch.float32, "d": torch.float64, "i": torch.int64}

    def made(how: str, dtype: str) -> Any:
        t = torch.arange(1, 7).to(types[dtype])
        return {"rows": t.reshape(2, 3), "columns": t.reshape(3, 2).t(), "one": t[:3].reshape(1, 3)}[how]

    def lies(call: str, left: str, right: str, dtypes: str, mode: str) -> Any:
        with torch.inference_mode(mode == "inference"):
            x, y = made(left, dtypes[0]), made(right, dtypes[1])
            out = {"where": lambda: torch.where(x > 2, x, y), "lerp": lambda: torch.lerp(x, y, 0.5),
                   "addcmul": lambda: torch.addcmul(x, y, y), "addcdiv": lambda: torch.addcdiv(x, x, y),
                   "clamp": lambda: torch.clamp(x, y, y)}.get(
                       call, lambda: getattr(torch, call)(x, y))()
        return [str(out.dtype), out.stride()]

    return {"lies": lies}
