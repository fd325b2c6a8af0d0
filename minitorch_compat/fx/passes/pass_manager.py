"""Run functions on a module, one after the other."""
from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from inspect import unwrap
from typing import TYPE_CHECKING, Any, TypeAlias

from ..._namespace.modules import recorded_getattr

__all__ = ["PassManager", "inplace_wrapper", "log_hook", "loop_pass", "these_before_those_pass_constraint",
           "this_before_that_pass_constraint"]

Pass: TypeAlias = Callable[..., Any]
Constraint: TypeAlias = Callable[[Pass, Pass], bool]

logger = logging.getLogger("torch.fx.passes.pass_manager")


def inplace_wrapper(fn: Pass) -> Pass:
    """Let a pass that changes its argument return it."""
    @wraps(fn)
    def run(gm: Any, *args: Any, **kwargs: Any) -> Any:
        fn(gm, *args, **kwargs)
        return gm

    return run


def log_hook(fn: Pass, level: int = logging.INFO) -> Pass:
    """Log what a pass returns."""
    @wraps(fn)
    def run(*args: Any, **kwargs: Any) -> Any:
        result = fn(*args, **kwargs)
        logger.log(level, "Ran pass %s\t Return value: %s", fn, result)
        return result

    return run


def loop_pass(base_pass: Pass, n_iter: int | None = None, predicate: Callable[[Any], bool] | None = None) -> Pass:
    """Repeat a pass `n_iter` times, or as long as `predicate` of its result holds."""
    if (n_iter is None) == (predicate is None):
        raise AssertionError("Exactly one of `n_iter`or `predicate` must be specified.")

    @wraps(base_pass)
    def run(source: Any) -> Any:
        if predicate is None and (n_iter is None or n_iter <= 0):
            raise RuntimeError(f"loop_pass must be given positive int n_iter (given {n_iter}) xor predicate (given {predicate})")
        count = 0
        while count < n_iter if n_iter is not None else predicate(source):  # type: ignore[misc]
            source = base_pass(source)
            count += 1
        return source

    return run


def _validate_pass_schedule_constraint(constraint: Constraint, passes: list[Pass]) -> None:
    for i, a in enumerate(passes):
        for j, b in enumerate(passes[i + 1:]):
            if not constraint(a, b):
                raise RuntimeError(f"pass schedule constraint violated. Expected {a} before {b} but found {a} at index {i} and {b} at "
                                   f"index {j} in pass list.")


def this_before_that_pass_constraint(this: Pass, that: Pass) -> Constraint:
    """The constraint that a pass runs before another one."""
    return lambda a, b: a != that or b != this


def these_before_those_pass_constraint(these: Pass, those: Pass) -> Constraint:
    """The constraint that all passes made from one function run before those made from another one."""
    return lambda a, b: unwrap(a) != those or unwrap(b) != these


class PassManager:
    """Runs passes one after the other, if their order violates no constraint."""

    _validated = False

    def __init__(self, passes: list[Pass] | None = None, constraints: list[Constraint] | None = None) -> None:
        self.passes = passes or []
        self.constraints = constraints or []

    @classmethod
    def build_from_passlist(cls, passes: list[Pass]) -> PassManager:
        """A manager without constraints."""
        return PassManager(passes)

    def add_pass(self, _pass: Pass) -> None:
        """Add a pass at the end."""
        self._set_passes([*self.passes, _pass])

    def add_constraint(self, constraint: Constraint) -> None:
        """Add a constraint."""
        self.constraints.append(constraint)
        self._validated = False

    def remove_pass(self, _passes: list[str]) -> None:
        """Remove the passes with these names."""
        if _passes is not None:
            self._set_passes([one for one in self.passes if one.__name__ not in _passes])

    def replace_pass(self, _target: Pass, _replacement: Pass) -> None:
        """Replace the passes with the name of `_target`."""
        self._set_passes([_replacement if one.__name__ == _target.__name__ else one for one in self.passes])

    def _set_passes(self, passes: list[Pass]) -> None:
        self.passes[:] = passes
        self._validated = False

    def validate(self) -> None:
        """Raise RuntimeError if the order of the passes violates a constraint."""
        if not self._validated:
            for constraint in self.constraints:
                _validate_pass_schedule_constraint(constraint, self.passes)
        self._validated = True

    def __call__(self, source: Any) -> Any:
        """Run the passes, each on the result of the one before."""
        self.validate()
        for one in self.passes:
            source = one(source)
        return source


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.passes.pass_manager")
