"""What is said of devices that are not there, and of texts and calls that name none."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..._array.exchange.type_names import type_of


def index_twice(text: str) -> RuntimeError:
    """An index in the text and beside it."""
    return RuntimeError(f"type (string) must not include an index because index was passed explicitly: {text}")


def negative_index() -> RuntimeError:
    """A device before the first."""
    return RuntimeError("Device index must not be negative")


def not_writable(name: str) -> AttributeError:
    """An attribute of a device is assigned to."""
    return AttributeError(f"attribute '{name}' of 'torch.device' objects is not writable")


def not_ordered() -> TypeError:
    """Devices are equal or not, and in no order."""
    return TypeError("comparison not implemented")


def empty_text() -> RuntimeError:
    """A text without a letter."""
    return RuntimeError("Device string must not be empty")


def not_a_device(text: str) -> RuntimeError:
    """A text of another form than `type` or `type:index`."""
    return RuntimeError(f"Invalid device string: '{text}'")


def unknown_type(name: str, types: Iterable[str]) -> RuntimeError:
    """A type that PyTorch has no devices of."""
    return RuntimeError(f"Expected one of {', '.join(types)} device type at start of device string: {name}")


def index_too_large(number: str, text: str) -> RuntimeError:
    """An index that no device could have."""
    return RuntimeError(f"Could not parse device index '{number}' in device string '{text}'")


def no_pinned_memory() -> RuntimeError:
    """Memory that a CPU build cannot allocate."""
    return RuntimeError("pin_memory=True requires a CUDA or other accelerator backend; no pinned memory allocator is available on this "
                        "system.")


def not_compiled(name: str) -> AssertionError:
    """A device of a kind that the build has not."""
    return AssertionError(f"Torch not compiled with {name} enabled")


def no_module(kind: str) -> ModuleNotFoundError:
    """A device of a kind for which a module would have to be there."""
    return ModuleNotFoundError(f"No module named 'torch.{kind}'")


def not_linked(kind: str) -> RuntimeError:
    """A device of a kind that takes another library."""
    return RuntimeError(f"PyTorch is not linked with support for {kind} devices")


def no_backend(name: str, backend: str) -> NotImplementedError:
    """A function that makes tensors, on a device of no backend here."""
    return NotImplementedError(f"Could not run '{name}' with arguments from the '{backend}' backend, which this build has not.")


def wrong_combination(given: str) -> TypeError:
    """Arguments of `device` that fit none of its signatures."""
    return TypeError(f"device() received an invalid combination of arguments - got ({given}), but expected one of:")


def no_type() -> TypeError:
    """`device()` of nothing."""
    return TypeError('device() missing 1 required positional arguments: "type"')


def given_twice(name: str) -> TypeError:
    """An argument of `device` by position and by keyword."""
    return TypeError(f"device() got multiple values for argument '{name}'")


def unknown_keyword(name: str) -> TypeError:
    """A keyword that `device` has not."""
    return TypeError(f"device() got an unexpected keyword argument '{name}'")


def wrong_type(name: str, where: str, wanted: type, value: Any) -> TypeError:
    """An argument of `device` of a wrong type."""
    return TypeError(f"device(): argument '{name}'{where} must be {wanted.__name__}, not {type_of(value)}")


def no_accelerator(index: int) -> RuntimeError:
    """A number alone, which is that of an accelerator."""
    return negative_index() if index < 0 else RuntimeError("Cannot access accelerator device when none is available.")
