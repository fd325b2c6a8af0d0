"""Numbers at and near the limits of every option of optimizers and schedules: those that PyTorch accepts are in `data/limits.json`.

Written by `data/recorders/programs/limits.py`.
"""
from __future__ import annotations

import inspect
import warnings
from typing import Any

NUMBERS = (-1, -1e-9, 0, 1e-9, 0.5, 1, 1 + 1e-9, 2, 3, 100, float("nan"))
#: What a schedule cannot do without.
NEEDED: dict[str, tuple[Any, ...]] = {
    "StepLR": (3,), "MultiStepLR": ([2, 4],), "ExponentialLR": (0.9,), "CosineAnnealingLR": (5,), "CosineAnnealingWarmRestarts": (5,),
    "CyclicLR": (0.1, 0.5), "OneCycleLR": (1.0, 10), "ConstantLR": (), "LinearLR": (), "PolynomialLR": (), "ReduceLROnPlateau": ()}
SPECIAL = {"betas": [(v, 0.9) for v in NUMBERS] + [(0.9, v) for v in NUMBERS],
           "etas": [(v, 1.2) for v in NUMBERS] + [(0.5, v) for v in NUMBERS],
           "eps": [*NUMBERS, (1e-30, -1), (-1, 1e-3), (0, 0)], "ns_coefficients": [(1.0, 2.0), (1.0, 2.0, 3.0), (1.0, 2.0, 3.0, 4.0)]}


def outcomes(torch: Any) -> dict[str, list[str]]:
    """`Adam lr` -> for each number what it comes to: taken (for a schedule: then at which rates), or the exception."""
    found = {}
    for name in sorted(n for n in dir(torch.optim) if isinstance(getattr(torch.optim, n), type) and n not in ("Optimizer",)):
        kind = getattr(torch.optim, name)
        options = inspect.signature(kind).parameters
        for option in options:
            if option not in ("params", "foreach", "maximize", "capturable", "differentiable", "fused", "amsgrad", "line_search_fn"):
                found[f"{name} {option}"] = [_of_optimizer(torch, kind, option, value) for value in SPECIAL.get(option, NUMBERS)]
    for name, needed in NEEDED.items():
        kind = getattr(torch.optim.lr_scheduler, name)
        for place, option in enumerate([*inspect.signature(kind).parameters][1:]):
            if option not in ("verbose", "last_epoch", "scale_fn"):
                found[f"{name} {option}"] = [_of_schedule(torch, kind, needed, place, option, value) for value in NUMBERS]
    return found


def _of_optimizer(torch: Any, kind: Any, option: str, value: Any) -> str:
    try:
        kind([torch.nn.Parameter(torch.ones(2, 2))], **{option: value})
    except Exception as error:
        return _error_text(error)
    return "taken"


def _error_text(error: Exception) -> str:
    """The type, and how the message begins where it is not Python's."""
    return type(error).__name__ + ("" if isinstance(error, (TypeError, ZeroDivisionError)) else f": {str(error)[:30]}")


def _of_schedule(torch: Any, kind: Any, needed: tuple[Any, ...], place: int, option: str, value: Any) -> str:
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.ones(2))], lr=0.1, momentum=0.5)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            schedule = kind(optimizer, *(*needed[:place], value, *needed[place + 1:])) if place < len(needed) else kind(
                optimizer, *needed, **{option: value})
            for _ in range(4):
                optimizer.step()
                schedule.step(*([1.0] if kind.__name__ == "ReduceLROnPlateau" else []))
        except Exception as error:
            return _error_text(error)
    return f"{optimizer.param_groups[0]['lr']:.9g}"
