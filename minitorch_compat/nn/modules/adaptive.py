"""Softmax over many classes of very different frequency."""
from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .. import functional as F
from .._torch import Tensor, ops
from .container import ModuleList, Sequential
from .linear import Linear
from .module import Module

if TYPE_CHECKING:
    from ..._bindings.annotations import Device, Dtype

__all__ = ["AdaptiveLogSoftmaxWithLoss"]

_ASMoutput = namedtuple("_ASMoutput", ["output", "loss"])


class AdaptiveLogSoftmaxWithLoss(Module):
    """Softmax over very many classes, sorted by frequency: frequent ones in a small head, rare ones in clusters of smaller size.

    Parameters
    ----------
    in_features : int
        Size of the input.
    n_classes : int
        Number of classes; 0 is the most frequent.
    cutoffs : list of int
        Increasing class numbers at which clusters start.
    div_value : float, default 4.0
        Cluster ``i`` works with vectors of size ``in_features / div_value**i``.
    head_bias : bool, default False
        Whether the head has a bias.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Raises
    ------
    ValueError
        If cutoffs are not increasing, unique and between 1 and ``n_classes - 1``.

    Notes
    -----
    Shape: input ``(N, in_features)`` or ``(in_features,)``, target ``(N,)`` or ``()``; the result has
    ``output`` ``(N,)``, the log-probability of each target, and ``loss``, the scalar minus their mean.

    References
    ----------
    Grave and others (2016), arXiv:1609.04309.

    PyTorch: ``torch.nn.AdaptiveLogSoftmaxWithLoss``.

    Examples
    --------
    >>> layer = torch.nn.AdaptiveLogSoftmaxWithLoss(8, 20, cutoffs=[5, 10])
    >>> output, loss = layer(torch.randn(4, 8), torch.tensor([0, 6, 12, 19]))
    >>> output.shape, loss.shape
    (torch.Size([4]), torch.Size([]))
    """

    def __init__(self, in_features: int, n_classes: int, cutoffs: Sequence[int], div_value: float = 4.0,
                 head_bias: bool = False, device: Device = None, dtype: Dtype = None) -> None:
        super().__init__()
        cutoffs = list(cutoffs)
        if len(cutoffs) == 0:
            raise ValueError("cutoffs should be a sequence of length larger than 0")
        if (cutoffs != sorted(set(cutoffs)) or cutoffs[0] <= 0 or cutoffs[-1] > n_classes - 1
                or any(int(c) != c for c in cutoffs)):
            raise ValueError("cutoffs should be a sequence of unique, positive integers sorted in an increasing order, "
                             "where each value is between 1 and n_classes-1")
        self.in_features = in_features
        self.n_classes = n_classes
        self.cutoffs: list[int] = [*cutoffs, n_classes]
        self.div_value = div_value
        self.head_bias = head_bias
        self.shortlist_size: int = self.cutoffs[0]
        self.n_clusters: int = len(self.cutoffs) - 1
        self.head_size: int = self.shortlist_size + self.n_clusters
        self.head: Any = Linear(in_features, self.head_size, bias=head_bias, device=device, dtype=dtype)
        self.tail: Any = ModuleList()
        for i in range(self.n_clusters):
            width = int(in_features // (div_value ** (i + 1)))
            size = self.cutoffs[i + 1] - self.cutoffs[i]
            self.tail.append(Sequential(Linear(in_features, width, bias=False, device=device, dtype=dtype),
                                        Linear(width, size, bias=False, device=device, dtype=dtype)))

    def reset_parameters(self) -> None:
        """Initialize all parameters again.

        Examples
        --------
        >>> layer = torch.nn.AdaptiveLogSoftmaxWithLoss(8, 20, cutoffs=[5])
        >>> before = layer.head.weight.clone()
        >>> layer.reset_parameters()
        >>> torch.equal(layer.head.weight, before)
        False
        """
        self.head.reset_parameters()
        for cluster in self.tail:
            for linear in cluster.children():
                linear.reset_parameters()

    def forward(self, input_: Tensor, target_: Tensor) -> Any:
        """Log-probabilities of the targets, and the loss.

        Parameters
        ----------
        input_ : Tensor
            ``(N, in_features)`` or ``(in_features,)``.
        target_ : Tensor
            ``(N,)`` or ``()``, class numbers.

        Returns
        -------
        tuple
            ``output``, the log-probability of each target, and ``loss``, minus their mean.

        Raises
        ------
        RuntimeError
            If shapes do not fit, or a class is out of range.

        Examples
        --------
        >>> layer = torch.nn.AdaptiveLogSoftmaxWithLoss(8, 20, cutoffs=[5, 10])
        >>> layer(torch.randn(2, 8), torch.tensor([0, 19])).output.shape
        torch.Size([2])
        """
        self._check(input_, target_)
        batched = target_.dim() > 0
        input = input_ if batched else input_.unsqueeze(0)
        target = target_ if batched else target_.unsqueeze(0)
        # Every example uses one entry of the head, its class or its cluster; clusters add their own part.
        head_index = target.clone()
        output = input.new_zeros(target.size(0))
        for i in range(self.n_clusters):
            rows = ((target >= self.cutoffs[i]) & (target < self.cutoffs[i + 1])).nonzero().squeeze(1)
            if rows.numel() == 0:
                continue
            log_prob = F.log_softmax(self.tail[i](input.index_select(0, rows)), dim=1)
            is_in_cutoff = (target.index_select(0, rows) - self.cutoffs[i]).unsqueeze(1)
            output = output.index_copy(0, rows, log_prob.gather(1, is_in_cutoff).squeeze(1))
            head_index.index_fill_(0, rows, self.shortlist_size + i)
        head = F.log_softmax(self.head(input), dim=1)
        output = output + head.gather(1, head_index.unsqueeze(1)).squeeze()
        loss = (-output).mean()
        return _ASMoutput(output if batched else output.squeeze(0), loss)

    def _check(self, input_: Tensor, target_: Tensor) -> None:
        if target_.dim() > 1:
            raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
        if target_.dim() == 1 and (input_.dim() != 2 or input_.size(0) != target_.size(0)):
            raise RuntimeError("Input and target should have the same size in the batch dimension.")
        if target_.dim() == 0 and input_.dim() != 1:
            raise RuntimeError("0D target tensor expects 1D input tensors")
        if target_.numel() and (int(target_.min()) < 0 or int(target_.max()) >= self.n_classes):
            raise RuntimeError(f"Target values should be in [0, {self.n_classes - 1}], but values in range "
                               f"[{target_.min().item()}, {target_.max().item()}] were found. ")

    def _get_full_log_prob(self, input: Tensor, head_output: Tensor) -> Tensor:
        head = F.log_softmax(head_output, dim=1)
        out = input.new_empty((head.size(0), self.n_classes))
        out[:, :self.shortlist_size] = head[:, :self.shortlist_size]
        for i in range(self.n_clusters):
            cluster = F.log_softmax(self.tail[i](input), dim=1)
            out[:, self.cutoffs[i]:self.cutoffs[i + 1]] = cluster + head[:, self.shortlist_size + i].unsqueeze(1)
        return out

    def log_prob(self, input: Tensor) -> Tensor:
        """Log-probabilities of all classes.

        Parameters
        ----------
        input : Tensor
            ``(N, in_features)``.

        Returns
        -------
        Tensor
            ``(N, n_classes)``.

        Examples
        --------
        >>> layer = torch.nn.AdaptiveLogSoftmaxWithLoss(8, 20, cutoffs=[5, 10])
        >>> layer.log_prob(torch.randn(4, 8)).shape
        torch.Size([4, 20])
        """
        return self._get_full_log_prob(input, self.head(input))

    def predict(self, input: Tensor) -> Tensor:
        """The most likely class: as ``log_prob(input).argmax(dim=1)``, but rare clusters are computed only where needed.

        Parameters
        ----------
        input : Tensor
            ``(N, in_features)``.

        Returns
        -------
        Tensor
            ``(N,)``, class numbers.

        Examples
        --------
        >>> layer = torch.nn.AdaptiveLogSoftmaxWithLoss(8, 20, cutoffs=[5, 10])
        >>> layer.predict(torch.randn(4, 8)).shape
        torch.Size([4])
        """
        head_output = self.head(input)
        output = ops.argmax(head_output, dim=1)
        is_in_tail = output >= self.shortlist_size
        if not is_in_tail.any():
            return output
        if is_in_tail.all():
            return ops.argmax(self._get_full_log_prob(input, head_output), dim=1)
        log_prob = self._get_full_log_prob(input[is_in_tail], head_output[is_in_tail])
        output[is_in_tail] = ops.argmax(log_prob, dim=1)
        return output
