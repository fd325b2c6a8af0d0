"""A linear layer fused with the cross entropy of its logits."""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..._dispatch.dtype import bfloat16, float16, float32, float64
from .. import functional as F
from .._torch import Tensor
from .linear import Linear
from .module import Module

if TYPE_CHECKING:
    from ..._bindings.annotations import Device, Dtype

__all__ = ["LinearCrossEntropyLoss", "LinearCrossEntropyOptions"]


@dataclass(frozen=True, slots=True)
class LinearCrossEntropyOptions:
    """How PyTorch splits ``LinearCrossEntropyLoss`` into chunks; it has no effect here.

    Parameters
    ----------
    allow_retain_graph : bool
        Accepted for compatibility.
    batch_chunk_size : int
        Positive.
    chunking_method : str
        ``'auto'``, ``'aspect_ratio'``, or ``'aspect_ratio:n'`` with a positive number.
    acc_policy : str
        ``'auto'``, ``'accurate'``, ``'balanced'`` or ``'compact'``.
    acc_dtype : dtype
        A floating dtype.

    Raises
    ------
    ValueError
        For any other value.

    References
    ----------
    PyTorch: ``torch.nn.LinearCrossEntropyOptions``.

    Examples
    --------
    >>> torch.nn.LinearCrossEntropyOptions(batch_chunk_size=16).batch_chunk_size
    16
    """

    allow_retain_graph: bool = False
    batch_chunk_size: int | None = None
    chunking_method: str | None = "auto"
    acc_policy: str = "auto"
    acc_dtype: Any = None

    def __post_init__(self) -> None:
        name, colon, factor = (self.chunking_method or "auto").partition(":")
        size, dtype = self.batch_chunk_size, self.acc_dtype
        if self.acc_policy not in ("auto", "accurate", "balanced", "compact"):
            raise ValueError(f"invalid acc_policy: {self.acc_policy!r}")
        if name not in ("auto", "aspect_ratio") or (colon and (name == "auto" or not factor.isdigit() or int(factor) == 0)):
            raise ValueError(f"invalid chunking_method: {self.chunking_method!r}")
        if size is not None and not (isinstance(size, int) and size > 0):
            raise ValueError(f"batch_chunk_size must be positive int or None, got {size!r}")
        if dtype not in (None, float16, bfloat16, float32, float64):
            raise ValueError(f"acc_dtype must be one of float16, bfloat16, float32, float64 or None, got {dtype!r}")


LinearCrossEntropyOptions.__module__ = "minitorch_compat.nn.modules.linear_cross_entropy_options"


class LinearCrossEntropyLoss(Module):
    """A final linear layer fused with the cross-entropy of its scores: ``cross_entropy(input @ weight.T + bias, target)``.

    Parameters
    ----------
    in_features : int
        Size of the last dimension of the input.
    num_classes : int
        Number of classes ``C``.
    out_features : tuple of int, default ()
        Further sizes of the scores, after the classes.
    bias : bool, default False
        Whether the layer has a bias.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.
    reduction : str, default 'mean'
        ``'none'``, ``'mean'`` or ``'sum'``.
    weight : Tensor, optional
        ``(C,)``, a weight for each class.
    ignore_index : int, optional
        Targets of this value are ignored.
    label_smoothing : float, default 0.0
        Share in [0, 1] of the target that is spread evenly over all classes.
    options : LinearCrossEntropyOptions, optional
        How PyTorch splits the computation; has no effect here.

    Notes
    -----
    Shape: input ``(N, in_features)``; target ``(N, *out_features)`` of class indices, or
    ``(N, C, *out_features)`` of probabilities.

    References
    ----------
    PyTorch: ``torch.nn.LinearCrossEntropyLoss``.

    Examples
    --------
    >>> loss = torch.nn.LinearCrossEntropyLoss(4, 3)
    >>> loss(torch.zeros(2, 4), torch.tensor([0, 2])).detach()
    tensor(1.0986)
    """

    num_classes: int
    out_features: tuple[int, ...]
    reduction: str
    ignore_index: int | None
    label_smoothing: float
    options: LinearCrossEntropyOptions | None
    weight: Tensor | None
    __module__ = "minitorch_compat.nn.modules.loss"

    def __init__(
        self, in_features: int, num_classes: int, *, out_features: tuple[int, ...] = (), bias: bool = False, device: Device = None,
        dtype: Dtype = None, reduction: str = "mean", weight: Tensor | None = None, ignore_index: int | None = None,
        label_smoothing: float = 0.0, options: LinearCrossEntropyOptions | None = None,
    ) -> None:
        if not 0 <= label_smoothing <= 1:
            raise RuntimeError(f"expected label_smoothing to be in range [0, 1], got {label_smoothing}")
        super().__init__()
        self.num_classes, self.out_features = num_classes, tuple(out_features)
        self.reduction, self.ignore_index, self.label_smoothing, self.options = reduction, ignore_index, label_smoothing, options
        self.linear: Any = Linear(in_features, num_classes * math.prod(out_features), bias=bias, device=device, dtype=dtype)
        self.register_buffer("weight", weight)
        if weight is not None and tuple(weight.shape) != (num_classes,):
            raise RuntimeError(f"expected weight shape to be ({num_classes},), got {tuple(weight.shape)}")

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compute the loss.

        Parameters
        ----------
        input : Tensor
            Of the shape ``(N, in_features)``.
        target : Tensor
            Class indices ``(N, *out_features)``, or probabilities ``(N, C, *out_features)``.

        Returns
        -------
        Tensor
            A scalar; with ``'none'`` a loss for each target.

        Examples
        --------
        >>> loss = torch.nn.LinearCrossEntropyLoss(4, 3)
        >>> loss(torch.zeros(2, 4), torch.tensor([0, 2])).detach()
        tensor(1.0986)
        """
        shape = (self.num_classes, *self.out_features)
        bias = self.linear.bias
        return F.linear_cross_entropy(
            input, self.linear.weight.view(*shape, self.linear.in_features), target, linear_bias=None if bias is None else bias.view(shape),
            weight=self.weight, reduction=self.reduction, ignore_index=self.ignore_index, label_smoothing=self.label_smoothing,
            options=self.options)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            All options.

        Examples
        --------
        >>> torch.nn.LinearCrossEntropyLoss(4, 3).extra_repr()
        'in_features=4, num_classes=3, out_features=(), bias=False, reduction=mean, ignore_index=None, label_smoothing=0.0, options=None'
        """
        return (f"in_features={self.linear.in_features}, num_classes={self.num_classes}, out_features={self.out_features}, "
                f"bias={self.linear.bias is not None}, reduction={self.reduction}, ignore_index={self.ignore_index}, "
                f"label_smoothing={self.label_smoothing}, options={self.options}")
