"""Error messages of `gradcheck`; the first phrase of each is PyTorch's."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..._array.core.user_warnings import warn
from ..._dispatch.call.caller import wrap


class GradcheckError(RuntimeError):
    """Raised by `gradcheck` and `gradgradcheck` when a derivative is wrong."""

    __module__ = f"{__name__.partition('.')[0]}.autograd.gradcheck"


def mismatch_error(numerical: Any, analytical: Any, output: int, position: int, part: str, *, forward: bool = False,
             slow: tuple[Any, Any] | None = None) -> GradcheckError:
    """The error of a wrong Jacobian. `slow`: both full Jacobians, if their products with vectors were compared."""
    mode = "computed with forward mode " if forward else ""
    text = (f"{part}Jacobian {mode}mismatch for output {output} with respect to input {position},\n"
            f"numerical:{_format_jacobian(numerical)}\nanalytical:{_format_jacobian(analytical)}\n")
    return GradcheckError(text if slow is None else text + _full_jacobians(*slow))


def _format_jacobian(value: Any) -> str:
    return repr(wrap(value)) if isinstance(value, np.ndarray) else str(value)


def _full_jacobians(numerical: Any, analytical: Any) -> str:
    difference = np.abs(analytical - numerical).max() if numerical.size else 0.0
    return ("\nThese are products with random vectors, as computed in fast mode. The Jacobians in full (slow mode):\n\n"
            f"Numerical:\n {_format_jacobian(numerical)}\nAnalytical:\n{_format_jacobian(analytical)}\n\n"
            f"The max per-element difference (slow mode) is: {difference}.\n")


def nondeterministic_error(tolerance: float) -> GradcheckError:
    """The error of two backwards from the same cotangent that differ."""
    return GradcheckError(
        "Backward is not reentrant, i.e., running backward with same input and grad_output multiple times gives different values, "
        f"although analytical gradient matches numerical gradient.The tolerance for nondeterminism was {tolerance}.\n\n"
        "If the function is known to be non-deterministic, pass `nondet_tol=<tol>`.")


def batched_error(what: str, argument: str) -> GradcheckError:
    """The error of a batched pass that fails or differs from one vector at a time."""
    mode = " with forward-mode AD" if argument == "check_batched_forward_grad" else ""
    return GradcheckError(f"{what}\n\ngradcheck or gradgradcheck failed while testing batched gradient computation{mode}.\n"
                          f"Pass `{argument}=False` if the function cannot be vmapped.")


def undefined_error(phrase: str) -> GradcheckError:
    """The error of a backward that cannot handle an unused output; also warns how to disable this check, as in PyTorch."""
    warn("Backwards compatibility: New undefined gradient support checking feature is enabled by default; "
         '"check_undefined_grad=False" disables it')
    return GradcheckError(f"{phrase}. A backward that gets None for an output must treat it as zeros; see \"undefined output gradients\".")
