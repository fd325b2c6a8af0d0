"""Sampling images at given points (grid_sample)."""
from __future__ import annotations

from itertools import product
from math import prod
from typing import Any

from ...._array.nn.resampling import grid_sample as k
from ...._array.shape.strided import as_dtype
from ...batching import rules as b
from ...namespace import ARRAYS
from ...op import fused, nondiff


def _positions_batching_rule(xp: Any, op: Any, batch: b.Batch, args: list[Any]) -> tuple[Any, ...]:
    """The examples join the images: the first dimension of the map, the second of the neighbours."""
    grid, *options = args
    slope, shift, *neighbours = xp.grid_positions(b.fold_batch(xp, grid), *options)
    count = grid.shape[1]
    parts = [xp.movedim(xp.reshape(t, (t.shape[0], batch.size, count, *t.shape[2:])), 1, 0) for t in neighbours]
    return b.unfold_batch(xp, slope, batch.size, count), b.unfold_batch(xp, shift, batch.size, count), *parts


GRID_POSITIONS = nondiff(
    "grid_positions(Tensor grid, int[] size, str mode, str padding, bool align) "
    "-> (Tensor slope, Tensor shift, Tensor index, Tensor inside)",
    k.find_neighbours, module=None, batch=_positions_batching_rule, aten="grid_sampler_2d")


def _grid_sample(xp: Any, x: Any, grid: Any, mode: str, padding: str, align: bool) -> Any:
    """The sum of weight times element over all neighbours."""
    (n, c), size, points = x.shape[:2], tuple(x.shape[2:]), tuple(grid.shape[1:-1])
    dims, count = len(size), prod(points)
    slope, shift, index, inside = xp.grid_positions(grid, size, mode, padding, align)
    t = xp.where(slope == 0, shift, xp.reshape(grid, (n, count, dims)) * slope + shift)
    weights = [k.neighbour_weights(xp.select(t, 2, dims - 1 - d), mode) for d in range(dims)]
    flat = xp.reshape(x, (n, c, prod(size)))
    total: Any = 0
    for i, neighbours in enumerate(product(range(k.NEIGHBOURS[mode][1]), repeat=dims)):
        weight = prod((w[j] for w, j in zip(weights, neighbours)), start=xp.select(inside, 0, i))
        here = xp.expand(xp.reshape(xp.select(index, 0, i), (n, 1, count)), (n, c, count))
        total = xp.gather(flat, 2, here, False) * xp.reshape(weight, (n, 1, count)) + total
    return xp.reshape(total, (n, c, *points))


def _sampler(dims: int, label: str) -> Any:
    """Grid sampling in a number of dimensions, which torch's node name contains."""
    return fused(
        f"grid_sampler_{dims}d(Tensor input, Tensor grid, str mode, str padding, bool align) -> Tensor",
        lambda x, grid, mode, *rest: (
            k.sample(x, grid, mode, *rest) if x.dtype.char in "fd" else as_dtype(_grid_sample(ARRAYS, x, grid, mode, *rest), x.dtype)),
        joint=lambda xp, g, _out, x, grid, mode, padding, align: k.sample_backward(g, x, grid, mode, padding, align),
        composite=_grid_sample, module=None, node=f"GridSampler{dims}DBackward0", batch=b.folding_rule,
        refuses="buic", autocast="single", kernel_label=label)


GRID_SAMPLER_2D, GRID_SAMPLER_3D = _sampler(2, "grid_sampler_2d_cpu_kernel_impl"), _sampler(3, "grid_sampler3d_cpu")
