"""`torch.nn.functional`. https://docs.pytorch.org/docs/stable/nn.functional.html"""
from __future__ import annotations

from typing import TYPE_CHECKING
from typing import Any as _Any

from .._bindings import Tensor as Tensor
from .._bindings.override.public_functions import make_all_overridable as _make_all_overridable
from .._namespace.names import claim as _claim
from .._namespace.names import missing as _absent
from ._functional.activation import *
from ._functional.attention import *
from ._functional.conv import *
from ._functional.dropout import *
from ._functional.embedding import *
from ._functional.linear import *
from ._functional.loss import *
from ._functional.norm import *
from ._functional.pool import *
from ._functional.sampling import *
from ._functional.vision import *

_make_all_overridable(globals(), "torch.nn.functional")
_claim(globals())
_missing = _absent("torch.nn.functional", __name__)


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    def __getattr__(name: str) -> _Any:
        if name.startswith("_") and not name.startswith("__"):
            from ._functional import private_names

            if name in private_names.__all__:
                return getattr(private_names, name)
        return _missing(name)


if TYPE_CHECKING:  # names provided by `__getattr__`
    from .._jit_internal import boolean_dispatch as boolean_dispatch
    from ..overrides import handle_torch_function as handle_torch_function
    from ..overrides import has_torch_function as has_torch_function
    from ..overrides import has_torch_function_unary as has_torch_function_unary
    from ..overrides import has_torch_function_variadic as has_torch_function_variadic

    BroadcastingList1: _Any
    BroadcastingList2: _Any
    BroadcastingList3: _Any
