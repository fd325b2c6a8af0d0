"""Counting floating point operations: matrix products, convolutions and attention, forward and backward, by module.

`FlopCounterMode` counts the ops that PyTorch's dispatcher would see.  A product of (m, k) and (k, n) counts 2 m n k; elementwise ops
count nothing.
"""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import wraps
from math import prod
from typing import Any

from .._array.core.user_warnings import warn
from .._bindings.tensor.tensor import Tensor
from ..ops import OpOverloadPacket, aten
from ._product_counter import ProductCounter
from ._pytree import tree_map, tree_map_
from .module_tracker import ModuleTracker

__all__ = ["FlopCounterMode", "register_flop_formula"]

Formula = Callable[..., int]


def get_shape(i: Any) -> Any:
    """The shape of a tensor; other values unchanged."""
    return i.shape if isinstance(i, Tensor) else i


def shape_wrapper(f: Formula) -> Formula:
    """Convert a formula of shapes to one of tensors."""
    @wraps(f)
    def with_shapes(*args: Any, out_val: Any = None, **kwargs: Any) -> int:
        args, kwargs, out_shape = tree_map(get_shape, (args, kwargs, out_val))
        return f(*args, out_shape=out_shape, **kwargs)

    return with_shapes


def mm_flop(a_shape: Any, b_shape: Any, *args: Any, out_shape: Any = None, **kwargs: Any) -> int:
    """Operations of a matrix product."""
    (m, k), (inner, n) = a_shape, b_shape
    if k != inner:
        raise AssertionError(f"matmul: inner dimensions must match (k == k2), got {k} and {inner}")
    return m * n * 2 * k


def addmm_flop(self_shape: Any, a_shape: Any, b_shape: Any, out_shape: Any = None, **kwargs: Any) -> int:
    """Operations of `addmm`, without the addition."""
    return mm_flop(a_shape, b_shape)


def bmm_flop(a_shape: Any, b_shape: Any, out_shape: Any = None, **kwargs: Any) -> int:
    """Operations of a batched matrix product."""
    (b, m, k), (batch, inner, n) = a_shape, b_shape
    if b != batch:
        raise AssertionError(f"bmm: batch dimensions must match (b == b2), got {b} and {batch}")
    if k != inner:
        raise AssertionError(f"bmm: inner dimensions must match (k == k2), got {k} and {inner}")
    return b * m * n * 2 * k


def baddbmm_flop(self_shape: Any, a_shape: Any, b_shape: Any, out_shape: Any = None, **kwargs: Any) -> int:
    """Operations of `baddbmm`, without the addition."""
    return bmm_flop(a_shape, b_shape)


def conv_flop_count(x_shape: Any, w_shape: Any, out_shape: Any, transposed: bool = False) -> int:
    """Operations of a convolution: the kernel size per position of the output, or of the input of a transposed one."""
    output_sizes = (x_shape if transposed else out_shape)[2:]
    return prod(output_sizes) * prod(w_shape[2:]) * x_shape[0] * w_shape[0] * w_shape[1] * 2


def conv_flop(x_shape: Any, w_shape: Any, _bias: Any, _stride: Any, _padding: Any, _dilation: Any, transposed: bool, *args: Any,
              out_shape: Any = None, **kwargs: Any) -> int:
    """Operations of the op `convolution`."""
    return conv_flop_count(x_shape, w_shape, out_shape, transposed=transposed)


def conv_backward_flop(grad_out_shape: Any, x_shape: Any, w_shape: Any, _bias: Any, _stride: Any, _padding: Any, _dilation: Any,
                       transposed: bool, _output_padding: Any, _groups: Any, output_mask: Any, out_shape: Any, **kwargs: Any) -> int:
    """Operations of its gradients: convolutions of the cotangent with the kernel, and of the input with the cotangent."""
    def swap_channels(shape: Any) -> list[int]:
        return [shape[1], shape[0], *shape[2:]]

    count = conv_flop_count(grad_out_shape, w_shape, out_shape[0], not transposed) if output_mask[0] else 0
    if output_mask[1]:
        first, second = (grad_out_shape, x_shape) if transposed else (x_shape, grad_out_shape)
        count += conv_flop_count(swap_channels(first), swap_channels(second), swap_channels(out_shape[1]), transposed=False)
    return count


#: The formula of each op packet, called with the arguments of the op and `out_val`.
flop_registry: dict[Any, Any] = {
    aten.mm: shape_wrapper(mm_flop), aten.addmm: shape_wrapper(addmm_flop), aten.bmm: shape_wrapper(bmm_flop),
    aten.baddbmm: shape_wrapper(baddbmm_flop), aten.convolution: shape_wrapper(conv_flop),
    aten.convolution_backward: shape_wrapper(conv_backward_flop),
}
_BUILTIN_OPS = frozenset(flop_registry)


def register_flop_formula(targets: Any, get_raw: bool = False) -> Callable[[Formula], Formula]:
    """Register a formula for the number of operations of ops.

    Parameters
    ----------
    targets : OpOverloadPacket or list
        Entries of ``torch.ops``.
    get_raw : bool, default False
        Whether the formula takes tensors instead of shapes.

    Returns
    -------
    callable
        The decorator; the formula takes shapes of the arguments, and ``out_shape``.

    References
    ----------
    PyTorch: ``torch.utils.flop_counter.register_flop_formula``.
    """
    def register_fun(flop_formula: Formula) -> Formula:
        formula = flop_formula if get_raw else shape_wrapper(flop_formula)

        def register(target: Any) -> None:
            if not isinstance(target, OpOverloadPacket):
                raise ValueError(f"register_flop_formula(targets): expected each target to be OpOverloadPacket (i.e. torch.ops.mylib.foo), "
                                 f"JitFunction, or HigherOrderOperator, got {target} which is of type {type(target)}")
            if target in flop_registry:
                raise RuntimeError(f"duplicate registrations for {target}")
            flop_registry[target] = formula

        tree_map_(register, targets)
        return formula

    return register_fun


_SUFFIXES = ("", "K", "M", "B", "T")


def get_suffix_str(number: int) -> str:
    """The suffix of a unit, K for thousands and so on, that keeps the number below ten thousand."""
    return _SUFFIXES[max(0, min(len(_SUFFIXES) - 1, (len(str(number)) - 2) // 3))]


def convert_num_with_suffix(number: float, suffix: str) -> str:
    """Format a number in the unit of a suffix."""
    return f"{number / 1000 ** _SUFFIXES.index(suffix):.3f}{suffix}"


def convert_to_percent_str(num: float, denom: float) -> str:
    """Format a ratio as a percentage."""
    return "0%" if denom == 0 else f"{num / denom:.2%}"


class FlopCounterMode:
    """Context that counts floating-point operations of matrix products, convolutions and attention, by module.

    Parameters
    ----------
    mods : Module, optional
        Ignored; modules are detected when they are called.
    depth : int, default 2
        Depth of the table.
    display : bool, default True
        Whether the table is printed at the end.
    custom_mapping : dict, optional
        Additional formulas by op.

    References
    ----------
    PyTorch: ``torch.utils.flop_counter.FlopCounterMode``.

    Examples
    --------
    >>> from torch.utils.flop_counter import FlopCounterMode
    >>> with FlopCounterMode(display=False) as counter:
    ...     y = torch.ones(2, 3) @ torch.ones(3, 4)
    >>> counter.get_total_flops()
    48
    """

    def __init__(self, mods: Any = None, depth: int = 2, display: bool = True, custom_mapping: dict[Any, Any] | None = None) -> None:
        self.flop_counts: dict[str, dict[Any, int]] = defaultdict(lambda: defaultdict(int))
        self.depth, self.display = depth, display
        self.mode: ProductCounter | None = None
        if mods is not None:
            warn("mods argument is not needed anymore, you can stop passing it")
        custom_formulas = {k: v if getattr(v, "_get_raw", False) else shape_wrapper(v) for k, v in (custom_mapping or {}).items()}
        self.flop_registry: Any = {**flop_registry, **custom_formulas}
        self.mod_tracker: Any = ModuleTracker()

    def get_total_flops(self) -> int:
        """The number of operations.

        Returns
        -------
        int
            A multiply-add counts as two.

        Examples
        --------
        >>> from torch.utils.flop_counter import FlopCounterMode
        >>> with FlopCounterMode(display=False) as counter:
        ...     y = torch.ones(1, 2) @ torch.ones(2, 1)
        >>> counter.get_total_flops()
        4
        """
        return sum(self.flop_counts["Global"].values())

    def get_flop_counts(self) -> dict[str, dict[Any, int]]:
        """The numbers by module and operation.

        Returns
        -------
        dict
            Maps module names to dicts of counts by op.

        Examples
        --------
        >>> from torch.utils.flop_counter import FlopCounterMode
        >>> with FlopCounterMode(display=False) as counter:
        ...     y = torch.ones(1, 2) @ torch.ones(2, 1)
        >>> {name: list(counts.values()) for name, counts in counter.get_flop_counts().items()}
        {'Global': [4]}
        """
        return {k: dict(v) for k, v in self.flop_counts.items()}

    def get_table(self, depth: int | None = None) -> str:
        """The numbers as a table.

        Parameters
        ----------
        depth : int, optional
            Depth; None uses that of the constructor.

        Returns
        -------
        str
            The table.
        """
        depth = self.depth if depth is None else depth
        total = self.get_total_flops()
        modules = [m for m in sorted(self.flop_counts) if m != "Global" and (depth is None or m.count(".") < depth)]
        rows = [row for m in modules for row in self._rows(m, m.count("."), total)]
        subsumed = any(sum(self.flop_counts[m].values()) >= total for m in modules)
        if "Global" in self.flop_counts and not subsumed:
            rows = self._rows("Global", 0, total) + [[" " + name, *rest] for name, *rest in rows]
        return _table(rows or [["Global", "0", "0%"]])

    def _rows(self, module: str, indent: int, total: int) -> list[list[str]]:
        counts, unit = self.flop_counts[module], get_suffix_str(total)
        named = [(module, sum(counts.values())), *((f" - {packet}", count) for packet, count in counts.items())]
        return [[" " * indent + name, convert_num_with_suffix(count, unit), convert_to_percent_str(count, total)] for name, count in named]

    def __enter__(self) -> FlopCounterMode:
        self.flop_counts.clear()
        self.mod_tracker.__enter__()
        # Backward is counted per node, which covers ops of `_BUILTIN_OPS` but not those of custom namespaces.
        custom_targets = [target for target in self.flop_registry if target not in _BUILTIN_OPS and str(target).startswith("aten.")]
        self.mode = ProductCounter(self._count_flops, not custom_targets)
        self.mode.__enter__()
        return self

    def __exit__(self, *args: object) -> None:
        if self.mode is None:
            raise AssertionError("Internal error: FlopCounter.__exit__ called but mode is None")
        self.mode.__exit__(*args)
        self.mode = None
        self.mod_tracker.__exit__()
        if self.display:
            print(self.get_table(self.depth))

    def _count_flops(self, packet: Any, args: Any, kwargs: Any, out: Any) -> None:
        formula = self.flop_registry.get(packet)
        if formula is None:
            return
        count = formula(*args, **kwargs, out_val=out)
        for module in set(self.mod_tracker.parents):
            self.flop_counts[module][packet] += count


def _table(rows: list[list[str]]) -> str:
    """Format rows below a header, the first column left-aligned, others right-aligned; if no number has a unit, all use `%g`."""
    if all(figure.replace(".", "", 1).isdigit() for _, figure, _ in rows):
        rows = [[name, f"{float(figure):g}", percentage] for name, figure, percentage in rows]
    header = ["Module", "FLOP", "% Total"]
    widths = [max(len(title) + 2, *(len(row[i]) for row in rows)) for i, title in enumerate(header)]
    lines = [header, ["-" * width for width in widths], *rows]
    return "\n".join("  ".join([name.ljust(widths[0]), figure.rjust(widths[1]), percentage.rjust(widths[2])]).rstrip()
                     for name, figure, percentage in lines)
