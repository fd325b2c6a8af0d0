"""What `gradcheck` says when a derivative is wrong; the first phrase of each text is PyTorch's."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..._array.core.user_warnings import warn
from ..._dispatch.call.caller import wrap


class GradcheckError(RuntimeError):
    """A derivative is wrong; raised by `gradcheck` and `gradgradcheck`."""

    __module__ = f"{__name__.partition('.')[0]}.autograd.gradcheck"


def mismatch(numerical: Any, analytical: Any, output: int, position: int, part: str, *, forward: bool = False,
             slow: tuple[Any, Any] | None = None) -> GradcheckError:
    """A Jacobian is wrong. `slow`: both Jacobians in full, when what was compared are their products with vectors."""
    mode = "computed with forward mode " if forward else ""
    text = (f"{part}Jacobian {mode}mismatch for output {output} with respect to input {position},\n"
            f"numerical:{_shown(numerical)}\nanalytical:{_shown(analytical)}\n")
    return GradcheckError(text if slow is None else text + _in_full(*slow))


def _shown(value: Any) -> str:
    return repr(wrap(value)) if isinstance(value, np.ndarray) else str(value)


def _in_full(numerical: Any, analytical: Any) -> str:
    difference = np.abs(analytical - numerical).max() if numerical.size else 0.0
    return ("\nThese are products with random vectors, as computed in fast mode. The Jacobians in full (slow mode):\n\n"
            f"Numerical:\n {_shown(numerical)}\nAnalytical:\n{_shown(analytical)}\n\n"
            f"The max per-element difference (slow mode) is: {difference}.\n")


def nondeterministic(tolerance: float) -> GradcheckError:
    """Two backwards from the same cotangent differ."""
    return GradcheckError(
        "Backward is not reentrant, i.e., running backward with same input and grad_output multiple times gives different values, "
        f"although analytical gradient matches numerical gradient.The tolerance for nondeterminism was {tolerance}.\n\n"
        "If the function is known to be non-deterministic, pass `nondet_tol=<tol>`.")


def batched_failure(what: str, argument: str) -> GradcheckError:
    """A backward or forward pass over a batch of vectors differs from one vector at a time, or fails."""
    mode = " with forward-mode AD" if argument == "check_batched_forward_grad" else ""
    return GradcheckError(f"{what}\n\ngradcheck or gradgradcheck failed while testing batched gradient computation{mode}.\n"
                          f"Pass `{argument}=False` if the function cannot be vmapped.")


def undefined_failure(phrase: str) -> GradcheckError:
    """Backward does not cope with an output that nobody used; a warning says how to go on without that check, as in PyTorch."""
    warn("Backwards compatibility: New undefined gradient support checking feature is enabled by default; "
         '"check_undefined_grad=False" disables it')
    return GradcheckError(f"{phrase}. A backward that gets None for an output must treat it as zeros; see \"undefined output gradients\".")


__all__ = ["GradcheckError", "batched_failure", "mismatch", "nondeterministic", "undefined_failure"]
