"""Placements of a tensor along one dimension of a device mesh; plain values, which libraries use at import."""
from __future__ import annotations

from typing import Any

__all__ = ["Partial", "Placement", "Replicate", "Shard"]


class Placement:
    """Base class of `Shard`, `Replicate` and `Partial`, which are immutable and compared by value."""

    __slots__ = ()

    def is_shard(self, dim: int | None = None) -> bool:
        """Whether the tensor is sharded, along `dim` if given."""
        return False

    def is_replicate(self) -> bool:
        """Whether the tensor is replicated."""
        return False

    def is_partial(self, reduce_op: str | None = None) -> bool:
        """Whether the tensor is a pending reduction, with `reduce_op` if given."""
        return False

    def _key_values(self) -> tuple[Any, ...]:
        return ()

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other._key_values() == self._key_values()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self._key_values()))

    def __reduce__(self) -> Any:
        return type(self), self._key_values()


class Shard(Placement):
    """Each process has a shard along `dim`.

    Parameters
    ----------
    dim : int
        A dimension of the tensor.

    Examples
    --------
    >>> Shard(0), Shard(0).is_shard(dim=1)
    (Shard(dim=0), False)
    """

    __slots__ = ("_dim",)

    def __init__(self, dim: int) -> None:
        self._dim = _integer("Shard", "dim", dim)

    @property
    def dim(self) -> int:
        """The sharded dimension."""
        return self._dim

    def is_shard(self, dim: int | None = None) -> bool:
        return dim is None or dim == self._dim

    def _key_values(self) -> tuple[Any, ...]:
        return (self._dim,)

    def __repr__(self) -> str:
        return f"Shard(dim={self._dim})"

    def __str__(self) -> str:
        return f"S({self._dim})"


class _StridedShard(Placement):
    """A shard whose parts are distributed in `split_factor` rounds."""

    __slots__ = ("_dim", "_split_factor")

    def __init__(self, dim: int, split_factor: int = 1) -> None:
        self._dim, self._split_factor = _integer("_StridedShard", "dim", dim), _integer("_StridedShard", "split_factor", split_factor)

    @property
    def dim(self) -> int:
        return self._dim

    @property
    def split_factor(self) -> int:
        return self._split_factor

    def _key_values(self) -> tuple[Any, ...]:
        return self._dim, self._split_factor

    def __repr__(self) -> str:
        return f"_StridedShard(dim={self._dim}, sf={self._split_factor})"

    def __str__(self) -> str:
        return f"_S({self._dim}, {self._split_factor})"


class Replicate(Placement):
    """Each process has the whole tensor.

    Examples
    --------
    >>> Replicate() == Replicate(), Replicate().is_replicate()
    (True, True)
    """

    __slots__ = ()

    def is_replicate(self) -> bool:
        return True

    def __repr__(self) -> str:
        return "Replicate()"

    def __str__(self) -> str:
        return "R"


class Partial(Placement):
    """The tensor is the reduction of the local tensors of all processes.

    Parameters
    ----------
    reduce_op : str, default "sum"
        Its name.

    Examples
    --------
    >>> Partial(), Partial().is_partial("avg")
    (Partial(sum), False)
    """

    __slots__ = ("_reduce_op",)

    def __init__(self, reduce_op: str = "sum") -> None:
        if not isinstance(reduce_op, str):
            raise TypeError(f"Partial(): argument 'reduce_op' must be str, not {type(reduce_op).__name__}")
        self._reduce_op = reduce_op

    @property
    def reduce_op(self) -> str:
        """The name of the reduction."""
        return self._reduce_op

    def is_partial(self, reduce_op: str | None = None) -> bool:
        return reduce_op is None or reduce_op == self._reduce_op

    def _key_values(self) -> tuple[Any, ...]:
        return (self._reduce_op,)

    def __repr__(self) -> str:
        return f"Partial({self._reduce_op})"

    def __str__(self) -> str:
        return f"P({self._reduce_op})"


def _integer(name: str, argument: str, value: Any) -> int:
    if not isinstance(value, int):
        raise TypeError(f"{name}(): argument '{argument}' must be int, not {type(value).__name__}")
    return value
