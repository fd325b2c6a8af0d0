"""The name of a value's type in PyTorch's messages: `tp_name`, which for types written in C includes the module."""
from __future__ import annotations

import re
from typing import Any

#: Types that are written in C in PyTorch and in Python here; the others are Python classes in both.
_TORCH_NAMES = {
    "SparseTensor": "Tensor", "CompressedTensor": "Tensor",  # classes that only this package has
    "Generator": "torch._C.Generator", "TensorMeta": "torch._C._TensorMeta", "UntypedStorage": "torch.storage.UntypedStorage",
    **{name: f"torch.{name}" for name in ("Size", "device", "dtype", "finfo", "iinfo", "layout", "memory_format", "qscheme", "tensortype")}}
_PACKAGES = (__name__.partition(".")[0], "torch")


def value_type_name(value: Any) -> str:
    """The name of a value's type: "int", "numpy.ndarray", "torch.dtype", "Parameter".

    For foreign types it is taken from the TypeError that Python raises when such a value is added to a string.
    """
    kind = type(value)
    if kind.__module__.partition(".")[0] in _PACKAGES:
        return _TORCH_NAMES.get(kind.__name__, kind.__name__)
    if isinstance(value, str):
        return f"numpy.{kind.__name__}" if kind.__module__ == "numpy" else kind.__name__
    try:
        "".__add__(value)
    except TypeError as error:
        if found := re.search(r'\(not "(.+)"\)', str(error)):
            return found[1]
    return kind.__name__
