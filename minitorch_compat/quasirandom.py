"""`torch.quasirandom`: points that fill the unit cube more evenly than random ones."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._array.core import intp
from ._array.random import sobol as k
from ._bindings import Tensor
from ._bindings.functions.arguments import store_out
from ._bindings.generated import functions as ops
from ._bindings.randomness.generators import Generator
from ._dispatch.call.caller import wrap
from ._dispatch.dtype import array_dtype, get_default_dtype

if TYPE_CHECKING:
    from ._bindings.annotations import Dtype

__all__ = ["SobolEngine"]


class SobolEngine:
    """Sobol points: they fill the unit cube more evenly than random ones.

    Parameters
    ----------
    dimension : int
        Dimension of the cube, up to 21201.
    scramble : bool, default False
        Whether points are randomized.
    seed : int, optional
        The seed of the randomization.

    Raises
    ------
    ValueError
        If the dimension is out of range.

    References
    ----------
    Joe and Kuo (2008), Constructing Sobol sequences with better two-dimensional projections.

    PyTorch: ``torch.quasirandom.SobolEngine``.

    Examples
    --------
    >>> engine = torch.quasirandom.SobolEngine(dimension=2)
    >>> engine.draw(3)
    tensor([[0.0000, 0.0000],
            [0.5000, 0.5000],
            [0.7500, 0.2500]])
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
        self._first_point: Tensor = (self.shift / 2 ** self.MAXBIT).reshape(1, -1)  # read by PyTorch from pickled engines
        self.num_generated = 0

    def draw(self, n: int = 1, out: Any = None, dtype: Dtype = None) -> Tensor:
        """Return the next points.

        Parameters
        ----------
        n : int, default 1
            The number of points.
        out : Tensor, optional
            Stores the points.
        dtype : dtype, optional
            Their dtype; by default the default dtype.

        Returns
        -------
        Tensor
            ``(n, dimension)``, in [0, 1).

        Examples
        --------
        >>> torch.quasirandom.SobolEngine(1).draw(3).flatten()
        tensor([0.0000, 0.5000, 0.7500])
        """
        result_dtype = array_dtype(get_default_dtype() if dtype is None else dtype)
        new = n if self.num_generated else n - 1  # the first point is the initial state of the sequence
        if new < 0:
            raise RuntimeError(f"Trying to create tensor with negative dimension {new}: [{new}, {self.dimension}]")
        if new or self.num_generated:
            result = k.draw_points(self.quasi._array, self.sobolstate._array, max(self.num_generated - 1, 0), new, result_dtype)
        if not self.num_generated:
            first = self._first_point._array.astype(result_dtype)
            result = np.concatenate([first, result]) if new else first
        self._advance(n)
        if out is None:
            return wrap(result)
        store_out(out, result)
        return out

    def _advance(self, n: int) -> None:
        self.quasi._array[...] = k.advance(self.quasi._array, self.sobolstate._array, max(self.num_generated - 1, 0),
                                           max(n if self.num_generated else n - 1, 0))
        self.num_generated += n

    def draw_base2(self, m: int, out: Any = None, dtype: Dtype = None) -> Tensor:
        """Return the next ``2**m`` points, which are balanced.

        Parameters
        ----------
        m : int
            The power.
        out : Tensor, optional
            Stores the points.
        dtype : dtype, optional
            Their dtype; by default the default dtype.

        Returns
        -------
        Tensor
            ``(2**m, dimension)``.

        Raises
        ------
        ValueError
            If the total number of points would be no power of 2.

        Examples
        --------
        >>> torch.quasirandom.SobolEngine(1).draw_base2(2).flatten()
        tensor([0.0000, 0.5000, 0.7500, 0.2500])
        """
        n = 2 ** m
        total = self.num_generated + n
        if total & (total - 1):
            raise ValueError(f"The balance properties of Sobol' points require n to be a power of 2. {self.num_generated} points have been "
                             f"previously generated, then: n={self.num_generated}+2**{m}={total}. If you still want to do this, please "
                             "use 'SobolEngine.draw()' instead.")
        return self.draw(n=n, out=out, dtype=dtype)

    def reset(self) -> SobolEngine:
        """Restart the sequence.

        Returns
        -------
        SobolEngine
            The engine itself.

        Examples
        --------
        >>> engine = torch.quasirandom.SobolEngine(1)
        >>> x = engine.draw(3)
        >>> engine.reset().draw(1)
        tensor([[0.]])
        """
        self.quasi.copy_(self.shift)
        self.num_generated = 0
        return self

    def fast_forward(self, n: int) -> SobolEngine:
        """Skip points.

        Parameters
        ----------
        n : int
            The number of points.

        Returns
        -------
        SobolEngine
            The engine itself.

        Examples
        --------
        >>> torch.quasirandom.SobolEngine(1).fast_forward(2).draw(1)
        tensor([[0.7500]])
        """
        self._advance(n)
        return self

    def _scramble(self) -> None:
        generator = None
        if self.seed is not None:
            generator = Generator()
            generator.manual_seed(self.seed)
        bits = ops.randint(2, (self.dimension, self.MAXBIT), generator=generator, device="cpu")._array
        self.shift = wrap(bits @ (1 << intp.arange(self.MAXBIT)))
        matrices = ops.randint(2, (self.dimension, self.MAXBIT, self.MAXBIT), generator=generator, device="cpu")._array
        self.sobolstate = wrap(k.scramble(self.sobolstate._array, np.tril(matrices)))

    def __repr__(self) -> str:
        parts = [f"dimension={self.dimension}"] + (["scramble=True"] if self.scramble else [])
        if self.seed is not None:
            parts.append(f"seed={self.seed}")
        return f"{type(self).__name__}({', '.join(parts)})"
