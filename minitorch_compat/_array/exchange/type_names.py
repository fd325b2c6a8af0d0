"""What PyTorch's messages call the type of a value: the name that a type written in C carries, which says where it is from."""
from __future__ import annotations

import re
from typing import Any

#: Types written in Python here and in C there; the others of this package are Python's on both sides.
_OF_TORCH = {
    "Generator": "torch._C.Generator", "TensorMeta": "torch._C._TensorMeta", "UntypedStorage": "torch.storage.UntypedStorage",
    **{name: f"torch.{name}" for name in ("Size", "device", "dtype", "finfo", "iinfo", "layout", "memory_format", "qscheme", "tensortype")}}
_PACKAGES = (__name__.partition(".")[0], "torch")


def type_of(value: Any) -> str:
    """The name of a value's type: "int", "numpy.ndarray", "torch.dtype", "Parameter".

    A type of somebody else's says itself what it is called, where Python refuses to add such a value to a string.
    """
    kind = type(value)
    if kind.__module__.partition(".")[0] in _PACKAGES:
        return _OF_TORCH.get(kind.__name__, kind.__name__)
    if isinstance(value, str):
        return f"numpy.{kind.__name__}" if kind.__module__ == "numpy" else kind.__name__
    try:
        "".__add__(value)
    except TypeError as error:
        if found := re.search(r'\(not "(.+)"\)', str(error)):
            return found[1]
    return kind.__name__
