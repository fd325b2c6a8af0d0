"""`torch._tensor`: the Tensor class under its old path, and the function that files use to rebuild tensors of subclasses."""
from __future__ import annotations

from typing import Any

from ._bindings.tensor.tensor import Tensor
from ._utils import _set_state


def _rebuild_from_type_v2(func: Any, new_type: Any, args: Any, state: Any) -> Any:
    """Rebuild a tensor of a subclass, or with attributes of its own: `func(*args)` as `new_type`, with `state`."""
    out = func(*args)
    if type(out) is not new_type:
        out = out.as_subclass(new_type)
    if getattr(type(out), "__setstate__", Tensor.__setstate__) is not Tensor.__setstate__:
        out.__setstate__(state)
        return out
    return _set_state(out, state)


__all__ = ["Tensor"]
