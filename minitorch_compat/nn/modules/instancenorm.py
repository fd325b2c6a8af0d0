"""Instance normalization."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._array.core.user_warnings import warn
from .. import functional as F
from .._torch import Tensor
from .batchnorm import _LazyNormBase, _NormBase
from .utils import weight_and_bias

if TYPE_CHECKING:
    from ..._bindings.annotations import Device, Dtype

__all__ = [
    "InstanceNorm1d", "InstanceNorm2d", "InstanceNorm3d", "LazyInstanceNorm1d", "LazyInstanceNorm2d",
    "LazyInstanceNorm3d",
]


class _InstanceNorm(_NormBase):
    def __init__(
        self, num_features: int, eps: float = 1e-5, momentum: float = 0.1, affine: bool = False,
        track_running_stats: bool = False, device: Device = None, dtype: Dtype = None, *, bias: bool = True,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)

    def _get_no_batch_dim(self) -> int:
        raise NotImplementedError

    def _check_input_dim(self, input: Tensor) -> None:
        unbatched = self._get_no_batch_dim()
        if input.dim() not in (unbatched, unbatched + 1):
            raise ValueError(f"expected {unbatched}D or {unbatched + 1}D input (got {input.dim()}D input)")

    def _load_from_state_dict(
        self, state_dict: Any, prefix: str, local_metadata: Any, strict: bool,
        missing_keys: list[str], unexpected_keys: list[str], error_msgs: list[str],
    ) -> None:
        # Checkpoints without a version may have statistics, which were then always kept: this is reported, rather than "unexpected key".
        if local_metadata.get("version", None) is None and not self.track_running_stats:
            keys = [prefix + name for name in ("running_mean", "running_var") if prefix + name in state_dict]
            if keys:
                error_msgs.append(self._statistics_error(keys))
                for key in keys:
                    state_dict.pop(key)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                                      error_msgs)

    def _statistics_error(self, keys: list[str]) -> str:
        names = " and ".join(f'"{k}"' for k in keys)
        klass = type(self).__name__
        return (f"Unexpected running stats buffer(s) {names} for {klass} with track_running_stats=False. If state_dict "
                f"is a checkpoint saved before 0.4.0, this may be expected because {klass} does "
                "not track running stats "
                "by default since 0.4.0. Please remove these keys from state_dict. If the running stats are actually "
                f"needed, instead set track_running_stats=True in {klass} to enable them. See the documentation of "
                f"{klass} for details.")

    def _apply_instance_norm(self, input: Tensor) -> Tensor:
        return F.instance_norm(input, self.running_mean, self.running_var, *weight_and_bias(self),
                               self.training or not self.track_running_stats,
                               self.momentum if self.momentum is not None else 0.0, self.eps)

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, L)`` or ``(C, L)``.

        Returns
        -------
        Tensor
            As the input.

        Examples
        --------
        >>> layer = torch.nn.InstanceNorm1d(3)
        >>> layer(torch.randn(4, 3, 5)).shape
        torch.Size([4, 3, 5])
        >>> layer
        InstanceNorm1d(3, eps=1e-05, momentum=0.1, affine=False, bias=False, track_running_stats=False)
        """
        self._check_input_dim(input)
        no_batch = self._get_no_batch_dim()
        channels = input.dim() - no_batch
        if input.size(channels) != self.num_features:
            self._check_features(channels, input.size(channels))
        if input.dim() == no_batch:
            return self._apply_instance_norm(input.unsqueeze(0)).squeeze(0)
        return self._apply_instance_norm(input)

    def _check_features(self, dim: int, size: int) -> None:
        if self.affine:
            raise ValueError(f"expected input's size at dim={dim} to match num_features ({self.num_features}), "
                             f"but got: {size}.")
        warn(f"input's size at dim={dim} does not match num_features. You can silence this warning by not "
             "passing in num_features, which is not used because affine=False")


class InstanceNorm1d(_InstanceNorm):
    """Normalizes each channel of each sequence to mean 0 and variance 1.

    ``y = (x - mean) / sqrt(var + eps) * weight + bias``, mean and (biased) variance over L of one
    example.

    Parameters
    ----------
    num_features : int
        Number of channels ``C``.
    eps : float, default 1e-05
        Added to the denominator for numerical stability.
    momentum : float, default 0.1
        Weight of the batch in running statistics.
    affine : bool, default False
        Whether there are a learned scale and shift.
    track_running_stats : bool, default False
        Whether running statistics are kept in training and used in evaluation; otherwise both use those
        of the input.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.
    bias : bool, default True
        Whether the affine map has a shift.

    Notes
    -----
    Shape: input ``(N, C, L)`` or ``(C, L)``, output the same.

    References
    ----------
    Ulyanov, Vedaldi and Lempitsky (2016), arXiv:1607.08022.

    PyTorch: ``torch.nn.InstanceNorm1d``.

    Examples
    --------
    >>> layer = torch.nn.InstanceNorm1d(3)
    >>> layer(torch.randn(4, 3, 5)).shape
    torch.Size([4, 3, 5])
    >>> layer
    InstanceNorm1d(3, eps=1e-05, momentum=0.1, affine=False, bias=False, track_running_stats=False)
    """

    def _get_no_batch_dim(self) -> int:
        return 2


class InstanceNorm2d(_InstanceNorm):
    """Normalizes each channel of each image to mean 0 and variance 1.

    ``y = (x - mean) / sqrt(var + eps) * weight + bias``, mean and (biased) variance over H, W of one
    example.

    Parameters
    ----------
    num_features : int
        Number of channels ``C``.
    eps : float, default 1e-05
        Added to the denominator for numerical stability.
    momentum : float, default 0.1
        Weight of the batch in running statistics.
    affine : bool, default False
        Whether there are a learned scale and shift.
    track_running_stats : bool, default False
        Whether running statistics are kept in training and used in evaluation; otherwise both use those
        of the input.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.
    bias : bool, default True
        Whether the affine map has a shift.

    Notes
    -----
    Shape: input ``(N, C, H, W)`` or ``(C, H, W)``, output the same.

    References
    ----------
    Ulyanov, Vedaldi and Lempitsky (2016), arXiv:1607.08022.

    PyTorch: ``torch.nn.InstanceNorm2d``.

    Examples
    --------
    >>> layer = torch.nn.InstanceNorm2d(3)
    >>> layer(torch.randn(4, 3, 5, 5)).shape
    torch.Size([4, 3, 5, 5])
    >>> layer
    InstanceNorm2d(3, eps=1e-05, momentum=0.1, affine=False, bias=False, track_running_stats=False)
    """

    def _get_no_batch_dim(self) -> int:
        return 3


class InstanceNorm3d(_InstanceNorm):
    """Normalizes each channel of each volume to mean 0 and variance 1.

    ``y = (x - mean) / sqrt(var + eps) * weight + bias``, mean and (biased) variance over D, H, W of one
    example.

    Parameters
    ----------
    num_features : int
        Number of channels ``C``.
    eps : float, default 1e-05
        Added to the denominator for numerical stability.
    momentum : float, default 0.1
        Weight of the batch in running statistics.
    affine : bool, default False
        Whether there are a learned scale and shift.
    track_running_stats : bool, default False
        Whether running statistics are kept in training and used in evaluation; otherwise both use those
        of the input.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.
    bias : bool, default True
        Whether the affine map has a shift.

    Notes
    -----
    Shape: input ``(N, C, D, H, W)`` or ``(C, D, H, W)``, output the same.

    References
    ----------
    Ulyanov, Vedaldi and Lempitsky (2016), arXiv:1607.08022.

    PyTorch: ``torch.nn.InstanceNorm3d``.

    Examples
    --------
    >>> layer = torch.nn.InstanceNorm3d(3)
    >>> layer(torch.randn(4, 3, 2, 2, 2)).shape
    torch.Size([4, 3, 2, 2, 2])
    >>> layer
    InstanceNorm3d(3, eps=1e-05, momentum=0.1, affine=False, bias=False, track_running_stats=False)
    """

    def _get_no_batch_dim(self) -> int:
        return 4


class LazyInstanceNorm1d(_LazyNormBase, _InstanceNorm):
    """An ``InstanceNorm1d`` that takes ``num_features`` from its first input, and then becomes an ordinary one.

    ``y = (x - mean) / sqrt(var + eps) * weight + bias``, mean and (biased) variance over L of one
    example.

    Parameters
    ----------
    eps : float, default 1e-05
        Added to the denominator for numerical stability.
    momentum : float, default 0.1
        Weight of the batch in running statistics.
    affine : bool, default True
        Whether there are a learned scale and shift.
    track_running_stats : bool, default True
        Whether running statistics are kept in training and used in evaluation; otherwise both use those
        of the input.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.
    bias : bool, default True
        Whether the affine map has a shift.

    Notes
    -----
    Shape: input ``(N, C, L)`` or ``(C, L)``, output the same.

    References
    ----------
    Ulyanov, Vedaldi and Lempitsky (2016), arXiv:1607.08022.

    PyTorch: ``torch.nn.LazyInstanceNorm1d``.

    Examples
    --------
    >>> layer = torch.nn.LazyInstanceNorm1d()
    >>> layer(torch.randn(4, 3, 5)).shape
    torch.Size([4, 3, 5])
    >>> layer
    InstanceNorm1d(3, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True)
    """

    cls_to_become = InstanceNorm1d
    _get_no_batch_dim = InstanceNorm1d._get_no_batch_dim


class LazyInstanceNorm2d(_LazyNormBase, _InstanceNorm):
    """An ``InstanceNorm2d`` that takes ``num_features`` from its first input, and then becomes an ordinary one.

    ``y = (x - mean) / sqrt(var + eps) * weight + bias``, mean and (biased) variance over H, W of one
    example.

    Parameters
    ----------
    eps : float, default 1e-05
        Added to the denominator for numerical stability.
    momentum : float, default 0.1
        Weight of the batch in running statistics.
    affine : bool, default True
        Whether there are a learned scale and shift.
    track_running_stats : bool, default True
        Whether running statistics are kept in training and used in evaluation; otherwise both use those
        of the input.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.
    bias : bool, default True
        Whether the affine map has a shift.

    Notes
    -----
    Shape: input ``(N, C, H, W)`` or ``(C, H, W)``, output the same.

    References
    ----------
    Ulyanov, Vedaldi and Lempitsky (2016), arXiv:1607.08022.

    PyTorch: ``torch.nn.LazyInstanceNorm2d``.

    Examples
    --------
    >>> layer = torch.nn.LazyInstanceNorm2d()
    >>> layer(torch.randn(4, 3, 5, 5)).shape
    torch.Size([4, 3, 5, 5])
    >>> layer
    InstanceNorm2d(3, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True)
    """

    cls_to_become = InstanceNorm2d
    _get_no_batch_dim = InstanceNorm2d._get_no_batch_dim


class LazyInstanceNorm3d(_LazyNormBase, _InstanceNorm):
    """An ``InstanceNorm3d`` that takes ``num_features`` from its first input, and then becomes an ordinary one.

    ``y = (x - mean) / sqrt(var + eps) * weight + bias``, mean and (biased) variance over D, H, W of one
    example.

    Parameters
    ----------
    eps : float, default 1e-05
        Added to the denominator for numerical stability.
    momentum : float, default 0.1
        Weight of the batch in running statistics.
    affine : bool, default True
        Whether there are a learned scale and shift.
    track_running_stats : bool, default True
        Whether running statistics are kept in training and used in evaluation; otherwise both use those
        of the input.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.
    bias : bool, default True
        Whether the affine map has a shift.

    Notes
    -----
    Shape: input ``(N, C, D, H, W)`` or ``(C, D, H, W)``, output the same.

    References
    ----------
    Ulyanov, Vedaldi and Lempitsky (2016), arXiv:1607.08022.

    PyTorch: ``torch.nn.LazyInstanceNorm3d``.

    Examples
    --------
    >>> layer = torch.nn.LazyInstanceNorm3d()
    >>> layer(torch.randn(4, 3, 2, 2, 2)).shape
    torch.Size([4, 3, 2, 2, 2])
    >>> layer
    InstanceNorm3d(3, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True)
    """

    cls_to_become = InstanceNorm3d
    _get_no_batch_dim = InstanceNorm3d._get_no_batch_dim
