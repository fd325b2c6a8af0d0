"""`torch.device`: the name of a place. The CPU is one, as in a CPU build of PyTorch, and "meta", where tensors have no values."""
from __future__ import annotations

from typing import Any

_TYPES = ("cpu", "cuda", "ipu", "xpu", "mkldnn", "opengl", "opencl", "ideep", "hip", "ve", "fpga", "maia", "xla", "lazy", "vulkan",
          "mps", "meta", "hpu", "mtia", "privateuseone")


class device:
    """`device("cpu")`, `device("cuda", 0)`, `device("cuda:0")`: type and index. Usable as a context like PyTorch's."""

    __slots__ = ("index", "type")
    __module__ = "torch"
    type: str
    index: int | None

    def __init__(self, type: Any = None, index: int | None = None) -> None:
        if isinstance(type, device):
            type, index = type.type, type.index
        if isinstance(type, int) and not isinstance(type, bool):
            raise RuntimeError("Device index must not be negative" if type < 0 else
                               "Cannot access accelerator device when none is available.")
        if not isinstance(type, str):
            given = ", ".join(builtin_name(v) for v in (type, index)[:1 if index is None else 2])
            raise TypeError(f"device() received an invalid combination of arguments - got ({given}), but expected one of:")
        if index is not None and (not hasattr(index, "__index__") or isinstance(index, bool) or builtin_name(index) == "numpy.bool"):
            raise TypeError(f"device(): argument 'index' (position 2) must be int, not {builtin_name(index)}")
        name, _, number = type.partition(":")
        if name not in _TYPES:
            if not name.replace("_", "").isalpha():
                raise RuntimeError(f"Invalid device string: '{type}'")
            raise RuntimeError(
                f"Expected one of {', '.join(_TYPES)} device type at start of device string: {name}")
        if number:
            if index is not None:
                raise RuntimeError(f"type (string) must not include an index because index was passed explicitly: {type}")
            if not number.isdigit():
                raise RuntimeError(f"Invalid device string: '{type}'")
            index = int(number)
        self.type = name
        self.index = index

    def __repr__(self) -> str:
        return f"device(type='{self.type}'" + (f", index={self.index})" if self.index is not None else ")")

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, device) and (self.type, self.index) == (other.type, other.index)

    def __hash__(self) -> int:
        return hash((self.type, self.index))

    def __reduce__(self) -> Any:
        return device, (self.type,) if self.index is None else (self.type, self.index)

    def __enter__(self) -> device:
        check_device(self)
        OPEN_DEVICE[0](self)
        return self

    def __exit__(self, *exc: object) -> None:
        OPEN_DEVICE[1]()


def builtin_name(value: Any) -> str:
    """What PyTorch's messages call the type of a value."""
    kind = value.__class__
    if kind.__module__ == "numpy":
        return f"numpy.{kind.__name__.rstrip('_')}"
    return f"torch.{kind.__name__}" if kind.__module__ == "torch" and kind.__name__ != "Tensor" else kind.__name__


CPU = device("cpu")
META = device("meta")

#: What opens and closes a device as the place of new tensors; set by the layer that knows the functions that make them.
OPEN_DEVICE: list[Any] = []


def check_device(value: Any) -> bool:
    """Accept None, the CPU and the meta device, which is the answer; anything else fails as it does in a CPU build."""
    if value is None or value is CPU or value == "cpu":
        return False
    place = value if isinstance(value, device) else device(value)
    if place.type == "cpu":
        if place.index not in (None, 0, -1):
            raise RuntimeError(f"CPU device index must be -1 or zero, got {place.index}")
        return False
    if place.type == "cuda":
        raise AssertionError("Torch not compiled with CUDA enabled")
    if place.type == "meta":
        return True
    raise RuntimeError(f"PyTorch is not linked with support for {place.type} devices")
