"""Parameters and buffers without a shape.

They override torch's functions, to refuse calls. The first overriding class causes the wrappers of all Tensor methods to be created,
which takes longer than importing the rest of `torch.nn`.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._bindings import Tensor
from .._bindings.generated import functions as ops
from .parameter import Parameter, UninitializedTensorMixin

if TYPE_CHECKING:
    from .._bindings.annotations import Device, Dtype


class UninitializedParameter(UninitializedTensorMixin, Parameter):  # type: ignore[misc]  # the mixin's repr needs no contents
    """A parameter whose shape is not known yet: any use except ``materialize`` and moving it raises.

    Parameters
    ----------
    requires_grad : bool, default True
        Whether a gradient will be computed.
    device : device or str, optional
        The device on which it will be created.
    dtype : dtype, optional
        The dtype with which it will be created.

    References
    ----------
    PyTorch: ``torch.nn.parameter.UninitializedParameter``.

    Examples
    --------
    >>> weight = torch.nn.UninitializedParameter()
    >>> weight.materialize((2, 3))
    >>> type(weight).__name__, weight.shape
    ('Parameter', torch.Size([2, 3]))
    """

    __module__ = "minitorch_compat.nn.parameter"
    cls_to_become = Parameter

    def __new__(cls, requires_grad: bool = True, device: Device = None, dtype: Dtype = None) -> Any:
        data = ops.empty(0, device=device, dtype=dtype)
        return Tensor._make_subclass(cls, data, requires_grad)

    def __deepcopy__(self, memo: dict[int, Any]) -> UninitializedParameter:
        if id(self) not in memo:
            memo[id(self)] = type(self)(self.requires_grad, self.data.device, self.data.dtype)
        return memo[id(self)]


class UninitializedBuffer(UninitializedTensorMixin, Tensor):  # type: ignore[misc]  # as above
    """A buffer whose shape is not known yet: any use except ``materialize`` and moving it raises.

    Parameters
    ----------
    requires_grad : bool, default False
        Whether a gradient will be computed.
    device : device or str, optional
        The device on which it will be created.
    dtype : dtype, optional
        The dtype with which it will be created.
    persistent : bool, default True
        Whether it is in ``state_dict``.

    References
    ----------
    PyTorch: ``torch.nn.parameter.UninitializedBuffer``.

    Examples
    --------
    >>> buffer = torch.nn.parameter.UninitializedBuffer()
    >>> buffer.materialize((2,))
    >>> buffer.shape
    torch.Size([2])
    """

    __module__ = "minitorch_compat.nn.parameter"
    cls_to_become = Tensor

    def __new__(cls, requires_grad: bool = False, device: Device = None, dtype: Dtype = None,
                persistent: bool = True) -> Any:
        data = ops.empty(0, device=device, dtype=dtype)
        t = Tensor._make_subclass(cls, data, requires_grad)
        t.persistent = persistent
        t._is_buffer = True
        return t
