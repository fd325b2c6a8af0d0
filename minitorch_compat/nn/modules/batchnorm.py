"""Batch normalization."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...autograd.grad_mode import no_grad
from .. import functional as F
from .. import init
from .._torch import Tensor, dtypes, ops
from ..parameter import Parameter
from .lazy import LazyModuleMixin
from .module import Module
from .utils import weight_and_bias

if TYPE_CHECKING:
    from ..._bindings.annotations import Device, Dtype

__all__ = [
    "BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "LazyBatchNorm1d", "LazyBatchNorm2d", "LazyBatchNorm3d",
    "SyncBatchNorm",
]


def register_affine(module: Module, shape: Any, affine: bool, bias: bool, device: Any, dtype: Any) -> None:
    """Register the scale and shift of a normalization, None where there is none."""
    for name, is_present in (("weight", affine), ("bias", affine and bias)):
        module.register_parameter(name, Parameter(ops.empty(shape, device=device, dtype=dtype)) if is_present else None)


def reset_affine(module: Any, affine: bool) -> None:
    """Set the scale to 1 and the shift to 0."""
    if affine:
        init.ones_(module.weight)
        if module.bias is not None:
            init.zeros_(module.bias)


class _NormBase(Module):
    """Base of batch and instance normalization: affine parameters and running statistics."""

    _version = 2
    __constants__: ClassVar[list[str]] = ["track_running_stats", "momentum", "eps", "num_features", "affine"]
    num_features: int
    eps: float
    momentum: float | None
    affine: bool
    track_running_stats: bool
    weight: Tensor | Any  # None without affine
    bias: Tensor | Any
    running_mean: Any
    running_var: Any
    num_batches_tracked: Any

    def __init__(
        self, num_features: int, eps: float = 1e-5, momentum: float | None = 0.1, affine: bool = True,
        track_running_stats: bool = True, device: Device = None, dtype: Dtype = None, *, bias: bool = True,
    ) -> None:
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        register_affine(self, num_features, affine, bias, device, dtype)
        self._register_statistics(device, dtype)
        self.reset_parameters()

    def _register_statistics(self, device: Any, dtype: Any) -> None:
        track, n = self.track_running_stats, self.num_features
        self.register_buffer("running_mean", ops.zeros(n, device=device, dtype=dtype) if track else None)
        self.register_buffer("running_var", ops.ones(n, device=device, dtype=dtype) if track else None)
        count = ops.tensor(0, dtype=dtypes.int64, device=device) if track else None
        self.register_buffer("num_batches_tracked", count)

    def reset_running_stats(self) -> None:
        """Set the running mean to 0, the running variance to 1 and the count of batches to 0.

        Examples
        --------
        >>> layer = torch.nn.BatchNorm1d(2)
        >>> layer.reset_running_stats()
        >>> layer.running_var
        tensor([1., 1.])
        """
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self) -> None:
        """Set weight to 1 and bias to 0, and reset the statistics.

        Examples
        --------
        >>> layer = torch.nn.BatchNorm1d(3)
        >>> layer.reset_parameters()
        """
        self.reset_running_stats()
        reset_affine(self, self.affine)

    def _check_input_dim(self, input: Tensor) -> None:
        raise NotImplementedError

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            All options.

        Examples
        --------
        >>> torch.nn.BatchNorm1d(3).extra_repr()
        '3, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True'
        """
        return (f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
                f"bias={self.bias is not None}, track_running_stats={self.track_running_stats}")

    def _load_from_state_dict(
        self, state_dict: Any, prefix: str, local_metadata: Any, strict: bool,
        missing_keys: list[str], unexpected_keys: list[str], error_msgs: list[str],
    ) -> None:
        version = local_metadata.get("version", None)
        key = prefix + "num_batches_tracked"
        # Checkpoints of version 1 have no count of batches.
        if (version is None or version < 2) and self.track_running_stats and key not in state_dict:
            count = self.num_batches_tracked
            keep = count is not None and not getattr(count, "is_meta", False)
            state_dict[key] = count if keep else ops.tensor(0, dtype=dtypes.int64)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                                      error_msgs)


class _BatchNorm(_NormBase):
    def __init__(
        self, num_features: int, eps: float = 1e-5, momentum: float | None = 0.1, affine: bool = True,
        track_running_stats: bool = True, device: Device = None, dtype: Dtype = None, *, bias: bool = True,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)

    def _average_factor(self) -> float:
        """Count the batch, and return its weight in the running statistics: with `momentum=None` that of a plain average."""
        factor = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats and (count := self.num_batches_tracked) is not None:
            count.add_(1)
            if self.momentum is None:
                factor = 1.0 / float(self.num_batches_tracked)
        return factor

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C)`` or ``(N, C, L)``.

        Returns
        -------
        Tensor
            As the input.

        Examples
        --------
        >>> layer = torch.nn.BatchNorm1d(3)
        >>> layer(torch.randn(4, 3, 5)).shape
        torch.Size([4, 3, 5])
        >>> layer
        BatchNorm1d(3, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True)
        """
        self._check_input_dim(input)
        factor = self._average_factor()
        training = self.training
        mean, var = self.running_mean, self.running_var
        use_batch = training or (mean is None and var is None)
        if training and not self.track_running_stats:
            mean = var = None
        weight, bias = weight_and_bias(self)
        return F.batch_norm(input, mean, var, weight, bias, use_batch, factor, self.eps)


class BatchNorm1d(_BatchNorm):
    """Normalizes each channel of a batch to mean 0 and variance 1, then scales and shifts it.

    ``y = (x - mean) / sqrt(var + eps) * weight + bias``, with mean and (biased) variance over all but the
    channels. Training uses those of the batch and updates running ones; evaluation uses the running
    ones.

    Parameters
    ----------
    num_features : int
        Number of channels ``C``.
    eps : float, default 1e-05
        Added to the denominator for numerical stability.
    momentum : float or None, default 0.1
        Weight of the batch in running statistics:
        ``running = (1 - momentum) * running + momentum * batch``; None averages all batches.
    affine : bool, default True
        Whether there are a learned scale and shift.
    track_running_stats : bool, default True
        Whether there are running statistics; without them evaluation uses those of the batch.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.
    bias : bool, default True
        Whether the affine map has a shift.

    Attributes
    ----------
    running_mean : Tensor
        ``(C,)``, a buffer, at first 0.
    running_var : Tensor
        ``(C,)``, a buffer of unbiased variances, at first 1.

    Raises
    ------
    ValueError
        At the call, for another number of dimensions, or one value per channel in training.

    Notes
    -----
    Shape: input ``(N, C)`` or ``(N, C, L)``, output the same.

    References
    ----------
    Ioffe and Szegedy (2015), arXiv:1502.03167.

    PyTorch: ``torch.nn.BatchNorm1d``.

    Examples
    --------
    >>> layer = torch.nn.BatchNorm1d(3)
    >>> layer(torch.randn(4, 3, 5)).shape
    torch.Size([4, 3, 5])
    >>> layer
    BatchNorm1d(3, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True)
    """

    def _check_input_dim(self, input: Tensor) -> None:
        if input.dim() not in (2, 3):
            raise ValueError(f"expected 2D or 3D input (got {input.dim()}D input)")


class BatchNorm2d(_BatchNorm):
    """Normalizes each channel of a batch of images to mean 0 and variance 1, then scales and shifts it.

    ``y = (x - mean) / sqrt(var + eps) * weight + bias``, with mean and (biased) variance over all but the
    channels. Training uses those of the batch and updates running ones; evaluation uses the running
    ones.

    Parameters
    ----------
    num_features : int
        Number of channels ``C``.
    eps : float, default 1e-05
        Added to the denominator for numerical stability.
    momentum : float or None, default 0.1
        Weight of the batch in running statistics:
        ``running = (1 - momentum) * running + momentum * batch``; None averages all batches.
    affine : bool, default True
        Whether there are a learned scale and shift.
    track_running_stats : bool, default True
        Whether there are running statistics; without them evaluation uses those of the batch.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.
    bias : bool, default True
        Whether the affine map has a shift.

    Attributes
    ----------
    running_mean : Tensor
        ``(C,)``, a buffer, at first 0.
    running_var : Tensor
        ``(C,)``, a buffer of unbiased variances, at first 1.

    Raises
    ------
    ValueError
        At the call, for another number of dimensions, or one value per channel in training.

    Notes
    -----
    Shape: input ``(N, C, H, W)``, output the same.

    References
    ----------
    Ioffe and Szegedy (2015), arXiv:1502.03167.

    PyTorch: ``torch.nn.BatchNorm2d``.

    Examples
    --------
    >>> layer = torch.nn.BatchNorm2d(3)
    >>> layer(torch.randn(4, 3, 5, 5)).shape
    torch.Size([4, 3, 5, 5])
    >>> layer
    BatchNorm2d(3, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True)
    """

    def _check_input_dim(self, input: Tensor) -> None:
        if input.dim() != 4:
            raise ValueError(f"expected 4D input (got {input.dim()}D input)")


class BatchNorm3d(_BatchNorm):
    """Normalizes each channel of a batch of volumes to mean 0 and variance 1, then scales and shifts it.

    ``y = (x - mean) / sqrt(var + eps) * weight + bias``, with mean and (biased) variance over all but the
    channels. Training uses those of the batch and updates running ones; evaluation uses the running
    ones.

    Parameters
    ----------
    num_features : int
        Number of channels ``C``.
    eps : float, default 1e-05
        Added to the denominator for numerical stability.
    momentum : float or None, default 0.1
        Weight of the batch in running statistics:
        ``running = (1 - momentum) * running + momentum * batch``; None averages all batches.
    affine : bool, default True
        Whether there are a learned scale and shift.
    track_running_stats : bool, default True
        Whether there are running statistics; without them evaluation uses those of the batch.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.
    bias : bool, default True
        Whether the affine map has a shift.

    Attributes
    ----------
    running_mean : Tensor
        ``(C,)``, a buffer, at first 0.
    running_var : Tensor
        ``(C,)``, a buffer of unbiased variances, at first 1.

    Raises
    ------
    ValueError
        At the call, for another number of dimensions, or one value per channel in training.

    Notes
    -----
    Shape: input ``(N, C, D, H, W)``, output the same.

    References
    ----------
    Ioffe and Szegedy (2015), arXiv:1502.03167.

    PyTorch: ``torch.nn.BatchNorm3d``.

    Examples
    --------
    >>> layer = torch.nn.BatchNorm3d(3)
    >>> layer(torch.randn(4, 3, 2, 2, 2)).shape
    torch.Size([4, 3, 2, 2, 2])
    >>> layer
    BatchNorm3d(3, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True)
    """

    def _check_input_dim(self, input: Tensor) -> None:
        if input.dim() != 5:
            raise ValueError(f"expected 5D input (got {input.dim()}D input)")


class SyncBatchNorm(_BatchNorm):
    """Batch normalization with statistics over all processes of a group; in a single process as ``BatchNorm1d`` to ``BatchNorm3d``.

    Parameters
    ----------
    num_features : int
        Number of channels ``C``.
    eps : float, default 1e-05
        Added to the denominator for numerical stability.
    momentum : float or None, default 0.1
        Weight of the batch in running statistics; None averages all batches.
    affine : bool, default True
        Whether there are a learned scale and shift.
    track_running_stats : bool, default True
        Whether there are running statistics.
    process_group : object, optional
        The group whose processes share statistics; None is all.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.
    bias : bool, default True
        Whether the affine map has a shift.

    Notes
    -----
    Shape: input ``(N, C, *)`` with at least two dimensions, output the same.

    References
    ----------
    PyTorch: ``torch.nn.SyncBatchNorm``.

    Examples
    --------
    >>> layer = torch.nn.SyncBatchNorm(3).eval()
    >>> layer(torch.randn(2, 3, 4)).shape
    torch.Size([2, 3, 4])
    """

    def __init__(
        self, num_features: int, eps: float = 1e-5, momentum: float | None = 0.1, affine: bool = True,
        track_running_stats: bool = True, process_group: Any = None, device: Device = None, dtype: Dtype = None, *,
        bias: bool = True,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)
        self.process_group = process_group

    def _check_input_dim(self, input: Tensor) -> None:
        if input.dim() < 2:
            raise ValueError(f"expected at least 2D input (got {input.dim()}D input)")
        if input.size(1) == 0:
            raise ValueError("SyncBatchNorm number of input channels should be non-zero")

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, *)`` with at least two dimensions.

        Returns
        -------
        Tensor
            As the input.

        Examples
        --------
        >>> layer = torch.nn.SyncBatchNorm(3).eval()
        >>> layer(torch.randn(2, 3, 4)).shape
        torch.Size([2, 3, 4])
        """
        from ... import distributed

        if not self.training or not distributed.is_initialized() or distributed.get_world_size(self.process_group) == 1:
            return super().forward(input)
        self._check_input_dim(input)
        return self._synchronized_forward(input, self._average_factor())

    def _synchronized_forward(self, input: Tensor, factor: float) -> Tensor:
        from ...distributed.nn.functional import _sum_over_ranks

        dims = [d for d in range(input.dim()) if d != 1]
        shape = [1, -1] + [1] * (input.dim() - 2)
        local = input.numel() // input.shape[1]
        # The number of elements is reduced with their sum, since batches of processes may differ in size.
        totals = _sum_over_ranks(ops.cat([input.sum(dims), ops.full((1,), float(local), dtype=input.dtype)]), self.process_group)
        count = totals[-1].detach()
        mean = totals[:-1] / count
        centered = input - mean.view(shape)
        var = _sum_over_ranks(centered.square().sum(dims), self.process_group) / count
        if self.track_running_stats and self.running_mean is not None:
            with no_grad():
                self.running_mean.lerp_(mean.detach().to(self.running_mean.dtype), factor)
                self.running_var.lerp_((var.detach() * (count / (count - 1))).to(self.running_var.dtype), factor)
        out = centered * (var + self.eps).rsqrt().view(shape)
        if self.weight is not None:
            out = out * self.weight.view(shape)
        return out if self.bias is None else out + self.bias.view(shape)

    @classmethod
    def convert_sync_batchnorm(cls, module: Module, process_group: Any = None) -> Module:
        """Replace every ``BatchNorm`` layer in a module by a ``SyncBatchNorm`` with the same parameters and buffers.

        Parameters
        ----------
        module : Module
            The module that is changed.
        process_group : object, optional
            The group whose processes share statistics; None is all.

        Returns
        -------
        Module
            The module itself, or a ``SyncBatchNorm`` if it was a batch norm.

        Examples
        --------
        >>> net = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.BatchNorm1d(3))
        >>> torch.nn.SyncBatchNorm.convert_sync_batchnorm(net)
        Sequential(
          (0): Linear(in_features=2, out_features=3, bias=True)
          (1): SyncBatchNorm(3, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True)
        )
        """
        out = module
        if isinstance(module, _BatchNorm):
            out = cls(module.num_features, module.eps, module.momentum, module.affine, module.track_running_stats,
                      process_group, bias=module.bias is not None)
            if module.affine:
                out.weight, out.bias = module.weight, module.bias
            for name in ("running_mean", "running_var", "num_batches_tracked"):
                setattr(out, name, getattr(module, name))
            out.training = module.training
        for name, child in module.named_children():
            out.add_module(name, cls.convert_sync_batchnorm(child, process_group))
        return out


class _LazyNormBase(LazyModuleMixin, _NormBase):
    """Mixin that takes `num_features` from dimension 1 of the first input."""

    weight: Any
    bias: Any

    def __init__(
        self, eps: float = 1e-5, momentum: float | None = 0.1, affine: bool = True, track_running_stats: bool = True,
        device: Device = None, dtype: Dtype = None, *, bias: bool = True,
    ) -> None:
        from .._uninitialized import UninitializedBuffer, UninitializedParameter

        # Not affine and without statistics, so that the base class creates no tensors.
        super().__init__(0, eps, momentum, False, False, device, dtype)
        self.affine = affine
        self.track_running_stats = track_running_stats
        if affine:
            self.weight = UninitializedParameter(device=device, dtype=dtype)
            if bias:
                self.bias = UninitializedParameter(device=device, dtype=dtype)
        if track_running_stats:
            self.running_mean: Any = UninitializedBuffer(device=device, dtype=dtype)
            self.running_var: Any = UninitializedBuffer(device=device, dtype=dtype)
            self.num_batches_tracked: Any = ops.tensor(0, dtype=dtypes.int64, device=device)

    def reset_parameters(self) -> None:
        """Initialize the parameters again; does nothing until the shape is known.

        Examples
        --------
        >>> layer = torch.nn.LazyBatchNorm1d()
        >>> layer.reset_parameters()
        """
        if not self.has_uninitialized_params() and self.num_features != 0:
            super().reset_parameters()

    def initialize_parameters(self, input: Tensor) -> None:
        """Create the parameters and buffers for the first input.

        Parameters
        ----------
        input : Tensor
            The input.

        Examples
        --------
        >>> layer = torch.nn.LazyBatchNorm1d()
        >>> layer.initialize_parameters(torch.zeros(2, 3, 8))
        >>> layer.has_uninitialized_params()
        False
        """
        if not self.has_uninitialized_params():
            return
        self.num_features: int = input.shape[1]
        if self.affine:
            for param in (self.weight, self.bias):
                if param is not None:
                    param.materialize((self.num_features,))
        if self.track_running_stats:
            self.running_mean.materialize((self.num_features,))
            self.running_var.materialize((self.num_features,))
        self.reset_parameters()


class LazyBatchNorm1d(_LazyNormBase, _BatchNorm):
    """A ``BatchNorm1d`` that takes ``num_features`` from its first input, and then becomes an ordinary one.

    ``y = (x - mean) / sqrt(var + eps) * weight + bias``, with mean and (biased) variance over all but the
    channels. Training uses those of the batch and updates running ones; evaluation uses the running
    ones.

    Parameters
    ----------
    eps : float, default 1e-05
        Added to the denominator for numerical stability.
    momentum : float or None, default 0.1
        Weight of the batch in running statistics:
        ``running = (1 - momentum) * running + momentum * batch``; None averages all batches.
    affine : bool, default True
        Whether there are a learned scale and shift.
    track_running_stats : bool, default True
        Whether there are running statistics; without them evaluation uses those of the batch.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.
    bias : bool, default True
        Whether the affine map has a shift.

    Attributes
    ----------
    running_mean : Tensor
        ``(C,)``, a buffer, at first 0.
    running_var : Tensor
        ``(C,)``, a buffer of unbiased variances, at first 1.

    Raises
    ------
    ValueError
        At the call, for another number of dimensions, or one value per channel in training.

    Notes
    -----
    Shape: input ``(N, C)`` or ``(N, C, L)``, output the same.

    References
    ----------
    Ioffe and Szegedy (2015), arXiv:1502.03167.

    PyTorch: ``torch.nn.LazyBatchNorm1d``.

    Examples
    --------
    >>> layer = torch.nn.LazyBatchNorm1d()
    >>> layer(torch.randn(4, 3, 5)).shape
    torch.Size([4, 3, 5])
    >>> layer
    BatchNorm1d(3, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True)
    """

    cls_to_become = BatchNorm1d
    _check_input_dim = BatchNorm1d._check_input_dim


class LazyBatchNorm2d(_LazyNormBase, _BatchNorm):
    """A ``BatchNorm2d`` that takes ``num_features`` from its first input, and then becomes an ordinary one.

    ``y = (x - mean) / sqrt(var + eps) * weight + bias``, with mean and (biased) variance over all but the
    channels. Training uses those of the batch and updates running ones; evaluation uses the running
    ones.

    Parameters
    ----------
    eps : float, default 1e-05
        Added to the denominator for numerical stability.
    momentum : float or None, default 0.1
        Weight of the batch in running statistics:
        ``running = (1 - momentum) * running + momentum * batch``; None averages all batches.
    affine : bool, default True
        Whether there are a learned scale and shift.
    track_running_stats : bool, default True
        Whether there are running statistics; without them evaluation uses those of the batch.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.
    bias : bool, default True
        Whether the affine map has a shift.

    Attributes
    ----------
    running_mean : Tensor
        ``(C,)``, a buffer, at first 0.
    running_var : Tensor
        ``(C,)``, a buffer of unbiased variances, at first 1.

    Raises
    ------
    ValueError
        At the call, for another number of dimensions, or one value per channel in training.

    Notes
    -----
    Shape: input ``(N, C, H, W)``, output the same.

    References
    ----------
    Ioffe and Szegedy (2015), arXiv:1502.03167.

    PyTorch: ``torch.nn.LazyBatchNorm2d``.

    Examples
    --------
    >>> layer = torch.nn.LazyBatchNorm2d()
    >>> layer(torch.randn(4, 3, 5, 5)).shape
    torch.Size([4, 3, 5, 5])
    >>> layer
    BatchNorm2d(3, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True)
    """

    cls_to_become = BatchNorm2d
    _check_input_dim = BatchNorm2d._check_input_dim


class LazyBatchNorm3d(_LazyNormBase, _BatchNorm):
    """A ``BatchNorm3d`` that takes ``num_features`` from its first input, and then becomes an ordinary one.

    ``y = (x - mean) / sqrt(var + eps) * weight + bias``, with mean and (biased) variance over all but the
    channels. Training uses those of the batch and updates running ones; evaluation uses the running
    ones.

    Parameters
    ----------
    eps : float, default 1e-05
        Added to the denominator for numerical stability.
    momentum : float or None, default 0.1
        Weight of the batch in running statistics:
        ``running = (1 - momentum) * running + momentum * batch``; None averages all batches.
    affine : bool, default True
        Whether there are a learned scale and shift.
    track_running_stats : bool, default True
        Whether there are running statistics; without them evaluation uses those of the batch.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.
    bias : bool, default True
        Whether the affine map has a shift.

    Attributes
    ----------
    running_mean : Tensor
        ``(C,)``, a buffer, at first 0.
    running_var : Tensor
        ``(C,)``, a buffer of unbiased variances, at first 1.

    Raises
    ------
    ValueError
        At the call, for another number of dimensions, or one value per channel in training.

    Notes
    -----
    Shape: input ``(N, C, D, H, W)``, output the same.

    References
    ----------
    Ioffe and Szegedy (2015), arXiv:1502.03167.

    PyTorch: ``torch.nn.LazyBatchNorm3d``.

    Examples
    --------
    >>> layer = torch.nn.LazyBatchNorm3d()
    >>> layer(torch.randn(4, 3, 2, 2, 2)).shape
    torch.Size([4, 3, 2, 2, 2])
    >>> layer
    BatchNorm3d(3, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True)
    """

    cls_to_become = BatchNorm3d
    _check_input_dim = BatchNorm3d._check_input_dim
