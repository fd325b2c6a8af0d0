"""`torch.device`. As in a CPU build of PyTorch tensors exist on the CPU and on "meta", where they have no values."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .messages import device_messages

_TYPES = ("cpu", "cuda", "ipu", "xpu", "mkldnn", "opengl", "opencl", "ideep", "hip", "ve", "fpga", "maia", "xla", "lazy", "vulkan",
          "mps", "meta", "hpu", "mtia", "privateuseone")


class device:
    """The device of a tensor: a type and an index. As a context manager, the device of new tensors.

    Parameters
    ----------
    *args : str, int or torch.device
        A name such as 'cpu' or 'cuda:0', or a type and an index.
    **kwargs : object
        The same as `type` and `index`.

    Raises
    ------
    RuntimeError
        There is no such type.

    References
    ----------
    PyTorch: ``torch.device``.

    Examples
    --------
    >>> torch.device("cuda:0")
    device(type='cuda', index=0)
    >>> torch.device("cuda", 1).type, torch.device("cuda", 1).index
    ('cuda', 1)
    >>> with torch.device("meta"):
    ...     print(torch.zeros(2).device)
    meta
    """

    __slots__ = ("index", "type")
    __module__ = "torch"
    type: str
    index: int | None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if len(args) == 1 and args[0].__class__ is str and not kwargs:
            type, index = args[0], None
        else:
            from .device_arguments import parse_arguments

            type, index = parse_arguments(args, kwargs)
        name, number = _parse(type)
        if number is not None:
            if index is not None:
                raise device_messages.duplicate_index(type)
            index = number
        elif index is not None and index < 0:
            raise device_messages.negative_index()
        object.__setattr__(self, "type", name)
        object.__setattr__(self, "index", index)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in ("type", "index"):
            raise device_messages.not_writable(name)
        object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        return f"device(type='{self.type}'" + (f", index={self.index})" if self.index is not None else ")")

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, device) and (self.type, self.index) == (other.type, other.index)

    def __lt__(self, other: object) -> bool:
        if isinstance(other, device):
            raise device_messages.order_comparison()
        return NotImplemented

    if TYPE_CHECKING:
        def __le__(self, other: object) -> bool: ...
        def __gt__(self, other: object) -> bool: ...
        def __ge__(self, other: object) -> bool: ...
    else:
        __le__ = __gt__ = __ge__ = __lt__

    def __hash__(self) -> int:
        return hash((self.type, self.index))

    def __reduce__(self) -> Any:
        from .naming import names_torch, torch_object

        if not names_torch():
            return _made, (self.type, self.index)
        return torch_object("torch", "device"), (self.type,) if self.index is None else (self.type, self.index)

    def __enter__(self) -> device:
        DEVICE_CONTEXT[0](self)
        return self

    def __exit__(self, *exc: object) -> None:
        DEVICE_CONTEXT[1]()


def _made(type: str, index: int | None) -> device:
    return device(type, index)


def _parse(text: str) -> tuple[str, int | None]:
    """Type and index of a string like `cuda:0`."""
    name, colon, number = text.partition(":")
    if not text:
        raise device_messages.empty_device_string()
    if not name.replace("_", "").isalpha() or colon and not (number.isdecimal() and number == str(int(number))):
        raise device_messages.invalid_device_string(text)
    if name not in _TYPES:
        raise device_messages.unknown_type(name, _TYPES)
    if len(number) > 9:
        raise device_messages.index_too_large(number, text)
    return name, int(number) if colon else None


def as_device(value: Any) -> device:
    """`value` as a device; a string is parsed."""
    return value if isinstance(value, device) else device(value)


def no_pinned_memory() -> RuntimeError:
    """The error for memory that a CPU build cannot allocate."""
    error: RuntimeError = device_messages.no_pinned_memory()
    return error


def refuse_pinned(pin_memory: Any) -> None:
    """Refuse to allocate pinned memory."""
    if pin_memory:
        raise no_pinned_memory()


CPU = device("cpu")
META = device("meta")

#: Called when a device is entered or left as a context; set by the layer that knows the factory functions.
DEVICE_CONTEXT: list[Any] = []


#: The errors of a CPU build for devices of which it has the Python part.
_NOT_COMPILED = {"cuda": "CUDA", "xpu": "XPU", "mtia": "MTIA"}
_BACKEND_NAMES = {"vulkan": "Vulkan", "lazy": "Lazy"}


def check_device(value: Any, factory: str | None = "aten::empty.memory_format") -> bool:
    """Accept None, the CPU and the meta device, which is returned; anything else fails as it does in a CPU build.

    `factory` names the factory op in the error; None where a tensor is moved.
    """
    if value is None or value is CPU or value.__class__ is str and value == "cpu":
        return False
    target = as_device(value)
    if target.type in ("cpu", "meta"):
        return target.type == "meta"
    if target.type in _NOT_COMPILED:
        raise device_messages.not_compiled(_NOT_COMPILED[target.type])
    if target.type in ("hpu", "privateuseone"):
        raise device_messages.missing_device_module(target.type)
    if factory is None:
        raise device_messages.not_linked(target.type)
    backend = _BACKEND_NAMES.get(target.type, target.type.upper())
    raise device_messages.no_backend(factory, backend)
