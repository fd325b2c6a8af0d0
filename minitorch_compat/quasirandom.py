"""`torch.quasirandom`: points that fill the unit cube more evenly than random ones."""
from __future__ import annotations

from typing import Any

import numpy as np

from ._array.core import intp
from ._array.random import sobol as k
from ._bindings import Tensor
from ._bindings.functions.arguments import store_out
from ._bindings.generated import functions as ops
from ._bindings.randomness.generators import Generator
from ._dispatch.call.caller import wrap
from ._dispatch.dtype import array_dtype, get_default_dtype

__all__ = ["SobolEngine"]


class SobolEngine:
    """Points of the Sobol sequence in `dimension` (1 to 21201) coordinates, each in [0, 1).

    With `scramble` the sequence is shifted and mixed at random, by `seed` or by the default generator.
    https://docs.pytorch.org/docs/stable/generated/torch.quasirandom.SobolEngine.html
    """

    MAXBIT = k.BITS
    MAXDIM = k.DIMENSIONS

    def __init__(self, dimension: int, scramble: bool = False, seed: int | None = None) -> None:
        if dimension > self.MAXDIM or dimension < 1:
            raise ValueError(f"Supported range of dimensionality for SobolEngine is [1, {self.MAXDIM}]")
        self.seed = seed
        self.scramble = scramble
        self.dimension = dimension
        self.sobolstate: Tensor = wrap(k.direction_numbers(dimension))
        self.shift: Tensor = wrap(np.zeros(dimension, np.int64))
        if scramble:
            self._scramble()
        self.quasi: Tensor = self.shift.clone()
        self.num_generated = 0

    @property
    def _first_point(self) -> Tensor:
        return (self.shift / 2 ** self.MAXBIT).reshape(1, -1)

    def draw(self, n: int = 1, out: Any = None, dtype: Any = None) -> Tensor:
        """The next `n` points, (n, dimension), of the default dtype unless told another; in `out` if given."""
        wanted = array_dtype(get_default_dtype() if dtype is None else dtype)
        new = n if self.num_generated else n - 1  # the first point is where the sequence stands before any step
        if new < 0:
            raise RuntimeError(f"Trying to create tensor with negative dimension {new}: [{new}, {self.dimension}]")
        points = self._steps(new)
        if not self.num_generated:
            points = np.concatenate([self.shift._array[None], points])
        self.num_generated += n
        result = (points * 2.0 ** -self.MAXBIT).astype(wanted)
        if out is None:
            return wrap(result)
        store_out(out, result)
        return out

    def _steps(self, count: int) -> Any:
        count = max(count, 0)
        points = k.drawn(self.quasi._array, self.sobolstate._array, count, max(self.num_generated - 1, 0))
        if count:
            self.quasi._array[...] = points[-1]
        return points

    def draw_base2(self, m: int, out: Any = None, dtype: Any = None) -> Tensor:
        """The next 2^m points. ValueError if the number of all that were drawn would be no power of two: such points are balanced."""
        n = 2 ** m
        total = self.num_generated + n
        if total & (total - 1):
            raise ValueError(f"The balance properties of Sobol' points require n to be a power of 2. {self.num_generated} points have been "
                             f"previously generated, then: n={self.num_generated}+2**{m}={total}. If you still want to do this, please "
                             "use 'SobolEngine.draw()' instead.")
        return self.draw(n=n, out=out, dtype=dtype)

    def reset(self) -> SobolEngine:
        """Back to the first point."""
        self.quasi.copy_(self.shift)
        self.num_generated = 0
        return self

    def fast_forward(self, n: int) -> SobolEngine:
        """Leave out the next `n` points."""
        self._steps(n if self.num_generated else n - 1)
        self.num_generated += n
        return self

    def _scramble(self) -> None:
        generator = None
        if self.seed is not None:
            generator = Generator()
            generator.manual_seed(self.seed)
        bits = ops.randint(2, (self.dimension, self.MAXBIT), generator=generator, device="cpu")._array
        self.shift = wrap(bits @ (1 << intp.arange(self.MAXBIT)))
        matrices = ops.randint(2, (self.dimension, self.MAXBIT, self.MAXBIT), generator=generator, device="cpu")._array
        self.sobolstate = wrap(k.scrambled(self.sobolstate._array, np.tril(matrices)))

    def __repr__(self) -> str:
        parts = [f"dimension={self.dimension}"] + (["scramble=True"] if self.scramble else [])
        if self.seed is not None:
            parts.append(f"seed={self.seed}")
        return f"{type(self).__name__}({', '.join(parts)})"
