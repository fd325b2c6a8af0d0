"""What a failed call raises, and the second try with numbers for what stands for them. Only reached when a call has failed."""
from __future__ import annotations

import re
from typing import Any

from .._dispatch.overrides import Overridden
from .misfits import inexact, may_stand_for_numbers, misfit, misfit_of_method, with_numbers
from .overflows import too_long
from .overridable import IN_PYTHON
from .stale import said_first

__all__ = ["in_numbers", "problem", "unfit", "with_numbers"]

#: What Python says of too few arguments, too many, or others.
_UNBOUND = r"missing \d+ required|unexpected keyword argument|multiple values for argument|takes .*positional argument"


def unfit(full: str, args: tuple[Any, ...], kwargs: dict[str, Any], error: Exception) -> Exception:
    """What a failed call of the public function `full` raises: PyTorch's TypeError where arguments do not fit, else its own error."""
    if isinstance(error, Overridden) or isinstance(error, TypeError) and str(error).startswith("expected Tensor as element"):
        return error
    found: Exception | None = problem(full, args, kwargs)
    if isinstance(found, AttributeError) or found is not None and full in IN_PYTHON and re.search(_UNBOUND, str(error)):
        return error  # which comes before its function looks at anything
    if full not in IN_PYTHON or isinstance(error, MemoryError):
        found = found or inexact(error, (*args, *kwargs.values()), full)
    if found is None:
        found = too_long(full, args, kwargs, full in IN_PYTHON)
    if found is None:
        found = said_first(full, args, kwargs, error)
    if found is not None:
        found.__suppress_context__ = True
    return found or error


def in_numbers(full: str, args: tuple[Any, ...], kwargs: dict[str, Any], error: Exception) -> Any:
    """The arguments of a call that has failed although it fits, with numbers for the tensors and arrays that stand for them, if there are
    any."""
    if not isinstance(error, (TypeError, ValueError)) or not may_stand_for_numbers((*args, *kwargs.values())):
        return None
    if problem(full, args, kwargs) is not None:
        return None
    found = with_numbers(full, args, kwargs)
    return None if found[0] is args and found[1] is kwargs else found


def problem(full: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Exception | None:
    """Why a call of the public function `full` does not fit its signatures, if it does not."""
    space, _, name = full.rpartition(".")
    return misfit_of_method(name, args, kwargs) if space == "torch.Tensor" else misfit(space, name, args, kwargs)
