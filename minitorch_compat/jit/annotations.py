"""`torch.jit.annotations`: types for a compiler that is not there. They can stand in annotations."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple, Union  # noqa: F401, UP035

from .._namespace.modules import recorded


class BroadcastingListCls:
    """A list for which one number may stand; subscripted in annotations."""

    def __getitem__(self, types: Any) -> None:
        return None


BroadcastingList1: BroadcastingListCls
BroadcastingList2: BroadcastingListCls
BroadcastingList3: BroadcastingListCls
BroadcastingList1 = BroadcastingList2 = BroadcastingList3 = BroadcastingListCls()
BroadcastingList5: BroadcastingListCls
BroadcastingList6: BroadcastingListCls
BroadcastingList4 = BroadcastingList5 = BroadcastingList6 = BroadcastingList1

if not TYPE_CHECKING:  # checkers are to know the names that there are
    __getattr__ = recorded("torch.jit.annotations")
