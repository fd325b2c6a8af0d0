"""Every kernel that works in blocks gives with small blocks, with several and an incomplete last one, the results that it gives at once.

All declared sizes (`_array/core/execution/block_sizes.py`) are set to a few elements; the results with the shipped sizes are
the expected ones.
"""
from __future__ import annotations

import ast
import importlib
import pkgutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
import minitorch_compat._array
from minitorch_compat._array.core.execution.block_sizes import DECLARED
from minitorch_compat._ops.op import OPS
from tests.ops.op_row import ROWS, C, F, Row, values_of
from tests.ops.test_ops import differentiable, op_args, run, tensor

B = 8
#: Ulps by which results may differ: sums are added up in another order.
ULPS = 64
PACKAGE = Path(torch.__file__).parent


@cache
def modules() -> list[Any]:
    """Every module that holds a declared size, its own or another's."""
    for place in minitorch_compat._array.__path__:
        for found in pkgutil.walk_packages([place], "minitorch_compat._array."):
            importlib.import_module(found.name)
    for name in ("minitorch_compat.optim._kernels", "minitorch_compat._engine.cotangents.expanded"):
        importlib.import_module(name)
    return [m for name, m in sorted(sys.modules.items()) if name.startswith("minitorch_compat.")]


@cache
def holders() -> list[tuple[Any, str, int]]:
    """Module, name, shipped size; also where a size was imported from its module."""
    modules()
    names = {name: {size for (_, n), size in DECLARED.items() if n == name} for _, name in DECLARED}
    found = [(sys.modules[module], name, size) for (module, name), size in DECLARED.items()]
    return found + [(m, name, vars(m)[name]) for m in modules() for name, sizes in names.items()
                    if vars(m).get(name).__class__ is int and vars(m)[name] in sizes and (m.__name__, name) not in DECLARED]


@contextmanager
def blocks_of(size: int) -> Iterator[None]:
    """Every declared size is this one."""
    for module, name, _ in holders():
        setattr(module, name, size)
    try:
        yield
    finally:
        for module, name, shipped in holders():
            setattr(module, name, shipped)


def values(outs: Any) -> list[Any]:
    return [None if o is None else np.array(o.detach().resolve_conj().resolve_neg().numpy(force=True)) for o in outs]


def comparable(row: Row, outs: tuple[Any, ...]) -> tuple[Any, ...]:
    """Without the outputs that are for the op's own backward."""
    return outs if row.outputs is None else tuple(outs[i] for i in row.outputs)


def answer(call: Any) -> Any:
    """Copies of the arrays that come of a call, or the type of its error."""
    try:
        with np.errstate(all="ignore"):
            return values(call())
    except Exception as error:
        return type(error).__name__


def differences(found: Any, expected: Any) -> str:
    """How arrays differ by more than the ulps there are between two orders of adding up, or nothing."""
    if isinstance(found, str) or isinstance(expected, str):
        return "" if isinstance(found, str) and found == expected else f"{found} instead of {expected}"
    for a, b in zip(found, expected, strict=True):
        if a is None or b is None:
            if a is not b:
                return f"{a} instead of {b}"
            continue
        if (a.dtype, a.shape) != (b.dtype, b.shape):
            return f"{a.dtype} {a.shape} instead of {b.dtype} {b.shape}"
        if a.dtype.kind in "bui":
            same = np.array_equal(a, b)
        else:
            wide = np.complex128 if a.dtype.kind == "c" else np.float64
            eps = 2.0 ** -7 if a.dtype.itemsize == 2 and a.dtype != np.float16 else float(np.finfo(a.dtype).eps)
            a, b = a.astype(wide), b.astype(wide)
            finite = np.abs(b[np.isfinite(b)])
            # Of sums that cancel, the size of what was added counts.
            atol = ULPS * eps * min(1.0, float(finite.max(initial=0.0)))
            with np.errstate(all="ignore"):
                same = np.allclose(a, b, rtol=ULPS * eps, atol=atol, equal_nan=True)
        if not same:
            return f"{a.tolist()} instead of {b.tolist()}"
    return ""


def compare_calls(row: Row, call: Any, sizes: tuple[int, ...], what: str) -> list[str]:
    expected = answer(call)
    found = []
    for size in sizes:
        with blocks_of(size):
            wrong = differences(answer(call), expected)
        if wrong:
            found.append(f"{row.op}, {what}, blocks of {size}: {wrong[:600]}")
    return found


#: Ops whose rows are outside of what the kernel expects.
ELSEWHERE = {"relu_gradient": "relu's results are not negative: relu's own row has it"}
#: Ops whose sum does not depend on their first argument: of its gradient rounding alone is left.
CENTRED = {"native_layer_norm", "layer_norm_backward"}
TRIED = [row for row in ROWS.values() if row.op not in ELSEWHERE]


@pytest.mark.parametrize("row", TRIED, ids=lambda row: row.op)
def test_samples(row: Row) -> None:
    """Every sample of every op, its values and its gradients, with blocks of fewer elements than it has."""
    wrong = []
    for index in range(len(row.calls)):
        for dtype in dict.fromkeys((row.base, "float32", "float16", "complex64")):
            if dtype == "complex64" and not row.holomorphic:
                continue

            def forward(index: int = index, dtype: str = dtype) -> Any:
                torch.manual_seed(0)
                return comparable(row, run(row, op_args(row, index, dtype=dtype)))

            def gradients(index: int = index, dtype: str = dtype) -> Any:
                torch.manual_seed(0)
                tensors, function = differentiable(row, index, dtype)
                outs = [o for o in function(*tensors) if o.requires_grad]
                cotangents = [torch.linspace(0.5, 1.5, o.numel(), dtype=torch.float64).reshape(o.shape).to(o.dtype) for o in outs]
                return torch.autograd.grad(outs, tensors, cotangents, allow_unused=True)

            def added(index: int = index, dtype: str = dtype) -> Any:
                """Gradients of sums, which are one number repeated, added to what is there."""
                tensors, function = differentiable(row, index, dtype)
                for _ in range(2):
                    torch.manual_seed(0)
                    sums = [o.sum() for o in function(*tensors) if o.requires_grad]
                    torch.autograd.backward(sums, [torch.full((), 1.5 - 0.5j if s.is_complex() else 1.5, dtype=s.dtype) for s in sums])
                return [t.grad for t in tensors]

            wrong += compare_calls(row, forward, (4,), f"call {index}, {dtype}")
            if row.first and OPS[row.op].is_differentiable and dtype != "float16":
                wrong += compare_calls(row, gradients, (4,), f"gradients of call {index}, {dtype}")
            if row.first and OPS[row.op].is_differentiable and dtype == "float32" and row.op not in CENTRED:
                wrong += compare_calls(row, added, (4,), f"gradients of call {index}, {dtype}, added")
    assert not wrong, "\n".join(wrong)


# Edges ----------------------------------------------------------------------------------------------------------------------------

LENGTHS = (B - 1, B, B + 1, 2 * B + 1)


def enlarge(row: Row, n: int) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The first call with its tensors' dimensions of one and the same size replaced by n, for each such size."""
    call = row.calls[0]
    shapes = [s.shape for s in call if isinstance(s, F)]
    if any(isinstance(s, (list, C)) for s in call):
        return
    for size in sorted({d for shape in shapes for d in shape if d > 1}):
        grown = tuple(F(tuple(n if d == size else d for d in s.shape), s.domain, s.grad) if isinstance(s, F) else s for s in call)
        yield f"{size} -> {n}", grown


def laid_out(array: Any, layout: str, position: int) -> Any:
    """The values, in another order of memory; of the operands `mixed` lays out every other one."""
    if layout == "transposed" or layout == "mixed" and position % 2:
        return array.T.copy().T
    return array


def layouts(specs: tuple[Any, ...]) -> list[str]:
    """Those that are different orders of memory for these tensors: of one dimension there is one order, and one operand is never mixed."""
    ordered = [len(s.shape) > 1 for s in specs if isinstance(s, F)]
    found = ["contiguous", "transposed"] if any(ordered) else ["contiguous"]
    return [*found, "mixed"] if any(ordered[::2]) and any(ordered[1::2]) else found


def arguments(specs: tuple[Any, ...], dtype: str, layout: str, special: float | None, seed: int) -> list[Any]:
    rng = np.random.default_rng(seed)
    made: list[Any] = []
    for spec in specs:
        if isinstance(spec, F):
            array = values_of(spec, rng, dtype)
            if special is not None and not any(isinstance(m, torch.Tensor) for m in made) and array.size:
                array[(-1,) * array.ndim] = special
            made.append(tensor(laid_out(array, layout, sum(isinstance(m, torch.Tensor) for m in made))))
        else:
            made.append(getattr(spec, "value", spec) if not hasattr(spec, "name") else np.dtype(spec.name))
    return made


@pytest.mark.parametrize("row", [row for row in TRIED if any(isinstance(s, F) and s.shape for s in row.calls[0])
                                 and not any(isinstance(s, (list, C)) for s in row.calls[0])], ids=lambda row: row.op)
def test_edges(row: Row) -> None:
    """Around one block and two of them, the special element last, in every layout and float type."""
    wrong = []
    for n in LENGTHS:
        for what, specs in enlarge(row, n):
            for dtype in ("float16", "float32", "float64"):
                for layout in layouts(specs):
                    for special in (None, np.nan, 6e4):
                        if special is not None and (layout != "contiguous" or n != 2 * B + 1):
                            continue

                        def forward(specs: Any = specs, dtype: str = dtype, layout: str = layout, special: Any = special) -> Any:
                            torch.manual_seed(0)
                            return comparable(row, run(row, arguments(specs, dtype, layout, special, row.seed(0))))

                        wrong += compare_calls(row, forward, (B,), f"{what}, {dtype}, {layout}, last {special}")
    assert not wrong, "\n".join(wrong[:5])


# Declarations ---------------------------------------------------------------------------------------------------------------------

#: Constants of the size of a block that are none.
NO_BLOCKS = {
    "_array/core/execution/memory.py": "an allocator's pages",
    "_array/index/introsort.py": "PyTorch's sort: the order of equal elements comes of it",
    "_array/random/normals.py": "PyTorch's stream",
}


def test_sizes_are_declared() -> None:
    """A constant called a block, a chunk or a piece is declared, and so is what a kernel takes for few or many elements."""
    wrong = []
    for path in sorted([*(PACKAGE / "_array").rglob("*.py"), PACKAGE / "optim" / "_kernels.py"]):
        place = path.relative_to(PACKAGE).as_posix()
        if place in NO_BLOCKS:
            continue
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                name, value = node.targets[0].id.lstrip("_"), node.value
                constant = isinstance(value, (ast.Constant, ast.BinOp)) and not any(isinstance(v, ast.Call) for v in ast.walk(value))
                whole = constant and isinstance(eval(compile(ast.Expression(value), "", "eval"), {}) if not any(
                    isinstance(v, ast.Name) for v in ast.walk(value)) else 0, int)
                if whole and name.startswith(("BLOCK", "CHUNK", "PIECE", "FEW", "SMALL_SIZE", "TILE", "STEP", "RUN")) and (
                        name != "FEW" or _many(value)):
                    wrong.append(f"{place}: {node.targets[0].id}")
    assert not wrong, "declare with block_size:\n" + "\n".join(wrong)


def _many(value: ast.expr) -> bool:
    """Whether a count is one of elements: a few dimensions or terms are no block."""
    return bool(eval(compile(ast.Expression(value), "", "eval"), {}) >= 256)
