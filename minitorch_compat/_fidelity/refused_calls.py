"""What a failed call raises, and the retry with numbers in place of tensors. Imported only when a call has failed."""
from __future__ import annotations

import re
from typing import Any

from .._bindings.override.overridable import IN_PYTHON, python_name
from .._dispatch.call.mismatch import Mismatch
from .._dispatch.call.torch_function import Overridden, members
from .argument_checks import argument_error, conversion_error, convert_to_numbers, forwarded, has_number_substitutes, method_argument_error
from .messages.arguments import not_a_tensor

#: Python's messages for missing, superfluous or unknown arguments.
_BINDING_ERRORS = r"missing \d+ required|unexpected keyword argument|multiple values for argument|takes .*positional argument"


def call_error(full: str, args: tuple[Any, ...], kwargs: dict[str, Any], error: Exception) -> Exception:
    """The exception for a failed call of the public function `full`: PyTorch's TypeError where arguments do not fit, else its own error."""
    if isinstance(error, Overridden):
        return error
    found: Exception | None = argument_problem(full, args, kwargs)
    if isinstance(found, AttributeError) or found is not None and full in IN_PYTHON and re.search(_BINDING_ERRORS, str(error)):
        return error  # Python checks the number of arguments before the function checks their types
    if found is None and isinstance(error, Mismatch):
        found = not_a_tensor(error.op, error.position, error.value, full.rpartition(".")[2])
    if found is None and (full not in IN_PYTHON or isinstance(error, (MemoryError, ValueError))):
        found = conversion_error(error, (*args, *kwargs.values()), full)
    if found is not None:
        found.__suppress_context__ = True
    return found or error


def retry_arguments(full: str, args: tuple[Any, ...], kwargs: dict[str, Any], error: Exception) -> Any:
    """Convert tensors and arrays that stand for numbers to numbers, for a call that has failed although its arguments fit; None if there
    are none."""
    texts = isinstance(error, RuntimeError) and any(isinstance(v, bytes) for v in (*args, *kwargs.values()))
    if not (texts or isinstance(error, (TypeError, ValueError))) or not has_number_substitutes((*args, *kwargs.values())):
        return None
    if argument_problem(full, args, kwargs) is not None:
        return None
    found = convert_to_numbers(full, args, kwargs)
    return None if found[0] is args and found[1] is kwargs else found


def argument_problem(full: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Exception | None:
    """Return why a call of the public function `full` does not fit its signatures; None if it fits."""
    space, _, name = full.rpartition(".")
    if full in IN_PYTHON and (found := _class_argument_error(full, args, kwargs)):
        return found
    return method_argument_error(name, args, kwargs) if space == "torch.Tensor" else argument_error(space, name, args, kwargs)


#: Functions that PyTorch's messages call by another name.
_NATIVE_NAMES = {**{f"torch.nn.functional.{name}": f"torch.nn.functional.{name}_with_indices" for name in (
    "max_pool1d", "max_pool2d", "max_pool3d", "adaptive_max_pool2d", "adaptive_max_pool3d", "fractional_max_pool3d")},
    "torch.nn.functional.threshold": "torch.nn.functional._threshold"}


def _class_argument_error(full: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> TypeError | None:
    """The error of a function that PyTorch writes in Python with one tensor parameter, for a class passed in place of the tensor: the class
    has a handler, but its type has none. With more tensor parameters PyTorch checks only the types."""
    entry = forwarded(*full.rpartition(".")[::2])
    names = entry.get("", "").split()
    arguments: dict[Any, Any] = {**dict(zip(names or range(len(args)), args, strict=False)), **kwargs}
    first: Any = names[0] if names else 0
    if len({first, *(name for name in names if entry.get(name, ".")[-1].startswith("T"))}) > 1 or not names and len(args) > 1:
        return None
    if any(isinstance(value, type) and hasattr(value, "__torch_function__") for value in members((arguments.get(first),))):
        name = python_name(full)
        return TypeError(f"no implementation found for '{_NATIVE_NAMES.get(name, name)}' on types that implement __torch_function__: []")
    return None
