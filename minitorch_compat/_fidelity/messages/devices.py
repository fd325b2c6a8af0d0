"""Errors for devices that do not exist, and for strings and calls that name none."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..._array.exchange.type_names import value_type_name


def duplicate_index(text: str) -> RuntimeError:
    """A device index given both in the string and as an argument."""
    return RuntimeError(f"type (string) must not include an index because index was passed explicitly: {text}")


def negative_index() -> RuntimeError:
    """A negative device index."""
    return RuntimeError("Device index must not be negative")


def not_writable(name: str) -> AttributeError:
    """Assignment to an attribute of a device."""
    return AttributeError(f"attribute '{name}' of 'torch.device' objects is not writable")


def order_comparison() -> TypeError:
    """An order comparison of devices."""
    return TypeError("comparison not implemented")


def empty_device_string() -> RuntimeError:
    """An empty device string."""
    return RuntimeError("Device string must not be empty")


def invalid_device_string(text: str) -> RuntimeError:
    """A device string of another form than `type` or `type:index`."""
    return RuntimeError(f"Invalid device string: '{text}'")


def unknown_type(name: str, types: Iterable[str]) -> RuntimeError:
    """An unknown device type."""
    return RuntimeError(f"Expected one of {', '.join(types)} device type at start of device string: {name}")


def index_too_large(number: str, text: str) -> RuntimeError:
    """A device index beyond the range."""
    return RuntimeError(f"Could not parse device index '{number}' in device string '{text}'")


def no_pinned_memory() -> RuntimeError:
    """Pinned memory, which a CPU build cannot allocate."""
    return RuntimeError("pin_memory=True requires a CUDA or other accelerator backend; no pinned memory allocator is available on this "
                        "system.")


def not_compiled(name: str) -> AssertionError:
    """A device of a kind that is not in this build."""
    return AssertionError(f"Torch not compiled with {name} enabled")


def missing_device_module(kind: str) -> ModuleNotFoundError:
    """A device of a kind that needs a Python module."""
    return ModuleNotFoundError(f"No module named 'torch.{kind}'")


def not_linked(kind: str) -> RuntimeError:
    """A device of a kind that needs another library."""
    return RuntimeError(f"PyTorch is not linked with support for {kind} devices")


def no_backend(name: str, backend: str) -> NotImplementedError:
    """A factory function on a device without a backend here."""
    return NotImplementedError(f"Could not run '{name}' with arguments from the '{backend}' backend, which this build has not.")


def wrong_combination(given: str) -> TypeError:
    """Arguments of `device` that fit none of its signatures."""
    return TypeError(f"device() received an invalid combination of arguments - got ({given}), but expected one of:")


def missing_device_type() -> TypeError:
    """`device()` without arguments."""
    return TypeError('device() missing 1 required positional arguments: "type"')


def duplicate_argument(name: str) -> TypeError:
    """An argument of `device` given both by position and by keyword."""
    return TypeError(f"device() got multiple values for argument '{name}'")


def unknown_keyword(name: str) -> TypeError:
    """An unknown keyword of `device`."""
    return TypeError(f"device() got an unexpected keyword argument '{name}'")


def wrong_type(name: str, where: str, wanted: type, value: Any) -> TypeError:
    """An argument of `device` of the wrong type."""
    return TypeError(f"device(): argument '{name}'{where} must be {wanted.__name__}, not {value_type_name(value)}")


def no_accelerator(index: int) -> RuntimeError:
    """A bare number, which names an accelerator."""
    return negative_index() if index < 0 else RuntimeError("Cannot access accelerator device when none is available.")
