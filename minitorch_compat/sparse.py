"""`torch.sparse`: out of scope; the old types can be named."""
from __future__ import annotations

from ._bindings.legacy import types_of
from ._names import missing

_types = types_of("sparse")
FloatTensor, DoubleTensor, HalfTensor, BFloat16Tensor = (_types[f"{n}Tensor"] for n in ("Float", "Double", "Half", "BFloat16"))
LongTensor, IntTensor, ShortTensor, CharTensor = (_types[f"{n}Tensor"] for n in ("Long", "Int", "Short", "Char"))
ByteTensor, BoolTensor = _types["ByteTensor"], _types["BoolTensor"]

__getattr__ = missing("torch.sparse", __name__)
