"""The raw namespace `xp` of formulas: every op's kernel under the op's name."""
from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from .op import OPS, Op


class Namespace(SimpleNamespace):
    """Ops by name, callable with positional arguments in schema order."""

    __hash__ = object.__hash__  # type: ignore[assignment]

    def __getattr__(self, name: str) -> Any:
        # Reached once per name: the entry is kept afterwards.
        op = OPS.get(name)
        if op is None:
            raise AttributeError(f"a formula uses xp.{name}, but no op of that name is declared")
        entry = self._entry(op)
        self.__dict__[name] = entry
        return entry

    def _entry(self, op: Op) -> Any:
        raise NotImplementedError


class ArrayNamespace(Namespace):
    """Kernels on ndarrays: what formulas compute with when nothing must be differentiated again."""

    def _entry(self, op: Op) -> Any:
        if op.kernel is not None:
            return op.kernel
        function = op.composite
        assert function is not None
        return lambda *args: function(self, *args)


ARRAYS = ArrayNamespace()
