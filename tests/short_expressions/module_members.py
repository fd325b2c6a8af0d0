"""Members of a module by their dotted names: existing and missing ones, by every method."""
from __future__ import annotations

import importlib
from collections.abc import Iterator
from itertools import product
from typing import Any

NAMES = ("w", "b", "kept", "number", "inner.w", "inner.kept", "missing", "inner.missing")
CALLS = ("m.get_tensor(n)", "m.set_tensor(n, x)", "m.set_tensor(n, None)", "m.swap_tensor(n, x)", "m.swap_tensor(n, None)",
         "m.swap_tensor(n, x, allow_missing=True)", "m.get_tensors(['w', n])", "m.set_tensors_dict({'b': x, n: x})",
         "m.swap_tensors_dict({n: x})", "m.swap_tensors_dict({n: x}, allow_missing=True)")



def cases() -> Iterator[str]:
    """Every call with every name."""
    for call, name in product(CALLS, NAMES):
        yield f"members(lambda m, n, x: {call}, {name!r})"


def names(torch: Any) -> dict[str, Any]:
    """What the texts name."""
    accessor = importlib.import_module(f"{torch.__name__}.nn.utils._named_member_accessor").NamedMemberAccessor

    def module(inner: Any) -> Any:
        made = torch.nn.Module()
        made.w, made.kept, made.number, made.nothing = torch.nn.Parameter(torch.ones(2)), torch.full((2,), 2.0), 3, None
        made.register_buffer("b", torch.full((2,), 4.0))
        if inner is not None:
            made.inner = inner
        return made

    def told(value: Any) -> Any:
        if isinstance(value, torch.nn.Module):
            return type(value).__name__
        if isinstance(value, (list, tuple)):
            return [told(v) for v in value]
        if isinstance(value, dict):
            return {key: told(v) for key, v in value.items()}
        return value.tolist() if isinstance(value, torch.Tensor) else type(value).__name__

    def members(call: Any, name: str) -> Any:
        whole = module(module(None))
        try:
            result = told(call(accessor(whole), name, torch.zeros(2)))
        except Exception as error:
            result = type(error).__name__
        kept = [{key: told(part.__dict__[key]) for key in ("kept", "number", "nothing", "missing") if key in part.__dict__}
                for part in (whole, whole.inner)]
        return [result, kept, told(whole.state_dict())]

    return {"members": members}
