"""Names for the types of arguments that take one number or one per dimension."""
from __future__ import annotations

from typing import TYPE_CHECKING, Union

from .._namespace.names import missing
from ._torch import Tensor

# `Union` and not `|`: programs subscript and print these as PyTorch has them.
_size_any_t = Union[int, tuple[int, ...]]  # noqa: UP007
_size_1_t = Union[int, tuple[int]]  # noqa: UP007
_size_2_t = Union[int, tuple[int, int]]  # noqa: UP007
_size_3_t = Union[int, tuple[int, int, int]]  # noqa: UP007
_size_4_t = Union[int, tuple[int, int, int, int]]  # noqa: UP007
_size_5_t = Union[int, tuple[int, int, int, int, int]]  # noqa: UP007
_size_6_t = Union[int, tuple[int, int, int, int, int, int]]  # noqa: UP007
_size_any_opt_t = Union[int, None, tuple[int | None, ...]]  # noqa: UP007
_size_2_opt_t = Union[int, None, tuple[int | None, int | None]]  # noqa: UP007
_size_3_opt_t = Union[int, None, tuple[int | None, int | None, int | None]]  # noqa: UP007
_ratio_2_t = Union[float, tuple[float, float]]  # noqa: UP007
_ratio_3_t = Union[float, tuple[float, float, float]]  # noqa: UP007
_ratio_any_t = Union[float, tuple[float, ...]]  # noqa: UP007
_tensor_list_t = Union[Tensor, list[Tensor]]  # noqa: UP007
_maybe_indices_t = Union[Tensor, tuple[Tensor, Tensor]]  # noqa: UP007


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.nn.common_types", __name__)
