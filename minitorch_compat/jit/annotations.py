"""`torch.jit.annotations`: types for TorchScript, which has no compiler here. They can be used in annotations."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple, Union  # noqa: F401, UP035

from .._namespace.modules import recorded_getattr


class BroadcastingListCls:
    """A list that may be given as one number; subscripted in annotations."""

    def __getitem__(self, types: Any) -> None:
        return None


BroadcastingList1: BroadcastingListCls
BroadcastingList2: BroadcastingListCls
BroadcastingList3: BroadcastingListCls
BroadcastingList1 = BroadcastingList2 = BroadcastingList3 = BroadcastingListCls()
BroadcastingList5: BroadcastingListCls
BroadcastingList6: BroadcastingListCls
BroadcastingList4 = BroadcastingList5 = BroadcastingList6 = BroadcastingList1

if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.jit.annotations")
