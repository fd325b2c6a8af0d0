"""Run passes, in an order that their constraints allow."""
from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

from ...._namespace.modules import recorded_getattr
from ....nn import Module
from ...graph_module import GraphModule
from ..pass_manager import _validate_pass_schedule_constraint, this_before_that_pass_constraint
from .pass_base import PassResult

if TYPE_CHECKING:
    from ..pass_manager import Constraint, Pass

__all__ = ["PassManager", "pass_result_wrapper", "this_before_that_pass_constraint"]


def pass_result_wrapper(fn: Any) -> Any:
    """Make a pass of a function that changes a module in place, or returns another one: it is taken to have changed it."""
    if fn is None:
        return None

    @wraps(fn)
    def run(gm: Module) -> PassResult | None:
        result = fn(gm)
        if result is None:
            return PassResult(gm, True)
        if isinstance(result, Module):
            return PassResult(result, True)
        return result if isinstance(result, PassResult) else None

    if not inspect.isfunction(fn):
        run.__name__ = type(fn).__name__
    return run


def _topological_sort_passes(passes: list[Pass], constraints: list[Constraint]) -> list[Pass]:
    """The passes in an order in which no pair violates a constraint; as given, where it is free."""
    if not constraints:
        return passes
    before: dict[Pass, list[Pass]] = {
        a: [b for b in passes if a != b for allowed in constraints if not allowed(a, b)] for a in passes}
    result: list[Pass] = []
    ready = [a for a in passes if not before[a]]
    while ready:
        done = ready.pop(0)
        result.append(done)
        for a in passes:
            if done in before[a]:
                before[a] = [b for b in before[a] if b != done]
                if not before[a]:
                    ready.append(a)
    if circular := [a for a in passes if before[a]]:
        raise RuntimeError(f"Circular dependency detected within the following passes: {circular}")
    return result


def _name(fn: Any) -> str:
    return str(fn.__name__) if inspect.isfunction(fn) else type(fn).__name__


class PassManager:
    """Runs passes one after the other, `steps` times or until none changes anything.

    A constraint is called with two passes, and tells whether the first may run before the second.
    """

    _validated = False
    steps = 1

    def __init__(self, passes: list[Pass] | None = None, constraints: list[Constraint] | None = None, steps: int | None = None,
                 run_checks_after_each_pass: bool = False, suppress_check_failures: bool = False) -> None:
        self.passes = passes or []
        self.constraints = constraints or []
        if steps:
            self.steps = steps
        self.run_checks_after_each_pass, self.suppress_check_failures = run_checks_after_each_pass, suppress_check_failures

    def add_pass(self, _pass: Pass) -> None:
        """Add a pass at the end."""
        self.passes.append(_pass)
        self._validated = False

    def add_constraint(self, constraint: Constraint) -> None:
        """Add a constraint."""
        self.constraints.append(constraint)
        self._validated = False

    def validate_constraints(self) -> None:
        """Raise RuntimeError if the order of the passes violates a constraint."""
        if not self._validated:
            for constraint in self.constraints:
                _validate_pass_schedule_constraint(constraint, self.passes)
        self._validated = True

    def solve_constraints(self) -> None:
        """Sort the passes; RuntimeError if the constraints allow no order."""
        self.passes = _topological_sort_passes(self.passes, self.constraints)
        self._validated = True

    def add_checks(self, check: Callable[[Module], None]) -> None:
        """Set the function that checks the module, before all passes and perhaps after each."""
        if len(inspect.signature(check).parameters) != 1:
            raise TypeError("PassManager check function should only take in one variable, a module")
        self.check = check  # type: ignore[method-assign,assignment]

    def check(self, module: Module) -> None:
        """Check a module; set by `add_checks`."""

    def __call__(self, module: Module) -> PassResult:
        """Run the passes."""
        if not self._validated:
            self.solve_constraints()
        self.check(module)
        changed_at_all = False
        for _ in range(self.steps):
            changed = False
            for i, fn in enumerate(self.passes):
                try:
                    module, modified = self._run(fn, module)
                except Exception as error:
                    raise Exception(f"An error occurred when running the '{_name(fn)}' pass after the following passes: "
                                    f"{[_name(earlier) for earlier in self.passes[:i]]}") from error
                changed = changed or modified
            changed_at_all = changed_at_all or changed
            if not changed:
                break
        return PassResult(module, changed_at_all)

    def _run(self, fn: Pass, module: Module) -> tuple[Any, bool]:
        result = fn(module)
        if not hasattr(result, "graph_module"):
            raise TypeError(f"The result of the pass {_name(fn)} should be type PassResult. Please wrap it with pass_result_wrapper()")
        if isinstance(result.graph_module, GraphModule):
            result.graph_module.recompile()
        if self.run_checks_after_each_pass:
            self.check(result.graph_module)
        return result.graph_module, result.modified


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.passes.infra.pass_manager")
